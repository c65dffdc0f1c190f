// SPDX-License-Identifier: BSL-1.0
// LayerNormalization and RMSNormalization of ONNX, over the last axis and over several: with mean and inverse standard
// deviation where the case has them.
#include "tests/conformance/cases.hpp"

namespace heed::test {
namespace {

constexpr double epsilon_of_cases = 0.1F;

/// The norm, the mean, and the inverse standard deviation over the same axes.
template <int... Axes>
constexpr auto layer = [](const auto& x, const auto& w, const auto& b) {
    return results(layer_norm<Axes...>(x, w, b), mean<Axes...>(x, keep), rsqrt(var<Axes...>(x, keep) + 1e-5));
};
template <int... Axes>
constexpr auto layer_with_epsilon = [](const auto& x, const auto& w, const auto& b) {
    return results(layer_norm<Axes...>(x, w, b, {.epsilon = epsilon_of_cases}), mean<Axes...>(x, keep),
                   rsqrt(var<Axes...>(x, keep) + epsilon_of_cases));
};
template <int... Axes>
constexpr auto rms = [](const auto& x, const auto& w) { return rms_norm<Axes...>(x, w); };
template <int... Axes>
constexpr auto rms_with_epsilon =
    [](const auto& x, const auto& w) { return rms_norm<Axes...>(x, w, {.epsilon = epsilon_of_cases}); };

/// ONNX norms from an axis to the last one.
TEST(conformance, onnx_norm) {
    if (const auto why = why_skipped("onnx_norm"); !why.empty()) GTEST_SKIP() << why;
    cases all("onnx_norm");
    using flat = tensor<float, 3, 4>;
    using block = tensor<float, 2, 3, 5>;
    using batch = tensor<float, 2, 3, 4, 5>;

    const auto agree = [&]<class X, class W>(std::initializer_list<const char*> names, const auto& of_layer,
                                             const auto& of_rms) {
        for (const std::string name : names) {
            all.agree<X, W, W>("test_layer_normalization_" + name, of_layer);
            all.agree<X, W>("test_rms_normalization_" + name, of_rms);
        }
    };
    agree.operator()<flat, tensor<float, 4>>({"2d_axis1", "2d_axis_negative_1"}, layer<-1>, rms<-1>);
    agree.operator()<flat, flat>({"2d_axis0", "2d_axis_negative_2"}, layer<0, 1>, rms<0, 1>);
    agree.operator()<block, tensor<float, 5>>({"3d_axis2_epsilon", "3d_axis_negative_1_epsilon"},
                                              layer_with_epsilon<-1>, rms_with_epsilon<-1>);
    agree.operator()<block, tensor<float, 3, 5>>({"3d_axis1_epsilon", "3d_axis_negative_2_epsilon"},
                                                 layer_with_epsilon<1, 2>, rms_with_epsilon<1, 2>);
    agree.operator()<block, block>({"3d_axis0_epsilon", "3d_axis_negative_3_epsilon"}, layer_with_epsilon<0, 1, 2>,
                                   rms_with_epsilon<0, 1, 2>);
    agree.operator()<batch, tensor<float, 5>>({"4d_axis3", "4d_axis_negative_1", "default_axis"}, layer<-1>, rms<-1>);
    agree.operator()<batch, tensor<float, 4, 5>>({"4d_axis2", "4d_axis_negative_2"}, layer<2, 3>, rms<2, 3>);
    agree.operator()<batch, tensor<float, 3, 4, 5>>({"4d_axis1", "4d_axis_negative_3"}, layer<1, 2, 3>, rms<1, 2, 3>);
    agree.operator()<batch, batch>({"4d_axis0", "4d_axis_negative_4"}, layer<0, 1, 2, 3>, rms<0, 1, 2, 3>);

    all.expect_complete();
}

}  // namespace
}  // namespace heed::test
