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

/// A tensor that learns: its numbers, the means of its gradients and of their squares; the gradient of several texts,
/// where they are not derived together.
template <class Tensor>
struct parameter {
    Tensor w, mean, square;
    Tensor gradient{};

    /// AdamW (Loshchilov, Hutter 2019).
    void step(const Tensor& by, float rate, int steps) {
        const float corrected = rate / (1 - std::pow(0.9F, float(steps))),
                    unbias = 1 / (1 - std::pow(0.99F, float(steps)));
        evaluate_into(std::tie(mean, square, w), let(0.9F * mean + 0.1F * by, [&](const auto& m) {
                          return let(0.99F * square + 0.01F * hadamard(by, by), [&](const auto& s) {
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
    weights<D, 3 * D> heads;
    weights<D, D> output;
    weights<D, F> up;
    weights<F, D> down;

    auto parameters() { return std::tie(before_attention, heads, output, before_gate, up, down); }
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

// The parts of a block. What goes into each of them is stored, so that its gradient computes no product once more.

/// Of the heads: queries, keys and values side by side; of the gate.
constexpr auto projected = [](const auto& x, const auto& gain, const auto& w) { return rms_norm(x, gain) * w; };
template <std::size_t Texts>
constexpr auto attended = [](const auto& qkv) {
    const auto heads = in_heads<Texts>;
    const auto y =
        attention(heads(cols<0, D>(qkv)), heads(cols<D, 2 * D>(qkv)), heads(cols<2 * D, 3 * D>(qkv)), causal);
    return reshape<batch[Texts], tokens[T], d_model[D]>(permute<batch, tokens, head, d_k>(y));
};
constexpr auto weighted = [](const auto& a, const auto& w) { return a * w; };
constexpr auto gated = [](const auto& h, const auto& w) { return silu(h) * w; };

/// What goes into a block, and what its parts compute of it.
template <std::size_t Texts>
struct passed {
    hidden<Texts> x, attended, y;
    tensor<float, batch[Texts], tokens[T], d_model[3 * D]> heads;
    tensor<float, batch[Texts], tokens[T], d_model[F]> gate;
};

constexpr auto embedded = [](const auto& ids) {
    return [&](const auto& table, const auto& positions) { return rows(table, ids) + positions; };
};
constexpr auto logits = [](const auto& x, const auto& gain, const auto& table) {
    return rms_norm(x, gain) * transpose(table);
};

template <std::size_t Texts>
void pass_through(const block& b, passed<Texts>& p, hidden<Texts>& out) {
    evaluate_into(par, p.heads, projected(p.x, b.before_attention.w, b.heads.w));
    evaluate_into(par, p.attended, attended<Texts>(p.heads));
    evaluate_into(par, p.y, p.x + weighted(p.attended, b.output.w));
    evaluate_into(par, p.gate, projected(p.y, b.before_gate.w, b.up.w));
    evaluate_into(par, out, p.y + gated(p.gate, b.down.w));
}

/// The gradients of a block from that of its result, which becomes that of what went into it. take(p, d) gets that of
/// each parameter p.
template <std::size_t Texts, class Take>
void derive(block& b, const passed<Texts>& p, hidden<Texts>& dx, const Take& take) {
    const auto [d_gate, d_down] = evaluate(par, vjp(dx, gated, p.gate, b.down.w));
    const auto [dy, d_gain, d_up] = evaluate(par, vjp(d_gate, projected, p.y, b.before_gate.w, b.up.w));
    dx = dx + dy;
    const auto [d_attended, d_output] = evaluate(par, vjp(dx, weighted, p.attended, b.output.w));
    const auto [d_heads] = evaluate(par, vjp(d_attended, attended<Texts>, p.heads));
    const auto [d_x, d_first, d_projection] =
        evaluate(par, vjp(d_heads, projected, p.x, b.before_attention.w, b.heads.w));
    dx = dx + d_x;
    take(b.down, d_down), take(b.up, d_up), take(b.before_gate, d_gain);
    take(b.output, d_output), take(b.heads, d_projection), take(b.before_attention, d_first);
}

/// The loss of some texts, whose next characters are `next`, and with take(p, d) the gradient of each parameter.
template <std::size_t Texts, class Take>
float derive(model& m, const text<Texts>& ids, const text<Texts>& next, const Take& take) {
    std::array<passed<Texts>, L> p;
    hidden<Texts> last;
    evaluate_into(par, p[0].x, embedded(ids)(m.table.w, m.positions.w));
    for (std::size_t l = 0; l < L; ++l) pass_through<Texts>(m.blocks[l], p[l], l + 1 < L ? p[l + 1].x : last);

    const auto loss_of = [&](const auto&... of) { return cross_entropy(logits(of...), next); };
    auto [loss, dx, d_last, d_table] = evaluate(par, value_and_gradient(loss_of, last, m.last.w, m.table.w));
    take(m.last, d_last);
    for (std::size_t l = L; l-- > 0;) derive<Texts>(m.blocks[l], p[l], dx, take);
    auto [d_rows, d_positions] = evaluate(par, vjp(dx, embedded(ids), m.table.w, m.positions.w));
    d_table = d_table + d_rows;
    take(m.table, d_table), take(m.positions, d_positions);
    return loss();
}

/// One step on B texts; the loss before it.
inline float train(model& m, const text<B>& ids, const text<B>& next, float rate, int steps) {
    return derive<B>(m, ids, next, [&](auto& p, const auto& d) { p.step(d, rate, steps); });
}
