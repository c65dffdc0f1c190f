// SPDX-License-Identifier: BSL-1.0
// Attention of ONNX on [batch x heads x tokens x size], without a cache.
#include "tests/conformance/attention_cases.hpp"

#include <cstdint>

namespace heed::test {
namespace {

using Q = tensor<float, 2, 3, 4, 8>;
using K = tensor<float, 2, 3, 6, 8>;
using V = K;
using V10 = tensor<float, 2, 3, 6, 10>;
using mask_2d = matrix<float, 4, 6>;
using mask_3d = tensor<float, 2, 1, 4, 6>;
using mask_4d = tensor<float, 2, 3, 4, 6>;

constexpr auto biased_causally = [](const auto& q, const auto& k, const auto& v, const auto& bias) {
    return softmax(where(index::k <= index::q, scores(q, k) + bias)) * v;
};
constexpr auto where_true = [](const auto& q, const auto& k, const auto& v, const auto& may_attend) {
    return attention(q, k, v, may_attend);
};
constexpr auto capped_then_biased = [](const auto& q, const auto& k, const auto& v, const auto& bias) {
    return softmax(softcap(scores(q, k), 0.5) + bias) * v;
};
/// The mask covers the first four keys only, which are then all that there are, and batch b has lengths(b) of them.
constexpr auto padded = [](const auto& q, const auto& k, const auto& v, const auto& bias, const auto& lengths) {
    return softmax(where(padding(lengths), scores(q, rows<0, 4>(k)) + bias)) * rows<0, 4>(v);
};

/// Attention and, as a second output, what it goes through: scores, capped scores, biased scores, weights.
constexpr auto with_scores = [](const auto& q, const auto& k, const auto& v) {
    return let(scores(q, k), [&](auto s) { return results(softmax(s) * v, s); });
};
constexpr auto with_capped = [](const auto& q, const auto& k, const auto& v, const auto& bias) {
    return let(softcap(scores(q, k), 2), [&](auto s) { return results(softmax(s + bias) * v, s); });
};
constexpr auto with_biased = [](const auto& q, const auto& k, const auto& v, const auto& bias) {
    return let(scores(q, k) + bias, [&](auto s) { return results(softmax(s) * v, s); });
};
constexpr auto with_weights = [](const auto& q, const auto& k, const auto& v, const auto& bias) {
    return let(softmax(scores(q, k) + bias), [&](auto weights) { return results(weights * v, weights); });
};

/// Nine query heads, of which three share a head of keys and values.
template <class Formula>
constexpr auto by_groups(const Formula& formula) {
    return [formula](const auto& q, const auto& k, const auto& v, const auto&... mask) {
        return formula(q, group<9>(k), group<9>(v), mask...);
    };
}

TEST(conformance, onnx_attention_4d) {
    if (const auto why = why_skipped("onnx_attention"); !why.empty()) GTEST_SKIP() << why;
    cases all = attention_cases(part::four_axes);

    all.agree<Q, K, V>("test_attention_4d", plain);
    all.agree<Q, K, V>("test_attention_4d_scaled", scaled);
    all.agree<Q, K, V>("test_attention_4d_softcap", capped<2>);
    all.agree<Q, K, V>("test_attention_4d_causal", causally);
    all.agree<Q, K, V, mask_2d>("test_attention_4d_attn_mask", biased);
    all.agree<Q, K, V, mask_3d>("test_attention_4d_attn_mask_3d", biased);
    all.agree<Q, K, V, mask_3d>("test_attention_4d_attn_mask_3d_causal", biased_causally);
    all.agree<Q, K, V, mask_4d>("test_attention_4d_attn_mask_4d", biased);
    all.agree<Q, K, V, mask_4d>("test_attention_4d_attn_mask_4d_causal", biased_causally);
    all.agree<Q, K, V, matrix<bool, 4, 6>>("test_attention_4d_attn_mask_bool", where_true);
    all.agree<Q, K, V, tensor<bool, 2, 3, 4, 6>>("test_attention_4d_attn_mask_bool_4d", where_true);

    all.agree<Q, K, V10>("test_attention_4d_diff_heads_sizes", plain);
    all.agree<Q, K, V10>("test_attention_4d_diff_heads_sizes_scaled", scaled);
    all.agree<Q, K, V10>("test_attention_4d_diff_heads_sizes_softcap", capped<2>);
    all.agree<Q, K, V10>("test_attention_4d_diff_heads_sizes_causal", causally);
    all.agree<Q, K, V10, mask_2d>("test_attention_4d_diff_heads_sizes_attn_mask", biased);
    all.agree<Q, K, V10, tensor<float, 2, 3, 4, 4>, vector<std::int64_t, 2>>(
        "test_attention_4d_diff_heads_mask4d_padded_kv", padded);

    all.agree<Q, K, V>("test_attention_4d_with_qk_matmul", with_scores);
    all.agree<Q, K, V, mask_2d>("test_attention_4d_with_qk_matmul_softcap", with_capped);
    all.agree<Q, K, V, mask_2d>("test_attention_4d_with_qk_matmul_bias", with_biased);
    all.agree<Q, K, V, mask_2d>("test_attention_4d_with_qk_matmul_softmax", with_weights);

    using Q9 = tensor<float, 2, 9, 4, 8>;
    all.agree<Q9, K, V>("test_attention_4d_gqa", by_groups(plain));
    all.agree<Q9, K, V>("test_attention_4d_gqa_scaled", by_groups(scaled));
    all.agree<Q9, K, V>("test_attention_4d_gqa_softcap", by_groups(capped<2>));
    all.agree<Q9, K, V>("test_attention_4d_gqa_causal", by_groups(causally));
    all.agree<Q9, K, V, mask_2d>("test_attention_4d_gqa_attn_mask", by_groups(biased));

    using Q1 = tensor<float, 1, 1, 4, 8>;
    using K1 = tensor<float, 1, 1, 6, 8>;
    all.agree<Q1, K1, K1, mask_2d>("test_attention_4d_softcap_neginf_mask", capped_then_biased);
    all.agree<Q1, K1, K1, mask_2d>("test_attention_4d_softcap_neginf_mask_poison", capped_then_biased);

    using Q16 = tensor<float16, 2, 3, 4, 8>;
    using K16 = tensor<float16, 2, 3, 6, 8>;
    all.agree<Q16, K16, K16>("test_attention_4d_fp16", plain);

    all.expect_complete();
}

}  // namespace
}  // namespace heed::test
