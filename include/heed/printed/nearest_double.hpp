// SPDX-License-Identifier: BSL-1.0
// The double nearest to a decimal, ties to even.
#pragma once

#include <heed/printed/big_unsigned.hpp>
#include <heed/printed/decimal.hpp>

#include <bit>
#include <cstdint>
#include <limits>

namespace heed::detail {

/// numerator / denominator * 2^exponent for positive integers, rounded once. Long division gives one bit of the
/// quotient at a time.
constexpr double nearest_quotient(big_unsigned numerator, big_unsigned denominator, int exponent) {
    const int shift = numerator.bit_length() - denominator.bit_length();
    numerator.shift_left(-shift);
    denominator.shift_left(shift);
    exponent += shift;
    if (compare(numerator, denominator) < 0) {
        numerator.shift_left(1);
        --exponent;
    }
    // Now 1 <= numerator / denominator < 2. Subnormal results have fewer bits.
    const int bits = exponent >= -1022 ? 53 : 53 + exponent + 1022;
    if (exponent > 1023) return std::numeric_limits<double>::infinity();
    if (bits < 0) return 0;
    std::uint64_t quotient = 0;
    for (int i = 0; i < bits; ++i) {
        quotient *= 2;
        if (compare(numerator, denominator) >= 0) {
            numerator.subtract(denominator);
            ++quotient;
        }
        numerator.shift_left(1);
    }
    const int rest = compare(numerator, denominator);  // the remainder compared with half of the last bit
    if (rest > 0 || (rest == 0 && quotient % 2 == 1)) ++quotient;
    // A normal number does not store its leading bit. Adding that bit to the exponent field, which is one too small,
    // corrects it; a carry is correct too.
    const std::uint64_t biased = exponent >= -1022 ? static_cast<std::uint64_t>(exponent + 1022) << 52 : 0;
    return std::bit_cast<double>(biased + quotient);
}

/// The double nearest to magnitude / 10^places.
constexpr double nearest_magnitude(std::uint64_t magnitude, int places) {
    if (magnitude == 0 || places > 400) return 0;
    if (places < -400) return std::numeric_limits<double>::infinity();
    if (magnitude <= (std::uint64_t{1} << 53) && places >= -22 && places <= 22) {
        // Both operands are exact: one operation, one rounding.
        double power = 1;
        for (int i = places < 0 ? -places : places; i > 0; --i) power *= 10;
        return places < 0 ? static_cast<double>(magnitude) * power : static_cast<double>(magnitude) / power;
    }
    big_unsigned numerator(magnitude), denominator(1);
    numerator.multiply_by_power(5, -places);
    denominator.multiply_by_power(5, places);
    return nearest_quotient(numerator, denominator, -places);
}

/// The double nearest to a printed number, ties to even; a quiet NaN for what is elided or no number.
/// error   0.5 ulp; beyond the largest double infinity, below half the smallest 0. A printed -0.0 becomes 0.
constexpr double nearest_double(const decimal& d) {
    const bool negative = d.digits < 0;
    double magnitude = std::numeric_limits<double>::quiet_NaN();
    if (d.kind == entry_kind::infinite) magnitude = std::numeric_limits<double>::infinity();
    if (d.kind == entry_kind::number)
        magnitude = nearest_magnitude(static_cast<std::uint64_t>(negative ? -d.digits : d.digits), d.places);
    return negative ? -magnitude : magnitude;
}

}  // namespace heed::detail
