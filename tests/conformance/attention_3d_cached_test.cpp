// SPDX-License-Identifier: BSL-1.0
// Attention of ONNX on [batch x tokens x heads * size] with past keys and values, which have the heads apart.
#include "tests/conformance/attention_cases.hpp"

#include <cstddef>
#include <tuple>

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

/// Past tokens, then new ones.
constexpr auto present = [](const auto& past, const auto& x) { return concat<-2>(past, heads_apart<3>(x)); };

/// Attention, present keys, present values.
constexpr auto biased = [](const auto& q, const auto& k, const auto& v, const auto& mask, const auto& past_k,
                           const auto& past_v) {
    const auto keys = present(past_k, k);
    const auto values = present(past_v, v);
    return std::tuple(heads_side_by_side(softmax(scores(heads_apart<3>(q), keys) + mask) * values), keys, values);
};

// The same and, as the last output, what attention goes through: scores, capped scores, biased scores, weights.
constexpr auto with_scores = [](const auto& q, const auto& k, const auto& v, const auto& mask, const auto& past_k,
                                const auto& past_v) {
    return std::tuple_cat(biased(q, k, v, mask, past_k, past_v),
                          std::tuple(scores(heads_apart<3>(q), present(past_k, k))));
};
constexpr auto with_capped = [](const auto& q, const auto& k, const auto& v, const auto& mask, const auto& past_k,
                                const auto& past_v) {
    const auto keys = present(past_k, k);
    const auto values = present(past_v, v);
    const auto s = softcap(scores(heads_apart<3>(q), keys), 2);
    return std::tuple(heads_side_by_side(softmax(s + mask) * values), keys, values, s);
};
constexpr auto with_biased = [](const auto& q, const auto& k, const auto& v, const auto& mask, const auto& past_k,
                                const auto& past_v) {
    return std::tuple_cat(biased(q, k, v, mask, past_k, past_v),
                          std::tuple(scores(heads_apart<3>(q), present(past_k, k)) + mask));
};
constexpr auto with_weights = [](const auto& q, const auto& k, const auto& v, const auto& mask, const auto& past_k,
                                 const auto& past_v) {
    return std::tuple_cat(biased(q, k, v, mask, past_k, past_v),
                          std::tuple(softmax(scores(heads_apart<3>(q), present(past_k, k)) + mask)));
};

/// Nine query heads, of which three share a head of keys and values: head h of the queries meets head h / 3, as a
/// formula of its own for each pair of a batch and a head.
constexpr auto biased_by_groups = [](const auto& q, const auto& k, const auto& v, const auto& mask, const auto& past_k,
                                     const auto& past_v) {
    tensor<float, 2, 4, 72> y;
    const auto queries = heads_apart<9>(q);
    const auto keys = heads_apart<3>(k);
    const auto values = heads_apart<3>(v);
    for (std::size_t b = 0; b < 2; ++b)
        for (std::size_t h = 0; h < 9; ++h) {
            const auto s = scores(queries[b][h], concat<-2>(past_k[b][h / 3], keys[b][h / 3]));
            strided_view<float, 4, 8>(&y(b, 0, h * 8), {72, 1}) =
                softmax(s + mask) * concat<-2>(past_v[b][h / 3], values[b][h / 3]);
        }
    return std::tuple(y, present(past_k, k), present(past_v, v));
};

TEST(conformance, onnx_attention_3d_cached) {
    if (const auto why = why_skipped("onnx_attention"); !why.empty()) GTEST_SKIP() << why;
    cases all = attention_cases(part::three_axes_cached);

    all.agree<Q, K, V, mask_2d, past_K, past_V>("test_attention_3d_with_past_and_present", biased);
    all.agree<Q, K, V, mask_2d, past_K, past_V>("test_attention_3d_with_past_and_present_qk_matmul", with_scores);
    all.agree<Q, K, V, mask_2d, past_K, past_V>("test_attention_3d_with_past_and_present_qk_matmul_bias", with_biased);
    all.agree<Q, K, V, mask_2d, past_K, past_V>("test_attention_3d_with_past_and_present_qk_matmul_softcap",
                                                with_capped);
    all.agree<Q, K, V, mask_2d, past_K, past_V>("test_attention_3d_with_past_and_present_qk_matmul_softmax",
                                                with_weights);

    all.agree<Q, K, V30, mask_2d, past_K, past_V10>("test_attention_3d_diff_heads_with_past_and_present", biased);

    using Q9 = tensor<float, 2, 4, 72>;
    all.agree<Q9, K, V, mask_2d, past_K, past_V>("test_attention_3d_gqa_with_past_and_present", biased_by_groups);

    all.expect_complete();
}

}  // namespace
}  // namespace heed::test
