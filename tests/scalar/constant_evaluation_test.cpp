// SPDX-License-Identifier: BSL-1.0
// The elementary functions at compile time: exact values, and the same bits as at run time.
#include <heed/scalar/erf.hpp>
#include <heed/scalar/exp.hpp>
#include <heed/scalar/log.hpp>
#include <heed/scalar/pow.hpp>
#include <heed/scalar/sigmoid.hpp>
#include <heed/scalar/softplus.hpp>
#include <heed/scalar/sqrt.hpp>
#include <heed/scalar/tanh.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace {

using heed::detail::erf;
using heed::detail::exp;
using heed::detail::log;
using heed::detail::pow;
using heed::detail::sigmoid;
using heed::detail::sqrt;
using heed::detail::tanh;

template <class T>
constexpr T softplus(T x) {
    return heed::detail::apply<heed::detail::function::softplus>(x);
}

template <class T>
constexpr bool is_nan(T x) {
    return x != x;
}

template <class T>
constexpr bool values_at_zero_and_one_are_exact() {
    return exp(T(0)) == 1 && exp(T(-0.0)) == 1 && log(T(1)) == 0 && sqrt(T(1)) == 1 && tanh(T(0)) == 0 &&
           erf(T(0)) == 0 && sigmoid(T(0)) == T(0.5) && pow(T(1), T(0.3)) == 1;
}

template <class T>
constexpr bool roots_of_squares_are_exact() {
    for (int i = 0; i <= 200; ++i)
        if (sqrt(T(i) * T(i)) != T(i)) return false;
    return true;
}

template <class T>
constexpr bool powers_of_integers_are_exact() {
    for (int base = 1; base <= 9; ++base) {
        T product = 1;
        for (int exponent = 0; exponent <= 7; ++exponent, product *= T(base)) {
            if (pow(T(base), T(exponent)) != product) return false;
            if (pow(T(-base), T(exponent)) != (exponent % 2 == 0 ? product : -product)) return false;
        }
    }
    return true;
}

template <class T>
constexpr bool powers_of_two_are_exact() {
    for (int exponent = -40; exponent <= 40; ++exponent) {
        const T power = heed::detail::power_of_two<T>(exponent);
        if (pow(T(2), T(exponent)) != power) return false;
        if (sqrt(power * power) != power) return false;
    }
    return true;
}

template <class T>
constexpr bool limits_are_reached() {
    using limits = std::numeric_limits<T>;
    constexpr T infinity = limits::infinity();
    return exp(infinity) == infinity && exp(-infinity) == 0 && log(infinity) == infinity && log(T(0)) == -infinity &&
           tanh(infinity) == 1 && tanh(-infinity) == -1 && erf(infinity) == 1 && erf(-infinity) == -1 &&
           sigmoid(infinity) == 1 && sigmoid(-infinity) == 0 && softplus(infinity) == infinity &&
           softplus(-infinity) == 0 && softplus(limits::max()) == limits::max() && sqrt(infinity) == infinity &&
           exp(limits::max()) == infinity && exp(limits::lowest()) == 0 && tanh(limits::max()) == 1 &&
           erf(limits::lowest()) == -1;
}

template <class T>
constexpr bool nan_comes_from_nan_and_from_outside() {
    constexpr T nan = std::numeric_limits<T>::quiet_NaN();
    return is_nan(exp(nan)) && is_nan(log(nan)) && is_nan(sqrt(nan)) && is_nan(tanh(nan)) && is_nan(erf(nan)) &&
           is_nan(sigmoid(nan)) && is_nan(softplus(nan)) && is_nan(pow(nan, T(2))) && is_nan(pow(T(2), nan)) &&
           is_nan(log(T(-1))) && is_nan(sqrt(T(-1))) && is_nan(pow(T(-2), T(0.5)));
}

/// Zeros keep their sign.
template <class T>
constexpr bool signed_zeros_pass_through() {
    for (const T y : {sqrt(T(-0.0)), tanh(T(-0.0)), erf(T(-0.0))})
        if (y != 0 || __builtin_copysign(1.0, static_cast<double>(y)) != -1) return false;
    return true;
}

template <class T>
constexpr bool odd_functions_are_odd() {
    for (T x = std::numeric_limits<T>::epsilon() / 64; x < 100; x *= T(1.7))
        if (tanh(-x) != -tanh(x) || erf(-x) != -erf(x)) return false;
    return true;
}

/// Of either sign, from 2^-32 to 2^32 and at the ends of the type.
template <class T>
constexpr auto inputs = [] {
    using limits = std::numeric_limits<T>;
    std::array<T, 48> numbers{T(0),
                              T(-0.0),
                              limits::denorm_min(),
                              -limits::denorm_min(),
                              limits::min(),
                              -limits::min(),
                              limits::max(),
                              limits::lowest(),
                              T(1),
                              T(-1),
                              limits::infinity(),
                              -limits::infinity(),
                              T(0.5),
                              T(100),
                              T(-100),
                              limits::quiet_NaN()};
    std::uint64_t bits = 1;
    for (std::size_t i = 16; i < numbers.size(); ++i) {
        bits = bits * 6364136223846793005U + 1442695040888963407U;
        const T mantissa = T(1) + T(bits >> 12) * T(0x1p-52);
        numbers[i] =
            mantissa * heed::detail::power_of_two<T>(static_cast<int>(2 * i) - 64) * (i % 4 < 2 ? T(1) : T(-1));
    }
    return numbers;
}();

template <class T>
bool same_bits(T a, T b) {
    return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

/// f(x), f at the next x, ... at compile time.
template <class T, class F>
constexpr auto results_of(F f) {
    std::array<T, inputs<T>.size()> results{};
    for (std::size_t i = 0; i < results.size(); ++i) results[i] = f(inputs<T>[i]);
    return results;
}

/// F is a stateless function object.
template <class T, class F>
void expect_same_bits(F f) {
    constexpr auto results = results_of<T>(F{});
    for (std::size_t i = 0; i < results.size(); ++i) {
        const volatile T hidden = inputs<T>[i];  // the compiler cannot evaluate it
        const T x = hidden;
        const T at_run_time = f(x);
        EXPECT_TRUE(same_bits(at_run_time, results[i])) << x << ": " << at_run_time << " and " << results[i];
    }
}

template <class T>
class constant_evaluation : public testing::Test {};
using numbers = testing::Types<float, double, long double>;
TYPED_TEST_SUITE(constant_evaluation, numbers);

TYPED_TEST(constant_evaluation, values_at_zero_and_one_are_exact) {
    static_assert(values_at_zero_and_one_are_exact<TypeParam>());
    EXPECT_TRUE(values_at_zero_and_one_are_exact<TypeParam>());
}

TYPED_TEST(constant_evaluation, roots_of_squares_are_exact) {
    static_assert(roots_of_squares_are_exact<TypeParam>());
    EXPECT_TRUE(roots_of_squares_are_exact<TypeParam>());
}

TYPED_TEST(constant_evaluation, powers_of_integers_are_exact) {
    static_assert(powers_of_integers_are_exact<TypeParam>());
    EXPECT_TRUE(powers_of_integers_are_exact<TypeParam>());
}

TYPED_TEST(constant_evaluation, powers_of_two_are_exact) {
    static_assert(powers_of_two_are_exact<TypeParam>());
    EXPECT_TRUE(powers_of_two_are_exact<TypeParam>());
}

TYPED_TEST(constant_evaluation, limits_are_reached) {
    static_assert(limits_are_reached<TypeParam>());
    EXPECT_TRUE(limits_are_reached<TypeParam>());
}

TYPED_TEST(constant_evaluation, nan_comes_from_nan_and_from_outside) {
    static_assert(nan_comes_from_nan_and_from_outside<TypeParam>());
    EXPECT_TRUE(nan_comes_from_nan_and_from_outside<TypeParam>());
}

TYPED_TEST(constant_evaluation, signed_zeros_pass_through) {
    static_assert(signed_zeros_pass_through<TypeParam>());
    EXPECT_TRUE(signed_zeros_pass_through<TypeParam>());
}

TYPED_TEST(constant_evaluation, odd_functions_are_odd) {
    static_assert(odd_functions_are_odd<TypeParam>());
    EXPECT_TRUE(odd_functions_are_odd<TypeParam>());
}

TYPED_TEST(constant_evaluation, gives_the_bits_of_run_time) {
    using T = TypeParam;
    expect_same_bits<T>([](T x) { return exp(x); });
    expect_same_bits<T>([](T x) { return log(x); });
    expect_same_bits<T>([](T x) { return sqrt(x); });
    expect_same_bits<T>([](T x) { return tanh(x); });
    expect_same_bits<T>([](T x) { return sigmoid(x); });
    expect_same_bits<T>([](T x) { return softplus(x); });
    expect_same_bits<T>([](T x) { return erf(x); });
    expect_same_bits<T>([](T x) { return pow(x, T(2.5)); });
    expect_same_bits<T>([](T x) { return pow(T(1.25), x); });
    expect_same_bits<T>([](T x) { return pow(x, T(-3)); });
}

}  // namespace
