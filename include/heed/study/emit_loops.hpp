// SPDX-License-Identifier: BSL-1.0
// The nests of a plan as loops over single numbers. A row does not depend on those beside it, so tiles of rows, which
// are there for registers and caches, become rows: every sum is formed in the same order, and has the same bits.
#pragma once

#include <heed/study/emit_stream.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail::emitted {

template <class Lowered, class Leaves>
class loop_emitter {
    using writer = step_writer<Lowered, Leaves>;
    using context = step_context;
    static constexpr const auto& plan = Lowered::value;
    static constexpr const auto& graph = Lowered::form;

public:
    loop_emitter(const Leaves& leaves, const number_type& type, names& taken, c_writer& out)
        : w_(leaves, type, taken, out) {}

    /// The body of the function.
    void run() {
        reason why = reason::none;
        for (std::size_t b = plan.buffers.size(); b-- > 0;)
            if (!plan.buffers[b].tile) w_.declare_buffer(b, plan.buffers[b].elements, why);
        for (const nest& n : plan.nests) emit_nest(n);
    }

private:
    void emit_nest(const nest& n) {
        const std::size_t outside = w_.taken.size();
        const bool whole_matrices = plan.kernels[plan.steps[n.first_step].kernel].loop == skeleton::inverse;
        w_.out.blank();
        if (n.step_count > 1) w_.out.comment("a row at a time: what one loop passes on to the next is small");
        variables v;
        for (std::size_t a = 0; a < n.batch.rank; ++a) {
            v.batch.push_back(w_.variable(n.batch[a], a + 1 == n.batch.rank   ? "head"
                                                      : a + 2 == n.batch.rank ? "batch"
                                                                              : "outer"));
            w_.open_loop(v.batch.back(), n.batch[a].size);
        }
        if (!whole_matrices) {
            v.row = w_.variable(n.rows, "row");
            w_.open_loop(v.row, n.rows.size);
        }
        declare_tiles(n);
        const bool has_loop = !v.row.empty() || n.batch.size() > 1;
        for (std::size_t i = 0; i < n.step_count; ++i) {
            if (i > 0) w_.out.blank();
            const std::size_t before = w_.taken.size();
            emit_step(plan.steps[n.first_step + i], v, n.step_count > 1 || !has_loop);
            w_.taken.forget_after(before);
        }
        if (!whole_matrices) w_.close_loop(v.row);
        for (std::size_t a = n.batch.rank; a-- > 0;) w_.close_loop(v.batch[a]);
        w_.taken.forget_after(outside);
    }

    void declare_tiles(const nest& n) {
        std::vector<bool> done(plan.buffers.size());
        reason why = reason::none;
        for (std::size_t i = 0; i < n.step_count; ++i) {
            const slot& s = plan.slots[plan.steps[n.first_step + i].first_slot];
            if (s.place != slot::buffer || !plan.buffers[s.id].tile || done[s.id]) continue;
            done[s.id] = true;
            const std::size_t elements = plan.buffers[s.id].elements / n.tile_rows;
            w_.declare_buffer(s.id, elements == 0 ? 1 : elements, why);
        }
    }

    /// A step declares variables: it is a block unless it is alone in a loop.
    static bool declares(const kernel& k) {
        return k.loop != skeleton::map && (k.loop != skeleton::product || k.cols == 1);
    }

    void emit_step(const step& s, const variables& v, bool has_neighbours) {
        context c{plan.kernels[s.kernel], v, {}, s.target, {}};
        for (std::size_t i = 0; i < s.slot_count; ++i) c.places.push_back(w_.place_of(plan.slots[s.first_slot + i]));
        const shape& dims = graph[w_.core_of(s.target)].dims;
        c.cols = dims.rank == 0 ? extent(1) : dims.from_right(0);
        c.cols.size = c.k.cols;
        describe(c);
        const bool braces = has_neighbours && declares(c.k);
        if (braces) w_.out.open("");
        switch (c.k.loop) {
            case skeleton::map: emit_map(c); break;
            case skeleton::product: emit_product(c); break;
            case skeleton::rows: emit_rows(c); break;
            case skeleton::reduce: emit_reduce(c); break;
            case skeleton::inverse: emit_inverse(c); break;
            case skeleton::stream: stream_emitter<writer>::emit(w_, c, Lowered::node_roles); break;
        }
        if (braces) w_.out.close();
    }

    void describe(const context& c) {
        switch (c.k.loop) {
            case skeleton::map: w_.out.comment("every element on its own"); break;
            case skeleton::product:
                w_.out.comment(c.k.continues ? "the next part of a product is added to those before"
                                             : "a matrix product, one sum an element");
                break;
            case skeleton::rows:
                w_.out.comment(
                    c.k.weights == normalisation::softmax
                        ? "softmax of a row: the largest score is subtracted first, so that exp cannot overflow"
                        : "log softmax of a row: x - max - log(sum of exp(x - max))");
                break;
            case skeleton::reduce:
                w_.out.comment(c.k.reduce == reduction::logsumexp
                                   ? "logsumexp of a row: the maximum is taken out, so that exp cannot overflow"
                                   : std::string("one number a row: ") + detail::name_of(c.k.reduce));
                break;
            case skeleton::inverse: w_.out.comment("the inverse of a matrix"); break;
            case skeleton::stream:
                w_.out.comment(
                    c.k.inner > key_block
                        ? "Online softmax: scores exist a block of keys at a time. When a block raises the "
                          "maximum from m to m', what was summed so far is multiplied by exp(m - m'): then "
                          "every term is exp(score - m'), as if m' had been known from the start."
                        : "Softmax and the weighted mean of the values in one pass: the scores of a row exist "
                          "only here. exp(s - m) / sum exp(s - m) does not depend on m; the largest score "
                          "keeps exp from overflowing.");
                break;
        }
    }

    void emit_map(const context& c) {
        const std::string col = w_.variable(c.cols, "col");
        w_.loop(col, c.cols.size, c.places[0].element(c.v, c.v.row, col) + " = " + w_.prologue(c, c.v.row, col) + ';');
    }

    void emit_product(const context& c) {
        const extent inner = graph[graph.operand(w_.core_of(c.target), 0)].dims.from_right(0);
        const std::string col = w_.variable(c.cols, "col");
        const std::string k = w_.variable(extent(c.k.inner, inner.name), "k");
        const std::string sum = w_.local("sum"), to = c.places[0].element(c.v, c.v.row, col);
        w_.open_loop(col, c.cols.size);
        w_.out.line(w_.declared(sum, c.k.continues ? to : "0", false));
        w_.loop(k, c.k.inner, sum + " += " + w_.factor(c, 1, c.v.row, k) + " * " + w_.factor(c, 2, k, col) + ';');
        w_.out.line(to + " = " + w_.finished(c, col, sum) + ';');
        w_.close_loop(col);
    }

    void emit_rows(const context& c) {
        const std::string col = w_.variable(c.cols, "col"), weight = w_.local("weight"), shift = w_.local("shift");
        const std::string total = w_.local("total"), count = std::to_string(c.k.inner);
        const std::string at = w_.indexed(weight, col);
        w_.declare(weight, c.k.inner);
        w_.loop(col, c.k.inner, at + " = " + w_.prologue(c, c.v.row, col) + ';');
        emit_shift(weight, shift, w_.local("maximum"), count);
        if (c.k.weights == normalisation::softmax) {
            const std::string scale = w_.local("one_over_total");
            w_.loop(col, c.k.inner, at + " = exponential(" + at + " - " + shift + ");");
            w_.out.line(w_.declared(total, "sum_of_row(" + weight + ", " + count + ')'));
            w_.out.line(
                w_.declared(scale, total + " == 0 ? " + w_.zero() + " : " + w_.type.literal(1) + " / " + total));
            w_.write_row(c, col, at + " * " + scale);
        } else {
            const std::string score = w_.local("score"), log_total = w_.local("log_total");
            w_.declare(score, c.k.inner);
            w_.loop(col, c.k.inner, w_.indexed(score, col) + " = exponential(" + at + " - " + shift + ");");
            w_.out.line(w_.declared(total, "sum_of_row(" + score + ", " + count + ')'));
            w_.out.line(w_.declared(log_total, total + " == 0 ? " + w_.zero() + " : logarithm(" + total + ')'));
            w_.write_row(c, col, at + " - " + shift + " - " + log_total);
        }
    }

    /// A row of minus infinities: exp(x - 0) is 0 there, exp(x - maximum) would be NaN.
    void emit_shift(const std::string& row, const std::string& shift, const std::string& maximum,
                    const std::string& count) {
        w_.out.line(w_.declared(maximum, "max_of_row(" + row + ", " + count + ')'));
        w_.out.line(w_.declared(shift, maximum + " == -INFINITY ? " + w_.zero() + " : " + maximum));
    }

    void emit_reduce(const context& c) {
        const shape& dims = graph[graph.operand(w_.core_of(c.target), 0)].dims;
        const std::string col = w_.variable(extent(c.k.inner, dims.from_right(0).name), "col");
        const std::string values = w_.local("x"), result = w_.local("result"), count = std::to_string(c.k.inner);
        const std::string to = c.places[0].element(c.v, c.v.row, "") + " = ";
        const std::string of_row = "_of_row(" + values + ", " + count + ')';
        w_.declare(values, c.k.inner);
        w_.loop(col, c.k.inner, w_.indexed(values, col) + " = " + w_.prologue(c, c.v.row, col) + ';');
        std::string value;
        switch (c.k.reduce) {
            case reduction::sum: value = "sum" + of_row; break;
            case reduction::mean:
                value = "sum" + of_row + " / " + w_.type.literal(static_cast<double>(c.k.inner));
                break;
            case reduction::max: value = "max" + of_row; break;
            case reduction::min: value = "min" + of_row; break;
            case reduction::logsumexp: {
                const std::string shift = w_.local("shift"), maximum = w_.local("maximum"), total = w_.local("total");
                emit_shift(values, shift, maximum, count);
                w_.loop(col, c.k.inner,
                        w_.indexed(values, col) + " = exponential(" + w_.indexed(values, col) + " - " + shift + ");");
                w_.out.line(w_.declared(total, "sum" + of_row));
                value = total + " == 0 ? " + maximum + " : logarithm(" + total + ") + " + shift;
            }
        }
        if (c.k.epilogue == no_term) {
            w_.out.line(to + value + ';');
            return;
        }
        w_.out.line(w_.declared(result, value));
        w_.out.line(to + w_.finished(c, "", result) + ';');
    }

    void emit_inverse(const context& c) {
        const std::size_t n = c.k.inner;
        const std::string row = w_.variable(extent(n, graph[c.target].dims.from_right(1).name), "row");
        const std::string col = w_.variable(extent(n, c.cols.name), "col");
        const std::string left = w_.local("left"), right = w_.local("right");
        const std::string at = sum_of(scaled_index(row, n), col);
        w_.declare(left, n * n);
        w_.declare(right, n * n);
        w_.open_loop(row, n);
        w_.loop(col, n, w_.indexed(left, at) + " = " + w_.prologue(c, row, col) + ';');
        w_.close_loop(row);
        w_.out.line("invert(" + left + ", " + right + ", " + std::to_string(n) + ");");
        w_.open_loop(row, n);
        w_.loop(col, n, c.places[0].element(c.v, row, col) + " = " + w_.indexed(right, at) + ';');
        w_.close_loop(row);
    }

    writer w_;
};

}  // namespace heed::detail::emitted
