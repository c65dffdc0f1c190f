// SPDX-License-Identifier: BSL-1.0
// The gradients of attention along queries, keys and values: against the formula itself.
#include <bench/layers/comparison.hpp>

#include <cstddef>
#include <string>
#include <tuple>

namespace bench {

using namespace heed;

template <std::size_t N>
struct attended {
    tensor<float, N, 64> Q, K, V, dY, Y, dQ, dK, dV;
    void fill_all() { fill(Q, 1, 1), fill(K, 1, 2), fill(V, 1, 3), fill(dY, 1, 4); }
};

static constexpr auto full = [](const auto& q, const auto& k, const auto& v) { return attention(q, k, v); };
static constexpr auto masked = [](const auto& q, const auto& k, const auto& v) { return attention(q, k, v, causal); };

template <std::size_t N, auto F>
static std::pair<computation, computation> backward() {
    const auto all = prepared<attended<N>>();
    return {doing(all, [](auto& o) { evaluate_into(std::tie(o.dQ, o.dK, o.dV), vjp(o.dY, F, o.Q, o.K, o.V)); }),
            doing(all, [](auto& o) { noalias(o.Y) = F(o.Q, o.K, o.V); })};
}

/// Five products where the formula has two: 0.4 of its speed at the same speed of products, and nine tenths of that.
static constexpr double reach = 0.36;

template <std::size_t N>
static bool compare() {
    const std::string size = std::to_string(N) + " x 64, backward";
    comparisons().push_back({"attention " + size, 10.0 * N * N * 64, "its forward pass", reach, backward<N, full>});
    comparisons().push_back({"causal " + size, 5.0 * N * (N + 1) * 64, "its forward pass", reach, backward<N, masked>});
    return true;
}
static const bool compared = compare<512>() && compare<1024>() && compare<2048>();

}  // namespace bench
