// SPDX-License-Identifier: BSL-1.0
// Numbers of half precision, float16 and bfloat16: what tensors store. Formulas over them compute in float.
#pragma once

#include <heed/scalar/half_bits.hpp>

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace heed {

/// A two-byte number with Digits significant binary digits. It converts to float exactly. A built-in number converts to
/// the nearest one, ties to even, rounded once: overflow gives an infinity, underflow a denormal number, NaN stays NaN.
/// Arithmetic with it is done in float.
/// error   at most 2^-11 of the number (float16) or 2^-8 (bfloat16); near zero half of the smallest denormal number
///         (tests/scalar/half_test.cpp)
template <int Digits>
class half_precision {
    static_assert(Digits == detail::digits_of_float16 || Digits == detail::digits_of_bfloat16,
                  "heed: half precision has 11 digits (float16) or 8 (bfloat16)");

public:
    static constexpr int digits = Digits;  ///< significant binary digits: 11 of float16, 8 of bfloat16

    half_precision() = default;
    /// The nearest number to x, ties to even, rounded once from any built-in number.
    template <class N>
    requires std::is_arithmetic_v<N>
    constexpr half_precision(N x) : bits_(bits_of(x)) {}

    /// The same number: every float16 and bfloat16 is a float.
    constexpr operator float() const {
#if defined(__F16C__)
        if constexpr (Digits == detail::digits_of_float16)
            if (!std::is_constant_evaluated()) return by_instruction(bits_);
#endif
        return detail::float_of_half<Digits, float>(bits_);
    }

    /// The number that has these bits.
    static constexpr half_precision from_bits(std::uint16_t bits) {
        half_precision x{};
        x.bits_ = bits;
        return x;
    }
    /// The bits of the number: sign, exponent, digits from the highest bit on.
    constexpr std::uint16_t bits() const { return bits_; }

private:
    std::uint16_t bits_;

#if defined(__F16C__)
    static float by_instruction(std::uint16_t bits) {
        typedef short eight __attribute__((vector_size(16)));
        return __builtin_ia32_vcvtph2ps(eight{static_cast<short>(bits)})[0];
    }
#endif

    template <class N>
    static constexpr std::uint16_t bits_of(N x) {
        if constexpr (std::same_as<N, float>)
            return static_cast<std::uint16_t>(detail::half_of_float<Digits, float>(x));
        else if constexpr (std::is_floating_point_v<N>)
            return bits_of(detail::rounded_to_odd(x));
        else if constexpr (sizeof(N) <= 4)
            return bits_of(detail::rounded_to_odd(static_cast<double>(x)));
        else
            return bits_of(detail::rounded_to_odd(static_cast<long double>(x)));
    }
};

/// IEEE binary16: 11 digits, from 6e-8 to 65504.
using float16 = half_precision<detail::digits_of_float16>;
/// The upper half of a float: 8 digits, with the range of float.
using bfloat16 = half_precision<detail::digits_of_bfloat16>;

namespace detail {

template <class T>
inline constexpr bool is_half = false;
template <int Digits>
inline constexpr bool is_half<half_precision<Digits>> = true;

/// The type in which elements of T are computed.
template <class T>
struct computed_as {
    using type = T;
};
template <int Digits>
struct computed_as<half_precision<Digits>> {
    using type = float;
};
template <class T>
using computed_t = typename computed_as<T>::type;

/// An element converted to the type that it is computed in.
template <class T, class S>
HEED_ALWAYS_INLINE constexpr T element_as(const S& x) {
    return static_cast<T>(static_cast<const computed_t<S>&>(x));
}

/// Limits of a half-precision format whose normal numbers begin at 2^least.
template <int Digits, int Least>
struct half_limits {
    using number = half_precision<Digits>;

    static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
    static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = true, has_denorm_loss = false;
    static constexpr std::float_denorm_style has_denorm = std::denorm_present;
    static constexpr std::float_round_style round_style = std::round_to_nearest;
    static constexpr bool is_iec559 = true, is_bounded = true, is_modulo = false, traps = false;
    static constexpr bool tinyness_before = false;
    static constexpr int radix = 2, digits = Digits, digits10 = (Digits - 1) * 30103 / 100000;
    static constexpr int max_digits10 = Digits * 30103 / 100000 + 2;
    static constexpr int min_exponent = Least + 1, min_exponent10 = Least * 30103 / 100000;
    static constexpr int max_exponent = 2 - Least, max_exponent10 = (1 - Least + 1) * 30103 / 100000;

    static constexpr number min() { return of(1u << (Digits - 1)); }
    static constexpr number lowest() { return of(0x8000u | (infinite - 1)); }
    static constexpr number max() { return of(infinite - 1); }
    static constexpr number epsilon() { return number(power_of_two<float>(1 - Digits)); }
    static constexpr number round_error() { return number(0.5F); }
    static constexpr number infinity() { return of(infinite); }
    static constexpr number quiet_NaN() { return of(infinite | 1u << (Digits - 2)); }
    static constexpr number signaling_NaN() { return of(infinite | 1u << (Digits - 3)); }
    static constexpr number denorm_min() { return of(1u); }

private:
    static constexpr unsigned infinite = 0x7FFFu >> (Digits - 1) << (Digits - 1);
    static constexpr number of(unsigned bits) { return number::from_bits(static_cast<std::uint16_t>(bits)); }
};

}  // namespace detail
}  // namespace heed

template <>
class std::numeric_limits<heed::float16> : public heed::detail::half_limits<heed::detail::digits_of_float16, -14> {};
template <>
class std::numeric_limits<heed::bfloat16> : public heed::detail::half_limits<heed::detail::digits_of_bfloat16, -126> {};

/// The type in which two numbers are computed if one of them has half precision.
template <int Digits, class N>
requires std::is_arithmetic_v<N>
struct std::common_type<heed::half_precision<Digits>, N> : std::common_type<float, N> {
};
template <class N, int Digits>
requires std::is_arithmetic_v<N>
struct std::common_type<N, heed::half_precision<Digits>> : std::common_type<N, float> {
};
template <>
struct std::common_type<heed::float16, heed::bfloat16> {
    using type = float;
};
template <>
struct std::common_type<heed::bfloat16, heed::float16> {
    using type = float;
};
