// SPDX-License-Identifier: BSL-1.0
// Number types that carry rigorous bounds: what they have in common, and the questions that can be asked of any.
#pragma once

namespace heed {

/// True for the number types whose values are closed sets of reals [lower, upper], infinities included, and whose
/// operations give sets that hold every result of the operation on members of the operands.
///
///   interval<double>   a few nanoseconds, constant too (reference/interval.hpp)
///   ball               decimal fixed point in which decimals, their sums and products are exact (reference/ball.hpp)
///   interval<wide>     50 or 100 digits, run time only (reference/wide_interval.hpp)
///
/// Where an operation is undefined for a member (division by 0, log of -1, infinity minus infinity) the result is the
/// whole line. What each type offers itself: + - * / exp log sqrt tanh erf, lower_of, upper_of, middle_of, radius_of,
/// hull, is_bounded, certainly_less, certainly_at_most, to_double.
template <class E>
inline constexpr bool is_enclosure = false;

template <class E>
concept enclosure = is_enclosure<E>;

/// Everything from minus infinity to infinity.
template <enclosure E>
constexpr E whole_line() {
    return E::whole_line();
}

/// numerator / denominator; the whole line if denominator is 0
template <enclosure E>
constexpr E enclose_ratio(long long numerator, long long denominator) {
    return E::ratio(numerator, denominator);
}

/// All x with |x - digits / 10^places| <= half_units / 2 / 10^places: what a printed number may have been.
///   half_units  0: the digits are the number, 1: half a unit of the last place, 2: a whole unit
/// needs   |digits| < 10^18, |places| <= 300
template <enclosure E>
constexpr E enclose_decimal(long long digits, int places, int half_units) {
    return E::decimal(digits, places, half_units);
}

/// The exact value of a double; NaN gives the whole line.
template <enclosure E>
constexpr E enclose_number(double x) {
    return E::number(x);
}

/// One number.
template <enclosure E>
constexpr bool is_point(const E& a) {
    return certainly_at_most(a, a);
}

template <enclosure E>
constexpr bool certainly_positive(const E& a) {
    return certainly_less(E(), a);
}

template <enclosure E>
constexpr bool certainly_negative(const E& a) {
    return certainly_less(a, E());
}

template <enclosure E>
constexpr bool contains_zero(const E& a) {
    return !certainly_less(E(), a) && !certainly_less(a, E());
}

/// Whether the two have a member in common.
template <enclosure E>
constexpr bool intersects(const E& a, const E& b) {
    return !certainly_less(a, b) && !certainly_less(b, a);
}

/// Whether every member of inner is one of outer.
template <enclosure E>
constexpr bool encloses(const E& outer, const E& inner) {
    return certainly_at_most(lower_of(outer), lower_of(inner)) && certainly_at_most(upper_of(inner), upper_of(outer));
}

namespace detail {

/// The smaller of two points.
template <enclosure E>
constexpr E smaller_point(const E& a, const E& b) {
    return certainly_less(b, a) ? b : a;
}

template <enclosure E>
constexpr E larger_point(const E& a, const E& b) {
    return certainly_less(a, b) ? b : a;
}

/// The intersection of two enclosures of the same numbers.
template <enclosure E>
constexpr E intersection(const E& a, const E& b) {
    return hull(larger_point(lower_of(a), lower_of(b)), smaller_point(upper_of(a), upper_of(b)));
}

}  // namespace detail

/// The largest absolute value of a member, rounded up.
template <enclosure E>
constexpr E magnitude_of(const E& a) {
    return detail::larger_point(upper_of(a), -lower_of(a));
}

}  // namespace heed
