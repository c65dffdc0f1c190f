// SPDX-License-Identifier: BSL-1.0
// Attention of ONNX on [batch x tokens x heads * size] with past keys and values, which have the heads apart.
#include "tests/conformance/attention_cases.hpp"

namespace heed::test {
namespace {

using Q = tensor<float, 2, 4, 24>;
using K = tensor<float, 2, 6, 24>;
using V = K;
using V30 = tensor<float, 2, 6, 30>;
using past_K = tensor<float, 2, 3, 12, 8>;
using past_V = past_K;
using past_V10 = tensor<float, 2, 3, 12, 10>;
using mask_2d = matrix<float, 4, 18>;

/// Attention, present keys, present values.
constexpr auto biased_by_cache = [](const auto& q, const auto& k, const auto& v, const auto& bias, const auto& past_k,
                                    const auto& past_v) {
    return with_present(past_k, heads_apart<3>(k), past_v, heads_apart<3>(v), [&](auto keys, auto values) {
        return heads_side_by_side(biased(heads_apart<3>(q), keys, values, bias));
    });
};

// The same and, as the last output, what attention goes through: scores, capped scores, biased scores, weights.
constexpr auto with_scores = [](const auto& q, const auto& k, const auto& v, const auto& bias, const auto& past_k,
                                const auto& past_v) {
    return with_present(
        past_k, heads_apart<3>(k), past_v, heads_apart<3>(v),
        [&](auto keys) { return scores(heads_apart<3>(q), keys); },
        [&](auto s, auto values) { return heads_side_by_side(softmax(s + bias) * values); });
};
constexpr auto with_capped = [](const auto& q, const auto& k, const auto& v, const auto& bias, const auto& past_k,
                                const auto& past_v) {
    return with_present(
        past_k, heads_apart<3>(k), past_v, heads_apart<3>(v),
        [&](auto keys) { return softcap(scores(heads_apart<3>(q), keys), 2); },
        [&](auto s, auto values) { return heads_side_by_side(softmax(s + bias) * values); });
};
constexpr auto with_biased = [](const auto& q, const auto& k, const auto& v, const auto& bias, const auto& past_k,
                                const auto& past_v) {
    return with_present(
        past_k, heads_apart<3>(k), past_v, heads_apart<3>(v),
        [&](auto keys) { return scores(heads_apart<3>(q), keys) + bias; },
        [&](auto s, auto values) { return heads_side_by_side(softmax(s) * values); });
};
constexpr auto with_weights = [](const auto& q, const auto& k, const auto& v, const auto& bias, const auto& past_k,
                                 const auto& past_v) {
    return with_present(
        past_k, heads_apart<3>(k), past_v, heads_apart<3>(v),
        [&](auto keys) { return softmax(scores(heads_apart<3>(q), keys) + bias); },
        [&](auto weights, auto values) { return heads_side_by_side(weights * values); });
};

/// Nine query heads, of which three share a head of keys and values.
constexpr auto biased_by_groups = [](const auto& q, const auto& k, const auto& v, const auto& bias, const auto& past_k,
                                     const auto& past_v) {
    return with_present(past_k, heads_apart<3>(k), past_v, heads_apart<3>(v), [&](auto keys, auto values) {
        return heads_side_by_side(biased(heads_apart<9>(q), group<9>(keys), group<9>(values), bias));
    });
};

TEST(conformance, onnx_attention_3d_cached) {
    if (const auto why = why_skipped("onnx_attention"); !why.empty()) GTEST_SKIP() << why;
    cases all = attention_cases(part::three_axes_cached);

    all.agree<Q, K, V, mask_2d, past_K, past_V>("test_attention_3d_with_past_and_present", biased_by_cache);
    all.agree<Q, K, V, mask_2d, past_K, past_V>("test_attention_3d_with_past_and_present_qk_matmul", with_scores);
    all.agree<Q, K, V, mask_2d, past_K, past_V>("test_attention_3d_with_past_and_present_qk_matmul_bias", with_biased);
    all.agree<Q, K, V, mask_2d, past_K, past_V>("test_attention_3d_with_past_and_present_qk_matmul_softcap",
                                                with_capped);
    all.agree<Q, K, V, mask_2d, past_K, past_V>("test_attention_3d_with_past_and_present_qk_matmul_softmax",
                                                with_weights);

    all.agree<Q, K, V30, mask_2d, past_K, past_V10>("test_attention_3d_diff_heads_with_past_and_present",
                                                    biased_by_cache);

    using Q9 = tensor<float, 2, 4, 72>;
    all.agree<Q9, K, V, mask_2d, past_K, past_V>("test_attention_3d_gqa_with_past_and_present", biased_by_groups);

    all.expect_complete();
}

}  // namespace
}  // namespace heed::test
