// SPDX-License-Identifier: BSL-1.0
// Random bounds of all sizes, and the elementary functions of a wide number, for the tests of the enclosures.
#pragma once

#include <heed/reference/enclosed_circle.hpp>
#include <heed/reference/wide_interval.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <random>

namespace heed::test {

using wide = wide_number<100>;

/// Doubles that hurt: ordinary ones, tiny, denormal, huge, and whole numbers.
class hard_numbers {
public:
    explicit hard_numbers(unsigned seed) : random_(seed) {}

    double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }

    double any(double most) {
        const double sign = pick(2) == 0 ? 1 : -1, ordinary = uniform(0, most < 30 ? most : 30);
        switch (pick(8)) {
            case 0: return sign * std::ldexp(uniform(1, 2), -pick(1074));
            case 1: return sign * uniform(0, most);
            case 2: return sign * std::exp2(uniform(0, std::log2(most)));
            case 3: return sign * std::floor(ordinary);
            case 4: return sign * uniform(0, 1e-3);
            default: return sign * ordinary;
        }
    }
    int pick(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }

    /// [low, high] around or beside x, often narrow.
    interval<double> around(double x) {
        const double width = pick(3) == 0 ? std::fabs(any(4)) : std::fabs(x) * std::exp2(-uniform(1, 52));
        return pick(4) == 0 ? interval<double>(x, x) : interval<double>(x - width, x + uniform(0, 1) * width);
    }
    double inside(const interval<double>& x) {
        switch (pick(6)) {
            case 0: return x.lower;
            case 1: return x.upper;
            default: return std::fmin(x.upper, std::fmax(x.lower, x.lower + uniform(0, 1) * (x.upper - x.lower)));
        }
    }

private:
    std::mt19937_64 random_;
};

/// The functions of a number, from Boost's exp, tanh and sqrt and from the series of erf.
struct of_wide {
    static wide erf(const wide& x) {
        if (x == 0) return x;
        return x > 16    ? wide(1)
               : x < -16 ? wide(-1)
               : x < 0   ? wide(-detail::erf_of_wide(wide(-x)))
                         : detail::erf_of_wide(x);
    }
    static wide pi() {
        static const wide value = 4 * atan(wide(1));
        return value;
    }
    static wide sigmoid(const wide& x) { return 1 / (1 + exp(wide(-x))); }
    static wide erf_slope(const wide& x) { return 2 / sqrt(pi()) * exp(wide(-x * x)); }
    static wide softplus(const wide& x) {
        const wide power = exp(wide(-abs(x)));
        return (x > 0 ? x : wide(0)) + (power < wide(1e-30) ? wide(power - power * power / 2) : log(wide(1 + power)));
    }
    static wide silu(const wide& x) { return x * sigmoid(x); }
    static wide silu_slope(const wide& x) { return sigmoid(x) * (1 + x * sigmoid(wide(-x))); }
    static wide gelu(const wide& x) { return x * (1 + erf(wide(x / sqrt(wide(2))))) / 2; }
    static wide gelu_slope(const wide& x) {
        return (1 + erf(wide(x / sqrt(wide(2))))) / 2 + x * exp(wide(-x * x / 2)) / sqrt(wide(2 * pi()));
    }
    static wide inner(const wide& x) { return sqrt(wide(2 / pi())) * (x + wide(44715) / 1000000 * x * x * x); }
    // With sigmoid(2 inner) for (1 + tanh(inner)) / 2, which would cancel.
    static wide gelu_tanh(const wide& x) { return x * sigmoid(wide(2 * inner(x))); }
    static wide gelu_tanh_slope(const wide& x) {
        const wide s = sigmoid(wide(2 * inner(x))), opposite = sigmoid(wide(-2 * inner(x)));
        const wide rise = 2 * sqrt(wide(2 / pi())) * (1 + wide(3 * 44715) / 1000000 * x * x);
        return s + x * s * opposite * rise;
    }
};

/// Each function with its name, as a generic lambda for enclosures, and of a wide number; limits of the arguments.
template <class Visit>
void for_each_function(const Visit& visit) {
    visit(
        "exp", [](const auto& x) { return exp(x); }, [](const wide& x) { return wide(exp(x)); }, -750, 750);
    visit(
        "log", [](const auto& x) { return log(x); }, [](const wide& x) { return wide(log(x)); }, 0, 1e300);
    visit(
        "sqrt", [](const auto& x) { return sqrt(x); }, [](const wide& x) { return wide(sqrt(x)); }, 0, 1e300);
    visit(
        "rsqrt", [](const auto& x) { return rsqrt(x); }, [](const wide& x) { return wide(1 / sqrt(x)); }, 0, 1e300);
    visit(
        "tanh", [](const auto& x) { return tanh(x); }, [](const wide& x) { return detail::tanh_of_wide(x); }, -60, 60);
    visit(
        "erf", [](const auto& x) { return erf(x); }, of_wide::erf, -12, 12);
    visit(
        "sin", [](const auto& x) { return sin(x); }, [](const wide& x) { return wide(sin(x)); }, -1000, 1000);
    visit(
        "cos", [](const auto& x) { return cos(x); }, [](const wide& x) { return wide(cos(x)); }, -1000, 1000);
    visit(
        "sigmoid", [](const auto& x) { return sigmoid(x); }, of_wide::sigmoid, -700, 700);
    visit(
        "softplus", [](const auto& x) { return softplus(x); }, of_wide::softplus, -700, 700);
    visit(
        "silu", [](const auto& x) { return silu(x); }, of_wide::silu, -60, 60);
    visit(
        "gelu", [](const auto& x) { return gelu(x); }, of_wide::gelu, -14, 14);
    visit(
        "gelu_tanh", [](const auto& x) { return gelu_tanh(x); }, of_wide::gelu_tanh, -60, 60);
    visit(
        "erf_slope", [](const auto& x) { return erf_slope(x); }, of_wide::erf_slope, -12, 12);
    visit(
        "silu_slope", [](const auto& x) { return silu_slope(x); }, of_wide::silu_slope, -60, 60);
    visit(
        "gelu_slope", [](const auto& x) { return gelu_slope(x); }, of_wide::gelu_slope, -14, 14);
    visit(
        "gelu_tanh_slope", [](const auto& x) { return gelu_tanh_slope(x); }, of_wide::gelu_tanh_slope, -60, 60);
}

}  // namespace heed::test
