// SPDX-License-Identifier: BSL-1.0
// Multi-head attention as the mini-course writes it: Concat(head_1 ... head_h) * W_O.
#include <heed/heed.hpp>

#include <cmath>
#include <cstdio>
using namespace heed;

inline constexpr axis tokens{"tokens"}, model{"d_model"};

int main() {
    constexpr std::size_t n = 20, d = 24, h = 4;
    tensor<double, tokens[n], model[d]> X;
    tensor<double, h, d, d / h> Wq, Wk, Wv;  // one matrix a head
    tensor<double, d, d> Wo;
    int s = 0;
    for (auto* t : {&Wq, &Wk, &Wv})
        for (auto& x : *t) x = std::sin(0.7 * ++s);
    for (auto& x : X) x = std::cos(0.3 * ++s);
    for (auto& x : Wo) x = std::sin(1.1 * ++s);

    tensor Y = concat(heads<h>([&](auto i) { return attention(X * Wq[i], X * Wk[i], X * Wv[i]); })) * Wo;

    // The same by hand, one head at a time, through stored heads.
    tensor<double, tokens[n], d> stacked;
    for (std::size_t i = 0; i < h; ++i) {
        tensor q = X * Wq[i], k = X * Wk[i], v = X * Wv[i];
        tensor head = softmax(q * transpose(k) / sqrt(dim<1>(k))) * v;
        for (std::size_t r = 0; r < n; ++r)
            for (std::size_t c = 0; c < d / h; ++c) stacked(r, i * (d / h) + c) = head(r, c);
    }
    tensor Z = stacked * Wo;
    double worst = 0;
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < d; ++c) worst = std::max(worst, std::abs(Y(r, c) - Z(r, c)));
    std::printf("worst difference between the two: %.2e\n", worst);
    return worst < 1e-11 ? 0 : 1;
}
