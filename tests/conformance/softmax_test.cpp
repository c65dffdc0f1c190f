// SPDX-License-Identifier: BSL-1.0
// Softmax and LogSoftmax of ONNX, along any axis.
#include "tests/conformance/cases.hpp"

namespace heed::test {

template <int Axis>
inline constexpr auto softmax_along = [](const auto& x) { return softmax<Axis>(x); };
template <int Axis>
inline constexpr auto log_softmax_along = [](const auto& x) { return log_softmax<Axis>(x); };

inline constexpr auto softmax_by_default = [](const auto& x) { return softmax(x); };
inline constexpr auto log_softmax_by_default = [](const auto& x) { return log_softmax(x); };

TEST(conformance, onnx_softmax) {
    if (const auto why = why_skipped("onnx_softmax"); !why.empty()) GTEST_SKIP() << why;
    cases all("onnx_softmax");
    using block = tensor<float, 3, 4, 5>;

    all.agree<block>("test_softmax_axis_0", softmax_along<0>);
    all.agree<block>("test_softmax_axis_1", softmax_along<1>);
    all.agree<block>("test_softmax_axis_2", softmax_along<2>);
    all.agree<block>("test_softmax_negative_axis", softmax_along<-1>);
    all.agree<block>("test_softmax_default_axis", softmax_by_default);
    all.agree<matrix<float, 1, 3>>("test_softmax_example", softmax_by_default);
    all.agree<matrix<float, 2, 4>>("test_softmax_large_number", softmax_by_default);

    all.agree<block>("test_logsoftmax_axis_0", log_softmax_along<0>);
    all.agree<block>("test_logsoftmax_axis_1", log_softmax_along<1>);
    all.agree<block>("test_logsoftmax_axis_2", log_softmax_along<2>);
    all.agree<block>("test_logsoftmax_negative_axis", log_softmax_along<-1>);
    all.agree<block>("test_logsoftmax_default_axis", log_softmax_by_default);
    all.agree<matrix<float, 1, 3>>("test_logsoftmax_example_1", log_softmax_by_default);
    all.agree<matrix<float, 2, 4>>("test_logsoftmax_large_number", log_softmax_by_default);

    all.expect_complete();
}

}  // namespace heed::test
