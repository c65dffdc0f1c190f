// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: f<axes...>(A) needs each axis once | 12 | 7 | [tokens[12] x d_k[7]]
// CASE 2: heed: f<axes...>(A) needs each axis once | 12 | 7
// CASE 3: heed: f<axis>(A) needs an axis that A has | 12 | 7 | 2
// CASE 4: heed: f<name>(A) needs an axis of that name | 12 | 7 | d_v
// CASE 5: heed: f<name>(A) needs one axis of that name; A has several, say which by number | 12 | tokens
// CASE 6: heed: exp, log, mean, softmax, inverse and their like need elements with a fraction, not integers; evaluate_as<float>(A) has them | int
// CASE 7: heed: f(A, axis) is written f<axis>(A): softmax<0>(S), sum<tokens>(A)
// CASE 8: heed: f(A, axis) is written f<axis>(A): softmax<0>(S), sum<tokens>(A)
// CASE 9: heed: var(A, unbiased) needs at least two elements: it divides by n - 1 | 12 | 1
// CASE 10: heed: f<axes...>(A) needs each axis once | 12 | 7
// CASE 11: heed: f<axis>(A) needs an axis that A has | 12 | 7 | -3
// CASE 12: heed: f<name>(A) needs an axis of that name | 12 | 7 | d_v
// CASE 13: heed: exp, log, mean, softmax, inverse and their like need elements with a fraction, not integers; evaluate_as<float>(A) has them | int
#include <heed/heed.hpp>
using namespace heed;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"}, d_v{"d_v"};

tensor<float, tokens[12], d_k[7]> a;
tensor<float, 12, 1> column;
tensor<int, 12, 7> whole;

int main() {
#ifndef CASE
    tensor good = a - mean<tokens, d_k>(a, keep) + sum<0>(a, keep) + max<-1, 0>(a + a) + var(a, keep, unbiased);
    tensor total = sum<0, 1>(whole);
    tensor places = argmax<tokens>(a, keep) + argmax(transpose(a));
#endif
#if CASE == 1
    tensor bad = sum<tokens, 0>(a);
#endif
#if CASE == 2
    tensor bad = a - mean<1, -1>(a + a, keep);
#endif
#if CASE == 3
    tensor bad = max<0, 2>(a);
#endif
#if CASE == 4
    tensor bad = min<tokens, d_v>(a, keep) + a;
#endif
#if CASE == 5
    tensor bad = logsumexp<tokens>(a * transpose(a), keep);
#endif
#if CASE == 6
    tensor bad = mean<0, 1>(whole);
#endif
#if CASE == 7
    tensor bad = sum(a, 1);
#endif
#if CASE == 8
    tensor bad = stddev(a, tokens);
#endif
#if CASE == 9
    tensor bad = var<1>(column, unbiased) + a;
#endif
#if CASE == 10
    tensor bad = stddev<0, tokens>(a, keep);
#endif
#if CASE == 11
    tensor bad = argmax<-3>(a) + a;
#endif
#if CASE == 12
    tensor bad = argmax<d_v>(a, keep);
#endif
#if CASE == 13
    tensor bad = var(whole);
#endif
}
