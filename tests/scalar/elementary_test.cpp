// SPDX-License-Identifier: BSL-1.0
// The elementary functions against the standard library in long double and against 50 digits.
#include <heed/scalar/erf.hpp>
#include <heed/scalar/exp.hpp>
#include <heed/scalar/log.hpp>
#include <heed/scalar/pow.hpp>
#include <heed/scalar/sigmoid.hpp>
#include <heed/scalar/softplus.hpp>
#include <heed/scalar/sqrt.hpp>
#include <heed/scalar/tanh.hpp>
#include <tests/scalar/ulp.hpp>

#include <boost/math/special_functions/erf.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace heed::test;
using fifty_digits = boost::multiprecision::cpp_bin_float_50;

template <class Number, class Reference, std::size_t Count>
struct against {
    using number = Number;
    using wide = Reference;
    static constexpr std::size_t count = Count;  ///< numbers drawn from each range
};

/// Measured bounds in units of the last place.
struct bounds {
    double exp, log, tanh, sigmoid, erf, pow, large_pow;
};
template <class T>
constexpr bounds bounds_of{0.57, 0.72, 1.1, 0.68, 1, 0.61, 1.5};
template <>
constexpr bounds bounds_of<float>{0.69, 0.72, 1.07, 0.68, 0.94, 0.501, 0.501};
template <>
constexpr bounds bounds_of<long double>{0.57, 0.51, 0.61, 0.56, 0.52, 0.61, 13};
/// Where results are denormal. They are rounded twice.
constexpr double denormal_bound = 0.77;

template <class T>
struct worst_case {
    double error = 0;
    T at = 0;

    void see(double seen, T x) {
        if (!(seen <= error)) *this = {seen, x};
    }
};

template <class T>
class elementary : public testing::Test {
protected:
    using number = typename T::number;
    using wide = typename T::wide;
    using limits = std::numeric_limits<number>;
    static constexpr std::size_t count = T::count;

    /// Holds f(x) to the bound at every input x; exact takes and returns wide numbers.
    template <class F, class Exact>
    void expect_error(const std::vector<number>& inputs, F f, Exact exact, double bound,
                      double small_bound = denormal_bound) {
        worst_case<number> normal, denormal;
        for (const number x : inputs) {
            const number y = f(x);
            (std::abs(y) < limits::min() ? denormal : normal).see(error_in_ulps(y, wide(exact(wide(x)))), x);
        }
        EXPECT_LE(normal.error, bound) << "at " << in_hex(normal.at);
        EXPECT_LE(denormal.error, small_bound) << "at " << in_hex(denormal.at);
    }

    static std::vector<number> everywhere() {
        return joined(hard_numbers<number>(), numbers_of_every_size<number>(count));
    }
    static std::vector<number> between(number low, number high) { return numbers_between(low, high, count); }
};

using pairs = testing::Types<against<float, long double, 100'000>, against<double, long double, 100'000>,
                             against<double, fifty_digits, 1'000>, against<long double, fifty_digits, 1'000>>;
TYPED_TEST_SUITE(elementary, pairs);

TYPED_TEST(elementary, exp) {
    using T = typename TestFixture::number;
    constexpr T end = heed::detail::exp_overflow<T>, start = heed::detail::exp_underflow<T>;
    this->expect_error(
        joined(this->everywhere(), this->between(start - 1, end + 1), this->between(-1, 1),
               this->between(start - 1, T(0.95) * start), neighbours(end, 20), neighbours(start, 20)),
        [](T x) { return heed::detail::exp(x); },
        [](const auto& x) {
            using std::exp;
            return exp(x);
        },
        bounds_of<T>.exp);
}

TYPED_TEST(elementary, log) {
    using T = typename TestFixture::number;
    this->expect_error(
        joined(this->everywhere(), this->between(T(0.5), 2), this->between(T(0.99), T(1.01)),
               neighbours(std::sqrt(T(2)), 50), neighbours(std::sqrt(T(0.5)), 50), neighbours(T(1), 50)),
        [](T x) { return heed::detail::log(x); },
        []<class Wide>(const Wide& x) {
            using std::log;
            if (x == 0) return Wide(-std::numeric_limits<Wide>::infinity());
            return x < 0 ? std::numeric_limits<Wide>::quiet_NaN() : Wide(log(x));
        },
        bounds_of<T>.log);
}

TYPED_TEST(elementary, tanh) {
    using T = typename TestFixture::number;
    this->expect_error(
        joined(this->everywhere(), this->between(-25, 25), this->between(-1, 1), this->between(T(0.8), T(1.1)),
               this->between(T(-0.01), T(0.01)), neighbours(T(0.9), 50), neighbours(T(24), 20)),
        [](T x) { return heed::detail::tanh(x); },
        [](const auto& x) {
            using std::tanh;
            return tanh(x);
        },
        bounds_of<T>.tanh);
}

TYPED_TEST(elementary, sigmoid) {
    using T = typename TestFixture::number;
    constexpr T start = heed::detail::exp_underflow<T>, flat = 2 * std::numeric_limits<T>::digits;
    this->expect_error(
        joined(this->everywhere(), this->between(start - 1, 60), this->between(-5, 5),
               this->between(start - 1, T(0.95) * start), neighbours(-flat, 50), neighbours(flat, 50),
               neighbours(start, 20)),
        [](T x) { return heed::detail::sigmoid(x); },
        [](const auto& x) {
            using std::exp;
            return 1 / (1 + exp(-x));
        },
        bounds_of<T>.sigmoid);
}

TYPED_TEST(elementary, softplus) {
    using T = typename TestFixture::number;
    constexpr T start = heed::detail::exp_underflow<T>, flat = std::numeric_limits<T>::digits;
    this->expect_error(
        joined(this->everywhere(), this->between(start - 1, 60), this->between(-5, 5), this->between(-flat, -flat / 3),
               this->between(start - 1, T(0.95) * start), neighbours(T(-0.7) * flat, 50), neighbours(T(0), 50),
               neighbours(start, 20)),
        [](T x) { return heed::detail::apply<heed::detail::function::softplus>(x); },
        []<class Wide>(const Wide& x) {
            using std::exp, std::log1p, std::abs;
            return x != x ? x : Wide(Wide(x < 0 ? Wide(0) : x) + Wide(log1p(Wide(exp(Wide(-abs(x)))))));
        },
        1.96);
}

TYPED_TEST(elementary, erf) {
    using T = typename TestFixture::number;
    const auto computed = [](T x) { return heed::detail::erf(x); };
    const auto exact = []<class Wide>(const Wide& x) {
        if constexpr (std::same_as<Wide, long double>)
            return std::erf(x);
        else
            return x != x ? x : boost::math::erf(x);
    };
    this->expect_error(
        joined(this->everywhere(), this->between(-7, 7), this->between(-1, 1), this->between(T(0.8), T(1.1)),
               neighbours(T(0x1.a4p-1), 50), neighbours(T(0x1.aap-1), 50), neighbours(T(6.75), 20)),
        computed, exact, bounds_of<T>.erf);
}

/// x^y for y log x between bounds; x of every size, and x near 1 with large y.
TYPED_TEST(elementary, pow) {
    using T = typename TestFixture::number;
    const auto check = [this](std::vector<T> bases, T lowest, T highest, double bound) {
        const auto logarithms = this->between(lowest, highest);
        for (T& x : bases) x = std::abs(x);
        std::size_t i = 0;
        T y = 0;
        const auto computed = [&](T x) {
            y = logarithms[i++] / std::log(x);
            return heed::detail::pow(x, y);
        };
        const auto exact = [&]<class Wide>(const Wide& x) {
            using std::pow;
            return pow(x, Wide(y));
        };
        this->expect_error(bases, computed, exact, bound);
    };
    const T end = heed::detail::exp_overflow<T> + 1, start = heed::detail::exp_underflow<T> - 1;
    check(numbers_of_every_size<T>(this->count), start, end, bounds_of<T>.large_pow);
    check(this->between(T(0.5), 2), start, end, bounds_of<T>.large_pow);
    check(this->between(T(0.5), 2), -88, 88, bounds_of<T>.pow);
}

/// What is computed in constant expressions is what the hardware computes.
TYPED_TEST(elementary, sqrt) {
    using T = typename TestFixture::number;
    for (T x : joined(this->everywhere(), this->between(0, 4), neighbours(T(2), 100), neighbours(T(4), 100))) {
        x = std::abs(x);
        const T root = [x] {
            if constexpr (std::same_as<T, float>)
                return static_cast<float>(heed::detail::sqrt_at_compile_time(double(x)));
            else
                return heed::detail::sqrt_at_compile_time(x);
        }();
        EXPECT_TRUE(root == std::sqrt(x) || (std::isnan(root) && std::isnan(x))) << in_hex(x);
    }
}

template <class T>
class elementary_laws : public testing::Test {
protected:
    template <class F>
    static void expect_no_decrease_around(const std::vector<T>& breakpoints, F f) {
        for (const T x : breakpoints) {
            T below = -std::numeric_limits<T>::infinity();
            for (const T y : neighbours(x, 200)) {
                EXPECT_LE(below, f(y)) << in_hex(y);
                below = f(y);
            }
        }
    }

    /// low, low + step, ... high.
    static std::vector<T> every(T step, T low, T high) {
        std::vector<T> numbers;
        for (T x = low; x <= high; x += step) numbers.push_back(x);
        return numbers;
    }
};
using numbers = testing::Types<float, double, long double>;
TYPED_TEST_SUITE(elementary_laws, numbers);

/// Where the reduced argument jumps: odd multiples of ln 2 / 2.
TYPED_TEST(elementary_laws, exp_grows_across_its_breakpoints) {
    using T = TypeParam;
    const T ln2 = std::log(T(2));
    auto breakpoints = this->every(ln2, ln2 / 2 - 20 * ln2, 20 * ln2);
    breakpoints.insert(breakpoints.end(), {heed::detail::exp_overflow<T>, heed::detail::exp_underflow<T>});
    this->expect_no_decrease_around(breakpoints, [](T x) { return heed::detail::exp(x); });
}

TYPED_TEST(elementary_laws, log_grows_across_its_breakpoints) {
    using T = TypeParam;
    const T root = std::sqrt(T(2));
    this->expect_no_decrease_around({root / 2, 1, root, 2, 2 * root, 4, 1024 * root},
                                    [](T x) { return heed::detail::log(x); });
}

/// Half-way between the nodes of the table, where series meet, and at the ends of both.
TYPED_TEST(elementary_laws, erf_grows_across_its_breakpoints) {
    using T = TypeParam;
    auto breakpoints = this->every(T(0.125), T(0.0625), T(6.75));
    breakpoints.insert(breakpoints.end(), {T(6.75), T(0x1.a4p-1), T(0x1.aap-1), T(3.9375), T(5.9375)});
    this->expect_no_decrease_around(breakpoints, [](T x) { return heed::detail::erf(x); });
}

TYPED_TEST(elementary_laws, tanh_grows_across_its_breakpoints) {
    using T = TypeParam;
    const T ln2 = std::log(T(2));
    auto breakpoints = this->every(ln2 / 2, ln2 / 4, 24);
    breakpoints.insert(breakpoints.end(), {heed::detail::power_of_two<T>(-std::numeric_limits<T>::digits / 2 - 3),
                                           T(0.9), T(9.25), T(19.5), 24});
    this->expect_no_decrease_around(breakpoints, [](T x) { return heed::detail::tanh(x); });
}

TYPED_TEST(elementary_laws, sigmoid_grows_across_its_breakpoints) {
    using T = TypeParam;
    constexpr T flat = 2 * std::numeric_limits<T>::digits;
    const T ln2 = std::log(T(2));
    this->expect_no_decrease_around({heed::detail::exp_underflow<T>, -flat, -100 * ln2, -ln2 / 2, 0, ln2 / 2, flat},
                                    [](T x) { return heed::detail::sigmoid(x); });
}

/// Also where the next number is 1.
TYPED_TEST(elementary_laws, tanh_and_erf_are_odd_and_not_beyond_one) {
    using T = TypeParam;
    for (const T x : joined(numbers_of_every_size<T>(20'000), numbers_between<T>(-25, 25, 20'000))) {
        EXPECT_EQ(heed::detail::tanh(-x), -heed::detail::tanh(x)) << in_hex(x);
        EXPECT_EQ(heed::detail::erf(-x), -heed::detail::erf(x)) << in_hex(x);
        EXPECT_LE(std::abs(heed::detail::tanh(x)), 1) << in_hex(x);
        EXPECT_LE(std::abs(heed::detail::erf(x)), 1) << in_hex(x);
    }
}

TYPED_TEST(elementary_laws, ends_are_reached_and_zeros_keep_their_sign) {
    using T = TypeParam;
    constexpr T infinity = std::numeric_limits<T>::infinity();
    for (const T x : {T(30), std::numeric_limits<T>::max(), infinity}) {
        EXPECT_EQ(heed::detail::tanh(x), 1);
        EXPECT_EQ(heed::detail::erf(x), 1);
        EXPECT_EQ(heed::detail::sigmoid(std::max(x, T(100))), 1);
    }
    EXPECT_EQ(heed::detail::sigmoid(-infinity), 0);
    EXPECT_EQ(heed::detail::log(infinity), infinity);
    EXPECT_EQ(heed::detail::log(T(0)), -infinity);
    EXPECT_EQ(heed::detail::log(T(-0.0)), -infinity);
    for (const T zero : {T(0), T(-0.0)}) {
        EXPECT_EQ(std::signbit(heed::detail::tanh(zero)), std::signbit(zero));
        EXPECT_EQ(std::signbit(heed::detail::erf(zero)), std::signbit(zero));
    }
}

TYPED_TEST(elementary_laws, sigmoids_of_opposite_numbers_sum_to_one) {
    using T = TypeParam;
    for (const T x : numbers_between<T>(-60, 60, 10'000))
        EXPECT_NEAR(static_cast<double>(heed::detail::sigmoid(x) + heed::detail::sigmoid(-x) - 1), 0,
                    1.5 * static_cast<double>(std::numeric_limits<T>::epsilon()))
            << in_hex(x);
}

TYPED_TEST(elementary_laws, log_undoes_exp) {
    using T = TypeParam;
    for (const T x : numbers_between<T>(1, 80, 10'000))
        EXPECT_NEAR(static_cast<double>((heed::detail::log(heed::detail::exp(x)) - x) / x), 0,
                    2 * static_cast<double>(std::numeric_limits<T>::epsilon()))
            << in_hex(x);
}

/// Zeros, infinities, NaN and integers as base and as exponent, as IEEE 754 has them.
TYPED_TEST(elementary_laws, pow_has_the_special_values_of_the_standard) {
    using T = TypeParam;
    const auto same = [](T a, T b) {
        return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
    };
    for (const T x : hard_numbers<T>())
        for (const T y : joined(hard_numbers<T>(), std::vector<T>{-7, -2.5, -1.5, 4, 5, 100, 101})) {
            const T expected = std::pow(x, y);
            if (expected == 0 || !std::isfinite(expected) || std::abs(x) == 1) {
                EXPECT_PRED2(same, heed::detail::pow(x, y), expected) << in_hex(x) << " ^ " << in_hex(y);
            }
        }
}

}  // namespace
