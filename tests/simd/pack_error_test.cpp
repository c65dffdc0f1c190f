// SPDX-License-Identifier: BSL-1.0
// The functions of registers stay within their errors however the compiler contracts products and sums.
#include <heed/scalar/function.hpp>
#include <heed/simd/pack.hpp>
#include <tests/scalar/ulp.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace {

using namespace heed::detail;

/// What the functions are, in more digits.
template <function F>
long double exact(long double x) {
    if constexpr (F == function::exp) return std::exp(x);
    if constexpr (F == function::log) return std::log(x);
    if constexpr (F == function::sqrt) return std::sqrt(x);
    if constexpr (F == function::tanh) return std::tanh(x);
    if constexpr (F == function::erf) return std::erf(x);
    if constexpr (F == function::sin) return std::sin(x);
    if constexpr (F == function::cos) return std::cos(x);
    if constexpr (F == function::sigmoid) return 1 / (1 + std::exp(-x));
    if constexpr (F == function::softplus) return std::fmax(x, 0.0L) + std::log1p(std::exp(-std::fabs(x)));
}

template <function F, class T>
void expect_error(T low, T high, double bound, double denormal_bound = 0.77) {
    using V = pack<T, vector_bytes / sizeof(T)>;
    constexpr std::size_t width = lanes<V>::count;
    const std::vector<T> inputs = heed::test::numbers_between(low, high, 50'000 * width);
    double worst = 0, worst_denormal = 0;
    for (std::size_t i = 0; i < inputs.size(); i += width) {
        const V y = apply<F>(lanes<V>::load(&inputs[i]));
        for (std::size_t k = 0; k < width; ++k) {
            const double error = heed::test::error_in_ulps<T>(y[k], exact<F>(inputs[i + k]));
            double& kind = std::abs(y[k]) < std::numeric_limits<T>::min() ? worst_denormal : worst;
            kind = std::max(kind, error);
        }
    }
    EXPECT_LE(worst, bound);
    EXPECT_LE(worst_denormal, denormal_bound);
}

TEST(pack_error, of_exp_is_bounded) {
    expect_error<function::exp, float>(-105, 90, 0.69);
    expect_error<function::exp, float>(-2, 2, 0.69);
    expect_error<function::exp, double>(-746, 711, 0.57);
    expect_error<function::exp, double>(-2, 2, 0.57);
}

TEST(pack_error, of_sine_and_cosine_is_bounded) {
    expect_error<function::sin, float>(-1600, 1600, 1);
    expect_error<function::cos, float>(-7, 7, 1);
    expect_error<function::cos, float>(-1.0e6F, 1.0e6F, 1.6);
    expect_error<function::sin, double>(-7, 7, 0.9);
    expect_error<function::cos, double>(-1.5e6, 1.5e6, 0.9);
    expect_error<function::sin, double>(-1.0e7, 1.0e7, 1.6);
}

TEST(pack_error, of_tanh_is_bounded) {
    expect_error<function::tanh, float>(-10, 10, 1.07);
    expect_error<function::tanh, float>(-1, 1, 1.07);
    expect_error<function::tanh, double>(-20, 20, 1.1);
    expect_error<function::tanh, double>(-1, 1, 1.1);
}

TEST(pack_error, of_erf_is_bounded) {
    expect_error<function::erf, float>(-4, 4, 0.94);
    expect_error<function::erf, float>(-1, 1, 0.94);
    expect_error<function::erf, double>(-6, 6, 1);
    expect_error<function::erf, double>(-1, 1, 1);
}

TEST(pack_error, of_sigmoid_is_bounded) {
    expect_error<function::sigmoid, float>(-105, 30, 0.68);
    expect_error<function::sigmoid, float>(-4, 4, 0.68);
    expect_error<function::sigmoid, double>(-747, 50, 0.68);
    expect_error<function::sigmoid, double>(-4, 4, 0.68);
}

TEST(pack_error, of_softplus_is_bounded) {
    expect_error<function::softplus, float>(-105, 30, 1.96);
    expect_error<function::softplus, float>(-4, 4, 1.96);
    expect_error<function::softplus, double>(-747, 50, 1.96);
    expect_error<function::softplus, double>(-4, 4, 1.96);
}

TEST(pack_error, of_log_is_bounded) {
    expect_error<function::log, float>(0, 2, 0.72);
    expect_error<function::log, float>(0, 1e30F, 0.72);
    expect_error<function::log, float>(0, std::numeric_limits<float>::min(), 0.72);
    expect_error<function::log, double>(0, 2, 0.72);
    expect_error<function::log, double>(0, 1e300, 0.72);
    expect_error<function::log, double>(0, std::numeric_limits<double>::min(), 0.72);
}

TEST(pack_error, of_sqrt_is_that_of_one_rounding) {
    expect_error<function::sqrt, float>(0, 4, 0.5);
    expect_error<function::sqrt, float>(0, 1e30F, 0.5);
    expect_error<function::sqrt, double>(0, 4, 0.501);  // the root in more digits is rounded too
    expect_error<function::sqrt, double>(0, 1e300, 0.501);
}

}  // namespace
