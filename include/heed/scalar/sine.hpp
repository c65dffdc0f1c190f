// SPDX-License-Identifier: BSL-1.0
// Sine and cosine, with the same bits at compile time and at run time, for tables of positions.
#pragma once

#include <cstddef>

namespace heed::detail {

struct sine_and_cosine {
    double sine;
    double cosine;
};

/// Horner's scheme for doubles. (scalar/polynomial.hpp is for numbers and registers of any type.)
template <std::size_t Count>
constexpr double power_series(const double (&c)[Count], double x) {
    double sum = c[Count - 1];
    for (std::size_t i = Count - 1; i-- > 0;) sum = sum * x + c[i];
    return sum;
}

/// For an angle of at most pi / 4, by Taylor series; the first omitted terms are below 2^-60.
constexpr sine_and_cosine of_small_angle(double r) {
    constexpr double sine[]{-1.0 / 6,        1.0 / 120,        -1.0 / 5040,          1.0 / 362880,
                            -1.0 / 39916800, 1.0 / 6227020800, -1.0 / 1307674368000, 1.0 / 355687428096000};
    constexpr double cosine[]{1.0 / 24,        -1.0 / 720,         1.0 / 40320,          -1.0 / 3628800,
                              1.0 / 479001600, -1.0 / 87178291200, 1.0 / 20922789888000, -1.0 / 6402373705728000};
    const double square = r * r;
    return {r + r * (square * power_series(sine, square)),
            (1 - 0.5 * square) + square * square * power_series(cosine, square)};
}

/// For 0 <= x <= 2^20.
/// error   2^-52
/// method  n quarters of a turn are subtracted in three parts of pi / 2, of which the first two have 33 bits: their
///         products with n are exact
constexpr sine_and_cosine sine_and_cosine_of(double x) {
    constexpr double quarter_turn[]{0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2e037073p-69};
    const auto n = static_cast<long long>(x * 0x1.45f306dc9c883p-1 + 0.5);
    const auto turns = static_cast<double>(n);
    const double r = ((x - turns * quarter_turn[0]) - turns * quarter_turn[1]) - turns * quarter_turn[2];
    const sine_and_cosine s = of_small_angle(r);
    switch (n % 4) {
        case 0: return s;
        case 1: return {s.cosine, -s.sine};
        case 2: return {-s.sine, -s.cosine};
        default: return {-s.cosine, s.sine};
    }
}

}  // namespace heed::detail
