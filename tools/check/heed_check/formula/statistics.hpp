// SPDX-License-Identifier: BSL-1.0
// Functions of text formulas that are composed of others: variance, layer_norm, argmax, round.
#pragma once

#include <heed_check/formula/term_rules.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace heed::detail {

class formula_statistics {
public:
    explicit formula_statistics(formula_terms& terms) : terms_(terms), rules_(terms) {}

    /// The mean squared distance from the mean: the sum divided by n, or by n - correction.
    term_id variance(term_id x, long long axis, long long correction, std::size_t at) {
        const std::size_t position = rules_.axis_of("var", axis, x, at);
        const auto n = static_cast<long long>(rules_.dims(x)[position].size);
        const auto along = static_cast<long long>(position);
        const term_id squares = square(centered(x, position, at), at);
        if (correction == 0) return rules_.reduce(reduction::mean, along, squares, at);
        if (correction < 0 || correction >= n)
            throw formula_error(at, "the variance of " + std::to_string(n) + (n == 1 ? " number" : " numbers") +
                                        " divides by " + std::to_string(n) + " - " + std::to_string(correction) +
                                        ": that is not positive");
        return rules_.quotient(rules_.reduce(reduction::sum, along, squares, at), whole(n - correction, at), at);
    }

    /// (x - mean) / sqrt(var + eps) along the last axis unless another one is given, times gain, plus bias.
    term_id layer_norm(term_id x, std::optional<term_id> gain, std::optional<term_id> bias, std::optional<term_id> eps,
                       long long axis, std::size_t at) {
        const std::size_t position = rules_.axis_of("layer_norm", axis, x, at);
        const term_id distance = centered(x, position, at);
        return scaled(distance, mean_square(distance, position, at), gain, bias, eps, at);
    }
    /// x / sqrt(mean(x^2) + eps), times gain.
    term_id rms_norm(term_id x, std::optional<term_id> gain, std::optional<term_id> eps, long long axis,
                     std::size_t at) {
        const std::size_t position = rules_.axis_of("rms_norm", axis, x, at);
        return scaled(x, mean_square(x, position, at), gain, std::nullopt, eps, at);
    }

    /// The index of the largest element along an axis; the first one of equal elements.
    /// method  an element that exceeds all elements before it sets a record, and the last record is the maximum: the
    /// result is the largest k * (is element k a record)
    term_id argmax(term_id x, long long axis, std::size_t at) {
        const std::size_t position = rules_.axis_of("argmax", axis, x, at);
        const shape own = rules_.dims(x);
        if (own.rank == max_rank) rules_.refuse().law(at, "argmax(A) needs at most 5 axes", x);
        const term_id row = last_axis_moved(x, position, at);
        const shape dims = rules_.dims(row);
        const std::size_t rank = dims.rank;
        shape pairs = dims;
        pairs.push_back(dims[rank - 1]);
        const node table = node_of::repeat(rank - 1, pairs);  // compares element j with each element k
        const term_id before = elementwise(function::less, index(pairs, rank, at), index(pairs, rank - 1, at), at);
        const term_id largest_before = rules_.reduce(
            reduction::max, -1, elementwise(function::where, before, terms_.add(table, at, {row}), at), at);
        terms_.forget_kept(largest_before);
        const term_id record = elementwise(function::less, largest_before, row, at);
        const term_id last = rules_.reduce(reduction::max, -1,
                                           elementwise(function::multiply, record, index(dims, rank - 1, at), at), at);
        if (const auto kept = formula_rules::kept_shape(own, position))
            terms_.set_kept(last, *kept);
        else
            terms_.forget_kept(last);
        return last;
    }
    term_id argmin(term_id x, long long axis, std::size_t at) { return argmax(rules_.negate(x, at), axis, at); }

    /// Rounds to this many decimal places.
    term_id round(term_id x, long long places, std::size_t at) {
        if (places < -18 || places > 18)
            throw formula_error(at, "round(A, n) needs -18 <= n <= 18: n is " + std::to_string(places));
        if (places == 0) return rules_.elementwise(function::round, x, at);
        const term_id scale = terms_.add_exact(exact_power({10, 1, 1}, places < 0 ? -places : places, at), at);
        const term_id up = places > 0 ? rules_.product(x, scale, at) : rules_.quotient(x, scale, at);
        const term_id whole_part = rules_.elementwise(function::round, up, at);
        return places > 0 ? rules_.quotient(whole_part, scale, at) : rules_.product(whole_part, scale, at);
    }

    term_id square(term_id x, std::size_t at) { return rules_.elementwise(function::pow, x, whole(2, at), at); }

private:
    term_id elementwise(function f, term_id a, term_id b, std::size_t at) { return rules_.elementwise(f, a, b, at); }
    term_id whole(long long n, std::size_t at) { return terms_.add_exact({n, 1, 1}, at); }
    term_id index(const shape& dims, std::size_t axis, std::size_t at) {
        return terms_.add(node_of::index(axis, dims), at, {});
    }

    /// x - mean(x), where the mean keeps its axis with size 1.
    term_id centered(term_id x, std::size_t axis, std::size_t at) {
        const term_id mean = rules_.reduce(reduction::mean, static_cast<long long>(axis), x, at);
        return rules_.difference(x, rules_.with_axis(mean, axis, at), at);
    }
    term_id mean_square(term_id x, std::size_t axis, std::size_t at) {
        return rules_.with_axis(rules_.reduce(reduction::mean, static_cast<long long>(axis), square(x, at), at), axis,
                                at);
    }
    term_id scaled(term_id x, term_id mean_square, std::optional<term_id> gain, std::optional<term_id> bias,
                   std::optional<term_id> eps, std::size_t at) {
        const term_id added = eps ? *eps : terms_.add_exact({1, 100000, 1}, at);
        const term_id root = rules_.root(rules_.sum(mean_square, added, at), at);
        term_id y = rules_.quotient(x, root, at);
        if (gain) y = elementwise(function::multiply, y, *gain, at);
        return bias ? rules_.sum(y, *bias, at) : y;
    }

    term_id last_axis_moved(term_id x, std::size_t axis, std::size_t at) {
        const shape dims = rules_.dims(x);
        if (axis + 1 == dims.rank) return x;
        index_map map = identity_map(dims.rank);
        for (std::size_t a = axis; a < dims.rank; ++a)
            map.from[a] = static_cast<signed char>(a == axis ? dims.rank - 1 : a - 1);
        shape moved = without_axis(dims, axis);
        moved.push_back(dims[axis]);
        return terms_.add(node_of::view(map, moved), at, {x});
    }

    formula_terms& terms_;
    formula_rules rules_;
};

}  // namespace heed::detail
