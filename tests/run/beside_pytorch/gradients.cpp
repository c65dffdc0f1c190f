// SPDX-License-Identifier: BSL-1.0
// Gradients of formulas that PyTorch has too: operands, what came from above, and the gradients go to files of NumPy,
// for compare.py.
//
//   gradients FOLDER
#include <heed/heed.hpp>
#include <heed/io/npy.hpp>
#include <tests/run/random_formula.hpp>

#include <cstddef>
#include <string>
#include <tuple>

using namespace heed;
using namespace heed::index;
using test::random_tensor;

namespace {

std::string folder;

template <class... Tensor>
void save(const std::string& name, const Tensor&... x) {
    std::size_t i = 0;
    (save_npy(folder + '/' + name + std::to_string(i++) + ".npy", x), ...);
}

/// Operands as name.x0.npy and so on, the adjoint of the result as name.dy0.npy, the gradients as name.dx0.npy.
template <class DY, class F, class... X>
void record(const std::string& name, const DY& dy, const F& f, const X&... x) {
    save(name + ".dy", dy);
    save(name + ".x", x...);
    std::apply([&](const auto&... g) { save(name + ".dx", g...); }, evaluate(vjp(dy, f, x...)));
}
template <class F, class... X>
void record_loss(const std::string& name, const F& f, const X&... x) {
    save(name + ".x", x...);
    std::apply([&](const auto&, const auto&... g) { save(name + ".dx", g...); }, evaluate(value_and_gradient(f, x...)));
}

/// A function of elements, of numbers around 0 and of larger ones.
template <class F>
void record_elementwise(const std::string& name, const F& f) {
    const auto x = random_tensor<double, 7, 9>(1), dy = random_tensor<double, 7, 9>(2);
    record(name, dy, f, x);
    const matrix<double, 7, 9> larger = 4 * x;
    record(name + "_larger", dy, f, larger);
}

void record_attention() {
    const auto q = random_tensor<double, 2, 70, 8>(1);
    const auto dy = random_tensor<double, 2, 70, 5>(4);
    const auto k = random_tensor<double, 2, 90, 8>(2);
    const auto v = random_tensor<double, 2, 90, 5>(3);
    record(
        "attention", dy, [](const auto& a, const auto& b, const auto& c) { return attention(a, b, c); }, q, k, v);
    record(
        "causal", dy, [](const auto& a, const auto& b, const auto& c) { return attention(a, b, c, causal_upper_left); },
        q, k, v);
    record(
        "window", dy,
        [](const auto& a, const auto& b, const auto& c) { return attention(a, b, c, sliding_window<15>); }, q, k, v);
    const auto bias = random_tensor<double, 159>(5);
    record(
        "learned_bias", dy,
        [](const auto& a, const auto& b, const auto& c, const auto& distance) {
            return softmax(a * transpose(b) / sqrt(8_c) + at(distance, index::q - index::k + 89_c)) * c;
        },
        q, k, v, bias);
}

void record_norms() {
    const auto x = random_tensor<double, 6, 33>(1), dy = random_tensor<double, 6, 33>(2);
    const auto g = random_tensor<double, 33>(3), b = random_tensor<double, 33>(4);
    const auto row = random_tensor<double, 6>(5);
    record(
        "layer_norm", dy, [](const auto& a, const auto& gain, const auto& bias) { return layer_norm(a, gain, bias); },
        x, g, b);
    record(
        "rms_norm", dy, [](const auto& a, const auto& gain) { return rms_norm(a, gain); }, x, g);
    record(
        "softmax", dy, [](const auto& a) { return softmax(a); }, x);
    record(
        "log_softmax", dy, [](const auto& a) { return log_softmax(a); }, x);
    record(
        "softmax_of_columns", dy, [](const auto& a) { return softmax<0>(a); }, x);
    record(
        "logsumexp", row, [](const auto& a) { return logsumexp(a); }, x);
    record(
        "var", row, [](const auto& a) { return var(a); }, x);
    record(
        "stddev", row, [](const auto& a) { return stddev(a); }, x);
    record(
        "mean", row, [](const auto& a) { return mean(a); }, x);
    record(
        "largest", row, [](const auto& a) { return max(a); }, x);
}

void record_shapes() {
    const auto a = random_tensor<double, 3, 4, 5>(1);
    const auto b = random_tensor<double, 3, 5, 6>(2);
    const auto dy = random_tensor<double, 3, 4, 6>(3);
    const auto w = random_tensor<double, 5, 6>(4);
    record(
        "product", dy, [](const auto& x, const auto& y) { return x * y; }, a, b);
    record(
        "shared_weights", dy, [](const auto& x, const auto& y) { return x * y; }, a, w);
    record(
        "einsum", random_tensor<double, 4, 6>(5),
        [](const auto& x, const auto& y) { return einsum<"bij,bjk->ik">(x, y); }, a, b);
    record(
        "concat", random_tensor<double, 3, 4, 10>(6), [](const auto& x) { return concat<2>(x, 2 * x); }, a);
    record(
        "cols", random_tensor<double, 3, 4, 3>(7), [](const auto& x) { return cols<1, 4>(x); }, a);
    record(
        "permuted", random_tensor<double, 5, 3, 4>(8), [](const auto& x) { return permute<2, 0, 1>(x); }, a);
    record(
        "reshaped", random_tensor<double, 12, 5>(9), [](const auto& x) { return reshape<12, 5>(x); }, a);
}

void record_losses() {
    const auto x = random_tensor<double, 11, 7>(1), y = random_tensor<double, 11, 7>(2);
    const auto table = random_tensor<double, 13, 7>(3);
    const vector<int, 11> ids{3, 12, 0, 3, 7, 7, 7, 1, 2, 0, 5};
    const vector<int, 11> classes{3, 6, 0, 3, 1, 2, 5, 1, 2, 0, 5};
    record_loss(
        "cross_entropy", [&](const auto& a) { return cross_entropy(a, classes); }, x);
    record_loss(
        "mean_squared_error", [](const auto& a, const auto& b) { return mean_squared_error(a, b); }, x, y);
    record(
        "embedding", x, [&](const auto& e) { return rows(e, ids); }, table);
}

}  // namespace

int main(int, char** words) {
    folder = words[1];
    record_attention();
    record_norms();
    record_shapes();
    record_losses();
    record_elementwise("exp", [](const auto& a) { return exp(a); });
    record_elementwise("tanh", [](const auto& a) { return tanh(a); });
    record_elementwise("sigmoid", [](const auto& a) { return sigmoid(a); });
    record_elementwise("silu", [](const auto& a) { return silu(a); });
    record_elementwise("gelu", [](const auto& a) { return gelu(a); });
    record_elementwise("relu", [](const auto& a) { return relu(a); });
    record_elementwise("softplus", [](const auto& a) { return softplus(a); });
    record_elementwise("square_root", [](const auto& a) { return sqrt(hadamard(a, a) + 1); });
    record_elementwise("quotient", [](const auto& a) { return a / (hadamard(a, a) + 2); });
    record_elementwise("clamped", [](const auto& a) { return min(max(a, -0.5), 0.75); });
}
