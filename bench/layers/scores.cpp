// SPDX-License-Identifier: BSL-1.0
// Matrices as large as the scores, read or written beside attention: against the same without.
#include <bench/layers/comparison.hpp>

namespace bench {

using namespace heed;

static constexpr std::size_t n = 1024, d = 64;
static constexpr double attention_flops = 4.0 * n * n * d;

struct scored {
    tensor<float, n, d> Q, K, V, Y;
    tensor<float, n, n> B, W;
    tensor<bool, n, n> seen;
    void fill_all() {
        fill(Q, 1, 1), fill(K, 1, 2), fill(V, 1, 3), fill(B, 1, 4);
        for (std::size_t i = 0; i < seen.size(); ++i) seen.data()[i] = B.data()[i] < 0.5F;
    }
};

static auto scores(const scored& o) { return o.Q * transpose(o.K) / sqrt(dim<1>(o.K)); }

template <class F>
static std::pair<computation, computation> beside_plain(const F& f) {
    const auto all = prepared<scored>();
    return {evaluating(all, f), evaluating(all, [](const scored& o) { return softmax(scores(o)) * o.V; })};
}

static const compares biased({"softmax(S + B) * V, 1024 x 64", attention_flops, "without B", 0.75, [] {
                                  return beside_plain([](const scored& o) { return softmax(scores(o) + o.B) * o.V; });
                              }});
static const compares masked({"softmax(where(B, S)) * V, 1024 x 64", attention_flops, "without B", 0.75, [] {
                                  return beside_plain(
                                      [](const scored& o) { return softmax(where(o.seen, scores(o))) * o.V; });
                              }});

static std::pair<computation, computation> with_weights() {
    const auto all = prepared<scored>();
    return {doing(all,
                  [](scored& o) {
                      evaluate_into(std::tie(o.Y, o.W),
                                    let(softmax(scores(o)), [&](auto w) { return results(w * o.V, w); }));
                  }),
            evaluating(all, [](const scored& o) { return softmax(scores(o)) * o.V; })};
}
static const compares weights({"weights beside the output, 1024 x 64", attention_flops, "without weights", 0.75,
                               with_weights});

static std::pair<computation, computation> stored() {
    const auto all = prepared<scored>();
    return {evaluating(all, [](const scored& o) { return softmax(scores(o)); }),
            evaluating(all, [](const scored& o) { return scores(o); })};
}
static const compares softmax_stored({"softmax(S) stored, 1024 x 64", attention_flops / 2, "S stored", 0.75, stored});

}  // namespace bench
