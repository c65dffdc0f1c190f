// SPDX-License-Identifier: BSL-1.0
// Feed-forwards, 128 x 768 x 3072 x 768.
#include <bench/layers/comparison.hpp>
#include <bench/layers/sizes.hpp>

namespace bench {

using namespace heed;

struct feed_forward {
    tensor<float, ff_rows, ff_width> X, Y;
    tensor<float, ff_width, ff_hidden> gate, up;
    tensor<float, ff_hidden, ff_width> down;
    tensor<float, ff_rows, ff_hidden> first, second;

    void fill_all() { fill(X, 1, 1), fill(gate, 0.05, 2), fill(up, 0.05, 3), fill(down, 0.05, 4); }
};

static std::pair<computation, computation> with_relu() {
    const auto all = prepared<feed_forward>();
    return {evaluating(all, [](const feed_forward& w) { return relu(w.X * w.up) * w.down; }),
            doing(all, [](feed_forward& w) {
                noalias(w.first) = w.X * w.up;
                noalias(w.Y) = w.first * w.down;
            })};
}

static std::pair<computation, computation> gated() {
    const auto all = prepared<feed_forward>();
    return {evaluating(all, [](const feed_forward& w) { return hadamard(silu(w.X * w.gate), w.X * w.up) * w.down; }),
            doing(all, [](feed_forward& w) {
                noalias(w.first) = w.X * w.gate;
                noalias(w.second) = w.X * w.up;
                noalias(w.Y) = w.first * w.down;
            })};
}

static const compares plain_row({feed_forward_relu, 2 * ff_product_flops, "its products", 0.9, with_relu});
static const compares gated_row({feed_forward_gated, 3 * ff_product_flops, "its products", 0.9, gated});

}  // namespace bench
