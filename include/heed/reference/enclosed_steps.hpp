// SPDX-License-Identifier: BSL-1.0
// Rounding to whole numbers for number types with bounds, and the slope of piecewise constant functions.
#pragma once

#include <heed/reference/enclosure.hpp>

#include <optional>

namespace heed {

namespace detail {

/// The whole number n with end(n - 1) before or at x and x before end(n), from a first guess. If the arithmetic cannot
/// tell on which side of an end x is, `up` says which is taken. reaches(end, x): whether x certainly is on the upper
/// side
template <class E, class End, class Reaches>
constexpr E whole_between_ends(const E& x, long long n, bool up, const End& end, const Reaches& reaches) {
    if (up) {
        while (!certainly_less(x, end(n))) ++n;
        while (certainly_less(x, end(n - 1))) --n;
    } else {
        while (!reaches(end(n - 1), x)) --n;
        while (reaches(end(n), x)) ++n;
    }
    return E::ratio(n, 1);
}

/// The whole number nearest to a point of size below 2^52. `up` says which of two is taken for a tie.
template <class E>
constexpr E nearest_whole(const E& x, bool up) {
    const double near = to_double(x);
    return whole_between_ends(
        x, static_cast<long long>(near < 0 ? near - 0.5 : near + 0.5), up,
        [](long long n) { return E::ratio(2 * n + 1, 2); },
        [](const E& end, const E& y) { return certainly_less(end, y); });
}

/// The largest whole number that is not above a point of size below 2^52. `up` says whether the point itself is taken
/// where it may be one.
template <class E>
constexpr E whole_at_most_point(const E& x, bool up) {
    return whole_between_ends(
        x, static_cast<long long>(to_double(x)), up, [](long long n) { return E::ratio(n + 1, 1); },
        [](const E& end, const E& y) { return certainly_at_most(end, y); });
}

/// The whole number, of size at most 2^52, that x is. What it is as a double may be a few units off.
template <enclosure E>
constexpr std::optional<long long> whole_number_of(const E& x) {
    if (!is_point(x)) return {};
    const double near = to_double(x);
    if (!(-0x1p52 <= near && near <= 0x1p52)) return {};
    const auto first = static_cast<long long>(near < 0 ? near - 0.5 : near + 0.5);
    for (const long long off : {0, -1, 1, -2, 2, -3, 3, -4, 4})
        if (contains_zero(x - E::ratio(first + off, 1))) return first + off;
    return {};
}

}  // namespace detail

/// The nearest whole numbers. Half-way between two of them both are among the results: 0.5 is rounded to 0 or to 1,
/// by the rule that a program has.
/// error   none up to 2^52; beyond, x itself and half a unit more on either side
template <enclosure E>
constexpr E round(const E& x) {
    const E limit = E::number(0x1p52);
    if (certainly_less(-limit, x) && certainly_less(x, limit))
        return hull(detail::nearest_whole(lower_of(x), false), detail::nearest_whole(upper_of(x), true));
    const E half = E::ratio(1, 2);
    return x + hull(-half, half);
}

/// The largest whole numbers that are not above x.
/// error   none up to 2^52; beyond, x itself and one less
template <enclosure E>
constexpr E whole_at_most(const E& x) {
    const E limit = E::number(0x1p52);
    if (certainly_less(-limit, x) && certainly_less(x, limit))
        return hull(detail::whole_at_most_point(lower_of(x), false), detail::whole_at_most_point(upper_of(x), true));
    return x + hull(E(-1), E());
}

/// The slope of a piecewise constant function, from its value y: 0 if y is a single number, because the function is
/// constant then; unknown if the function may jump.
template <enclosure E>
constexpr E jump(const E& y) {
    return is_point(y) ? E() : whole_line<E>();
}

}  // namespace heed
