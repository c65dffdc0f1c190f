// SPDX-License-Identifier: BSL-1.0
// Intervals of whole numbers: the values of a formula of indices over a whole tile of scores. Each function of a mask
// has its rule here, shared by run and study.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/scalar/function.hpp>

#include <concepts>
#include <limits>

namespace heed::detail {

/// Whole numbers from low to high; everything, if it is not known that they are whole or that T represents them
/// exactly.
template <class T>
struct index_range {
    static constexpr long long limit = 1LL
                                       << (std::numeric_limits<T>::digits < 53 ? std::numeric_limits<T>::digits : 53);

    long long low = -limit - 1;
    long long high = limit + 1;

    constexpr bool known() const { return low >= -limit && high <= limit; }
    constexpr bool is_zero() const { return low == 0 && high == 0; }
    constexpr bool has_zero() const { return low <= 0 && high >= 0; }

    static constexpr index_range from(long long a, long long b) {
        const index_range r{a < b ? a : b, a < b ? b : a};
        return r.known() ? r : index_range();
    }
    /// 1 if certainly true, 0 if certainly false, else both.
    static constexpr index_range truth(bool certainly, bool certainly_not) {
        return {certainly ? 1 : 0, certainly_not ? 0 : 1};
    }
};

/// A number, if it is whole and T represents its neighbours.
template <class T>
constexpr index_range<T> range_of_number(const T& value) {
    using range = index_range<T>;
    if constexpr (std::floating_point<T>) {
        constexpr T largest = static_cast<T>(range::limit);
        if (!(value >= -largest && value <= largest)) return {};
        const auto whole = static_cast<long long>(value);
        return static_cast<T>(whole) == value ? range::from(whole, whole) : range();
    } else {
        return {};
    }
}

/// The hull of four numbers.
template <class T>
constexpr index_range<T> hull_of(const long long (&corners)[4]) {
    long long low = corners[0], high = corners[0];
    for (const long long c : corners) {
        low = c < low ? c : low;
        high = c > high ? c : high;
    }
    return index_range<T>::from(low, high);
}

template <class T>
constexpr index_range<T> product_of(const index_range<T>& a, const index_range<T>& b) {
    constexpr long long half = 1LL << 30;  // products of smaller numbers fit
    if (a.low < -half || a.high > half || b.low < -half || b.high > half) return {};
    return hull_of<T>({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
}

/// a / n, truncated, is monotone in a. It is monotone in n if n does not change its sign. A quotient by 0 is 0, and
/// none is larger than a.
template <class T>
constexpr index_range<T> quotient_of(const index_range<T>& a, const index_range<T>& n) {
    if (n.has_zero()) {
        const long long largest = a.high > -a.low ? a.high : -a.low;
        return index_range<T>::from(a.low >= 0 && n.low >= 0 ? 0 : -largest, largest);
    }
    return hull_of<T>({a.low / n.low, a.low / n.high, a.high / n.low, a.high / n.high});
}

/// a % n has the sign of a, and is at most |a| and below |n|. If a / n is the same for all a, it increases with a.
template <class T>
constexpr index_range<T> remainder_of(const index_range<T>& a, const index_range<T>& n) {
    if (n.low == n.high && n.low != 0 && a.low / n.low == a.high / n.low)
        return index_range<T>::from(a.low % n.low, a.high % n.low);
    const long long size = n.high > -n.low ? n.high : -n.low;
    const long long largest = size > 0 ? size - 1 : 0;
    const long long below = -a.low < largest ? -a.low : largest, above = a.high < largest ? a.high : largest;
    return index_range<T>::from(a.low < 0 ? -below : 0, a.high > 0 ? above : 0);
}

template <class T>
constexpr index_range<T> size_of(const index_range<T>& a) {
    const long long largest = a.high > -a.low ? a.high : -a.low;
    return index_range<T>::from(a.has_zero() ? 0 : a.low > 0 ? a.low : -a.high, largest);
}

template <class T>
HEED_ALWAYS_INLINE constexpr bool are_known(const index_range<T>& a, const index_range<T>& b) {
    return a.known() && b.known();
}

/// This comparison costs clang one step, not one for each function.
constexpr bool is_of_one_operand(function f) { return f < first_of_two; }

/// Inlined, because run knows the function at compile time, so that its loops have no switch.
template <class T>
HEED_ALWAYS_INLINE constexpr index_range<T> range_of(function f, const index_range<T>& a) {
    using range = index_range<T>;
    if (f == function::is_zero) return range::truth(a.is_zero(), !a.has_zero());
    if (!a.known()) return {};
    if (f == function::negate) return range::from(-a.low, -a.high);
    if (f == function::abs) return size_of(a);
    return {};
}

/// Comparisons need not check for unknown operands, because the range of an unknown one contains everything.
template <class T>
HEED_ALWAYS_INLINE constexpr index_range<T> range_of(function f, const index_range<T>& a, const index_range<T>& b) {
    switch (f) {
#define HEED_RANGE(name) \
    case function::name: return described<function::name>::range(a, b);
        HEED_FUNCTIONS_OF_TWO(HEED_RANGE)
#undef HEED_RANGE
        default: return {};
    }
}

}  // namespace heed::detail
