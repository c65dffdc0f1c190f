// SPDX-License-Identifier: BSL-1.0
// The operations of formulas that are read as text: what expr/ builds from types, from values. Shapes follow the same
// rules, and messages the words of shape/law.hpp.
#pragma once

#include <heed/shape/rules.hpp>
#include <heed/verify/formula_exact.hpp>
#include <heed/verify/formula_terms.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail {

/// Builds terms from terms. `at` is the place of the operation in the text.
class formula_rules {
public:
    explicit formula_rules(formula_terms& terms) : terms_(terms) {}

    term_id elementwise(function f, term_id a, std::size_t at) {
        return terms_.add({.kind = node_kind::elementwise, .dims = dims(a), .apply = f}, at, {a});
    }

    term_id elementwise(function f, term_id a, term_id b, std::size_t at) {
        const fit rule = broadcast(dims(a), dims(b));
        if (!fits(rule)) refuse_elementwise(f, rule, a, b, at);
        return terms_.add({.kind = node_kind::elementwise, .dims = rule.result, .apply = f}, at, {a, b});
    }

    /// The sign of an exact scalar belongs to it.
    term_id negate(term_id a, std::size_t at) {
        if (terms_.is_exact(a)) return terms_.add_exact(exact_negative(terms_.value(a)), at);
        return elementwise(function::negate, a, at);
    }

    /// Sums of rationals are exact, those with roots are rounded when they are evaluated.
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
        if (dims(a).rank == 0 || dims(b).rank == 0) return elementwise(function::multiply, a, b, at);
        const fit rule = product_rule(dims(a), dims(b));
        if (!fits(rule)) refuse_product(rule, a, b, at);
        return terms_.add({.kind = node_kind::product, .dims = rule.result}, at, {a, b});
    }

    term_id quotient(term_id a, term_id b, std::size_t at) {
        if (terms_.is_exact(b) && terms_.value(b).numerator == 0) throw formula_error(at, "division by an exact zero");
        if (terms_.is_exact(a) && terms_.is_exact(b))
            return terms_.add_exact(exact_quotient(terms_.value(a), terms_.value(b), at), at);
        return elementwise(function::divide, a, b, at);
    }

    term_id root(term_id a, std::size_t at) {
        if (!terms_.is_exact(a) || !is_rational(terms_.value(a))) return elementwise(function::sqrt, a, at);
        return terms_.add_exact(exact_root(terms_.value(a), at), at);
    }

    /// A power of a number. That of a matrix may mean a product or a power of each element: it is for the text to say.
    term_id power(term_id a, long long exponent, std::size_t at) {
        if (terms_.is_exact(a)) return terms_.add_exact(exact_power(terms_.value(a), exponent, at), at);
        if (dims(a).rank > 0)
            refuse(at, "A^n needs a number; write pow(A, n) for powers of each element, A * A for a product", a);
        return elementwise(function::pow, a, terms_.add_exact({exponent, 1, 1}, at), at);
    }

    term_id transpose(term_id a, std::size_t at) {
        const std::size_t rank = dims(a).rank;
        if (rank < 2) refuse(at, "transpose(A) needs at least two axes", a);
        node n{.kind = node_kind::view, .dims = dims(a), .map = identity_map(rank)};
        n.dims[rank - 2] = dims(a)[rank - 1];
        n.dims[rank - 1] = dims(a)[rank - 2];
        n.map.from[rank - 2] = static_cast<signed char>(rank - 1);
        n.map.from[rank - 1] = static_cast<signed char>(rank - 2);
        return terms_.add(n, at, {a});
    }

    /// The rows (`from_right` 1) or columns (0) from begin to end - 1.
    term_id slice(std::size_t from_right, std::size_t begin, std::size_t end, term_id a, std::size_t at) {
        const shape& whole = dims(a);
        const bool rows = from_right == 1;
        const std::string needs = rows ? "rows<begin, end>(A) needs " : "cols<begin, end>(A) needs ";
        if (whole.rank <= from_right) refuse(at, needs + (rows ? "at least two axes" : "at least one axis"), a);
        if (begin >= end || end > whole.from_right(from_right).size)
            refuse(at, needs + (rows ? "begin < end <= rows(A)" : "begin < end <= columns(A)"), a);
        const std::size_t axis = whole.rank - 1 - from_right;
        node n{.kind = node_kind::view, .dims = whole, .map = identity_map(whole.rank)};
        n.dims[axis].size = end - begin;
        n.map.offset[axis] = begin;
        return terms_.add(n, at, {a});
    }

    term_id reduce(reduction r, long long axis, term_id a, std::size_t at) {
        const std::size_t position = axis_of(name_of(r), axis, a, at);
        return terms_.add(
            {.kind = node_kind::reduce, .dims = without_axis(dims(a), position), .reduce = r, .axis = position}, at,
            {a});
    }

    term_id normalise(normalisation n, long long axis, term_id a, std::size_t at) {
        const std::size_t position = axis_of(name_of(n), axis, a, at);
        return terms_.add({.kind = node_kind::normalise, .dims = dims(a), .weights = n, .axis = position}, at, {a});
    }

    /// The size of an axis as an exact number. Nothing of A is computed for it.
    term_id size(const char* name, long long axis, term_id a, std::size_t at) {
        const std::size_t n = dims(a)[axis_of(name, axis, a, at)].size;
        return terms_.add_exact({static_cast<long long>(n), 1, 1}, at);
    }

    term_id concat(const std::vector<term_id>& parts, long long axis, std::size_t at) {
        const std::size_t position = axis_of("concat", axis, parts[0], at);
        shape whole = dims(parts[0]);
        for (std::size_t i = 1; i < parts.size(); ++i) {
            const fit rule = concat_rule(dims(parts[0]), dims(parts[i]), position);
            if (!fits(rule)) refuse_concat(rule, parts[0], parts[i], at);
            whole = concat_rule(whole, dims(parts[i]), position).result;
        }
        return terms_.add({.kind = node_kind::concat, .dims = whole, .axis = position}, at, parts);
    }

    term_id attention(term_id q, term_id k, term_id v, std::size_t at) {
        const attention_fit rule = attention_rule(dims(q), dims(k), dims(v));
        if (!fits(rule)) refuse_attention(rule, q, k, v, at);
        const term_id scale = root(size("dim", -1, k, at), at);
        const term_id scores = elementwise(function::divide, product(q, transpose(k, at), at), scale, at);
        return product(normalise(normalisation::softmax, -1, scores, at), v, at);
    }

    term_id inverse(term_id a, std::size_t at) {
        const fit rule = inverse_rule(dims(a));
        if (!fits(rule)) refuse(at, "inverse(A) needs square matrices: rows(A) == columns(A)", a);
        return terms_.add({.kind = node_kind::inverse, .dims = rule.result}, at, {a});
    }

private:
    const shape& dims(term_id id) const { return terms_.dims(id); }
    std::string text(term_id id) const { return text_of(dims(id)); }

    bool are_rational(term_id a, term_id b) const {
        return terms_.is_exact(a) && terms_.is_exact(b) && is_rational(terms_.value(a)) && is_rational(terms_.value(b));
    }

    std::size_t axis_of(const char* name, long long axis, term_id a, std::size_t at) const {
        const auto rank = static_cast<long long>(dims(a).rank);
        if (axis >= rank || axis < -rank)
            refuse(at, name + ("<" + std::to_string(axis) + ">(A) needs an axis that A has"), a);
        return static_cast<std::size_t>(axis < 0 ? axis + rank : axis);
    }

    [[noreturn]] void refuse(std::size_t at, const std::string& law, term_id a) const {
        throw formula_error(at, law + ": A is " + text(a));
    }

    [[noreturn]] void refuse_elementwise(function f, const fit& rule, term_id a, term_id b, std::size_t at) const {
        const std::string name = traits_of(f).name;
        const bool is_operator = f == function::add || f == function::subtract || f == function::divide;
        const auto written = [&](const std::string& left, const std::string& right) {
            return is_operator ? left + " " + name + " " + right : name + "(" + left + ", " + right + ")";
        };
        const char* law = rule.sizes
                              ? " needs the names of the axes to agree: "
                              : " needs the same shape; only an axis of size 1 or a missing leading axis repeats: ";
        throw formula_error(at, written("A", "B") + law + written(text(a), text(b)));
    }

    [[noreturn]] void refuse_product(const fit& rule, term_id a, term_id b, std::size_t at) const {
        const extent columns = columns_of(dims(a)), rows = rows_of(dims(b));
        const bool transposed_fits = dims(b).rank > 1 && extents_agree(columns, columns_of(dims(b)));
        std::string law = "A * B needs ", hint;
        if (columns.size != rows.size) {
            law += "columns(A) == rows(B)";
            hint = transposed_fits ? "; did you mean A * transpose(B)?" : "";
        } else if (!names_agree(columns, rows)) {
            law += "the names of columns(A) and rows(B) to agree";
        } else {
            law +=
                rule.sizes ? "the names of the leading axes to agree" : "leading axes of the same size, or of size 1";
        }
        throw formula_error(at, law + ": " + text(a) + " * " + text(b) + hint);
    }

    [[noreturn]] void refuse_concat(const fit& rule, term_id a, term_id b, std::size_t at) const {
        const char* law = dims(a).rank != dims(b).rank ? "the same number of axes"
                          : rule.sizes                 ? "the names of all other axes to agree"
                                                       : "the same shape in all other axes";
        throw formula_error(at,
                            std::string("concat(A, B) needs ") + law + ": concat(" + text(a) + ", " + text(b) + ")");
    }

    [[noreturn]] void refuse_attention(const attention_fit& rule, term_id q, term_id k, term_id v,
                                       std::size_t at) const {
        const char* law = !rule.matrices    ? "a matrix of keys and a matrix of values"
                          : !rule.one_query ? "rows of queries beside batches of keys"
                          : !rule.dims      ? "columns(Q) == columns(K), the dimension of the heads"
                                            : "rows(K) == rows(V), as many keys as values";
        throw formula_error(at, std::string("attention(Q, K, V) needs ") + law + ": attention(" + text(q) + ", " +
                                    text(k) + ", " + text(v) + ")");
    }

    formula_terms& terms_;
};

}  // namespace heed::detail
