// SPDX-License-Identifier: BSL-1.0
// Attentions and products whose inner loops are counted, and an attention without loops.
#include <heed/heed.hpp>

using namespace heed;

void attend(const float* q, const float* k, const float* v, float* y) {
    const view<const float, 512, 64> Q(q), K(k), V(v);
    view<float, 512, 64> Y(y);
    noalias(Y) = softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;
}

void causal_attend(const float* q, const float* k, const float* v, float* y) {
    const view<const float, 512, 64> Q(q), K(k), V(v);
    view<float, 512, 64> Y(y);
    noalias(Y) = attention(Q, K, V, causal);
}

void multiply(const float* a, const float* b, float* y) {
    const view<const float, 256, 256> A(a), B(b);
    view<float, 256, 256> Y(y);
    noalias(Y) = A * B;
}

void multiply_far_rows(const float* a, const float* b, float* y) {
    const view<const float, 128, 768> A(a);
    const view<const float, 768, 768> B(b);
    view<float, 128, 768> Y(y);
    noalias(Y) = A * B;
}

void attend_tiny(const float* q, const float* k, const float* v, float* y) {
    const view<const float, 3, 2> Q(q), K(k), V(v);
    view<float, 3, 2> Y(y);
    noalias(Y) = softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;
}
