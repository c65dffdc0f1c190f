// Gradients of masked attention: by hand, by formulas, into existing tensors on several threads, of a scalar loss, and in
// the compiler.
#include <heed/heed.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <tuple>
#include <vector>
using namespace heed;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"};
constexpr std::size_t N = 53, D = 7;
using heads_of_one = tensor<double, tokens[N], d_k[D]>;

struct gradients {
    heads_of_one Q, K, V;
};

// Y = P V, P = softmax(S), S = Q K' / sqrt(D) up to the diagonal. With G the gradient of the loss along Y: dV = P' G,
// dS = P (G V' - row sum of P G V'), dQ = dS K / sqrt(D), dK = dS' Q / sqrt(D).
gradients by_hand(const heads_of_one& Q, const heads_of_one& K, const heads_of_one& V, const heads_of_one& G) {
    gradients d;
    const double scale = 1 / std::sqrt(static_cast<double>(D));
    const auto dot = [](const heads_of_one& a, std::size_t i, const heads_of_one& b, std::size_t j) {
        double sum = 0;
        for (std::size_t c = 0; c < D; ++c) sum += a(i, c) * b(j, c);
        return sum;
    };
    for (std::size_t i = 0; i < N; ++i) {
        std::vector<double> p(i + 1), slope(i + 1);
        double total = 0, mean = 0;
        for (std::size_t j = 0; j <= i; ++j) p[j] = dot(Q, i, K, j) * scale;
        const double largest = *std::max_element(p.begin(), p.end());
        for (double& x : p) total += x = std::exp(x - largest);
        for (std::size_t j = 0; j <= i; ++j) mean += (p[j] /= total) * (slope[j] = dot(G, i, V, j));
        for (std::size_t j = 0; j <= i; ++j)
            for (std::size_t c = 0; c < D; ++c) {
                const double s = p[j] * (slope[j] - mean) * scale;
                d.V(j, c) += p[j] * G(i, c), d.Q(i, c) += s * K(j, c), d.K(j, c) += s * Q(i, c);
            }
    }
    return d;
}

double worst = 0;
void compare(const auto& found, const heads_of_one& expected) {
    for (std::size_t i = 0; i < N; ++i)
        for (std::size_t c = 0; c < D; ++c) worst = std::max(worst, std::abs(found(i, c) - expected(i, c)));
}

// One query that all keys fit equally well: its gradient is 0 along what all keys have in common.
constexpr matrix<double, 1, 2> q{{3, 0}};
constexpr matrix<double, 2, 2> k{{1, 1}, {1, -1}};
constexpr auto evaluated = evaluate(vjp(q, [](auto a, auto b) { return softmax(a * transpose(b)) * b; }, q, k));
static_assert(std::get<0>(evaluated)(0, 0) == 0 && std::get<1>(evaluated)(0, 0) == std::get<1>(evaluated)(1, 0));

int main() {
    heads_of_one Q, K, V, G;
    double next = 0.3;
    for (auto* t : {&Q, &K, &V, &G})
        for (double& x : *t) x = next = 3.9 * next * (1 - next);
    const gradients expected = by_hand(Q, K, V, G);
    const auto masked = [](auto a, auto b, auto c) { return attention(a, b, c, causal); };

    const auto [dQ, dK, dV] = evaluate(vjp(G, masked, Q, K, V));
    compare(dQ, expected.Q), compare(dK, expected.K), compare(dV, expected.V);

    // The number of tokens is known at run time; the results go into tensors that exist.
    using any_tokens = tensor<double, tokens[dyn], d_k[D]>;
    const any_tokens a = Q, b = K, c = V, g = G;
    any_tokens da, db, dc;
    evaluate_into(par, std::tie(da, db, dc), vjp(g, masked, a, b, c));
    compare(da, expected.Q), compare(db, expected.K), compare(dc, expected.V);

    const auto loss = [&](auto x) { return sum<0, 1>(hadamard(G, attention(Q, x, V, causal))); };
    const auto [value, of_keys] = evaluate(par, value_and_gradient(loss, K));
    compare(of_keys, expected.K);
    const tensor Y = attention(Q, K, V, causal);
    double sum_of_all = 0;
    for (std::size_t i = 0; i < Y.size(); ++i) sum_of_all += Y.data()[i] * G.data()[i];
    worst = std::max(worst, std::abs(value() - sum_of_all) / sum_of_all);

    std::printf("12_gradients: worst difference %.1e\n", worst);
    return worst < 1e-12 ? 0 : 1;
}
