// SPDX-License-Identifier: BSL-1.0
// Each elementwise function against its formula, for built-in and for wide numbers.
#include <heed/scalar/function.hpp>
#include <tests/scalar/ulp.hpp>

#include <boost/math/special_functions/erf.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace {

using heed::detail::apply;
using heed::detail::function;
using heed::test::error_in_ulps;
using heed::test::in_hex;
using fifty_digits = boost::multiprecision::cpp_bin_float_50;
using forty_digits =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<40>, boost::multiprecision::et_off>;

const fifty_digits two_over_pi = 1 / (2 * atan(fifty_digits(1)));

/// The formulas that the documentation states.
template <function F>
fifty_digits formula(const fifty_digits& x) {
    if constexpr (F == function::copy) return x;
    if constexpr (F == function::negate) return -x;
    if constexpr (F == function::exp) return exp(x);
    if constexpr (F == function::log) return log(x);
    if constexpr (F == function::sqrt) return sqrt(x);
    if constexpr (F == function::rsqrt) return 1 / sqrt(x);
    if constexpr (F == function::tanh) return tanh(x);
    if constexpr (F == function::erf) return boost::math::erf(x);
    if constexpr (F == function::sigmoid) return 1 / (1 + exp(-x));
    if constexpr (F == function::softplus) return (x > 0 ? x : fifty_digits(0)) + log1p(fifty_digits(exp(-abs(x))));
    if constexpr (F == function::relu) return x > 0 ? x : fifty_digits(0);
    if constexpr (F == function::gelu) return x / 2 * (1 + boost::math::erf(fifty_digits(x / sqrt(fifty_digits(2)))));
    if constexpr (F == function::gelu_tanh)
        return x / 2 * (1 + tanh(sqrt(two_over_pi) * (x + fifty_digits("0.044715") * x * x * x)));
    if constexpr (F == function::silu) return x / (1 + exp(-x));
    if constexpr (F == function::abs) return abs(x);
}

template <class T>
class function_of : public testing::Test {
protected:
    template <function F>
    static void expect_formula(T low, T high, double bound) {
        for (const T x : heed::test::numbers_between(low, high, 500))
            EXPECT_LE(error_in_ulps(apply<F>(x), formula<F>(fifty_digits(x))), bound)
                << heed::detail::traits_of(F).name << " at " << in_hex(x);
    }

    /// An error in units of the last place of max(|y|, |x| / 2): where the sum in the formula cancels.
    template <function F>
    static void expect_formula_beside_input(T low, T high, double bound) {
        for (const T x : heed::test::numbers_between(low, high, 500)) {
            const fifty_digits y = formula<F>(fifty_digits(x)),
                               size = std::max<fifty_digits>(abs(y), abs(fifty_digits(x)) / 2);
            const fifty_digits error = abs(fifty_digits(apply<F>(x) - y)) / heed::test::unit_in_last_place<T>(size);
            EXPECT_LE(static_cast<double>(error), bound) << heed::detail::traits_of(F).name << " at " << in_hex(x);
        }
    }
};
using numbers = testing::Types<float, double, long double>;
TYPED_TEST_SUITE(function_of, numbers);

TYPED_TEST(function_of, one_number_is_its_formula) {
    this->template expect_formula<function::copy>(-9, 9, 0);
    this->template expect_formula<function::negate>(-9, 9, 0);
    this->template expect_formula<function::abs>(-9, 9, 0);
    this->template expect_formula<function::relu>(-9, 9, 0);
    this->template expect_formula<function::exp>(-20, 20, 0.7);
    this->template expect_formula<function::log>(TypeParam(0.01), 20, 0.72);
    this->template expect_formula<function::sqrt>(0, 20, 0.5);
    this->template expect_formula<function::rsqrt>(TypeParam(0.01), 20, 1.5);
    this->template expect_formula<function::tanh>(-9, 9, 1.1);
    this->template expect_formula<function::erf>(-5, 5, 1);
    this->template expect_formula<function::sigmoid>(-20, 20, 0.68);
    this->template expect_formula<function::silu>(-20, 20, 1.6);
    // To where results are denormal, then 0, or infinite.
    const TypeParam end = std::is_same_v<TypeParam, float> ? 112 : 756, most = std::numeric_limits<TypeParam>::max();
    this->template expect_formula<function::silu>(-end, -20, 1.6);
    this->template expect_formula<function::silu>(20, most, 1.6);
    this->template expect_formula<function::exp>(-end, -20, 0.77);
    this->template expect_formula<function::exp>(20, std::is_same_v<TypeParam, float> ? 88 : 709, 0.7);
    this->template expect_formula<function::sigmoid>(-end, -20, 0.77);
    this->template expect_formula<function::sigmoid>(20, most, 0.68);
    this->template expect_formula<function::log>(std::numeric_limits<TypeParam>::min(), TypeParam(0.01), 0.72);
    this->template expect_formula<function::log>(20, most, 0.72);
    this->template expect_formula<function::sqrt>(20, most, 0.5);
    this->template expect_formula<function::rsqrt>(20, most, 1.5);
    this->template expect_formula<function::tanh>(9, most, 1.1);
    this->template expect_formula<function::softplus>(-end, -50, 1.96);
    this->template expect_formula<function::softplus>(50, most, 1.96);
    this->template expect_formula_beside_input<function::gelu>(9, most, 2);
    this->template expect_formula_beside_input<function::gelu_tanh>(9, most, 4);
    this->template expect_formula_beside_input<function::gelu>(-most, -9, 2);
    this->template expect_formula_beside_input<function::gelu_tanh>(-most, -9, 4);
    this->template expect_formula<function::softplus>(-50, 50, 1.96);
    this->template expect_formula_beside_input<function::gelu>(-9, 9, 2);
    this->template expect_formula_beside_input<function::gelu_tanh>(-9, 9, 4);
}

TYPED_TEST(function_of, two_numbers_are_their_formula) {
    using T = TypeParam;
    const auto left = heed::test::numbers_between<T>(T(0.1), 9, 200);
    for (std::size_t i = 0; i + 1 < left.size(); ++i) {
        const T a = left[i], b = left[i + 1];
        EXPECT_EQ(apply<function::add>(a, b), a + b);
        EXPECT_EQ(apply<function::subtract>(a, b), a - b);
        EXPECT_EQ(apply<function::multiply>(a, b), a * b);
        EXPECT_EQ(apply<function::divide>(a, b), a / b);
        EXPECT_EQ(apply<function::min>(a, b), std::min(a, b));
        EXPECT_EQ(apply<function::max>(a, b), std::max(a, b));
        EXPECT_LE(error_in_ulps(apply<function::pow>(a, b), fifty_digits(pow(fifty_digits(a), fifty_digits(b)))), 0.61);
    }
}

template <class T>
constexpr bool min_and_max_of_nan_are_nan() {
    constexpr T nan = std::numeric_limits<T>::quiet_NaN();
    for (const T x : {T(0), T(1), -std::numeric_limits<T>::infinity(), std::numeric_limits<T>::infinity(), nan})
        for (const T y : {apply<function::min>(x, nan), apply<function::min>(nan, x), apply<function::max>(x, nan),
                          apply<function::max>(nan, x)})
            if (y == y) return false;
    return true;
}

TYPED_TEST(function_of, min_and_max_of_nan_are_nan) {
    static_assert(min_and_max_of_nan_are_nan<TypeParam>());
    EXPECT_TRUE(min_and_max_of_nan_are_nan<TypeParam>());
}

template <class T>
constexpr bool relu_and_abs_treat_special_numbers() {
    constexpr T nan = std::numeric_limits<T>::quiet_NaN(), infinity = std::numeric_limits<T>::infinity();
    const T kept = apply<function::relu>(nan);
    const T size_of_zero = apply<function::abs>(T(-0.0));
    return kept != kept && apply<function::relu>(-infinity) == 0 && apply<function::relu>(infinity) == infinity &&
           apply<function::abs>(-infinity) == infinity && 1 / (size_of_zero + std::numeric_limits<T>::min()) > 0 &&
           __builtin_copysign(1.0, static_cast<double>(size_of_zero)) == 1;
}

TYPED_TEST(function_of, relu_and_abs_treat_special_numbers) {
    static_assert(relu_and_abs_treat_special_numbers<TypeParam>());
    EXPECT_TRUE(relu_and_abs_treat_special_numbers<TypeParam>());
}

/// At infinity gates have their limits: 0 or the argument; their slopes 0 or 1.
template <class T>
constexpr bool gates_have_limits() {
    constexpr T infinity = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
    const auto has = [&]<function F>(std::integral_constant<function, F>, T below, T above) {
        const T most = std::numeric_limits<T>::max();
        if (!std::is_constant_evaluated() && apply<F>(nan) == apply<F>(nan)) return false;
        return apply<F>(T(-infinity)) == below && apply<F>(T(infinity)) == above && apply<F>(T(-most)) == below &&
               apply<F>(most) == (above < infinity ? above : most);
    };
    return has(std::integral_constant<function, function::silu>(), 0, infinity) &&
           has(std::integral_constant<function, function::gelu>(), 0, infinity) &&
           has(std::integral_constant<function, function::gelu_tanh>(), 0, infinity) &&
           has(std::integral_constant<function, function::silu_slope>(), 0, 1) &&
           has(std::integral_constant<function, function::gelu_slope>(), 0, 1) &&
           has(std::integral_constant<function, function::gelu_tanh_slope>(), 0, 1) &&
           has(std::integral_constant<function, function::softplus>(), 0, infinity) &&
           has(std::integral_constant<function, function::sigmoid>(), 0, 1) &&
           has(std::integral_constant<function, function::tanh>(), -1, 1) &&
           has(std::integral_constant<function, function::erf>(), -1, 1) &&
           has(std::integral_constant<function, function::relu>(), 0, infinity);
}

TYPED_TEST(function_of, gates_have_limits) {
    static_assert(gates_have_limits<TypeParam>());
    EXPECT_TRUE(gates_have_limits<TypeParam>());
}

/// Beyond a score of 20 or so the gates are open or closed.
template <class T>
constexpr bool gates_open_and_close() {
    constexpr T far = 200;
    return apply<function::silu>(far) == far && apply<function::gelu>(far) == far &&
           apply<function::gelu_tanh>(far) == far && apply<function::gelu>(-far) == 0 &&
           apply<function::gelu_tanh>(-far) == 0 && apply<function::silu>(-far) <= 0 &&
           apply<function::silu>(-far) > T(-1e-30L) && apply<function::softplus>(far) == far &&
           apply<function::softplus>(-far) >= 0 && apply<function::softplus>(-far) < T(1e-30L);
}

TYPED_TEST(function_of, gates_open_and_close) {
    static_assert(gates_open_and_close<TypeParam>());
    EXPECT_TRUE(gates_open_and_close<TypeParam>());
}

template <function F>
void expect_forty_digits() {
    for (const char* digits : {"0.1", "0.75", "1", "2.5", "9"}) {
        const forty_digits x(digits);
        const fifty_digits expected = formula<F>(fifty_digits(x));
        const fifty_digits difference = fifty_digits(apply<F>(x)) - expected;
        EXPECT_LT(abs(difference), (1 + abs(expected)) * fifty_digits("1e-38"))
            << heed::detail::traits_of(F).name << ' ' << digits;
    }
}

TEST(functions, are_computed_in_the_digits_of_a_wide_number) {
    expect_forty_digits<function::copy>();
    expect_forty_digits<function::negate>();
    expect_forty_digits<function::exp>();
    expect_forty_digits<function::log>();
    expect_forty_digits<function::sqrt>();
    expect_forty_digits<function::rsqrt>();
    expect_forty_digits<function::tanh>();
    expect_forty_digits<function::erf>();
    expect_forty_digits<function::sigmoid>();
    expect_forty_digits<function::relu>();
    expect_forty_digits<function::gelu>();
    expect_forty_digits<function::gelu_tanh>();
    expect_forty_digits<function::silu>();
    expect_forty_digits<function::softplus>();
    expect_forty_digits<function::abs>();
    const forty_digits a(2), b("0.5");
    EXPECT_LT(abs(forty_digits(apply<function::pow>(a, b) - sqrt(a))), forty_digits("1e-38"));
    EXPECT_EQ(apply<function::min>(a, b), b);
    EXPECT_EQ(apply<function::max>(a, b), a);
}

constexpr bool names_are_unique() {
    constexpr int count = static_cast<int>(function::max) + 1;
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < i; ++j) {
            const char* a = heed::detail::traits_of(static_cast<function>(i)).name;
            const char* b = heed::detail::traits_of(static_cast<function>(j)).name;
            while (*a != '\0' && *a == *b) {
                ++a;
                ++b;
            }
            if (*a == *b) return false;
        }
    return true;
}

TEST(functions, have_different_names) {
    static_assert(names_are_unique());
    EXPECT_TRUE(names_are_unique());
}

constexpr bool operands_are_counted() {
    constexpr int first_binary = static_cast<int>(heed::detail::first_of_two);
    for (int i = 0; i <= static_cast<int>(function::where); ++i)
        if (heed::detail::traits_of(static_cast<function>(i)).operands != (i < first_binary ? 1 : 2)) return false;
    return true;
}

TEST(functions, take_one_or_two_operands) {
    static_assert(operands_are_counted());
    EXPECT_TRUE(operands_are_counted());
}

}  // namespace
