// SPDX-License-Identifier: BSL-1.0
// The cost of a plan: operations, counted from its loops, and the steps that a compiler takes to evaluate it. Counts
// are integers, or expressions in dynamic lengths (study/subject/length_sum.hpp).
#pragma once

#include <heed/lower/kept_columns.hpp>
#include <heed/lower/plan.hpp>
#include <heed/lower/renamed_lengths.hpp>
#include <heed/lower/score_mask.hpp>
#include <heed/lower/tiles.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// The operations that the formula asks for. Online softmax does more when a maximum grows, at most `rescales` times.
template <class Count>
struct basic_cost {
    Count multiply_adds = 0;     ///< of products
    Count other_flops = 0;       ///< + - * /, comparisons, &&, where of single elements
    Count exps = 0;              ///< one per score
    Count transcendentals = 0;   ///< calls of other functions
    Count rescales = 0;          ///< of the sums of a query, at most; each is one exp and one multiplication per column
    Count index_operations = 0;  ///< operations on indices and single numbers only, as in masks: not flops
    Count visits = 0;            ///< of single elements by a loop, an elementwise operation or an operand

    /// A multiply-add counts as two.
    constexpr Count flops() const { return 2 * multiply_adds + other_flops; }

    friend constexpr basic_cost operator+(const basic_cost& a, const basic_cost& b) {
        return {a.multiply_adds + b.multiply_adds,
                a.other_flops + b.other_flops,
                a.exps + b.exps,
                a.transcendentals + b.transcendentals,
                a.rescales + b.rescales,
                a.index_operations + b.index_operations,
                a.visits + b.visits};
    }
    friend constexpr basic_cost operator*(const Count& n, const basic_cost& c) {
        return {n * c.multiply_adds, n * c.other_flops,      n * c.exps,  n * c.transcendentals,
                n * c.rescales,      n * c.index_operations, n * c.visits};
    }
    friend constexpr bool operator==(const basic_cost&, const basic_cost&) = default;
};
using cost = basic_cost<std::size_t>;

constexpr std::size_t half_of(std::size_t n) { return n / 2; }

/// Blocks of keys that may raise the maximum of a query.
template <class Count>
constexpr Count blocks_after_first(std::size_t keys) {
    if constexpr (requires { Count::blocks_after_first(keys); })
        return Count::blocks_after_first(keys);
    else
        return keys == 0 ? 0 : (keys - 1) / key_block;
}

/// What a value depends on. An operation on two values depends on the larger of both.
enum class made_of : unsigned char { numbers, indices, elements };

/// Counts the operations of a function for one element.
template <class Count>
constexpr void add_function(basic_cost<Count>& c, function f, made_of operands) {
    const function_traits traits = traits_of(f);
    Count& operations = operands == made_of::indices ? c.index_operations : c.other_flops;
    Count& functions = f == function::exp ? c.exps : c.transcendentals;
    operations = operations + static_cast<std::size_t>(traits.flops);
    functions = functions + static_cast<std::size_t>(traits.transcendentals);
}

/// Adds the cost of an elementwise formula for one element: a term of a step and the terms that it uses.
template <class Count>
constexpr made_of add_term(basic_cost<Count>& total, const plan_view& p, const step& at, std::size_t root) {
    const term& t = p.terms[p.kernels[at.kernel].first_term + root];
    total.visits = total.visits + 1;
    if (t.kind == term::core) return made_of::elements;
    if (t.kind == term::load) {
        const slot& s = p.slot_at(at, t.slot);
        return is_number(s) ? made_of::numbers : s.place == slot::index ? made_of::indices : made_of::elements;
    }
    made_of operands = made_of::numbers;
    for (std::size_t i = 0; i < operand_count_of(t); ++i) {
        const made_of operand = add_term(total, p, at, t.operands[i]);
        if (operand > operands) operands = operand;
    }
    if (t.kind == term::look_up) return made_of::elements;
    add_function(total, t.f, operands);
    return operands;
}

/// Comparisons of magnitudes that find the pivots of a matrix of n rows.
template <class Count>
constexpr Count flops_of_pivots(const Count& n) {
    return (1 + 2 * static_cast<std::size_t>(traits_of(function::abs).flops)) * half_of(n * (n - 1));
}

/// The logsumexp beside a softmax.
template <class Count = std::size_t>
constexpr basic_cost<Count> cost_of_log_sum() {
    return {.other_flops = 1, .transcendentals = 1, .visits = 2};
}

template <class Count = std::size_t>
class cost_count {
    using cost = basic_cost<Count>;

public:
    explicit constexpr cost_count(const plan_view& p) : plan_(p) {}

    constexpr cost run() const {
        cost total;
        for (const nest& n : plan_.nests)
            for (std::size_t s = 0; s < n.step_count; ++s) {
                const step& at = plan_.steps[n.first_step + s];
                total = total + n.batch.size() * (n.rows.size * row(at, kernel_of(at)) + whole(at));
            }
        return total;
    }

    /// What each column of scores adds to a row of a step that takes a part of them.
    constexpr cost of_column(const step& at, std::size_t axis) const {
        const cost none = row(at, with_columns(at, axis, 0)), one = row(at, with_columns(at, axis, 1));
        return {one.multiply_adds - none.multiply_adds,
                one.other_flops - none.other_flops,
                one.exps - none.exps,
                one.transcendentals - none.transcendentals,
                one.rescales - none.rescales,
                one.index_operations - none.index_operations,
                one.visits - none.visits};
    }

private:
    constexpr kernel with_columns(const step& at, std::size_t axis, std::size_t columns) const {
        kernel k = plan_.kernels[at.kernel];
        if (axis == kept_axis::columns && k.loop != skeleton::reduce) k.cols = columns;
        (axis == kept_axis::columns ? k.row.length
         : axis == kept_axis::terms ? k.product.inner
                                    : k.product.rows) = columns;
        return k;
    }

    /// The kernel of a step, with the lengths of the step.
    constexpr decltype(auto) kernel_of(const step& at) const {
        if constexpr (std::is_same_v<Count, std::size_t>)
            return (plan_.kernels[at.kernel]);
        else
            return with_lengths_of(plan_.kernels[at.kernel], at.lengths, Count::lengths);
    }

    /// One row of the nest.
    constexpr cost row(const step& at, const kernel& k) const {
        const cost read = formula(at, k.prologue), finished = written() + formula(at, k.epilogue);
        switch (k.loop) {
            case skeleton::map: return k.cols * read;
            case skeleton::product:
                if (k.product.adds_rows) return k.cols * cost{.other_flops = 1, .visits = 1};
                if (k.product.sums_tiles) return k.product.rows * (k.cols * cost{.multiply_adds = 1});
                return k.cols * (cost{.multiply_adds = k.product.inner} + parts(k) + finished);
            case skeleton::rows:
                return k.row.length * (read + of_element(traits_of(k.row.weights).cost) + finished) + once(k);
            case skeleton::reduce:
                return k.row.length * (read + of_element(traits_of(k.row.reduce).cost)) + once(k) + finished;
            case skeleton::inverse: return k.row.length * (read + eliminated(k)) + cost{.visits = 4};
            case skeleton::stream:
                return k.stream.keys * (cost{.multiply_adds = k.stream.depth} + halved(k) + score(at) + streamed()) +
                       scaled(k) + once(k) + halved(k) +
                       k.cols * (cost{.multiply_adds = k.stream.keys, .other_flops = 1} + finished);
        }
        return {};
    }

    /// Partial sums are added up: of a score, or of all weights.
    static constexpr cost halved(const kernel& k) { return halved(k.stream.depth_lanes); }
    static constexpr cost halved(std::size_t n) {
        return n == 0 ? cost() : cost{.other_flops = n - 1, .visits = n / 4};
    }
    /// The same for a product, which may also be added to the target.
    static constexpr cost parts(const kernel& k) {
        const bool adds = k.product.depth_lanes > 0 && k.product.continues;
        return halved(k.product.depth_lanes) + cost{.other_flops = adds ? 1U : 0U};
    }
    /// From a dot product to a score. A scale is in the query, a mask is not.
    constexpr cost score(const step& at) const {
        const kernel& k = plan_.kernels[at.kernel];
        if (!k.stream.scales_queries) return formula(at, k.prologue);
        if (!is_masked_kernel(plan_, k)) return written();
        return formula(at, mask_of_kernel(plan_, k)) +
               cost{.other_flops = static_cast<std::size_t>(traits_of(function::where).flops), .visits = 2};
    }
    /// A query is copied, and multiplied by its scale if there is one.
    constexpr cost scaled(const kernel& k) const {
        const bool has_scale = plan_.terms[k.first_term + unmasked_scores_of_kernel(plan_, k)].kind != term::core;
        return {.other_flops = has_scale && k.stream.scales_queries ? k.stream.depth : 0, .visits = k.stream.depth};
    }

    /// An elementwise formula for one element.
    constexpr cost formula(const step& at, std::size_t root) const {
        cost c;
        if (root != no_term) add_term(c, plan_, at, root);
        c.visits = c.visits + exp_visits * c.exps;
        return c;
    }

    /// What an exp costs beyond the power of two that a streaming loop uses for a weight.
    static constexpr std::size_t exp_visits = 2;

    static constexpr cost written() { return {.visits = 1}; }
    /// compare, subtract, exp, add
    static constexpr cost streamed() { return {.other_flops = 3, .exps = 1, .visits = 2}; }
    static constexpr cost of_element(const row_cost& one) {
        return {.other_flops = one.flops, .exps = one.exps, .visits = one.visits + exp_visits * one.exps};
    }
    static constexpr cost of_row(const row_cost& one) {
        return {.other_flops = one.flops_of_row, .transcendentals = one.functions_of_row, .visits = one.visits_of_row};
    }
    /// Elimination for an element and that of the inverse: a division, and a multiple subtracted from each other row.
    static constexpr cost eliminated(const kernel& k) {
        return {.multiply_adds = 2 * (Count(k.row.length) - 1), .other_flops = 2, .visits = 4};
    }
    /// Besides its rows: pivots, and what becomes of sums of all tiles.
    constexpr cost whole(const step& at) const {
        const kernel& k = kernel_of(at);
        if (k.loop == skeleton::inverse) return {.other_flops = flops_of_pivots(Count(k.row.length))};
        if (!k.product.sums_tiles) return {};
        return k.product.rows * (k.cols * (written() + formula(at, k.epilogue)));
    }
    /// The end of a row; of attention the division of the values by the sum of the weights.
    static constexpr cost once(const kernel& k) {
        if (k.loop == skeleton::reduce) return of_row(traits_of(k.row.reduce).cost);
        const bool streams = k.loop == skeleton::stream;
        cost c = of_row(traits_of(streams ? normalisation::softmax : k.row.weights).cost);
        if (k.log_sums != no_slot) c = c + cost_of_log_sum<Count>();
        if (streams) c.rescales = blocks_after_first<Count>(k.stream.keys);
        return c;
    }

    plan_view plan_;
};

constexpr cost cost_of(const plan_view& p) { return cost_count<>(p).run(); }

/// Approximately how many steps clang, the compiler with the lower default limit, takes to evaluate a plan in double;
/// at most half too high (tests/lower/cost_test.cpp). Measured on clang 19: 3 to 5 per multiply-add, 20 per visit, 60
/// per power of two, up to 225 per other function.
constexpr std::size_t constexpr_steps(const cost& c) {
    return 4 * c.multiply_adds + 20 * c.visits + 60 * c.exps + 150 * c.transcendentals + 60 * c.rescales;
}

}  // namespace heed::detail
