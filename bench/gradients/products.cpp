// SPDX-License-Identifier: BSL-1.0
// The gradients of layers that are products: against these products alone.
#include <bench/layers/comparison.hpp>
#include <bench/layers/sizes.hpp>

#include <tuple>

namespace bench {

using namespace heed;

struct feed_forward {
    tensor<float, ff_rows, ff_width> X, dY, dX;
    tensor<float, ff_width, ff_hidden> up, d_up;
    tensor<float, ff_hidden, ff_width> down, d_down;
    tensor<float, ff_rows, ff_hidden> first, d_first;

    void fill_all() { fill(X, 1, 1), fill(dY, 1, 2), fill(up, 0.05, 3), fill(down, 0.05, 4); }
};

/// What the gradients multiply: the first layer once more, then two products for each.
static void products_of_feed_forward(feed_forward& w) {
    noalias(w.first) = w.X * w.up;
    noalias(w.d_first) = w.dY * transpose(w.down);
    noalias(w.d_down) = transpose(w.first) * w.dY;
    noalias(w.dX) = w.d_first * transpose(w.up);
    noalias(w.d_up) = transpose(w.X) * w.d_first;
}
static std::pair<computation, computation> of_feed_forward() {
    const auto all = prepared<feed_forward>();
    const auto gradients = [](feed_forward& w) {
        evaluate_into(std::tie(w.dX, w.d_up, w.d_down),
                      vjp(
                          w.dY, [](const auto& x, const auto& up, const auto& down) { return relu(x * up) * down; },
                          w.X, w.up, w.down));
    };
    return {doing(all, gradients), doing(all, products_of_feed_forward)};
}
static const compares feed_forward_row({"feed-forward 128 x 768 x 3072 x 768, relu, backward",
                                        10.0 * ff_rows* ff_width* ff_hidden, "its products", 0.9, of_feed_forward});

struct normed {
    tensor<float, ff_rows, ff_width> X, dX;
    tensor<float, ff_width> gain, bias, d_gain, d_bias;
    tensor<float, ff_width, ff_hidden> W, dW;
    tensor<float, ff_rows, ff_hidden> dY;

    void fill_all() { fill(X, 1, 1), fill(gain, 1, 2), fill(bias, 1, 3), fill(W, 0.05, 4), fill(dY, 1, 5); }
};

static std::pair<computation, computation> of_layer_norm() {
    const auto all = prepared<normed>();
    const auto gradients = [](normed& w) {
        const auto layer = [](const auto& x, const auto& g, const auto& b, const auto& m) {
            return layer_norm(x, g, b) * m;
        };
        evaluate_into(std::tie(w.dX, w.d_gain, w.d_bias, w.dW), vjp(w.dY, layer, w.X, w.gain, w.bias, w.W));
    };
    return {doing(all, gradients), doing(all, [](normed& w) {
                noalias(w.dX) = w.dY * transpose(w.W);
                noalias(w.dW) = transpose(w.X) * w.dY;
            })};
}
static const compares layer_norm_row({"layer_norm(X) * W, 128 x 768 x 3072, backward",
                                      4.0 * ff_rows* ff_width* ff_hidden, "its products", 0.9, of_layer_norm});

}  // namespace bench
