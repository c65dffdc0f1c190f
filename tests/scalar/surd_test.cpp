// SPDX-License-Identifier: BSL-1.0
// Exact scalars: the laws of numerator / denominator * sqrt(radicand), and what they round to.
#include <heed/scalar/surd.hpp>
#include <tests/scalar/ulp.hpp>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace {

using namespace heed::detail;
using fifty_digits = boost::multiprecision::cpp_bin_float_50;

/// A few surds of each kind, not zero, in lowest terms.
constexpr auto surds = [] {
    std::array<surd, 3 * 4 * 4> all{};
    std::size_t i = 0;
    for (const long long radicand : {1, 2, 64})
        for (const long long numerator : {-6, 1, 4, 35})
            for (const long long denominator : {1, 3, 8, 64})
                all[i++] = in_lowest_terms({numerator, denominator, radicand});
    return all;
}();

constexpr bool lowest_terms_are_unique() {
    for (const surd& s : surds)
        for (const long long factor : {-7, -1, 2, 12})
            if (in_lowest_terms({factor * s.numerator, factor * s.denominator, s.radicand}) != s) return false;
    return in_lowest_terms({0, -5, 1}) == surd{0, 1, 1};
}

constexpr bool products_commute() {
    for (const surd& a : surds)
        for (const surd& b : surds)
            if (a * b != b * a) return false;
    return true;
}

constexpr bool one_is_neutral() {
    for (const surd& a : surds)
        if (a * surd{} != a || surd{} * a != a || a / surd{} != a) return false;
    return true;
}

constexpr bool inverses_undo() {
    for (const surd& a : surds)
        if (a * inverse(a) != surd{1, 1, 1} || a / a != surd{1, 1, 1} || inverse(inverse(a)) != a) return false;
    return true;
}

constexpr bool quotients_undo_products_of_rationals() {
    for (const surd& a : surds)
        for (const surd& b : surds)
            if (is_rational(b) && (a * b / b != a || a / b * b != a)) return false;
    return true;
}

constexpr bool roots_square_to_their_radicand() {
    for (const surd& a : surds)
        if (is_rational(a) && a.numerator > 0 && square_root(a) * square_root(a) != a) return false;
    return square_root({0, 1, 1}) == surd{0, 1, 1};
}

constexpr bool radicands_stay_as_written() {
    return square_root({64, 1, 1}) == surd{1, 1, 64} && inverse(square_root({64, 1, 1})) == surd{1, 64, 64} &&
           !is_rational(square_root({64, 1, 1}));
}

constexpr bool integers_and_their_roots_are_exact() {
    for (long long n = 1; n <= 1000; ++n) {
        if (to_number<double>({n, 1, 1}) != static_cast<double>(n)) return false;
        if (to_number<float>({1, 1, n * n}) != static_cast<float>(n)) return false;
        if (n % 97 == 0 && to_number<long double>({1, 1, n * n}) != static_cast<long double>(n)) return false;
    }
    return to_number<double>(inverse({1, 1, 64})) == 0.125 && to_number<float>({-3, 4, 1}) == -0.75F;
}

TEST(surd, lowest_terms_are_unique) {
    static_assert(lowest_terms_are_unique());
    EXPECT_TRUE(lowest_terms_are_unique());
}

TEST(surd, products_commute) {
    static_assert(products_commute());
    EXPECT_TRUE(products_commute());
}

TEST(surd, one_is_neutral) {
    static_assert(one_is_neutral());
    EXPECT_TRUE(one_is_neutral());
}

TEST(surd, inverses_undo) {
    static_assert(inverses_undo());
    EXPECT_TRUE(inverses_undo());
}

TEST(surd, quotients_undo_products_of_rationals) {
    static_assert(quotients_undo_products_of_rationals());
    EXPECT_TRUE(quotients_undo_products_of_rationals());
}

TEST(surd, roots_square_to_their_radicand) {
    static_assert(roots_square_to_their_radicand());
    EXPECT_TRUE(roots_square_to_their_radicand());
}

TEST(surd, radicands_stay_as_written) {
    static_assert(radicands_stay_as_written());
    EXPECT_TRUE(radicands_stay_as_written());
}

TEST(surd, integers_and_their_roots_are_exact) {
    static_assert(integers_and_their_roots_are_exact());
    EXPECT_TRUE(integers_and_their_roots_are_exact());
}

fifty_digits value_of(const surd& s) {
    return fifty_digits(s.numerator) / fifty_digits(s.denominator) * sqrt(fifty_digits(s.radicand));
}

template <class T>
void expect_rounding(const surd& s, double bound) {
    EXPECT_LE(heed::test::error_in_ulps(to_number<T>(s), value_of(s)), bound)
        << s.numerator << " / " << s.denominator << " * sqrt(" << s.radicand << ")";
}

TEST(surd, becomes_a_number_within_the_stated_error) {
    for (const surd& a : surds)
        for (const surd& b : surds) {
            expect_rounding<float>(a * b, 0.501);
            expect_rounding<double>(a * b, 2);
            expect_rounding<long double>(a * b, 2);
        }
    for (long long n = 1; n < 5000; ++n) {
        expect_rounding<float>({1, 1, n}, 0.501);
        expect_rounding<double>({1, 1, n}, 0.5);
        expect_rounding<long double>({1, 1, n}, 0.5);
        expect_rounding<double>(inverse({1, 1, n}), 1.5);
    }
}

TEST(surd, keeps_all_digits_of_a_wider_number) {
    const fifty_digits unit = std::numeric_limits<fifty_digits>::epsilon();
    for (const surd& s : surds) {
        const fifty_digits difference = to_number<fifty_digits>(s) - value_of(s);
        EXPECT_LE(abs(difference), 2 * unit * abs(value_of(s)));
    }
}

TEST(surd, products_have_the_value_of_the_product) {
    for (const surd& a : surds)
        for (const surd& b : surds) {
            const fifty_digits product = value_of(a) * value_of(b), difference = value_of(a * b) - product;
            EXPECT_LE(abs(difference), abs(product) * fifty_digits(1e-48));
        }
}

TEST(surd_death, stops_where_integers_overflow) {
    constexpr long long large = std::numeric_limits<long long>::max() / 2;
    EXPECT_DEATH((void)(surd{large, 1, 1} * surd{3, 1, 1}), "an exact scalar needs integers beyond 64 bits");
}

TEST(surd_death, stops_at_a_division_by_zero) { EXPECT_DEATH((void)inverse({0, 1, 1}), "division by an exact zero"); }

TEST(surd_death, stops_at_a_root_that_is_not_exact) {
    EXPECT_DEATH((void)square_root({-1, 1, 1}), "needs a rational that is not negative");
    EXPECT_DEATH((void)square_root({1, 1, 2}), "needs a rational that is not negative");
}

}  // namespace
