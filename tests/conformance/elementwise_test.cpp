// SPDX-License-Identifier: BSL-1.0
// Gelu, Erf, Swish and Tanh of ONNX.
#include "tests/conformance/cases.hpp"

namespace heed::test {

TEST(conformance, onnx_elementwise) {
    if (const auto why = why_skipped("onnx_elementwise"); !why.empty()) GTEST_SKIP() << why;
    cases all("onnx_elementwise");
    using triple = vector<float, 3>;
    using block = tensor<float, 3, 4, 5>;
    using image = tensor<float, 1, 3, 32, 32>;

    all.agree<image>("test_erf", [](const auto& x) { return erf(x); });
    all.agree<triple>("test_gelu_default_1", [](const auto& x) { return gelu(x); });
    all.agree<block>("test_gelu_default_2", [](const auto& x) { return gelu(x); });
    all.agree<triple>("test_gelu_tanh_1", [](const auto& x) { return gelu_tanh(x); });
    all.agree<block>("test_gelu_tanh_2", [](const auto& x) { return gelu_tanh(x); });
    all.agree<triple>("test_swish", [](const auto& x) { return silu(x); });
    all.agree<triple>("test_tanh_example", [](const auto& x) { return tanh(x); });
    all.agree<block>("test_tanh", [](const auto& x) { return tanh(x); });

    all.expect_complete();
}

}  // namespace heed::test
