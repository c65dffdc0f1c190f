// SPDX-License-Identifier: BSL-1.0
// Attention of ONNX on [batch x tokens x heads * size], without a cache: each head works on its own columns, and the
// results stand side by side.
#include "tests/conformance/attention_cases.hpp"

#include <cstddef>

namespace heed::test {
namespace {

using Q = tensor<float, 2, 4, 24>;
using Q9 = tensor<float, 2, 4, 72>;
using K = tensor<float, 2, 6, 24>;
using V = K;
using V30 = tensor<float, 2, 6, 30>;
using mask_2d = matrix<float, 4, 6>;

/// A formula for all heads. With fewer heads of keys and values, query heads that share one follow each other.
template <std::size_t Heads, std::size_t KeyHeads = Heads, class Formula>
constexpr auto by_heads(const Formula& formula) {
    return [formula](const auto& q, const auto& k, const auto& v, const auto&... mask) {
        if constexpr (Heads == KeyHeads)
            return heads_side_by_side(
                formula(heads_apart<Heads>(q), heads_apart<Heads>(k), heads_apart<Heads>(v), mask...));
        else
            return heads_side_by_side(formula(heads_apart<Heads>(q), group<Heads>(heads_apart<KeyHeads>(k)),
                                              group<Heads>(heads_apart<KeyHeads>(v)), mask...));
    };
}

TEST(conformance, onnx_attention_3d) {
    if (const auto why = why_skipped("onnx_attention"); !why.empty()) GTEST_SKIP() << why;
    cases all = attention_cases(part::three_axes);

    all.agree<Q, K, V>("test_attention_3d", by_heads<3>(plain));
    all.agree<Q, K, V>("test_attention_3d_scaled", by_heads<3>(scaled));
    all.agree<Q, K, V>("test_attention_3d_softcap", by_heads<3>(capped<3>));
    all.agree<Q, K, V>("test_attention_3d_causal", by_heads<3>(causally));
    all.agree<Q, K, V, mask_2d>("test_attention_3d_attn_mask", by_heads<3>(biased));
    using X = tensor<float, 1, 2, 12>;
    all.agree<X, X, X>("test_attention_3d_transpose_verification", by_heads<3>(plain));

    all.agree<Q, K, V30>("test_attention_3d_diff_heads_sizes", by_heads<3>(plain));
    all.agree<Q, K, V30>("test_attention_3d_diff_heads_sizes_scaled", by_heads<3>(scaled));
    all.agree<Q, K, V30>("test_attention_3d_diff_heads_sizes_softcap", by_heads<3>(capped<3>));
    all.agree<Q, K, V30>("test_attention_3d_diff_heads_sizes_causal", by_heads<3>(causally));
    all.agree<Q, K, V30, mask_2d>("test_attention_3d_diff_heads_sizes_attn_mask", by_heads<3>(biased));

    all.agree<Q9, K, V>("test_attention_3d_gqa", by_heads<9, 3>(plain));
    all.agree<Q9, K, V>("test_attention_3d_gqa_scaled", by_heads<9, 3>(scaled));
    all.agree<Q9, K, V>("test_attention_3d_gqa_softcap", by_heads<9, 3>(capped<3>));
    all.agree<Q9, K, V>("test_attention_3d_gqa_causal", by_heads<9, 3>(causally));
    all.agree<Q9, K, V, mask_2d>("test_attention_3d_gqa_attn_mask", by_heads<9, 3>(biased));

    all.expect_complete();
}

}  // namespace
}  // namespace heed::test
