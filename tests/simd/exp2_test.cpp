// SPDX-License-Identifier: BSL-1.0
// Powers of two of what is not positive: error, ends of the range, the same bits in registers as in numbers.
#include <heed/simd/pack.hpp>
#include <tests/scalar/ulp.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

using namespace heed::detail;

#if HEED_HAS_FMA
constexpr double float_bound = 0.83, double_bound = 0.89;
#else
constexpr double float_bound = 1.11, double_bound = 1.17;
#endif

template <class T>
double worst_error(T lowest) {
    double worst = 0;
    for (const T x : heed::test::numbers_between(lowest, T(0), 400'000))
        worst = std::max(worst,
                         heed::test::error_in_ulps<T>(exp2_of_non_positive(x), std::exp2(static_cast<long double>(x))));
    return worst;
}

TEST(exp2, is_within_its_error) {
    EXPECT_LE(worst_error<float>(-126), float_bound);
    EXPECT_LE(worst_error<float>(-2), float_bound);
    EXPECT_LE(worst_error<double>(-1022), double_bound);
    EXPECT_LE(worst_error<double>(-2), double_bound);
}

/// Near the places where the integer part changes, every float.
TEST(exp2, is_within_its_error_around_halves) {
    double worst = 0;
    for (const float half : {-0.5F, -1.5F, -17.5F, -100.5F}) {
        const auto bits = std::bit_cast<std::uint32_t>(half);
        for (std::uint32_t b = bits - 20'000; b < bits + 20'000; ++b) {
            const float x = std::bit_cast<float>(b);
            worst = std::max(worst, heed::test::error_in_ulps<float>(exp2_of_non_positive(x),
                                                                     std::exp2(static_cast<long double>(x))));
        }
    }
    EXPECT_LE(worst, float_bound);
}

template <class T>
constexpr bool ends_are_right() {
    using limits = std::numeric_limits<T>;
    constexpr T smallest = limits::min_exponent - 1;
    return exp2_of_non_positive(T(0)) == 1 && exp2_of_non_positive(-limits::infinity()) == 0 &&
           exp2_of_non_positive(limits::lowest()) == 0 && exp2_of_non_positive(smallest - 1) == 0 &&
           exp2_of_non_positive(smallest) == limits::min() && exp2_of_non_positive(T(-limits::denorm_min())) == 1;
}
static_assert(ends_are_right<float>() && ends_are_right<double>());

TEST(exp2, has_its_ends) {
    EXPECT_TRUE(ends_are_right<float>());
    EXPECT_TRUE(ends_are_right<double>());
}

/// Whatever is in the digits of a NaN.
TEST(exp2, passes_on_nan) {
    for (const std::uint32_t bits : {0x7FC0'0000U, 0x7FFF'FFFFU, 0x7F80'0001U, 0xFFC0'01FFU, 0xFFFF'FFFFU})
        EXPECT_TRUE(std::isnan(exp2_of_non_positive(std::bit_cast<float>(bits)))) << bits;
    for (const std::uint64_t bits : {0x7FF8'0000'0000'0000U, 0x7FFF'FFFF'FFFF'FFFFU, 0xFFF8'0000'0000'07FFU})
        EXPECT_TRUE(std::isnan(exp2_of_non_positive(std::bit_cast<double>(bits)))) << bits;
}

#if !HEED_HAS_FMA
template <class T>
void expect_bits_of_numbers() {
    using V = pack<T, vector_bytes / sizeof(T)>;
    constexpr std::size_t width = lanes<V>::count;
    const std::vector<T> inputs =
        heed::test::numbers_between(T(std::numeric_limits<T>::min_exponent - 4), T(0), 10'000 * width);
    for (std::size_t i = 0; i < inputs.size(); i += width) {
        const V y = exp2_of_non_positive(lanes<V>::load(&inputs[i]));
        for (std::size_t k = 0; k < width; ++k) ASSERT_EQ(y[k], exp2_of_non_positive(inputs[i + k])) << inputs[i + k];
    }
}
TEST(exp2, of_registers_has_the_bits_of_numbers) {
    expect_bits_of_numbers<float>();
    expect_bits_of_numbers<double>();
}
#endif

}  // namespace
