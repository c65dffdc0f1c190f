// SPDX-License-Identifier: BSL-1.0
// LayerNormalization and RMSNormalization of ONNX: along the last axis, and over all axes by their definition.
#include "tests/conformance/cases.hpp"

namespace heed::test {

inline constexpr double epsilon_of_cases = 0.1F;

inline constexpr auto layer = [](const auto& x, const auto& w, const auto& b) { return layer_norm(x, w, b); };
inline constexpr auto layer_with_epsilon = [](const auto& x, const auto& w, const auto& b) {
    return layer_norm(x, w, b, {.epsilon = epsilon_of_cases});
};
inline constexpr auto rms = [](const auto& x, const auto& w) { return rms_norm(x, w); };
inline constexpr auto rms_with_epsilon = [](const auto& x, const auto& w) {
    return rms_norm(x, w, {.epsilon = epsilon_of_cases});
};

/// Of all elements.
template <std::size_t Rank, class X>
auto mean_of_all(const X& x) {
    if constexpr (Rank == 1)
        return mean(x);
    else
        return mean_of_all<Rank - 1>(mean(x));
}
template <std::size_t Rank, class X, class W>
auto rms_over_all(const X& x, const W& w, double epsilon) {
    return let(x, [&](auto s) { return hadamard(s, w) * rsqrt(mean_of_all<Rank>(hadamard(s, s)) + epsilon); });
}
template <std::size_t Rank>
auto layer_over_all(double epsilon) {
    return [=](const auto& x, const auto& w, const auto& b) {
        return rms_over_all<Rank>(x - mean_of_all<Rank>(x), w, epsilon) + b;
    };
}
template <std::size_t Rank>
auto rms_of_all(double epsilon) {
    return [=](const auto& x, const auto& w) { return rms_over_all<Rank>(x, w, epsilon); };
}

TEST(conformance, onnx_norm) {
    if (const auto why = why_skipped("onnx_norm"); !why.empty()) GTEST_SKIP() << why;
    cases all("onnx_norm");
    using flat = tensor<float, 3, 4>;
    using block = tensor<float, 2, 3, 5>;
    using batch = tensor<float, 2, 3, 4, 5>;
    using of_4 = tensor<float, 4>;
    using of_5 = tensor<float, 5>;
    const std::string of_layer = "test_layer_normalization_", of_rms = "test_rms_normalization_";

    for (const char* axis : {"2d_axis1", "2d_axis_negative_1"}) {
        all.agree_in_first_output<flat, of_4, of_4>(of_layer + axis, layer);
        all.agree<flat, of_4>(of_rms + axis, rms);
    }
    for (const char* axis : {"3d_axis2_epsilon", "3d_axis_negative_1_epsilon"}) {
        all.agree_in_first_output<block, of_5, of_5>(of_layer + axis, layer_with_epsilon);
        all.agree<block, of_5>(of_rms + axis, rms_with_epsilon);
    }
    for (const char* axis : {"4d_axis3", "4d_axis_negative_1", "default_axis"}) {
        all.agree_in_first_output<batch, of_5, of_5>(of_layer + axis, layer);
        all.agree<batch, of_5>(of_rms + axis, rms);
    }

    for (const char* axis : {"2d_axis0", "2d_axis_negative_2"}) {
        all.agree_in_first_output<flat, flat, flat>(of_layer + axis, layer_over_all<2>(1e-5));
        all.agree<flat, flat>(of_rms + axis, rms_of_all<2>(1e-5));
    }
    for (const char* axis : {"3d_axis0_epsilon", "3d_axis_negative_3_epsilon"}) {
        all.agree_in_first_output<block, block, block>(of_layer + axis, layer_over_all<3>(epsilon_of_cases));
        all.agree<block, block>(of_rms + axis, rms_of_all<3>(epsilon_of_cases));
    }
    for (const char* axis : {"4d_axis0", "4d_axis_negative_4"}) {
        all.agree_in_first_output<batch, batch, batch>(of_layer + axis, layer_over_all<4>(1e-5));
        all.agree<batch, batch>(of_rms + axis, rms_of_all<4>(1e-5));
    }

    for (const char* axis : {"3d_axis1_epsilon", "3d_axis_negative_2_epsilon", "4d_axis1", "4d_axis2",
                             "4d_axis_negative_2", "4d_axis_negative_3"})
        for (const std::string& norm : {of_layer, of_rms})
            all.leave_out(norm + axis, "a norm over some of several axes needs means that keep them");

    all.expect_complete();
}

}  // namespace heed::test
