// SPDX-License-Identifier: BSL-1.0
// Attention of ONNX on [batch x heads x tokens x size] with past keys and values: twelve tokens before six new ones.
#include "tests/conformance/attention_cases.hpp"

namespace heed::test {
namespace {

using Q = tensor<float, 2, 3, 4, 8>;
using K = tensor<float, 2, 3, 6, 8>;
using V = K;
using V10 = tensor<float, 2, 3, 6, 10>;
using past_K = tensor<float, 2, 3, 12, 8>;
using past_V = past_K;
using past_V10 = tensor<float, 2, 3, 12, 10>;
using mask_2d = matrix<float, 4, 18>;
using mask_3d = tensor<float, 2, 1, 4, 18>;
using mask_4d = tensor<float, 2, 3, 4, 18>;

/// Attention, present keys, present values.
constexpr auto biased_by_cache = [](const auto& q, const auto& k, const auto& v, const auto& bias, const auto& past_k,
                                    const auto& past_v) {
    return with_present(past_k, k, past_v, v, [&](auto keys, auto values) { return biased(q, keys, values, bias); });
};

// The same and, as the last output, what attention goes through: scores, biased scores.
constexpr auto with_scores = [](const auto& q, const auto& k, const auto& v, const auto& bias, const auto& past_k,
                                const auto& past_v) {
    return with_present(
        past_k, k, past_v, v, [&](auto keys) { return scores(q, keys); },
        [&](auto s, auto values) { return softmax(s + bias) * values; });
};
constexpr auto with_biased = [](const auto& q, const auto& k, const auto& v, const auto& bias, const auto& past_k,
                                const auto& past_v) {
    return with_present(
        past_k, k, past_v, v, [&](auto keys) { return scores(q, keys) + bias; },
        [&](auto s, auto values) { return softmax(s) * values; });
};
/// With a cache, query q may attend to all past keys and to new keys up to its own.
constexpr auto with_biased_causally = [](const auto& q, const auto& k, const auto& v, const auto& bias,
                                         const auto& past_k, const auto& past_v) {
    return with_present(
        past_k, k, past_v, v, [&](auto keys) { return where(index::k <= index::q + 12, scores(q, keys) + bias); },
        [&](auto s, auto values) { return softmax(s) * values; });
};

/// Nine query heads, of which three share a head of keys and values.
constexpr auto biased_by_groups = [](const auto& q, const auto& k, const auto& v, const auto& bias, const auto& past_k,
                                     const auto& past_v) {
    return with_present(past_k, k, past_v, v,
                        [&](auto keys, auto values) { return biased(q, group<9>(keys), group<9>(values), bias); });
};

TEST(conformance, onnx_attention_4d_cached) {
    if (const auto why = why_skipped("onnx_attention"); !why.empty()) GTEST_SKIP() << why;
    cases all = attention_cases(part::four_axes_cached);

    all.agree<Q, K, V, mask_2d, past_K, past_V>("test_attention_4d_with_past_and_present", biased_by_cache);
    all.agree<Q, K, V, mask_2d, past_K, past_V>("test_attention_4d_with_past_and_present_qk_matmul", with_scores);
    all.agree<Q, K, V, mask_2d, past_K, past_V>("test_attention_4d_with_past_and_present_qk_matmul_bias", with_biased);
    all.agree<Q, K, V, mask_3d, past_K, past_V>("test_attention_4d_with_past_and_present_qk_matmul_bias_3d_mask",
                                                with_biased);
    all.agree<Q, K, V, mask_4d, past_K, past_V>("test_attention_4d_with_past_and_present_qk_matmul_bias_4d_mask",
                                                with_biased);
    all.agree<Q, K, V, mask_3d, past_K, past_V>("test_attention_4d_with_past_and_present_qk_matmul_bias_3d_mask_causal",
                                                with_biased_causally);
    all.agree<Q, K, V, mask_4d, past_K, past_V>("test_attention_4d_with_past_and_present_qk_matmul_bias_4d_mask_causal",
                                                with_biased_causally);

    all.agree<Q, K, V10, mask_2d, past_K, past_V10>("test_attention_4d_diff_heads_with_past_and_present",
                                                    biased_by_cache);
    all.agree<Q, K, V10, mask_3d, past_K, past_V10>("test_attention_4d_diff_heads_with_past_and_present_mask3d",
                                                    biased_by_cache);
    all.agree<Q, K, V10, mask_4d, past_K, past_V10>("test_attention_4d_diff_heads_with_past_and_present_mask4d",
                                                    biased_by_cache);

    using Q9 = tensor<float, 2, 9, 4, 8>;
    all.agree<Q9, K, V, mask_2d, past_K, past_V>("test_attention_4d_gqa_with_past_and_present", biased_by_groups);

    using Q16 = tensor<float16, 2, 9, 4, 8>;
    using K16 = tensor<float16, 2, 3, 6, 8>;
    using past_K16 = tensor<float16, 2, 3, 12, 8>;
    all.agree<Q16, K16, K16, matrix<float16, 4, 18>, past_K16, past_K16>(
        "test_attention_4d_gqa_with_past_and_present_fp16", biased_by_groups);

    all.expect_complete();
}

}  // namespace
}  // namespace heed::test
