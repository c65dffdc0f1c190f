// SPDX-License-Identifier: BSL-1.0
// One formula, PRODUCT, ATTENTION, GRADIENTS or LAYER, of sizes that are known or not: TOKENS rows, WIDTH columns and
// HIDDEN between two products may each be dyn.
#include <heed/heed.hpp>
using namespace heed;

using rows_of = tensor<float, TOKENS, WIDTH>;
using square = tensor<float, WIDTH, WIDTH>;
using row = tensor<float, WIDTH>;

#if defined(PRODUCT)
void multiply(rows_of& Y, const rows_of& X, const square& W) { noalias(Y) = X * W; }
#elif defined(ATTENTION)
void attend(rows_of& Y, const rows_of& Q, const rows_of& K, const rows_of& V) {
    noalias(Y) = softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;
}
#elif defined(GRADIENTS)
auto gradients(const rows_of& dY, const rows_of& Q, const rows_of& K, const rows_of& V) {
    const auto attend = [](auto q, auto k, auto v) { return softmax(q * transpose(k) / sqrt(dim<1>(k))) * v; };
    return evaluate(vjp(dY, attend, Q, K, V));
}
#elif defined(LAYER)
struct weights {
    square query, key, value, output;
    tensor<float, WIDTH, HIDDEN> up;
    tensor<float, HIDDEN, WIDTH> down;
    row gain, bias;
};

void encode(rows_of& Y, const rows_of& X, const weights& w) {
    const auto attended = attention(X * w.query, X * w.key, X * w.value) * w.output;
    noalias(Y) = let(layer_norm(X + attended, w.gain, w.bias),
                     [&](auto y) { return layer_norm(y + relu(y * w.up) * w.down, w.gain, w.bias); });
}
#else
#error "define PRODUCT, ATTENTION, GRADIENTS or LAYER"
#endif
