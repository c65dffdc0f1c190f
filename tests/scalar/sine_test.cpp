// SPDX-License-Identifier: BSL-1.0
// Sine and cosine of angles of every size, against 400 digits: enough to take the whole turns out of the largest
// double.
#include <heed/scalar/sine.hpp>
#include <heed/simd/pack.hpp>
#include <tests/scalar/ulp.hpp>

#include <boost/math/constants/constants.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <vector>

namespace {

using namespace heed::detail;
using namespace heed::test;
using digits_400 =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<400>, boost::multiprecision::et_off>;

using digits_100 =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<100>, boost::multiprecision::et_off>;

/// The worst errors of sine and cosine, in units of the last place.
template <class Digits = digits_100, class T>
double worst_error(const std::vector<T>& angles) {
    double worst = 0;
    for (const T x : angles)
        for (const T angle : {x, -x}) {
            worst = std::max(worst, error_in_ulps(heed::detail::sin(angle), Digits(sin(Digits(angle)))));
            worst = std::max(worst, error_in_ulps(heed::detail::cos(angle), Digits(cos(Digits(angle)))));
        }
    return worst;
}

/// Next to multiples of a quarter turn up to a size, where one of both is nearly 0.
template <class T>
std::vector<T> beside_quarter_turns(T most, std::size_t count) {
    std::vector<T> angles;
    const digits_400 quarter = boost::math::constants::half_pi<digits_400>();
    for (std::size_t i = 1; i <= count; ++i) {
        const digits_400 turns = floor(digits_400(most) / quarter * i / count);
        const T nearest = static_cast<T>(digits_400(turns * quarter));
        for (const T x : {std::nextafter(nearest, T(0)), nearest, std::nextafter(nearest, most)}) angles.push_back(x);
    }
    return angles;
}

template <class T>
class sine : public testing::Test {};
using numbers = testing::Types<float, double>;
TYPED_TEST_SUITE(sine, numbers);

TYPED_TEST(sine, of_near_angles_is_within_a_unit) {
    using T = TypeParam;
    const T end = last_near_angle<T>;
    EXPECT_LE(worst_error(numbers_between(T(0), T(7), 1500)), 1);
    EXPECT_LE(worst_error(numbers_between(T(0), end, 1500)), 1);
    EXPECT_LE(worst_error(beside_quarter_turns<T>(T(100), 60)), 1);
    EXPECT_LE(worst_error(beside_quarter_turns<T>(end, 700)), 1);
    EXPECT_LE(
        worst_error(std::vector<T>{std::numeric_limits<T>::min(), std::numeric_limits<T>::denorm_min(), T(1e-5), end}),
        1);
}

TYPED_TEST(sine, of_far_angles_is_within_1_6_units) {
    using T = TypeParam;
    const T end = last_near_angle<T>, most = std::numeric_limits<T>::max() / 2;
    EXPECT_LE(worst_error(beside_quarter_turns<T>(std::min(most, T(1.0e7)), 300)), 1.6);
    EXPECT_LE(worst_error<digits_400>(beside_quarter_turns<T>(most, 20)), 1.6);
    EXPECT_LE(worst_error(numbers_between(end, 1000 * end, 1000)), 1.6);
    std::vector<T> of_every_size{std::nextafter(end, most), std::numeric_limits<T>::max()};
    for (T x = end; x < most / 2; x *= T(20)) of_every_size.push_back(x);
    EXPECT_LE(worst_error<digits_400>(of_every_size), 1.6);
}

/// The numbers of a format that are closest to a multiple of pi / 2.
/// source  Muller, Elementary Functions, 3rd edition, table 11.1
TEST(sine, of_the_hardest_numbers) {
    EXPECT_LE(worst_error<digits_400>(std::vector{std::ldexp(6381956970095103.0, 797)}), 1.6);
    EXPECT_LE(worst_error(std::vector{std::ldexp(16367173.0F, 72)}), 1.6);
    EXPECT_LT(std::abs(heed::detail::cos(std::ldexp(6381956970095103.0, 797))), 5e-19);
}

TEST(sine, of_long_double_is_within_6_units) {
    EXPECT_LE(worst_error(numbers_between(0.0L, 7.0L, 1000)), 6);
    EXPECT_LE(worst_error(beside_quarter_turns(1.0e9L, 500)), 6);
    EXPECT_LE(worst_error<digits_400>(beside_quarter_turns(0x1p1000L, 10)), 6);
    EXPECT_TRUE(std::isnan(heed::detail::sin(std::numeric_limits<long double>::max())));
}

TYPED_TEST(sine, of_what_is_no_angle) {
    using T = TypeParam;
    constexpr T infinity = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
    for (const T x : {infinity, -infinity, nan}) {
        EXPECT_TRUE(std::isnan(heed::detail::sin(x)));
        EXPECT_TRUE(std::isnan(heed::detail::cos(x)));
    }
    static_assert(heed::detail::sin(nan) != heed::detail::sin(nan) && heed::detail::cos(infinity) != infinity);
    EXPECT_TRUE(std::signbit(heed::detail::sin(T(-0.0))) && !std::signbit(heed::detail::sin(T(0))));
    EXPECT_EQ(heed::detail::cos(T(-0.0)), 1);
}

/// Far angles beside near ones, and beside infinities: one lane does not change another.
TYPED_TEST(sine, of_a_register_is_that_of_its_lanes) {
    using T = TypeParam;
    constexpr std::size_t width = vector_bytes / sizeof(T);
    using V = pack<T, width>;
    const T angles[]{T(0.5), T(-3), last_near_angle<T>, T(1.0e4), T(-1.0e9), std::numeric_limits<T>::max(), T(-0.0)};
    for (std::size_t shift = 0; shift < std::size(angles); ++shift) {
        V x{};
        for (std::size_t l = 0; l < width; ++l) x[l] = angles[(l + shift) % std::size(angles)];
        const V s = heed::detail::sin(x), c = heed::detail::cos(x);
        for (std::size_t l = 0; l < width; ++l) {
            EXPECT_NEAR(s[l], heed::detail::sin(T(x[l])), std::numeric_limits<T>::epsilon());
            EXPECT_NEAR(c[l], heed::detail::cos(T(x[l])), std::numeric_limits<T>::epsilon());
        }
    }
}

// Of a near angle, of one that double reduces for float, and of one whose turns are taken out by whole numbers.
static_assert(heed::detail::sin(0.5) == 0x1.eaee8744b05fp-2 && heed::detail::cos(0.5F) == 0x1.c1528p-1F);
static_assert(heed::detail::sin(1.0e5F) > 0.0357F && heed::detail::sin(1.0e5F) < 0.0358F);
static_assert(heed::detail::sin(1.0e22) > -0.85220085 && heed::detail::sin(1.0e22) < -0.85220084);
static_assert(heed::detail::cos(-2.0L) < -0.416L);

TEST(far_angle, words_of_two_over_pi) {
    const auto words = std::size(two_over_pi);
    using digits = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<500>>;
    digits rest = 2 / boost::math::constants::pi<digits>();
    for (std::size_t i = 0; i < words; ++i) {
        if (i < 3) {
            EXPECT_EQ(two_over_pi[i], 0U);
            continue;
        }
        rest *= 0x1p32;
        const digits word = floor(rest);
        EXPECT_EQ(digits(two_over_pi[i]), word) << i;
        rest -= word;
    }
    EXPECT_GE(words * 32, 96 + 1024 + 32 * turn_words) << "for the largest double";
}

/// Each part is what those before it leave of pi / 2, cut off; its products with the quarter turns of near angles are
/// exact.
template <class T>
void expect_parts() {
    using turn = quarter_turn<T>;
    digits_400 rest = boost::math::constants::half_pi<digits_400>();
    const auto most_turns = static_cast<long long>(last_near_angle<T> * turn::reciprocal + 1);
    for (std::size_t i = 0; i + 1 < std::size(turn::parts); ++i) {
        for (const long long n : {most_turns, most_turns - 1}) {
            EXPECT_EQ(digits_400(T(n) * turn::parts[i]), digits_400(n) * turn::parts[i]);
        }
        rest -= turn::parts[i];
        EXPECT_GE(rest, 0);
        EXPECT_LT(rest * most_turns, turn::parts[i]);
    }
    EXPECT_EQ(static_cast<T>(rest), turn::parts[std::size(turn::parts) - 1]);
}
TEST(angle, parts_of_a_quarter_turn) {
    expect_parts<float>();
    expect_parts<double>();
}

}  // namespace
