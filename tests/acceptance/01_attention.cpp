// SPDX-License-Identifier: BSL-1.0
// The main job: a formula, its value, and no N x N temporary.
#include <heed/heed.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

inline constexpr heed::axis tokens{"tokens"}, d_k{"d_k"}, d_v{"d_v"};

template <class Q, class K, class V>
auto attend(const Q& q, const K& k, const V& v) {  // returned as a formula: nothing is computed here
    using heed::dim, heed::softmax, heed::transpose, heed::sqrt;
    return softmax(q * transpose(k) / sqrt(dim<1>(k))) * v;
}

int main() {
    constexpr std::size_t n = 300, d = 64, dv = 40;
    heed::tensor<float, tokens[n], d_k[d]> Q, K;
    heed::tensor<float, tokens[n], d_v[dv]> V;
    unsigned s = 1;
    auto next = [&] { s = s * 1664525u + 1013904223u; return float(s >> 8) / float(1u << 23) - 1.0f; };
    for (auto& x : Q) x = 3 * next();
    for (auto& x : K) x = 3 * next();
    for (auto& x : V) x = next();

    heed::tensor Y = attend(Q, K, V);
    static_assert(std::is_same_v<decltype(Y), heed::tensor<float, tokens[n], d_v[dv]>>);

    double worst = 0;
    for (std::size_t i = 0; i < n; ++i) {
        std::vector<double> w(n);
        double m = -1e300, sum = 0;
        for (std::size_t j = 0; j < n; ++j) {
            double dot = 0;
            for (std::size_t c = 0; c < d; ++c) dot += double(Q(i, c)) * double(K(j, c));
            w[j] = dot / std::sqrt(double(d));
            m = std::max(m, w[j]);
        }
        for (auto& x : w) sum += x = std::exp(x - m);
        for (std::size_t c = 0; c < dv; ++c) {
            double y = 0;
            for (std::size_t j = 0; j < n; ++j) y += w[j] / sum * double(V(j, c));
            worst = std::max(worst, std::abs(y - double(Y(i, c))));
        }
    }
    std::printf("worst difference from a double loop: %.2e\n", worst);
    return worst < 5e-6 ? 0 : 1;
}
