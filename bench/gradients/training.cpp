// SPDX-License-Identifier: BSL-1.0
// examples/train: a step of AdamW against a loop in C, and a step of training against the forward pass.
#include <examples/train/model.hpp>

#include <bench/gradients/plain_adamw.h>
#include <bench/layers/comparison.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace bench {

static constexpr std::size_t size = 1024;

struct learned {
    weights<size, size> by_formula, by_loop;
    tensor<float, size, size> gradient;

    void fill_all() { fill(by_formula.w, 1, 1), fill(by_loop.w, 1, 1), fill(gradient, 1, 2); }
};

static std::pair<computation, computation> step_of_adamw() {
    const auto all = prepared<learned>();
    return {doing(all, [](learned& o) { o.by_formula.step(o.gradient, 1e-6F, 10); }), doing(all, [](learned& o) {
                plain_adamw(o.by_loop.w.data(), o.by_loop.mean.data(), o.by_loop.square.data(), o.gradient.data(),
                            size * size, 1e-6F, 10);
            })};
}
static const compares adamw_row({"AdamW, 1024 x 1024", 0, "a loop in plain C", 0.9, step_of_adamw});

struct training {
    model m{};
    text<B> ids, next;
    passed<B> p;
    hidden<B> x;

    void fill_all() {
        std::uint32_t seed = 0;
        for_each_parameter(m, [&](const std::string&, auto& p) { fill(p.w, p.w.rank() == 1 ? 1 : 0.1, ++seed); });
        for (std::size_t i = 0; i < ids.size(); ++i) {
            ids.data()[i] = static_cast<std::int32_t>(i * i % V);
            next.data()[i] = static_cast<std::int32_t>((i + 1) * (i + 1) % V);
        }
    }
    void forward() {
        evaluate_into(x, embedded(ids)(m.table.w, m.positions.w));
        for (const block& b : m.blocks) {
            std::swap(p.x, x);
            pass_through<B>(b, p, x);
        }
        keep(evaluate(cross_entropy(logits(x, m.last.w, m.table.w), next)).data());
    }
};

/// Products of one forward pass, of the blocks: projections, scores that the mask leaves, and what they weigh, the
/// gate.
static constexpr double forward_flops = 2.0 * L * B * T * (4 * D * D + (T + 1) * D + 2 * D * F);
/// Each product of a block and two for each, and the scores of attention once more; the logits, and two products.
static constexpr double step_flops = 3 * forward_flops + 2.0 * L * B * T * (T + 1) / 2 * D + 3 * 2.0 * B * T * D * V;

/// At a rate of 0, so that all steps have the same numbers.
static std::pair<computation, computation> step_of_training() {
    const auto all = prepared<training>();
    return {doing(all, [](training& o) { train(o.m, o.ids, o.next, 0, 10); }),
            doing(all, [](training& o) { o.forward(); })};
}
static const compares training_row({"a step of examples/train", step_flops, "its forward pass", 0.22,
                                    step_of_training});

}  // namespace bench
