// SPDX-License-Identifier: BSL-1.0
// softmax, log_softmax and logsumexp of rows whose elements carry bounds.
//
// Each result is monotone in each element, so its range lies between corners: weight i is least if x_i is lowest and
// the others are highest. This needs two exps for each element, of its bounds minus a common shift; log_softmax needs
// four.
#pragma once

#include <heed/reference/enclosed_functions.hpp>

#include <cstddef>

namespace heed {

namespace detail {

template <class E>
constexpr bool is_minus_infinity(const E& x) {
    return !is_bounded(x) && certainly_at_most(x, lower_of(whole_line<E>()));
}

/// The largest upper bound of a row, as a point; minus infinity if there is nothing else.
template <class E>
constexpr E highest_of(const E* x, std::size_t n, std::size_t step) {
    E highest = lower_of(whole_line<E>());
    for (std::size_t i = 0; i < n; ++i) highest = larger_point(highest, upper_of(x[i * step]));
    return highest;
}

/// exp(x - shift); x = minus infinity gives exactly 0.
template <class E>
constexpr E shifted_exp(const E& x, const E& shift) {
    return is_minus_infinity(x) ? E() : max(exp(x - shift), E());
}

/// The sum of all addends of total except one, obtained by subtracting the bounds of that one.
template <class E>
constexpr E others(const E& total, const E& own) {
    const E least = lower_of(lower_of(total) - lower_of(own)), most = upper_of(upper_of(total) - upper_of(own));
    return hull(larger_point(least, E()), larger_point(most, E()));
}

/// own / (own + rest) for own, rest >= 0
template <class E>
constexpr E share(const E& own, const E& rest) {
    if (is_point(own) && contains_zero(own)) return {};
    if (is_point(rest) && contains_zero(rest)) return 1;
    const E least = lower_of(own) / (lower_of(own) + upper_of(rest));
    const E most = upper_of(own) / (upper_of(own) + lower_of(rest));
    return intersection(hull(least, most), hull(E(), E(1)));
}

}  // namespace detail

/// y_i = exp(x_i) / sum_j exp(x_j) for n elements at distance step: the range over all rows within the bounds.
/// units   within [0, 1]; an element that is minus infinity weighs exactly 0, also where all are
/// error   that of two exps, a sum of n and a quotient beyond the range; where an upper bound is infinite, [0, 1]
/// needs   x and y apart, or the same
template <enclosure E>
constexpr void softmax_row(const E* x, E* y, std::size_t n, std::size_t step) {
    const E shift = detail::highest_of(x, n, step);
    if (!is_bounded(shift)) {
        for (std::size_t i = 0; i < n; ++i)
            y[i * step] = detail::is_minus_infinity(x[i * step]) ? E() : hull(E(), E(1));
        return;
    }
    E total{};
    for (std::size_t i = 0; i < n; ++i) total = total + (y[i * step] = detail::shifted_exp(x[i * step], shift));
    for (std::size_t i = 0; i < n; ++i) y[i * step] = detail::share(y[i * step], detail::others(total, y[i * step]));
}

/// log of the sum of exp(x_i); minus infinity where all elements are.
template <enclosure E>
constexpr E logsumexp_row(const E* x, std::size_t n, std::size_t step) {
    const E shift = detail::highest_of(x, n, step);
    if (!is_bounded(shift)) return detail::is_minus_infinity(shift) ? shift : whole_line<E>();
    E total{};
    for (std::size_t i = 0; i < n; ++i) total = total + detail::shifted_exp(x[i * step], shift);
    return shift + log(total);
}

/// y_i = x_i - logsumexp(x), at most 0; minus infinity where x_i is.
/// needs   x and y apart
template <enclosure E>
constexpr void log_softmax_row(const E* x, E* y, std::size_t n, std::size_t step) {
    const E shift = detail::highest_of(x, n, step), lowest = lower_of(whole_line<E>());
    E total{};
    for (std::size_t i = 0; is_bounded(shift) && i < n; ++i)
        total = total + (y[i * step] = detail::shifted_exp(x[i * step], shift));
    for (std::size_t i = 0; i < n; ++i) {
        const E& own = x[i * step];
        if (detail::is_minus_infinity(own)) {
            y[i * step] = lowest;
        } else if (!is_bounded(shift)) {
            y[i * step] = hull(lowest, E());
        } else {
            // The exp of each end is computed anew, because the ends of the weight were rounded outwards, and x_i
            // occurs twice here.
            const E rest = detail::others(total, y[i * step]), low = lower_of(own), high = upper_of(own);
            const E least = (low - shift) - log(detail::shifted_exp(low, shift) + upper_of(rest));
            const E most = (high - shift) - log(detail::shifted_exp(high, shift) + lower_of(rest));
            y[i * step] = min(hull(least, most), E());
        }
    }
}

}  // namespace heed
