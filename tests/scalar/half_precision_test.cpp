// SPDX-License-Identifier: BSL-1.0
// Numbers of half precision against the formats that verify knows: every one of them, and doubles around each border
// between two of them.
#include <heed/reference/float_format.hpp>
#include <heed/scalar/half_precision.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>
#include <type_traits>

namespace heed::test {

template <class H>
constexpr arithmetic arithmetic_of = H::digits == 11 ? arithmetic::binary16 : arithmetic::brain16;

/// What a double is in half precision, by the format's own rounding; beyond the largest number by its border.
template <class H>
double expected(double x) {
    const detail::float_format f = detail::format_of(arithmetic_of<H>);
    const double border = f.largest + f.largest * f.u / (2 - 2 * f.u);
    if (std::abs(x) >= border) return std::copysign(std::numeric_limits<double>::infinity(), x);
    return std::abs(x) > f.largest ? std::copysign(f.largest, x) : detail::nearest_in(f, x).value;
}

template <class H>
void expect_rounded(double x) {
    EXPECT_EQ(static_cast<double>(H(x)), expected<H>(x)) << std::hexfloat << x;
    EXPECT_EQ(std::signbit(static_cast<float>(H(x))), std::signbit(x)) << std::hexfloat << x;
}

template <class H>
class half : public testing::Test {};
using halves = testing::Types<float16, bfloat16>;
TYPED_TEST_SUITE(half, halves);

TYPED_TEST(half, is_two_bytes_that_are_copied) {
    static_assert(sizeof(TypeParam) == 2 && std::is_trivial_v<TypeParam>);
    static_assert(std::is_same_v<std::common_type_t<TypeParam, float>, float>);
    static_assert(std::is_same_v<std::common_type_t<double, TypeParam>, double>);
    static_assert(std::is_same_v<decltype(TypeParam(1) + TypeParam(2)), float>);
}

TYPED_TEST(half, converts_to_float_exactly_and_back) {
    const detail::float_format f = detail::format_of(arithmetic_of<TypeParam>);
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
        const auto x = TypeParam::from_bits(static_cast<std::uint16_t>(bits));
        const auto value = static_cast<float>(x);
        const auto portable = detail::float_of_half<TypeParam::digits, float>(bits);
        ASSERT_EQ(std::bit_cast<std::uint32_t>(value), std::bit_cast<std::uint32_t>(portable)) << bits;
        if (std::isnan(value)) {
            ASSERT_TRUE(std::isnan(static_cast<float>(TypeParam(value)))) << bits;
            continue;
        }
        ASSERT_EQ(TypeParam(value).bits(), bits);
        if (std::isinf(value)) continue;
        // By the format: a mantissa of whole units times a power of two.
        const unsigned exponent = (bits & 0x7FFF) >> (f.digits - 1), fraction = bits & ((1U << (f.digits - 1)) - 1);
        const double units = fraction + (exponent == 0 ? 0.0 : std::ldexp(1.0, f.digits - 1));
        const int power = static_cast<int>(exponent == 0 ? 1 : exponent) - 1 + f.least_exponent - f.digits + 1;
        ASSERT_EQ(std::abs(static_cast<double>(value)), std::ldexp(units, power)) << bits;
    }
}

TYPED_TEST(half, rounds_once_to_nearest_ties_to_even) {
    using limits = std::numeric_limits<TypeParam>;
    constexpr auto infinite = limits::infinity().bits();
    for (unsigned bits = 0; bits < infinite; ++bits) {
        const double low = static_cast<float>(TypeParam::from_bits(static_cast<std::uint16_t>(bits)));
        const double high = bits + 1 == infinite
                                ? low + std::ldexp(1.0, limits::max_exponent - limits::digits)
                                : static_cast<double>(TypeParam::from_bits(static_cast<std::uint16_t>(bits + 1)));
        const double middle = low + (high - low) / 2;
        for (const double x : {std::nextafter(middle, low), middle, std::nextafter(middle, high), low}) {
            expect_rounded<TypeParam>(x);
            expect_rounded<TypeParam>(-x);
        }
        ASSERT_EQ(TypeParam(static_cast<float>(middle)).bits(), TypeParam(middle).bits()) << bits;
        if (testing::Test::HasFailure()) return;
    }
}

TYPED_TEST(half, takes_every_built_in_number) {
    using limits = std::numeric_limits<TypeParam>;
    EXPECT_EQ(TypeParam(3), 3);
    EXPECT_EQ(TypeParam(true), 1.0);
    EXPECT_EQ(TypeParam(-7L), -7.0F);
    EXPECT_EQ(TypeParam(1e300), limits::infinity());
    EXPECT_EQ(TypeParam(-1e39), -limits::infinity());
    EXPECT_EQ(TypeParam(1e-300), 0);
    EXPECT_TRUE(std::isnan(static_cast<float>(TypeParam(std::nan("")))));
    // Above a tie by less than a double holds.
    const long double above_tie = 1.0L + std::ldexp(1.0L, -limits::digits) + std::ldexp(1.0L, -62);
    EXPECT_EQ(TypeParam(above_tie), 1 + static_cast<float>(limits::epsilon()));
    constexpr long long whole = (1LL << 60) + (1LL << 52) + 1;
    EXPECT_EQ(bfloat16(whole), 0x1.02p60F);
}

TYPED_TEST(half, has_limits) {
    using limits = std::numeric_limits<TypeParam>;
    const detail::float_format f = detail::format_of(arithmetic_of<TypeParam>);
    EXPECT_EQ(limits::digits, f.digits);
    EXPECT_EQ(static_cast<double>(limits::max()), f.largest);
    EXPECT_EQ(static_cast<double>(limits::lowest()), -f.largest);
    EXPECT_EQ(static_cast<double>(limits::min()), f.smallest_normal());
    EXPECT_EQ(static_cast<double>(limits::denorm_min()), std::ldexp(1.0, f.least_exponent - f.digits + 1));
    EXPECT_EQ(static_cast<double>(limits::epsilon()), 2 * f.u);
    EXPECT_EQ(std::ldexp(0.5, limits::min_exponent), f.smallest_normal());
    EXPECT_EQ(std::ldexp(1 - f.u, limits::max_exponent), f.largest);
    EXPECT_EQ(limits::max_exponent10, static_cast<int>(std::floor(std::log10(f.largest))));
    EXPECT_EQ(limits::min_exponent10, static_cast<int>(std::ceil(std::log10(f.smallest_normal()))));
    EXPECT_EQ(limits::digits10, static_cast<int>((f.digits - 1) * std::log10(2.0)));
    EXPECT_EQ(limits::max_digits10, static_cast<int>(std::ceil(1 + f.digits * std::log10(2.0))));
    EXPECT_TRUE(std::isinf(static_cast<float>(limits::infinity())));
    EXPECT_TRUE(std::isnan(static_cast<float>(limits::quiet_NaN())));
    EXPECT_TRUE(std::isnan(static_cast<float>(limits::signaling_NaN())));
}

TYPED_TEST(half, is_compared_and_printed_as_the_number_that_it_is) {
    const TypeParam x = 1.5, y = 2;
    EXPECT_TRUE(x < y && y > 1.75 && x == 1.5F && x != y && y >= 2 && -x <= -1.5);
    EXPECT_FALSE(TypeParam(std::nan("")) == TypeParam(std::nan("")));
    std::ostringstream text;
    text << x << ' ' << -std::numeric_limits<TypeParam>::infinity();
    EXPECT_EQ(text.str(), "1.5 -inf");
}

TYPED_TEST(half, is_known_in_constant_expressions) {
    static_assert(float(TypeParam(0.1)) == float(TypeParam(0.1F)) && TypeParam(0.5).bits() != 0);
    static_assert(float(TypeParam::from_bits(1)) > 0 && float(TypeParam(-0.0)) == 0);
    static_assert(TypeParam(1e300) == std::numeric_limits<TypeParam>::infinity());
    static_assert(TypeParam(65504) == 65504 || TypeParam(65504) == 65536);
}

TEST(half_bits, are_those_that_others_write) {
    EXPECT_EQ(float16(1).bits(), 0x3C00);
    EXPECT_EQ(float16(-2).bits(), 0xC000);
    EXPECT_EQ(float16(65504).bits(), 0x7BFF);
    EXPECT_EQ(float16(65519.99).bits(), 0x7BFF);
    EXPECT_EQ(float16(65520).bits(), 0x7C00);
    EXPECT_EQ(float16(0x1p-24).bits(), 1);
    EXPECT_EQ(float16(0x1p-25).bits(), 0);
    EXPECT_EQ(float16(0x1.8p-25).bits(), 1);
    EXPECT_EQ(bfloat16(1).bits(), 0x3F80);
    EXPECT_EQ(bfloat16(3.140625).bits(), 0x4049);
}

}  // namespace heed::test
