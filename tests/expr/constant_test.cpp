// SPDX-License-Identifier: BSL-1.0
// Whole numbers and exact scalars in types: arithmetic, mixing with numbers of the host, exact roots.
#include <heed/expr/constant.hpp>
#include <heed/expr/dim.hpp>
#include <heed/expr/elementwise.hpp>
#include <heed/expr/matrix_product.hpp>

#include <boost/hana/integral_constant.hpp>

#include <gtest/gtest.h>

#include <concepts>
#include <cstddef>

namespace {

using heed::constant;
using heed::exact_scalar;
using heed::detail::surd;
using namespace heed::literals;

inline constexpr heed::axis tokens{"tokens"}, d_k{"d_k"};

template <class T, class U>
constexpr bool is(const U&) {
    return std::same_as<T, U>;
}

/// What stands for this exact value.
template <class F>
constexpr surd exactly(const F&) {
    return heed::detail::exact_value<F>;
}

static_assert(is<constant<3>>(3_c) && is<constant<1024>>(1'024_c) && is<constant<0>>(0_c));
static_assert(std::derived_from<constant<3>, boost::hana::size_t<3>> && constant<3>::value == 3);
static_assert(heed::formula<constant<3>> && heed::formula<exact_scalar<surd{1, 2, 3}>>);

constexpr bool constants_compute_in_types() {
    return is<constant<8>>(5_c + 3_c) && is<constant<2>>(5_c - 3_c) && is<constant<15>>(5_c * 3_c) &&
           is<constant<4>>(12_c / 3_c) && is<exact_scalar<surd{5, 3, 1}>>(5_c / 3_c) &&
           is<exact_scalar<surd{2, 3, 1}>>(8_c / 12_c) && 3_c == 3_c && 3_c != 4_c && 3_c < 4_c && 4_c >= 4_c;
}

enum enumerators { minus_two = -2, three = 3 };
enum enumerators_of_bytes : unsigned char { three_in_byte = 3 };

constexpr bool with_signed_numbers_they_are_signed() {
    const int minus_three = -3;
    const unsigned char byte = 3;  // int in C++'s arithmetic
    return is<std::ptrdiff_t>(5_c + three) && is<std::ptrdiff_t>(minus_three * 5_c) && is<std::ptrdiff_t>(5_c - byte) &&
           is<std::ptrdiff_t>(5_c - true) && is<std::ptrdiff_t>(5_c % 3) && 5_c + 3 == 8 && 3 + 5_c == 8 &&
           5_c - 3 == 2 && 2_c - 3 == -1 && minus_three + 2_c == -1 && 2 - 5_c == -3 && 5_c * minus_three == -15 &&
           minus_three * 5_c == -15 && 2_c - byte == -1 && 0_c - true == -1 && 2_c - 3LL == -1 && 2_c - 5 - 1 == -4 &&
           (2_c - 5) * 2_c == -6;
}

constexpr bool remainders_have_the_sign_of_cpp() {
    return -5 % 3_c == -2 && 5_c % -3 == 2 && -6 % 3_c == 0 && -5LL % 3_c == -2 && 5U % 3_c == 2;
}

constexpr bool with_enumerators_they_are_signed() {
    return 2_c - three == -1 && 2_c * minus_two == -4 && minus_two + 1_c == -1 && minus_two % 3_c == -2 &&
           2_c - three_in_byte == -1 && 3_c == three && minus_two < 0_c;
}

constexpr bool with_unsigned_numbers_they_are_sizes() {
    const std::size_t two = 2;
    return is<std::size_t>(5_c - two) && is<std::size_t>(2U * 5_c) && is<std::size_t>(5_c % 3U) && 5_c - two == 3U &&
           5_c + 1U == 6U && 5_c * two == 10U;
}

constexpr bool comparisons_are_of_numbers() {
    return 5_c == 5 && 5 == 5_c && 5_c != -1 && 5_c > -1 && -1 < 5_c && 5_c < 6 && 4 < 5_c && 5_c == 5U && 5_c < 6U &&
           5_c < static_cast<std::size_t>(-1) && 5_c != static_cast<std::size_t>(-1);
}

constexpr bool with_floating_point_numbers_they_have_their_type() {
    return is<double>(5_c + 0.5) && is<float>(2 * 3_c * 0.5F) && is<float>(5_c - 0.5F) && 5_c + 0.5 == 5.5 &&
           0.5 * 5_c == 2.5 && 5_c == 5.0 && 5_c < 5.5 && 5.5 > 5_c && 5_c != 5.5;
}

constexpr bool sizes_are_where_sizes_are_wanted() {
    constexpr std::size_t n = 12_c;
    int array[3_c]{};
    array[2_c] = 7;
    for (std::size_t i = 0; i < 3_c - 1_c; ++i) array[i] = 1;
    return n == 12 && array[1] == 1 && array[2] == 7;
}

constexpr bool the_largest_is_below_2_to_63() {
    return exactly(9'223'372'036'854'775'807_c) == surd{9'223'372'036'854'775'807, 1, 1} &&
           exactly(0_c - 9'223'372'036'854'775'807_c) == surd{-9'223'372'036'854'775'807, 1, 1} &&
           is<constant<9'223'372'036'854'775'807>>(9'223'372'036'854'775'806_c + 1_c) &&
           is<constant<9'223'372'030'926'249'001>>(3'037'000'499_c * 3'037'000'499_c);
}

constexpr bool roots_are_exact_symbols() {
    return exactly(sqrt(64_c)) == surd{1, 1, 64} && exactly(sqrt(2_c)) == surd{1, 1, 2} &&
           exactly(1_c / sqrt(64_c)) == surd{1, 64, 64} && is<exact_scalar<surd{2, 1, 1}>>(sqrt(2_c) * sqrt(2_c)) &&
           exactly(sqrt(5_c / 3_c)) == surd{1, 3, 15} && exactly(6_c * sqrt(2_c) / 3_c) == surd{2, 1, 2};
}

constexpr bool a_constant_has_a_negative() {
    return exactly(-3_c) == surd{-3, 1, 1} && exactly(-0_c) == surd{0, 1, 1} && exactly(2_c * -3_c) == surd{-6, 1, 1};
}

constexpr bool exact_scalars_round_once() {
    const double eighth = 1_c / sqrt(64_c);
    const float third = 1_c / 3_c;
    const double root = sqrt(2_c);
    return eighth == 0.125 && third == 1.0F / 3 && root * root > 1.99 && root == heed::detail::sqrt(2.0);
}

TEST(constant, computes_in_types) {
    static_assert(constants_compute_in_types());
    EXPECT_TRUE(constants_compute_in_types());
}
TEST(constant, is_signed_beside_signed_numbers) {
    static_assert(with_signed_numbers_they_are_signed());
    EXPECT_TRUE(with_signed_numbers_they_are_signed());
}
TEST(constant, has_the_remainders_of_cpp) {
    static_assert(remainders_have_the_sign_of_cpp());
    EXPECT_TRUE(remainders_have_the_sign_of_cpp());
}
TEST(constant, is_signed_beside_enumerators) {
    static_assert(with_enumerators_they_are_signed());
    EXPECT_TRUE(with_enumerators_they_are_signed());
}
TEST(constant, is_a_size_beside_unsigned_numbers) {
    static_assert(with_unsigned_numbers_they_are_sizes());
    EXPECT_TRUE(with_unsigned_numbers_they_are_sizes());
}
TEST(constant, is_compared_as_a_number) {
    static_assert(comparisons_are_of_numbers());
    EXPECT_TRUE(comparisons_are_of_numbers());
}
TEST(constant, has_the_type_of_a_floating_point_number_beside_it) {
    static_assert(with_floating_point_numbers_they_have_their_type());
    EXPECT_TRUE(with_floating_point_numbers_they_have_their_type());
}
TEST(constant, is_a_size_where_one_is_wanted) {
    static_assert(sizes_are_where_sizes_are_wanted());
    EXPECT_TRUE(sizes_are_where_sizes_are_wanted());
}
TEST(constant, reaches_from_minus_to_plus_2_to_63) {
    static_assert(the_largest_is_below_2_to_63());
    EXPECT_TRUE(the_largest_is_below_2_to_63());
}
TEST(constant, has_a_negative) {
    static_assert(a_constant_has_a_negative());
    EXPECT_TRUE(a_constant_has_a_negative());
}
TEST(constant, has_an_exact_root) {
    static_assert(roots_are_exact_symbols());
    EXPECT_TRUE(roots_are_exact_symbols());
}
TEST(exact_scalar, rounds_once) {
    static_assert(exact_scalars_round_once());
    EXPECT_TRUE(exact_scalars_round_once());
}

constexpr bool dims_are_constants() {
    const heed::tensor<float, 2, tokens[12], d_k[64]> K;
    const heed::view<const float, 2, tokens[12], d_k[64]> V(K);
    return is<constant<12>>(dim<1>(K)) && is<constant<64>>(dim<-1>(K)) && is<constant<64>>(dim<d_k>(K)) &&
           is<constant<12>>(dim<tokens>(V)) && is<constant<2>>(dim<-3>(K + 1)) &&
           is<exact_scalar<surd{1, 1, 64}>>(sqrt(dim<d_k>(K)));
}

TEST(dim, is_a_constant) {
    static_assert(dims_are_constants());
    EXPECT_TRUE(dims_are_constants());
}

static_assert(is<constant<2>>(8_c % 3_c) && is<constant<0>>(8_c % 4_c) && 8_c % 5 == 3 && 7 % 4_c == 3);

/// A ratio of a constant and a number is a formula of no axes: no integer is divided.
template <class F>
constexpr bool is_number_formula = heed::formula<F>&& heed::detail::shape_of<F>.rank == 0;
static_assert(is_number_formula<decltype(1 / 3_c)> && is_number_formula<decltype(3_c / 2)> &&
              is_number_formula<decltype(three / 2_c)> && is_number_formula<decltype(1.0F / sqrt(3_c))>);

TEST(constant, goes_with_tensors_without_changing_their_elements) {
    const heed::matrix<float, 2, 3> m;
    static_assert(std::same_as<decltype(m / 3_c)::value_type, float> &&
                  std::same_as<decltype(3_c * m)::value_type, float> &&
                  std::same_as<decltype(m + sqrt(3_c))::value_type, float> &&
                  std::same_as<decltype(m / sqrt(dim<1>(m)))::value_type, float>);
    EXPECT_EQ((m / sqrt(dim<1>(m))).shape_value, m.shape_value);
}

}  // namespace
