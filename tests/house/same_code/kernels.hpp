// SPDX-License-Identifier: BSL-1.0
// Formulas of every loop, whose texts and machine code tests/same_code compares between two commits.
//
// KERNEL(name, formula) is defined by who includes this, PART is 1 to 8.
#include <heed/heed.hpp>

namespace heed::test {

inline constexpr axis batch{"batch"}, head{"head"}, tokens{"tokens"}, keys{"keys"}, d_k{"d_k"};

inline tensor<float, 128, 64> Q, K, V;
inline tensor<float, 12, 3> q3, k3, v3;
inline tensor<float, 4, 64> few;
inline tensor<float, 1, 64> one;
inline tensor<float, 200, 64> far_keys, far_values;
inline tensor<double, 40, 24> Qd, Kd, Vd;
inline tensor<float, head[8], tokens[64], d_k[32]> Qh;
inline tensor<float, head[2], tokens[64], d_k[32]> Kh, Vh;
inline tensor<float, 128, 256> X;
inline tensor<float, 256, 256> W;
inline tensor<float, 64, 64> narrow;
inline tensor<float, 300, 700> wide;
inline tensor<float, 700, 90> tall;
inline tensor<float, 1, 256> row;
inline tensor<float, 8, 128> short_rows;
inline tensor<float, 256> bias;
inline tensor<float16, 128, 64> half_keys, half_values;
inline tensor<bool, 128, 128> seen;
inline tensor<std::int32_t, 20> ids;
inline tensor<float, dyn, 64> Qn, Kn, Vn;
inline tensor<float, dyn, dyn> An, Bn;
inline tensor<float, 4, 256, 64> Wq, Wk, Wv;
inline tensor<double, 6, 6> M;
inline const auto tables = rope_tables<float>(128_c, 64_c);

}  // namespace heed::test

using namespace heed;
using namespace heed::test;

#if PART == 1
KERNEL(attention, softmax(Q* transpose(K) / sqrt(dim<1>(K))) * V)
KERNEL(attention_12x3, softmax(q3* transpose(k3) / sqrt(dim<1>(k3))) * v3)
KERNEL(attention_double, softmax(Qd* transpose(Kd) / sqrt(dim<1>(Kd))) * Vd)
KERNEL(attention_causal, attention(Q, K, V, causal))
KERNEL(attention_window, attention(Q, K, V, index::k <= index::q && index::q - index::k < 32))
#elif PART == 2
KERNEL(attention_masked, softmax(where(seen, Q* transpose(K))) * V)
KERNEL(attention_formula, softmax(tanh(Q* transpose(K) / 8) * 30) * V)
KERNEL(attention_grouped, attention(Qh, group<head>(Kh, Qh), group<head>(Vh, Qh), causal))
KERNEL(attention_half, attention(Q, half_keys, half_values))
KERNEL(attention_alibi, softmax(Q* transpose(K) / 8 + 0.5f * (index::k - index::q)) * V)
#elif PART == 3
KERNEL(one_query, attention(one, far_keys, far_values))
KERNEL(four_queries, attention(few, far_keys, far_values, index::k <= 150 + index::q))
KERNEL(with_log_sum, let(Q* transpose(K) / 8, [](auto s) { return results(softmax(s) * V, logsumexp(s)); }))
KERNEL(stored_scores, Q* transpose(K) / 8)
KERNEL(stored_weights, softmax(Q* transpose(K) / 8))
#elif PART == 4
KERNEL(product, X* W)
KERNEL(product_transposed, X* transpose(W))
KERNEL(product_wide, gelu(wide* tall))
KERNEL(product_of_row, row* W + bias)
KERNEL(feed_forward, gelu(X* W + bias) * W + X)
#elif PART == 5
KERNEL(rms_norm_of_rows, rms_norm(X))
KERNEL(layer_norm_of_rows, layer_norm(X + bias))
KERNEL(softmax_of_rows, softmax(X))
KERNEL(sums, results(sum(X), mean<0>(X), var(X), max(X), logsumexp(X)))
KERNEL(elementwise, silu(X) + hadamard(exp(X), tanh(X)) / 3)
KERNEL(functions, results(erf(X), log(X), pow(X, 2_c), sqrt(X), sigmoid(X), softplus(X)))
#elif PART == 6
KERNEL(heads_of_weights, concat(heads<4>([](auto h) { return attention(X * Wq[h], X * Wk[h], X * Wv[h]); })) * W)
KERNEL(rotary, rope(Q, tables, pairs::halves))
KERNEL(looked_up, rows(X, ids))
KERNEL(concatenated, concat(Q, K* narrow, V))
KERNEL(inverted, inverse(M + transpose(M)) * M)
#elif PART == 7
KERNEL(attention_lengths, softmax(Qn* transpose(Kn) / sqrt(dim<1>(Kn))) * Vn)
KERNEL(attention_lengths_causal, attention(Qn, Kn, Vn, causal))
#elif PART == 8
KERNEL(product_lengths, An* Bn)
KERNEL(norm_lengths, layer_norm(An))
KERNEL(decoder_row, let(rms_norm(row), [](auto x) { return row + hadamard(silu(x * W), x * W) * W; }))
KERNEL(short_product, short_rows* Q)
#endif
