// SPDX-License-Identifier: BSL-1.0
// sqrt, correctly rounded at compile time as the hardware does it at run time.
#pragma once

#include <heed/meta/written_root.hpp>
#include <heed/scalar/binary_exponent.hpp>
#include <heed/scalar/double_word.hpp>
#include <heed/scalar/function_list.hpp>
#include <heed/scalar/lanes.hpp>

#include <concepts>
#include <limits>
#include <type_traits>

namespace heed::detail {

/// The square root of m in [1, 4), correctly rounded.
template <std::floating_point T>
constexpr T sqrt_of_mantissa(T m) {
    T root = (1 + m) / 2;
    for (int i = 0; i < 6; ++i) root = (root + m / root) / 2;
    const auto square = two_product(root, root);
    root += ((m - square.high) - square.low) / (2 * root);
    // The exact residual at the midpoints root +- unit / 2 decides which neighbour is nearest.
    const T unit = std::numeric_limits<T>::epsilon();
    const auto nearest = two_product(root, root);
    const T residual = m - nearest.high;
    if ((residual - root * unit) - nearest.low > unit * unit / 4) return root + unit;
    if ((residual + root * unit) - nearest.low < unit * unit / 4) return root - unit;
    return root;
}

template <std::floating_point T>
constexpr T sqrt_at_compile_time(T x) {
    if (x != x || x == 0 || x == std::numeric_limits<T>::infinity()) return x;
    if (x < 0) return std::numeric_limits<T>::quiet_NaN();
    auto [mantissa, exponent] = split_binary(x);
    if (exponent % 2 != 0) {
        mantissa *= 2;
        exponent -= 1;
    }
    return sqrt_of_mantissa(mantissa) * power_of_two<T>(exponent / 2);
}

/// The square root of x.
/// error   correctly rounded
template <std::floating_point T>
constexpr T sqrt(T x) {
    if (std::is_constant_evaluated()) {
        if constexpr (std::same_as<T, float>)
            return static_cast<float>(
                sqrt_at_compile_time(double(x)));  // 53 >= 2 * 24 + 2 bits: the result is rounded correctly
        else
            return sqrt_at_compile_time(x);
    }
#if HEED_WRITES_ROOTS
    if constexpr (sizeof(T) <= sizeof(double)) return written_root(x);
#endif
    if constexpr (std::same_as<T, float>)
        return __builtin_sqrtf(x);
    else if constexpr (std::same_as<T, double>)
        return __builtin_sqrt(x);
    else
        return __builtin_sqrtl(x);
}
template <register_of_lanes V>
HEED_ALWAYS_INLINE V sqrt(const V& x) {
    return lanes<V>::sqrt(x);
}

/// Square root of each element; NaN below 0. Of an exact scalar: an exact scalar.
/// error   correctly rounded
template <>
struct described<function::sqrt> {
    static constexpr function_traits traits{"sqrt", 1, 0, 1};
    static constexpr emitted_function emitted{.name = "square_root", .is_recorded = false};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        return sqrt(x);
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return m.sqrt(x);
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& x) {
        return sqrt(x);
    }
    /// Infinite at 0, where none is passed on: of the length of a vector or of a standard deviation, which are roots of
    /// sums of squares, 0 is one of the slopes there, and infinity times their other factors would be no number.
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node, Node y) {
        return b.half(b.quotient_or_zero(d, y));
    }
    template <class M>
    static constexpr double error(const M& m, double, double y) {
        return m.units(m.format().square_root, y);
    }
};

/// 1 / sqrt of each element.
/// error   <= 1.5 ulp (tests/scalar/function_test.cpp)
/// example const tensor Y = rsqrt(A);
template <>
struct described<function::rsqrt> {
    static constexpr function_traits traits{"rsqrt", 1, 1, 1};
    static constexpr emitted_function emitted{.name = "reciprocal_root"};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        return lane_t<V>(1) / apply<function::sqrt>(x);
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return T(T(1) / m.sqrt(x));
    }
    /// Infinite at 0; the whole line if x may be negative.
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& x) {
        const E root = sqrt(x), all = E::whole_line();
        if (certainly_positive(root)) return E(1) / root;
        if (certainly_negative(lower_of(root)) || !certainly_positive(upper_of(root))) return all;
        return hull(E(1) / upper_of(root), upper_of(all));
    }
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node, Node y) {
        return b.minus(b.half(b.times(b.times(d, y), b.times(y, y))));
    }
    template <class M>
    static constexpr double error(const M& m, double, double y) {
        return m.units(m.format().root, y);
    }
};

}  // namespace heed::detail
