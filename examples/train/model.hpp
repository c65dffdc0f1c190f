// SPDX-License-Identifier: BSL-1.0
// A small transformer over characters: its numbers and its formulas.
#pragma once

#include <heed/heed.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>

using namespace heed;

inline constexpr axis batch{"batch"}, tokens{"tokens"}, d_model{"d_model"}, head{"head"}, d_k{"d_k"},
    characters{"characters"};
inline constexpr std::size_t B = 8, T = 128, D = 128, H = 4, F = 512, L = 4, V = 96;

template <std::size_t Texts>
using hidden = tensor<float, batch[Texts], tokens[T], d_model[D]>;
template <std::size_t Texts>
using text = tensor<std::int32_t, batch[Texts], tokens[T]>;

/// A tensor that learns: its numbers, and the means of its gradients and of their squares.
template <class Tensor>
struct parameter {
    Tensor w, mean, square;

    /// AdamW (Loshchilov, Hutter 2019).
    void step(const Tensor& gradient, float rate, int steps) {
        const float corrected = rate / (1 - std::pow(0.9F, float(steps))),
                    unbias = 1 / (1 - std::pow(0.99F, float(steps)));
        evaluate_into(std::tie(mean, square, w), let(0.9F * mean + 0.1F * gradient, [&](const auto& m) {
                          return let(0.99F * square + 0.01F * hadamard(gradient, gradient), [&](const auto& s) {
                              return results(m, s, w - corrected * m / (sqrt(unbias * s) + 1e-8F) - rate * 0.01F * w);
                          });
                      }));
    }
};
template <std::size_t Rows, std::size_t Columns>
using weights = parameter<matrix<float, Rows, Columns>>;
using gains = parameter<tensor<float, d_model[D]>>;

struct block {
    gains before_attention, before_gate;
    weights<D, D> query, key, value, output;
    weights<D, F> up;
    weights<F, D> down;

    auto parameters() { return std::tie(before_attention, query, key, value, output, before_gate, up, down); }
};

struct model {
    parameter<tensor<float, characters[V], d_model[D]>> table;
    parameter<tensor<float, tokens[T], d_model[D]>> positions;
    gains last;
    std::array<block, L> blocks;
};

/// Calls visit(name, parameter) with all of them.
template <class Visit>
void for_each_parameter(model& m, const Visit& visit) {
    visit("table", m.table), visit("positions", m.positions), visit("last", m.last);
    for (std::size_t l = 0; l < L; ++l) {
        std::size_t k = 0;
        const auto named = [&](auto& p) { visit("block" + std::to_string(l) + "." + std::to_string(k++), p); };
        std::apply([&](auto&... p) { (named(p), ...); }, m.blocks[l].parameters());
    }
}

/// [batch x tokens x d_model] -> [batch x head x tokens x d_k]
template <std::size_t Texts>
constexpr auto in_heads = [](const auto& x) {
    return permute<batch, head, tokens, d_k>(reshape<batch[Texts], tokens[T], head[H], d_k[D / H]>(x));
};

/// One block, from what goes through it to what comes out.
template <std::size_t Texts>
constexpr auto block_of = [](const auto& x, const auto& g, const auto& wq, const auto& wk, const auto& wv,
                             const auto& wo, const auto& g2, const auto& up, const auto& down) {
    const auto attended = let(rms_norm(x, g), [&](const auto& n) {
        const auto y = attention(in_heads<Texts>(n * wq), in_heads<Texts>(n * wk), in_heads<Texts>(n * wv), causal);
        return reshape<batch[Texts], tokens[T], d_model[D]>(permute<batch, tokens, head, d_k>(y)) * wo;
    });
    return let(x + attended, [&](const auto& y) { return y + silu(rms_norm(y, g2) * up) * down; });
};

constexpr auto embedded = [](const auto& ids) {
    return [&](const auto& table, const auto& positions) { return rows(table, ids) + positions; };
};
constexpr auto logits = [](const auto& x, const auto& gain, const auto& table) {
    return rms_norm(x, gain) * transpose(table);
};

/// The result of a block with its weights.
template <std::size_t Texts>
void pass_through(block& b, const hidden<Texts>& x, hidden<Texts>& out) {
    std::apply([&](const auto&... p) { evaluate_into(par, out, block_of<Texts>(x, p.w...)); }, b.parameters());
}

/// One step on B texts, whose next characters are `next`; the loss before it.
inline float train(model& m, const text<B>& ids, const text<B>& next, float rate, int steps) {
    std::array<hidden<B>, L + 1> x;
    evaluate_into(par, x[0], embedded(ids)(m.table.w, m.positions.w));
    for (std::size_t l = 0; l < L; ++l) pass_through<B>(m.blocks[l], x[l], x[l + 1]);

    const auto loss_of = [&](const auto&... of) { return cross_entropy(logits(of...), next); };
    auto [loss, dx, d_last, d_table] = evaluate(par, value_and_gradient(loss_of, x[L], m.last.w, m.table.w));
    m.last.step(d_last, rate, steps);
    for (std::size_t l = L; l-- > 0;) {
        const auto learn = [&](auto&... p) {
            auto gradients = evaluate(par, vjp(dx, block_of<B>, x[l], p.w...));
            dx = std::get<0>(gradients);
            [&]<std::size_t... K>(std::index_sequence<K...>) { (p.step(std::get<K + 1>(gradients), rate, steps), ...); }
            (std::index_sequence_for<decltype(p)...>{});
        };
        std::apply(learn, m.blocks[l].parameters());
    }
    auto [d_rows, d_positions] = evaluate(par, vjp(dx, embedded(ids), m.table.w, m.positions.w));
    m.table.step(d_table + d_rows, rate, steps);
    m.positions.step(d_positions, rate, steps);
    return loss();
}
