// SPDX-License-Identifier: BSL-1.0
// A model of your own that learns whether most digits of a sequence are even: embeddings, attention, a feed-forward
// layer; AdamW; a checkpoint, from which a second model begins. Needs nlohmann-json (nlohmann-json3-dev).
#include <heed/heed.hpp>
#include <heed/io/safetensors.hpp>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <random>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace heed;

inline constexpr axis batch{"batch"}, tokens{"tokens"}, d_model{"d_model"}, hidden{"hidden"}, digit{"digit"},
    parity{"parity"};
constexpr std::size_t B = 32, T = 11, D = 16, F = 32;
using sequences = tensor<int, batch[B], tokens[T]>;
using stream = tensor<float, batch[B], tokens[T], d_model[D]>;

// The parts of the model: functions of what goes in and of what they learn.
constexpr auto embedded = [](const sequences& digits) {
    return [&](const auto& table, const auto& positions) { return rows(table, digits) + positions; };
};
constexpr auto layer = [](const auto& x, const auto& g, const auto& q, const auto& k, const auto& v, const auto& up,
                          const auto& down) {
    const auto attended = let(rms_norm(x), [&](const auto& n) { return x + attention(n * q, n * k, n * v); });
    return let(attended, [&](const auto& y) { return y + relu(rms_norm(y, g) * up) * down; });
};
constexpr auto logits = [](const auto& x, const auto& w) { return mean<tokens>(x) * w; };

/// A tensor that learns, and the means of its gradients and of their squares.
template <class Tensor>
struct parameter {
    Tensor w, mean, square;

    void step(const Tensor& gradient, float rate, int steps) {  // AdamW
        const float corrected = rate / (1 - std::pow(0.9F, float(steps))),
                    unbias = 1 / (1 - std::pow(0.99F, float(steps)));
        evaluate_into(std::tie(mean, square, w), let(0.9F * mean + 0.1F * gradient, [&](const auto& m) {
                          return let(0.99F * square + 0.01F * hadamard(gradient, gradient), [&](const auto& s) {
                              return results(m, s, w - corrected * m / (sqrt(unbias * s) + 1e-8F) - rate * 0.01F * w);
                          });
                      }));
    }
};

struct model {
    parameter<tensor<float, digit[10], d_model[D]>> table;
    parameter<tensor<float, tokens[T], d_model[D]>> positions;
    parameter<tensor<float, d_model[D]>> g;
    parameter<tensor<float, d_model[D], d_model[D]>> q, k, v;
    parameter<tensor<float, d_model[D], hidden[F]>> up;
    parameter<tensor<float, hidden[F], d_model[D]>> down;
    parameter<tensor<float, d_model[D], parity[2]>> out;
    int steps = 0;

    auto layer_parameters() { return std::tie(g, q, k, v, up, down); }
};
/// Calls visit(name, parameter) with all of them.
template <class Visit>
void for_each_parameter(model& m, const Visit& visit) {
    visit("table", m.table), visit("positions", m.positions), visit("g", m.g), visit("q", m.q), visit("k", m.k);
    visit("v", m.v), visit("up", m.up), visit("down", m.down), visit("out", m.out);
}

/// Gains begin as 1, all other numbers small.
void begin(model& m) {
    std::mt19937 random(1);
    for_each_parameter(m, [&](const std::string& name, auto& p) {
        for (float& w : p.w) w = name == "g" ? 1 : 0.3F * (float(random() >> 8U) / float(1U << 23U) - 1);
    });
}

/// The loss before a step, in which all parameters learn. The layers are derived one after the other, from the last.
float learn(model& m, const sequences& digits, const tensor<int, batch[B]>& even) {
    const float rate = 0.01F;
    const stream x = embedded(digits)(m.table.w, m.positions.w);
    stream y;
    std::apply([&](const auto&... p) { evaluate_into(par, y, layer(x, p.w...)); }, m.layer_parameters());

    ++m.steps;
    const auto loss_of = [&](const auto& last, const auto& w) { return cross_entropy(logits(last, w), even); };
    auto [loss, dy, d_out] = evaluate(par, value_and_gradient(loss_of, y, m.out.w));
    m.out.step(d_out, rate, m.steps);

    auto gradients =
        std::apply([&](const auto&... p) { return evaluate(par, vjp(dy, layer, x, p.w...)); }, m.layer_parameters());
    [&]<std::size_t... K>(std::index_sequence<K...>) {
        (std::get<K>(m.layer_parameters()).step(std::get<K + 1>(gradients), rate, m.steps), ...);
    }
    (std::make_index_sequence<6>{});

    auto [d_table, d_positions] =
        evaluate(par, vjp(std::get<0>(gradients), embedded(digits), m.table.w, m.positions.w));
    m.table.step(d_table, rate, m.steps), m.positions.step(d_positions, rate, m.steps);
    return loss();
}

/// How many of the sequences it tells right.
int right(model& m, const sequences& digits, const tensor<int, batch[B]>& even) {
    const stream x = embedded(digits)(m.table.w, m.positions.w);
    const tensor found = std::apply(
        [&](const auto&... p) { return evaluate(argmax(logits(layer(x, p.w...), m.out.w))); }, m.layer_parameters());
    int count = 0;
    for (std::size_t i = 0; i < B; ++i) count += found(i) == even(i) ? 1 : 0;
    return count;
}

void save(model& m, const std::string& path) {
    std::vector<named_tensor> all;
    const scalar<int> steps(m.steps);
    for_each_parameter(m, [&](const std::string& name, auto& p) {
        all.emplace_back(name, p.w), all.emplace_back(name + ".mean", p.mean),
            all.emplace_back(name + ".square", p.square);
    });
    all.emplace_back("steps", steps);
    save_safetensors(path, all);
}
/// All of it or nothing: what cannot be read, or belongs to another model, leaves this one as it is.
void load(model& m, const std::string& path) {
    const safetensors file(path);
    model found;
    std::size_t count = 1;
    for_each_parameter(found, [&](const std::string& name, auto& p) {
        using numbers = decltype(p.w);
        p = {file.get<numbers>(name), file.get<numbers>(name + ".mean"), file.get<numbers>(name + ".square")};
        count += 3;
    });
    found.steps = file.get<scalar<int>>("steps")();
    if (file.names().size() != count) throw std::runtime_error(path + " has tensors that this model has not");
    m = found;
}

/// Digits at random, and whether most of them are even.
void draw(std::mt19937& random, sequences& digits, tensor<int, batch[B]>& even) {
    for (std::size_t i = 0; i < B; ++i) {
        int count = 0;
        for (std::size_t j = 0; j < T; ++j) {
            digits(i, j) = int(random() % 10);
            count += 1 - digits(i, j) % 2;
        }
        even(i) = 2 * count > int(T) ? 1 : 0;
    }
}

int main() try {
    model m;
    begin(m);
    sequences digits;
    tensor<int, batch[B]> even;
    std::mt19937 random(2);
    for (int step = 1; step <= 60; ++step) {
        draw(random, digits, even);
        const float loss = learn(m, digits, even);
        if (step % 20 == 0) std::printf("step %d: loss %.3f\n", step, double(loss));
    }
    save(m, "parity.safetensors");

    model again;
    load(again, "parity.safetensors");
    draw(random, digits, even);  // sequences that it has not seen
    const int count = right(again, digits, even);
    std::printf("right: %d of %d\n", count, int(B));
    const bool same = learn(m, digits, even) == learn(again, digits, even);  // bit by bit
    return same && count >= 24 ? 0 : 1;
} catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
}
