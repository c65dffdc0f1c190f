// SPDX-License-Identifier: BSL-1.0
// The decoder, as formulas: what each layer computes of new tokens, beside the keys and values of those before them.
#pragma once

#include <examples/tiny_llama/checkpoint.hpp>

#include <heed/heed.hpp>

#include <cstddef>
#include <tuple>

namespace tiny_llama {

#if defined(_OPENMP)
inline constexpr auto policy = par;
#else
inline constexpr auto policy = seq;
#endif

/// Queries, keys and values of x [tokens x model], by head, where positions have turned them. Keys and values go to
/// their places in the past.
template <class X, class Weights, class Angles, class Q, class K, class V>
void project(const X& x, const Weights& w, const Angles& angles, Q& q, K k, V v) {
    evaluate_into(policy, std::tie(q, k, v), let(rms_norm(x, w.attention_gain), [&](auto s) {
                      return results(rope(einsum<"td,hkd->htk">(s, w.query), angles, pairs::neighbours),
                                     rope(einsum<"td,hkd->htk">(s, w.key), angles, pairs::neighbours),
                                     einsum<"td,hkd->htk">(s, w.value));
                  }));
}

/// Who looks at whom: the weights of attention, which is computed without storing them.
template <class Q, class K>
auto weigh(const Q& q, const K& k) {
    return evaluate(softmax(where(causal_lower_right, q * transpose(group<head>(k, q)) / sqrt(dim<d_k>(q)))));
}

/// x and what the heads found in the past, all of them side by side; then that and the hidden layer, which has a gate.
template <class X, class Weights, class Q, class K, class V>
auto attend_and_think(const X& x, const Weights& w, const Q& q, const K& k, const V& v) {
    const auto y = attention(q, group<head>(k, q), group<head>(v, q), causal_lower_right);
    return let(x + merge<head, d_k>(permute<tokens, head, d_k>(y)) * transpose(w.output), [&](auto h) {
        return h + let(rms_norm(h, w.hidden_gain), [&](auto s) {
                   return hadamard(silu(s * transpose(w.gate)), s * transpose(w.up)) * transpose(w.down);
               });
    });
}

}  // namespace tiny_llama
