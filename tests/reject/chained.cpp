// SPDX-License-Identifier: BSL-1.0
// One violation, one error: what the operator returns is ignored by the laws of everything around it.
// CASE 1: heed: A * B needs columns(A) == rows(B); did you mean A * transpose(B)? | 12 | 64
// CASE 2: heed: A * B needs columns(A) == rows(B) | 9 | 12
// CASE 3: heed: A + B (- / hadamard min max pow) needs the same shape; only an axis of size 1 or a missing leading axis repeats | 12 | 9
// CASE 4: heed: transpose(A) needs at least two axes | 64
// CASE 5: heed: f<name>(A) needs an axis of that name | 12 | 64 | d_v
// CASE 6: heed: A * B needs columns(A) == rows(B); did you mean A * transpose(B)? | 12 | 64
// CASE 7: heed: A * B needs columns(A) == rows(B); did you mean A * transpose(B)? | 12 | 64
// CASE 8: heed: A * B needs columns(A) == rows(B); did you mean A * transpose(B)? | 12 | 64
// CASE 9: heed: A * B needs columns(A) == rows(B) | 24 | 128
// CASE 10: heed: split<n>(A) needs an axis whose size n divides | 12 | 64 | 3
// CASE 11: heed: A * B needs columns(A) == rows(B); did you mean A * transpose(B)? | 12 | 64
// CASE 12: heed: A * B needs columns(A) == rows(B); did you mean A * transpose(B)? | 12 | 64
#include <heed/heed.hpp>
using namespace heed;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"}, d_v{"d_v"};

tensor<float, tokens[12], d_k[64]> queries, keys;
tensor<float, tokens[9], d_k[64]> fewer_keys;
tensor<float, tokens[12], d_v[64]> values;
tensor<float, 24, 64> projection;
tensor<float, 64> one_key;

template <class Q, class K, class V>
auto attend(const Q& q, const K& k, const V& v) {
    return softmax(q * transpose(k) / sqrt(dim<1>(k))) * v;
}

int main() {
#ifndef CASE
    tensor good = attend(queries, keys, values);
#endif
#if CASE == 1
    tensor bad = softmax(queries * keys / sqrt(dim<1>(keys))) * values + 1;
#endif
#if CASE == 2
    tensor bad = attend(queries, fewer_keys, values);
#endif
#if CASE == 3
    tensor bad = transpose(rows<0, 2>(softmax(queries + fewer_keys))) * exp(values);
#endif
#if CASE == 4
    tensor bad = softmax(queries * transpose(one_key) / 8) * values;
#endif
#if CASE == 5
    tensor bad = softmax(queries * transpose(keys) / sqrt(dim<d_v>(keys))) * values;
#endif
#if CASE == 6
    tensor bad = concat(heads<2>([](auto) { return queries * keys; })) * projection;
#endif
#if CASE == 7
    tensor<float, 12, 64> bad = attention(queries * keys, keys, values);
#endif
#if CASE == 8
    tensor bad = sum(sum<0>(permute<1, 0>(cols<0, 3>(queries * keys)))) - 1;
#endif
#if CASE == 9
    tensor bad = softmax(concat(heads<2>([](auto) { return -values; })) * projection) * keys;
#endif
#if CASE == 10
    auto [a, b, c] = split<3>(queries);
    tensor bad = attention(a, b, c);
#endif
#if CASE == 11
    tensor bad = queries;
    bad = max(min(queries * keys, 3), relu(values));
#endif
#if CASE == 12
    evaluate_into(keys, evaluate(log_softmax(hadamard(queries * keys, values))));
#endif
}
