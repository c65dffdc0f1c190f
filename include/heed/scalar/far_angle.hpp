// SPDX-License-Identifier: BSL-1.0
// Quarter turns in a large angle, exactly, in constant expressions too: by whole numbers, those of smaller floats in
// double.
#pragma once

#include <heed/scalar/binary_exponent.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace heed::detail {

/// pi / 2 in parts: products of all but the last with the quarter turns of a near angle are exact, and what the last
/// leaves out is far below a unit of the rest of every near angle. x * `reciprocal` + `whole` has the nearest count of
/// quarter turns in its last bits.
template <std::floating_point T>
struct quarter_turn;
template <>
struct quarter_turn<float> {
    static constexpr float parts[]{0x1.9218p+0F, 0x1.ed5p-14F, 0x1.10ap-30F, 0x1.4611a6p-42F};
    static constexpr float reciprocal = 0x1.45f306p-1F, whole = 0x1.8p23F;
};
template <>
struct quarter_turn<double> {
    static constexpr double parts[]{0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2ep-69, 0x1.b839a252049c1p-104};
    static constexpr double reciprocal = 0x1.45f306dc9c883p-1, whole = 0x1.8p52;
};

/// 2 / pi behind 96 zeros, 32 bits a word.
inline constexpr std::uint32_t two_over_pi[]{
    0x00000000, 0x00000000, 0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041,
    0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5,
    0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f,
    0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b, 0x3d0739f7,
    0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab, 0xf0cfbc20, 0x9af4361d,
};

/// Up to here an angle is reduced by the parts of pi / 2 in scalar/angle.hpp, which all lanes of a register have in
/// common.
template <std::floating_point T>
inline constexpr T last_near_angle = std::same_as<T, float> ? T(1600) : T(0x1.8p20);

/// Words of a product with 2 / pi: as many as leave 64 bits of the angle closest to a multiple of pi / 2.
inline constexpr std::size_t turn_words = 7;

/// quarters * pi / 2 + rest, |rest| <= pi / 4.
template <class T>
struct turned_angle {
    int quarters;  ///< 0 to 3: whole turns are left out
    T rest;
};

/// The upper 64 bits of a * b.
constexpr std::uint64_t upper_product(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t low = 0xffffffff;
    const std::uint64_t cross = (a >> 32) * (b & low), other = (a & low) * (b >> 32);
    const std::uint64_t carry = ((a & low) * (b & low) >> 32) + (cross & low) + (other & low);
    return (a >> 32) * (b >> 32) + (cross >> 32) + (other >> 32) + (carry >> 32);
}

/// The last words of whole * (words of 2 / pi from bit `first` on), first words first.
constexpr void multiply_turns(std::uint64_t whole, int first, std::uint32_t (&product)[turn_words]) {
    constexpr std::uint64_t low = 0xffffffff;
    const auto word_at = [first](std::size_t i) {
        const std::size_t at = static_cast<std::size_t>(first / 32) + i;
        const std::uint64_t two = static_cast<std::uint64_t>(two_over_pi[at]) << 32 | two_over_pi[at + 1];
        return two >> (32 - first % 32) & low;
    };
    std::uint64_t carry = 0, before = 0;
    for (std::size_t i = turn_words; i-- > 0;) {
        const std::uint64_t word = word_at(i), of_low = (whole & low) * word + carry;
        const std::uint64_t sum = (whole >> 32) * before + (of_low & low);
        product[i] = static_cast<std::uint32_t>(sum);
        carry = (of_low >> 32) + (sum >> 32);
        before = word;
    }
}

constexpr void shift_left(std::uint32_t (&words)[turn_words], int places) {
    for (std::size_t i = 0; i < turn_words; ++i) {
        const std::uint64_t next = i + 1 < turn_words ? words[i + 1] : 0;
        words[i] = static_cast<std::uint32_t>((static_cast<std::uint64_t>(words[i]) << 32 | next) >> (32 - places));
    }
}

/// The quarter turns in x, for pi / 4 <= x < 2^1024; those of a larger long double are not a number.
/// error   rest: one rounding
/// source  Payne and Hanek 1983, Radian reduction for trigonometric functions: bits of 2 / pi that make whole turns of
///         this x are left out
template <std::floating_point T>
constexpr turned_angle<T> without_turns(T x) {
    using number = std::conditional_t<std::same_as<T, float>, double, T>;
    if (!(x < T(std::numeric_limits<T>::infinity())) || number(x) / 2 >= number(0x1p1023))
        return {0, std::numeric_limits<T>::quiet_NaN()};
    const binary_parts<number> parts = split_binary(static_cast<number>(x));
    std::uint32_t words[turn_words]{};
    multiply_turns(static_cast<std::uint64_t>(parts.mantissa * number(0x1p63)), parts.exponent + 31, words);
    int quarters = static_cast<int>(words[0] >> 30);
    shift_left(words, 2);
    const bool above = words[0] >> 31 != 0;  // the rest is negative, and that many short of the next quarter
    if (above) {
        quarters = (quarters + 1) % 4;
        for (std::uint32_t& word : words) word = ~word;
    }
    int zeros = 0;
    for (; words[0] >> 31 == 0 && zeros < 32 * int(turn_words); ++zeros) shift_left(words, 1);
    const std::uint64_t fraction = static_cast<std::uint64_t>(words[0]) << 32 | words[1];
    constexpr std::uint64_t quarter_turn = 0xc90fdaa22168c235;  // pi / 2 * 2^63
    const T rest = static_cast<T>(upper_product(fraction, quarter_turn)) * power_of_two<T>(-63 - zeros);
    return {quarters, above ? -rest : rest};
}

/// The same for a float below the far angles of double.
template <std::same_as<float> T>
constexpr turned_angle<T> without_turns_in_double(double x) {
    using turn = quarter_turn<double>;
    const auto n = static_cast<long long>(x * turn::reciprocal + 0.5);
    const auto turns = static_cast<double>(n);
    const double rest = ((x - turns * turn::parts[0]) - turns * turn::parts[1]) - turns * turn::parts[2];
    return {static_cast<int>(n % 4), static_cast<T>(rest)};
}

template <std::floating_point T>
constexpr turned_angle<T> without_far_turns(T x) {
    if constexpr (std::same_as<T, float>)
        if (double(x) < last_near_angle<double>) return without_turns_in_double<T>(double(x));
    return without_turns(x);
}

/// The quarters of a far angle, and its rest; 0 of a near one.
template <std::floating_point T>
constexpr T quarters_of_far(T x) {
    return x > last_near_angle<T> ? T(without_far_turns(x).quarters) : T(0);
}
template <std::floating_point T>
constexpr T rest_of_far(T x) {
    return x > last_near_angle<T> ? without_far_turns(x).rest : T(0);
}

}  // namespace heed::detail
