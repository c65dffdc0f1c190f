// SPDX-License-Identifier: BSL-1.0
// exp of registers stays within its error however the compiler contracts products and sums.
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

template <class T>
void expect_error(T low, T high, double bound, double denormal_bound) {
    using V = pack<T, vector_bytes / sizeof(T)>;
    constexpr std::size_t width = lanes<V>::count;
    const std::vector<T> inputs = heed::test::numbers_between(low, high, 50'000 * width);
    double worst = 0, worst_denormal = 0;
    for (std::size_t i = 0; i < inputs.size(); i += width) {
        const V y = exp(lanes<V>::load(&inputs[i]));
        for (std::size_t k = 0; k < width; ++k) {
            const double error = heed::test::error_in_ulps<T>(y[k], std::exp(static_cast<long double>(inputs[i + k])));
            double& kind = y[k] < std::numeric_limits<T>::min() ? worst_denormal : worst;
            kind = std::max(kind, error);
        }
    }
    EXPECT_LE(worst, bound);
    EXPECT_LE(worst_denormal, denormal_bound);
}

TEST(pack_error, of_exp_is_bounded) {
    expect_error<float>(-105, 90, 0.69, 0.77);
    expect_error<float>(-2, 2, 0.69, 0.77);
    expect_error<double>(-746, 711, 0.57, 0.77);
    expect_error<double>(-2, 2, 0.57, 0.77);
}

}  // namespace
