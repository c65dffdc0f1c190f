// SPDX-License-Identifier: BSL-1.0
// Sums and products in two words are exact, for numbers and for registers of numbers.
#include <heed/scalar/double_word.hpp>
#include <heed/simd/pack.hpp>
#include <tests/scalar/ulp.hpp>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <random>
#include <utility>
#include <vector>

namespace {

using namespace heed::detail;
using heed::test::in_hex;
/// Holds sums and products of the numbers below exactly.
using exact = boost::multiprecision::cpp_bin_float_100;

/// Of either sign, with all digits in use, between 2^-30 and 2^30; zeros too.
template <class T>
std::vector<T> moderate_numbers() {
    std::mt19937_64 random(3);
    std::uniform_real_distribution<T> mantissa(T(0.5), T(1));
    std::uniform_int_distribution<int> exponent(-30, 30);
    std::vector<T> numbers{0, 1, -1, 3};
    for (int i = 0; i < 500; ++i)
        numbers.push_back(std::ldexp(mantissa(random), exponent(random)) * (i % 2 == 0 ? T(1) : T(-1)));
    return numbers;
}

/// f(a, b) for pairs of numbers next to each other and far apart.
template <class T, class F>
void for_pairs(F f) {
    const auto numbers = moderate_numbers<T>();
    for (std::size_t i = 0; i < numbers.size(); ++i)
        for (std::size_t step = 0; step < 20; ++step) f(numbers[i], numbers[(i + step) % numbers.size()]);
}

template <class T>
void expect_normalised(const double_word<T>& w) {
    EXPECT_EQ(w.high + w.low, w.high);
}

template <class T>
class double_word_of : public testing::Test {};
using number_types = testing::Types<float, double, long double>;
TYPED_TEST_SUITE(double_word_of, number_types);

TYPED_TEST(double_word_of, two_sum_is_exact) {
    for_pairs<TypeParam>([](TypeParam a, TypeParam b) {
        const auto w = two_sum(a, b);
        EXPECT_EQ(exact(w.high) + exact(w.low), exact(a) + exact(b)) << in_hex(a) << " + " << in_hex(b);
        expect_normalised(w);
    });
}

TYPED_TEST(double_word_of, fast_two_sum_is_exact_for_the_larger_number_first) {
    for_pairs<TypeParam>([](TypeParam a, TypeParam b) {
        if (std::abs(a) < std::abs(b)) std::swap(a, b);
        const auto w = fast_two_sum(a, b);
        EXPECT_EQ(exact(w.high) + exact(w.low), exact(a) + exact(b)) << in_hex(a) << " + " << in_hex(b);
        expect_normalised(w);
    });
}

TYPED_TEST(double_word_of, two_product_is_exact) {
    for_pairs<TypeParam>([](TypeParam a, TypeParam b) {
        const auto w = two_product(a, b);
        EXPECT_EQ(exact(w.high) + exact(w.low), exact(a) * exact(b)) << in_hex(a) << " * " << in_hex(b);
        expect_normalised(w);
    });
}

constexpr bool two_words_hold_what_one_rounds() {
    constexpr double tiny = 0x1p-60, next_to_one = 1 + 0x1p-52;
    const auto sum = two_sum(1.0, tiny), reversed = two_sum(tiny, 1.0), square = two_product(next_to_one, next_to_one);
    return sum.high == 1 && sum.low == tiny && reversed.high == 1 && reversed.low == tiny &&
           square.high == 1 + 0x1p-51 && square.low == 0x1p-104;
}

TEST(double_word, holds_in_two_words_what_one_rounds) {
    static_assert(two_words_hold_what_one_rounds());
    EXPECT_TRUE(two_words_hold_what_one_rounds());
}

/// Each lane of a register holds the pair of its own numbers.
template <class T, std::size_t Lanes>
void expect_exact_lanes() {
    using V = pack<T, Lanes>;
    const auto numbers = moderate_numbers<T>();
    for (std::size_t i = 0; i + 2 * Lanes <= numbers.size(); i += Lanes) {
        const V a = lanes<V>::load(&numbers[i]), b = lanes<V>::load(&numbers[i + Lanes]);
        const auto sum = two_sum<V>(a, b), product = two_product<V>(a, b);
        for (std::size_t k = 0; k < Lanes; ++k) {
            EXPECT_EQ(exact(sum.high[k]) + exact(sum.low[k]), exact(a[k]) + exact(b[k]));
            EXPECT_EQ(exact(product.high[k]) + exact(product.low[k]), exact(a[k]) * exact(b[k]));
        }
    }
}

TEST(double_word, is_exact_in_every_lane_of_a_register) {
    expect_exact_lanes<float, vector_bytes / sizeof(float)>();
    expect_exact_lanes<double, vector_bytes / sizeof(double)>();
}

}  // namespace
