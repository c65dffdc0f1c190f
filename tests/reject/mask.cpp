// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: where(causal, S) needs as many queries as keys; write causal_upper_left (the first query sees the first key) or causal_lower_right (the last query sees all keys) | 12 | 9
// CASE 2: heed: softcap(S, cap) needs scores before their mask, where(mask, softcap(S, cap)): else it would give masked keys a weight | 12
// CASE 3: heed: a formula of indices needs scores with an axis for each: k the last, q before it, h the one called head, b the one called batch, or without these names the ones before q | 12
// CASE 4: heed: a formula of indices (q, k, h, b) needs scores beside it: where(k <= q, S)
// CASE 5: heed: exp, log, mean, softmax, inverse and their like need elements with a fraction, not integers; evaluate_as<float>(A) has them | int
// CASE 6: heed: where(causal, S) needs as many queries as keys; write causal_upper_left (the first query sees the first key) or causal_lower_right (the last query sees all keys) | 12 | 9
// CASE 7: heed: at(A, i, ...) needs axes of A as long as those axes of the scores, or of size 1, and their names to agree | 5 | 12
// CASE 8: heed: at(A, i, ...) needs an index for each axis of A | 12
// CASE 9: heed: at(A, i, ...) needs axes of A as long as those axes of the scores, or of size 1, and their names to agree | 5 | 2 | 12
// CASE 10: heed: at(A, i, ...) needs axes of A as long as those axes of the scores, or of size 1, and their names to agree | 8 | 2
// CASE 11: heed: where(causal, S) needs as many queries as keys; write causal_upper_left (the first query sees the first key) or causal_lower_right (the last query sees all keys) | 12 | 9
// CASE 12: heed: where(mask, S) needs a mask of the shape of S; only an axis of size 1 or a missing leading axis repeats | 5 | 12
// CASE 13: heed: where(mask, S) needs a mask over the axes of S, in the order of S; did you mean transpose(mask)? | [key[9] x query[7]] | [batch[2] x query[7] x key[9]]
// CASE 14: heed: where(mask, S) needs a mask over the axes of S, in the order of S; did you mean transpose(mask)? | [key[9] x query[9]] | [query[9] x key[9]]
// CASE 15: heed: where(mask, S) needs a mask over the axes of S, in the order of S: the names differ | [query[7] x d_k[9]] | [batch[2] x query[7] x key[9]]
// CASE 16: heed: where(mask, S) needs a mask over the axes of S, in the order of S: the names differ | [batch[2] x key[9]] | [batch[2] x query[7] x key[9]]
// CASE 17: heed: where(mask, S) needs a mask over the axes of S, in the order of S: the names differ | [query[9]] | [query[9] x key[9]]
// CASE 18: heed: at(A, i, ...) needs axes of A as long as those axes of the scores, or of size 1, and their names to agree | [key[9] x query[9]]
// CASE 19: heed: a formula of indices needs scores with an axis for each: k the last, q before it, h the one called head, b the one called batch, or without these names the ones before q | [batch[2] x query[7] x key[9]]
// CASE 20: heed: a formula of indices needs scores with an axis for each: k the last, q before it, h the one called head, b the one called batch, or without these names the ones before q | [head[2] x query[9] x key[9]]
// CASE 21: heed: at(A, i, ...) needs axes of A as long as those axes of the scores, or of size 1, and their names to agree | [head[2]] | [batch[2] x query[7] x key[9]]
// CASE 22: heed: masks and conditions are joined with && and ||, not with & and |: causal && padding(lengths)
// CASE 23: heed: masks and conditions are joined with && and ||, not with & and |: causal && padding(lengths)
#include <heed/heed.hpp>
using namespace heed;
using namespace heed::index;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"};

tensor<float, tokens[12], d_k[3]> queries, keys;
tensor<float, tokens[9], d_k[3]> fewer_keys;
tensor<float, 2, 12, 3> two_heads;
tensor<float, 3> one_query;
tensor<int, 12, 12> whole_numbers;
tensor<int, 12> ids;
tensor<float, axes::batch[2], axes::query[7], axes::key[9]> texts;
tensor<float, axes::query[9], axes::key[9]> square;
tensor<float, axes::head[2], axes::query[9], axes::key[9]> of_heads;
tensor<int, axes::key[9], axes::query[7]> exchanged;
tensor<int, axes::key[9], axes::query[9]> exchanged_square;
tensor<int, 5> five;

int main() {
#ifndef CASE
    tensor good = softmax(where(causal && q - k < 3, softcap(queries * transpose(keys), 5))) * keys;
    tensor also = attention(queries, fewer_keys, fewer_keys, causal_lower_right && at(ids, q) == 0);
    tensor of_texts = softmax(where(padding(tensor<int, 2>()) && b == 0, where(transpose(exchanged), texts)));
#endif
#if CASE == 1
    tensor bad = softmax(where(causal, queries * transpose(fewer_keys))) * fewer_keys;
#endif
#if CASE == 2
    tensor bad = softmax(softcap(where(causal, queries * transpose(keys)), 5)) * keys;
#endif
#if CASE == 3
    tensor bad = softmax(where(h == 0, queries * transpose(keys))) * keys;
#endif
#if CASE == 4
    tensor bad = k <= q;
#endif
#if CASE == 5
    tensor bad = where(causal, whole_numbers);
#endif
#if CASE == 6
    tensor bad = attention(queries, fewer_keys, fewer_keys, causal && q > 2);
#endif
#if CASE == 7
    tensor bad = attention(queries, keys, keys, causal && same_document(five));
#endif
#if CASE == 8
    tensor bad = attention(queries, keys, keys, at(ids, q, k));
#endif
#if CASE == 9
    tensor bad = attention(two_heads, two_heads, two_heads, padding(five));
#endif
#if CASE == 10
    tensor bad = softmax(two_heads * transpose(two_heads) + alibi<8>) * two_heads;
#endif
#if CASE == 11
    tensor bad = where(causal, queries * transpose(fewer_keys), 0);
#endif
#if CASE == 12
    tensor bad = softmax(where(five, queries * transpose(keys))) * keys;
#endif
#if CASE == 13
    tensor bad = softmax(where(exchanged, texts));
#endif
#if CASE == 14
    tensor bad = where(exchanged_square, square, -1);
#endif
#if CASE == 15
    tensor bad = softmax(where(tensor<int, axes::query[7], d_k[9]>(), texts));
#endif
#if CASE == 16
    tensor bad = softmax(where(tensor<bool, axes::batch[2], axes::key[9]>(), texts));
#endif
#if CASE == 17
    tensor bad = softmax(where(tensor<int, axes::query[9]>(), square));
#endif
#if CASE == 18
    tensor bad = softmax(where(at(exchanged_square, q, k), square));
#endif
#if CASE == 19
    tensor bad = softmax(where(h == k, texts));
#endif
#if CASE == 20
    tensor bad = softmax(where(padding(tensor<int, 2>()), of_heads));
#endif
#if CASE == 21
    tensor bad = softmax(where(padding(tensor<int, axes::head[2]>()), texts));
#endif
#if CASE == 22
    tensor bad = attention(queries, keys, keys, causal | padding(ids));
#endif
#if CASE == 23
    tensor bad = attention(queries, keys, keys, causal & (ids > 0));
#endif
}
