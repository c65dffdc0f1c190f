// SPDX-License-Identifier: BSL-1.0
// The operations of text formulas: they build from values what expr/ builds from types. Shapes follow the same rules,
// and messages have the words of the laws of shapes.
#pragma once

#include <heed/shape/rules.hpp>
#include <heed_check/formula/exact_scalars.hpp>
#include <heed_check/formula/refusals.hpp>
#include <heed_check/formula/terms.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace heed::detail {

/// Builds terms from terms. `at` is the position of the operation in the text.
class formula_rules {
public:
    explicit formula_rules(formula_terms& terms) : terms_(terms), refuse_(terms) {}

    term_id elementwise(function f, term_id a, std::size_t at) {
        refuse_.infinite(a);
        const formula_term& x = terms_[a];
        return terms_.add(
            {.what = node_of::elementwise(f, x.what.dims),
             .position = at,
             .operands = {a},
             .kept = x.kept,
             .indices = f == function::is_zero && x.indices != index_use::none ? index_use::mask : x.indices,
             .index_rank = x.index_rank,
             .square = x.square});
    }

    term_id elementwise(function f, term_id a, term_id b, std::size_t at) {
        refuse_.infinite(a);
        refuse_.infinite(b);
        if (is_alone(a) || is_alone(b)) return with_indices(f, a, b, at);
        const fit rule = broadcast(dims(a), dims(b));
        if (!fits(rule)) refuse_.elementwise(f, rule, a, b, at);
        refuse_.two_readings(f, a, b, at);
        const bool of_a = dims(a).rank >= dims(b).rank && terms_[a].kept, of_b = dims(b).rank >= dims(a).rank;
        return terms_.add({.what = node_of::elementwise(f, rule.result),
                           .position = at,
                           .operands = {a, b},
                           .kept = of_a   ? terms_[a].kept
                                   : of_b ? terms_[b].kept
                                          : std::nullopt,
                           .whole = is_whole(f, a, b)});
    }

    /// 1 where an element is not 0.
    term_id truth(term_id a, std::size_t at) {
        return elementwise(function::is_zero, elementwise(function::is_zero, a, at), at);
    }

    /// The negative. Of an exact scalar or an infinity it is a constant.
    term_id negate(term_id a, std::size_t at) {
        if (terms_[a].infinite != 0) return infinity(-terms_[a].infinite, at);
        if (terms_.is_exact(a)) return terms_.add_exact(exact_negative(terms_.value(a)), at);
        return elementwise(function::negate, a, at);
    }

    /// Sums of rationals are exact; sums with roots are rounded when they are evaluated.
    term_id sum(term_id a, term_id b, std::size_t at) {
        if (are_rational(a, b)) return terms_.add_exact(exact_sum(terms_.value(a), terms_.value(b), at), at);
        return elementwise(function::add, a, b, at);
    }
    term_id difference(term_id a, term_id b, std::size_t at) {
        if (!are_rational(a, b)) return elementwise(function::subtract, a, b, at);
        return terms_.add_exact(exact_sum(terms_.value(a), exact_negative(terms_.value(b)), at), at);
    }

    term_id product(term_id a, term_id b, std::size_t at) {
        if (terms_.is_exact(a) && terms_.is_exact(b))
            return terms_.add_exact(exact_product(terms_.value(a), terms_.value(b), at), at);
        if (is_alone(a) || is_alone(b) || dims(a).rank == 0 || dims(b).rank == 0)
            return elementwise(function::multiply, a, b, at);
        const fit rule = product_rule(dims(a), dims(b));
        if (!fits(rule)) refuse_.product(rule, a, b, at);
        return terms_.add(node_of::product(rule.result), at, {a, b});
    }

    term_id quotient(term_id a, term_id b, std::size_t at) {
        if (terms_.is_exact(b) && terms_.value(b).numerator == 0) throw formula_error(at, "division by an exact zero");
        if (terms_.is_exact(a) && terms_.is_exact(b))
            return terms_.add_exact(exact_quotient(terms_.value(a), terms_.value(b), at), at);
        if (is_alone(a) && is_alone_or_number(b))
            throw formula_error(at,
                                "A / B of indices may mean two things; write k // 4 for the whole quotient, and "
                                "arange(n) / 4 for the ratio");
        return elementwise(function::divide, a, b, at);
    }

    /// a // b and a % b of nonnegative whole numbers, for which all languages agree.
    term_id whole_division(function f, term_id a, term_id b, std::size_t at) {
        if (!is_whole(a) || !is_whole(b))
            throw formula_error(at, std::string(f == function::quotient ? "A // B" : "A % B") +
                                        " needs whole numbers that are not negative: indices, arange(n), 2");
        if (terms_.is_exact(b) && terms_.value(b).numerator == 0) throw formula_error(at, "division by an exact zero");
        if (terms_.is_exact(a) && terms_.is_exact(b)) {
            const long long n = terms_.value(a).numerator, m = terms_.value(b).numerator;
            return terms_.add_exact({f == function::quotient ? n / m : n % m, 1, 1}, at);
        }
        return elementwise(f, a, b, at);
    }

    term_id root(term_id a, std::size_t at) {
        if (!terms_.is_exact(a) || !is_rational(terms_.value(a))) return elementwise(function::sqrt, a, at);
        return terms_.add_exact(exact_root(terms_.value(a), at), at);
    }

    /// A^n of a number. A^n of a matrix is refused, because it may mean a product or a power of each element.
    term_id power(term_id a, long long exponent, std::size_t at) {
        if (terms_.is_exact(a)) return terms_.add_exact(exact_power(terms_.value(a), exponent, at), at);
        if (dims(a).rank > 0)
            refuse_.law(
                at, "A^n needs a number; write pow(A, n) or A ** n for powers of each element, A * A for a product", a);
        return elementwise(function::pow, a, terms_.add_exact({exponent, 1, 1}, at), at);
    }

    /// a ** b, elementwise.
    term_id power(term_id a, term_id b, std::size_t at) {
        if (!terms_.is_exact(a) || !terms_.is_exact(b) || !is_rational(terms_.value(b)))
            return elementwise(function::pow, a, b, at);
        const surd& exponent = terms_.value(b);
        const bool negative = exponent.numerator < 0;
        const long long size = negative ? -exponent.numerator : exponent.numerator;
        if (exponent.denominator > 2 || (exponent.denominator == 2 && !is_rational(terms_.value(a))))
            return elementwise(function::pow, a, b, at);
        const term_id base = exponent.denominator == 2 ? root(a, at) : a;
        const term_id whole = terms_.add_exact(exact_power(terms_.value(base), size, at), at);
        return negative ? quotient(terms_.add_exact({1, 1, 1}, at), whole, at) : whole;
    }

    term_id transpose(term_id a, std::size_t at) {
        if (dims(a).rank < 2) refuse_.law(at, "transpose(A) needs at least two axes", a);
        return terms_.add(node_of::transpose(dims(a)), at, {a});
    }

    /// The rows (`from_right` 1) or columns (0) from begin to end - 1.
    term_id slice(std::size_t from_right, std::size_t begin, std::size_t end, term_id a, std::size_t at) {
        const shape& whole = dims(a);
        const bool rows = from_right == 1;
        const std::string needs = rows ? "rows<begin, end>(A) needs " : "cols<begin, end>(A) needs ";
        if (whole.rank <= from_right) refuse_.law(at, needs + (rows ? "at least two axes" : "at least one axis"), a);
        if (begin >= end || end > whole.from_right(from_right).size)
            refuse_.law(at, needs + (rows ? "begin < end <= rows(A)" : "begin < end <= columns(A)"), a);
        const std::size_t axis = whole.rank - 1 - from_right;
        shape part = whole;
        part[axis].size = end - begin;
        return terms_.add(node_of::slice(axis, begin, part), at, {a});
    }

    /// Reduces along an axis, which is dropped.
    term_id reduce(reduction r, long long axis, term_id a, std::size_t at) {
        const std::size_t position = axis_of(name_of(r), axis, a, at);
        return terms_.add({.what = node_of::reduce(r, position, without_axis(dims(a), position)),
                           .position = at,
                           .operands = {a},
                           .kept = kept_shape(dims(a), position)});
    }

    /// a with a new axis of size 1.
    term_id with_axis(term_id a, std::size_t axis, std::size_t at) {
        if (dims(a).rank == max_rank) refuse_.law(at, "tensors have at most 6 axes", a);
        shape with_axis;
        for (std::size_t i = 0; i <= dims(a).rank; ++i) {
            if (i == axis) with_axis.push_back(extent(std::size_t{1}));
            if (i < dims(a).rank) with_axis.push_back(dims(a)[i]);
        }
        return terms_.add(node_of::repeat(axis, with_axis), at, {a});
    }

    term_id normalise(normalisation n, long long axis, term_id a, std::size_t at) {
        const std::size_t position = axis_of(name_of(n), axis, a, at);
        return terms_.add(node_of::normalise(n, position, dims(a)), at, {a});
    }

    /// The size of an axis as an exact number. A itself is not computed for it.
    term_id size(const char* name, long long axis, term_id a, std::size_t at) {
        const std::size_t n = dims(a)[axis_of(name, axis, a, at)].size;
        return terms_.add_exact({static_cast<long long>(n), 1, 1}, at);
    }

    term_id concat(const std::vector<term_id>& parts, long long axis, std::size_t at) {
        const std::size_t position = axis_of("concat", axis, parts[0], at);
        shape whole = dims(parts[0]);
        for (std::size_t i = 1; i < parts.size(); ++i) {
            const fit rule = concat_rule(dims(parts[0]), dims(parts[i]), position);
            if (!fits(rule)) refuse_.concat(rule, parts[0], parts[i], at);
            whole = concat_rule(whole, dims(parts[i]), position).result;
        }
        return terms_.add(node_of::concat(position, whole), at, parts);
    }

    /// attention(q, k, v), with or without a mask.
    term_id attention(term_id q, term_id k, term_id v, std::optional<term_id> mask, std::size_t at) {
        const attention_fit rule = attention_rule(dims(q), dims(k), dims(v));
        if (!fits(rule)) refuse_.attention(rule, q, k, v, at);
        const term_id scale = root(size("dim", -1, k, at), at);
        term_id scores = elementwise(function::divide, product(q, transpose(k, at), at), scale, at);
        if (mask) scores = elementwise(function::where, *mask, scores, at);
        return product(normalise(normalisation::softmax, -1, scores, at), v, at);
    }

    term_id inverse(term_id a, std::size_t at) {
        const fit rule = inverse_rule(dims(a));
        if (!fits(rule)) refuse_.law(at, "inverse(A) needs square matrices: rows(A) == columns(A)", a);
        return terms_.add(node_of::inverse(rule.result), at, {a});
    }

    /// The index along the keys (0), queries (1), heads (2) or batches (3) of the scores that it is combined with.
    term_id index(std::size_t from_right, std::size_t at) {
        return terms_.add({.what = node_of::index(from_right, shape()),
                           .position = at,
                           .indices = index_use::number,
                           .index_rank = from_right == last_visible ? 2 : from_right + 1,
                           .whole = true});
    }
    /// The mask k <= q; with `more` k <= q + (keys - queries); with `square` it needs as many queries as keys, where
    /// both are the same.
    term_id causal(bool more, bool square, std::size_t at) {
        const term_id mask = elementwise(function::less_equal, index(0, at), index(more ? last_visible : 1, at), at);
        formula_term t = terms_[mask];
        t.square = square;
        return terms_.add(std::move(t));
    }

    term_id infinity(int sign, std::size_t at) {
        return terms_.add({.what = node_of::constant({0, 1, 1}), .position = at, .infinite = sign});
    }

    /// a where the condition holds, b elsewhere.
    term_id choice(term_id condition, term_id a, term_id b, std::size_t at) {
        if (terms_[a].infinite > 0 || terms_[b].infinite > 0)
            throw formula_error(at, "where takes minus infinity only: no weight is infinite");
        if (terms_[b].infinite < 0) return elementwise(function::where, condition, a, at);
        const term_id otherwise = elementwise(function::is_zero, condition, at);
        if (terms_[a].infinite < 0) return elementwise(function::where, otherwise, b, at);
        return elementwise(function::add, elementwise(function::keep, condition, a, at),
                           elementwise(function::keep, otherwise, b, at), at);
    }

    const shape& dims(term_id id) const {
        if (is_alone(id)) refuse_.alone(id);
        return terms_.dims(id);
    }
    std::size_t axis_of(const char* name, long long axis, term_id a, std::size_t at) const {
        const auto rank = static_cast<long long>(dims(a).rank);
        if (axis >= rank || axis < -rank)
            refuse_.law(at, name + ("<" + std::to_string(axis) + ">(A) needs an axis that A has"), a);
        return static_cast<std::size_t>(axis < 0 ? axis + rank : axis);
    }
    const formula_refusals& refuse() const { return refuse_; }

    /// Whether a term consists of nonnegative whole numbers.
    bool is_whole(term_id a) const {
        if (!terms_.is_exact(a)) return terms_[a].whole;
        const surd& x = terms_.value(a);
        return x.denominator == 1 && x.radicand == 1 && x.numerator >= 0;
    }

    /// The shape with size 1 at a dropped axis. Empty for the first axis, because a shape without it is aligned in the
    /// same way.
    static std::optional<shape> kept_shape(const shape& whole, std::size_t axis) {
        if (axis == 0) return std::nullopt;
        shape kept = whole;
        kept[axis] = extent(std::size_t{1});
        return kept;
    }

private:
    static constexpr std::size_t last_visible = 4;  ///< an index: the last key that a query may see

    bool is_alone(term_id a) const { return terms_[a].indices != index_use::none; }
    bool is_alone_or_number(term_id a) const { return is_alone(a) || terms_.dims(a).rank == 0; }

    bool is_whole(function f, term_id a, term_id b) const {
        const bool stays = f == function::add || f == function::multiply || f == function::quotient ||
                           f == function::remainder || f == function::min || f == function::max;
        return stays && is_whole(a) && is_whole(b);
    }

    /// Indices take the shape of the other operand. Combined with each other they have no shape yet.
    term_id with_indices(function f, term_id a, term_id b, std::size_t at) {
        if (!is_alone_or_number(a)) return elementwise(f, a, beside(b, dims(a)), at);
        if (!is_alone_or_number(b)) return elementwise(f, beside(a, dims(b)), b, at);
        const formula_term &x = terms_[a], &y = terms_[b];
        const bool compares = f == function::less || f == function::less_equal || f == function::equal ||
                              f == function::both || f == function::either;
        const bool number =
            !compares && f != function::keep && (x.indices == index_use::number || y.indices == index_use::number);
        return terms_.add({.what = node_of::elementwise(f, shape()),
                           .position = at,
                           .operands = {a, b},
                           .indices = number ? index_use::number : index_use::mask,
                           .index_rank = x.index_rank > y.index_rank ? x.index_rank : y.index_rank,
                           .square = x.square || y.square,
                           .whole = is_whole(f, a, b)});
    }

    /// A mask with the shape of these scores.
    term_id beside(term_id mask, const shape& scores) {
        if (terms_[mask].indices == index_use::number) refuse_.number_of_indices(mask);
        const shape copy = scores;
        return bound(mask, copy);
    }
    term_id bound(term_id id, const shape& scores) {
        const formula_term t = terms_[id];
        if (t.indices == index_use::none) return id;
        if (scores.rank < t.index_rank) refuse_.few_axes(id, scores);
        if (t.square && scores.from_right(0).size != scores.from_right(1).size) refuse_.causal(id, scores);
        if (t.what.kind == node_kind::index) return bound_index(t, scores);
        std::vector<term_id> operands;
        for (const term_id operand : t.operands) operands.push_back(bound(operand, scores));
        node n = t.what;
        n.dims = scores;
        return terms_.add(n, t.position, operands);
    }
    term_id bound_index(const formula_term& t, const shape& scores) {
        const std::size_t from_right = t.what.axis == last_visible ? 1 : t.what.axis;
        const term_id plain = terms_.add(node_of::index(scores.rank - 1 - from_right, scores), t.position, {});
        if (t.what.axis != last_visible) return plain;
        const auto keys = static_cast<long long>(scores.from_right(0).size);
        const surd more{keys - static_cast<long long>(scores.from_right(1).size), 1, 1};
        const term_id constant = terms_.add_exact(more, t.position);
        return terms_.add(node_of::elementwise(function::add, scores), t.position, {plain, constant});
    }

    bool are_rational(term_id a, term_id b) const {
        return terms_.is_exact(a) && terms_.is_exact(b) && is_rational(terms_.value(a)) && is_rational(terms_.value(b));
    }

    formula_terms& terms_;
    formula_refusals refuse_;
};

}  // namespace heed::detail
