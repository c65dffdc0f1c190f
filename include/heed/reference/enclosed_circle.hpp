// SPDX-License-Identifier: BSL-1.0
// sin and cos for number types with bounds, from their + - * / and pi().
#pragma once

#include <heed/reference/enclosed_functions.hpp>

namespace heed {

namespace detail {

/// Whether x is so close to a multiple of pi that the multiple is known.
template <class E>
constexpr bool has_turns(const E& x) {
    const E limit = E(1'000'000'000);
    return certainly_less(-limit, x) && certainly_less(x, limit);
}

/// sin(x) of |x| < 2: x - x^3/3! + x^5/5! - ...
/// method  from the third term on the terms decrease, so the remainder is smaller than the first omitted term, which is
/// added on both sides
template <class E>
constexpr E sine_series(const E& x) {
    const double unit = to_double(radius_of(E::ratio(1, 3)));
    const E square = x * x;
    E term = x, sum = x;
    for (int n = 3; n < 200; n += 2) {
        term = -(term * square) / E(n * (n - 1));
        if (n > 5 && to_double(magnitude_of(term)) <= unit) break;
        sum = sum + term;
    }
    const E rest = magnitude_of(term);
    return sum + hull(-rest, rest);
}

/// x - k pi, where k is the number of half turns nearest to x / pi. `odd` says whether k is odd.
template <class E>
constexpr E without_half_turns(const E& x, bool& odd) {
    const double turns = to_double(x) / 3.14159265358979;
    const auto k = static_cast<int>(turns < 0 ? turns - 0.5 : turns + 0.5);
    odd = k % 2 != 0;
    return k == 0 ? x : x - E(k) * enclosed_constants<E>::pi();
}

/// sin at one point.
template <class E>
constexpr E sine_at(const E& x) {
    bool odd = false;
    const E rest = without_half_turns(x, odd);
    const E value = max(min(sine_series(rest), E(1)), E(-1));
    return odd ? -value : value;
}

/// sin(x + shift) over x; shift is 0 or a quarter turn. The sine rises to a quarter turn and falls from there to three.
template <class E>
constexpr E sine_of_sum(const E& x, const E& shift) {
    const E all = hull(E(-1), E(1));
    if (!is_bounded(enclosed_constants<E>::pi()) || !is_bounded(x) || !has_turns(x)) return all;
    bool odd = false;
    const E y = without_half_turns(x + shift, odd);
    const E quarter = enclosed_constants<E>::pi() / E(2), at_start = sine_at(lower_of(y)),
            at_end = sine_at(upper_of(y));
    E range = all;
    const auto within = [&](const E& from, const E& to) {
        return certainly_at_most(from, y) && certainly_at_most(y, to);
    };
    if (within(-quarter, quarter) || within(quarter, E(3) * quarter) || within(E(-3) * quarter, -quarter))
        range = hull(at_start, at_end);
    else if (within(-quarter, E(3) * quarter))
        range = hull(hull(at_start, at_end), E(1));
    else if (within(E(-3) * quarter, quarter))
        range = hull(hull(at_start, at_end), E(-1));
    return odd ? -range : range;
}

}  // namespace detail

/// The sine of an angle in radians: the range over x.
/// error   interval<double>: each bound within 3 (4 + |x|) 2^-51 of the exact one; ball: within 100 + 2 |x| units
///         (tests/reference/wide_interval_test.cpp). [-1, 1] where x is 10^9 or more in size
template <enclosure E>
constexpr E sin(const E& x) {
    return is_point(x) && contains_zero(x) ? E() : detail::sine_of_sum(x, E());
}

/// The cosine of an angle in radians: the range over x.
/// error   that of sin
template <enclosure E>
constexpr E cos(const E& x) {
    if (is_point(x) && contains_zero(x)) return 1;
    return detail::sine_of_sum(x, detail::enclosed_constants<E>::pi() / E(2));
}

}  // namespace heed
