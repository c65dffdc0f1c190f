// SPDX-License-Identifier: BSL-1.0
// Loops over single elements and over rows: maps, products, softmax and reductions of rows, inverses. Of a vector file
// those that have no loop in registers of their own; exp runs in registers there.
#pragma once

#include <heed/study/emit_vector_blocks.hpp>

#include <cstddef>
#include <string>

namespace heed::detail::emitted {

/// A comment that says what a loop does.
inline void describe_loop(c_writer& out, const kernel& k) {
    switch (k.loop) {
        case skeleton::map: out.comment("every element on its own"); break;
        case skeleton::product:
            out.comment(k.continues ? "the next part of a product is added to those before"
                                    : "a matrix product, one sum an element");
            break;
        case skeleton::rows:
            out.comment(k.weights == normalisation::softmax
                            ? "softmax of a row: the largest score is subtracted first, so that exp cannot overflow"
                            : "log softmax of a row: x - max - log(sum of exp(x - max))");
            break;
        case skeleton::reduce:
            out.comment(k.reduce == reduction::logsumexp
                            ? "logsumexp of a row: the maximum is taken out, so that exp cannot overflow"
                            : std::string("one number a row: ") + detail::name_of(k.reduce));
            break;
        case skeleton::inverse: out.comment("the inverse of a matrix"); break;
        case skeleton::stream:
            out.comment(k.inner > key_block
                            ? "Online softmax: scores exist a block of keys at a time. When a block raises the "
                              "maximum from m to m', what was summed so far is multiplied by 2^(m - m'): then "
                              "every term is 2^(score - m'), as if m' had been known from the start."
                            : "Softmax and the weighted mean of the values in one pass: the scores of a row exist "
                              "only here. exp(s - m) / sum exp(s - m) does not depend on m; the largest score "
                              "keeps exp from overflowing.");
            break;
    }
}

template <class Writer>
class row_loops {
public:
    row_loops(Writer& w, const step_context& c, bool in_registers) : w_(w), c_(c), in_registers_(in_registers) {}

    void run() {
        switch (c_.k.loop) {
            case skeleton::map: emit_map(c_); break;
            case skeleton::product: emit_product(c_); break;
            case skeleton::rows: emit_rows(c_); break;
            case skeleton::reduce: emit_reduce(c_); break;
            case skeleton::inverse: emit_inverse(c_); break;
            case skeleton::stream: break;
        }
    }

private:
    using context = step_context;

    /// The elements of a row, which the loop reads: to(col) is where they go.
    template <class To>
    void read_row(const context& c, const std::string& col, std::size_t size, const To& to) {
        const bool side_by_side = c.k.loop != skeleton::map || c.places[0].col == 1;
        if (in_registers_ && side_by_side)
            vector_blocks<Writer>(w_).compute_row(c, c.k.prologue, c.v.row, col, size, to);
        else
            w_.loop(col, size, to(col) + " = " + w_.prologue(c, c.v.row, col) + ';');
    }
    void exponentiate(const context& c, const std::string& col, const std::string& row, const std::string& shift,
                      const std::string& to) {
        if (in_registers_)
            w_.out.line("exponentiate_row(" + row + ", " + std::to_string(c.k.inner) + ", " + shift + ", " + to + ");");
        else
            w_.loop(col, c.k.inner,
                    w_.indexed(to, col) + " = exponential(" + w_.indexed(row, col) + " - " + shift + ");");
    }

    void emit_map(const step_context& c) {
        const std::string col = w_.variable(c.cols, "col");
        read_row(c, col, c.cols.size, [&](const std::string& at) { return c.places[0].element(c.v, c.v.row, at); });
    }

    void emit_product(const step_context& c) {
        w_.out.mark(loop_part::sums);
        const extent inner = w_.graph[w_.graph.operand(w_.core_of(c.target), 0)].dims.from_right(0);
        const std::string col = w_.variable(c.cols, "col");
        const std::string k = w_.variable(extent(c.k.inner, inner.name), "k");
        const std::string sum = w_.local("sum"), to = c.places[0].element(c.v, c.v.row, col);
        w_.open_loop(col, c.cols.size);
        w_.out.line(w_.declared(sum, c.k.continues ? to : "0", false));
        w_.loop(k, c.k.inner, sum + " += " + w_.factor(c, 1, c.v.row, k) + " * " + w_.factor(c, 2, k, col) + ';');
        w_.out.line(to + " = " + w_.finished(c, col, sum) + ';');
        w_.close_loop(col);
    }

    void emit_rows(const step_context& c) {
        const std::string col = w_.variable(c.cols, "col"), weight = w_.local("weight"), shift = w_.local("shift");
        const std::string total = w_.local("total"), count = std::to_string(c.k.inner);
        const std::string at = w_.indexed(weight, col);
        w_.out.mark(loop_part::read);
        w_.declare(weight, c.k.inner);
        read_row(c, col, c.k.inner, [&](const std::string& i) { return w_.indexed(weight, i); });
        w_.out.mark(loop_part::fold);
        emit_shift(weight, shift, w_.local("maximum"), count);
        if (c.k.weights == normalisation::softmax) {
            const std::string scale = w_.local("one_over_total");
            exponentiate(c, col, weight, shift, weight);
            w_.out.line(w_.declared(total, "sum_of_row(" + weight + ", " + count + ')'));
            w_.out.line(
                w_.declared(scale, total + " == 0 ? " + w_.zero() + " : " + w_.type.literal(1) + " / " + total));
            mark_result(c);
            w_.write_row(c, col, at + " * " + scale);
        } else {
            const std::string score = w_.local("score"), log_total = w_.local("log_total");
            w_.declare(score, c.k.inner);
            exponentiate(c, col, weight, shift, score);
            w_.out.line(w_.declared(total, "sum_of_row(" + score + ", " + count + ')'));
            w_.out.line(w_.declared(log_total, total + " == 0 ? " + w_.zero() + " : logarithm(" + total + ')'));
            mark_result(c);
            w_.write_row(c, col, at + " - " + shift + " - " + log_total);
        }
    }
    /// A row that lies as it is computed is written where it is computed.
    void mark_result(const step_context& c) {
        if (c.k.epilogue != no_term || c.places[0].col != 1) w_.out.mark(loop_part::write);
    }

    /// A row of minus infinities: exp(x - 0) is 0 there, exp(x - maximum) would be NaN.
    void emit_shift(const std::string& row, const std::string& shift, const std::string& maximum,
                    const std::string& count) {
        w_.out.line(w_.declared(maximum, "max_of_row(" + row + ", " + count + ')'));
        w_.out.line(w_.declared(shift, maximum + " == -INFINITY ? " + w_.zero() + " : " + maximum));
    }

    void emit_reduce(const step_context& c) {
        const shape& dims = w_.graph[w_.graph.operand(w_.core_of(c.target), 0)].dims;
        const std::string col = w_.variable(extent(c.k.inner, dims.from_right(0).name), "col");
        const std::string values = w_.local("x"), result = w_.local("result"), count = std::to_string(c.k.inner);
        const std::string to = c.places[0].element(c.v, c.v.row, "") + " = ";
        const std::string of_row = "_of_row(" + values + ", " + count + ')';
        w_.out.mark(loop_part::read);
        w_.declare(values, c.k.inner);
        read_row(c, col, c.k.inner, [&](const std::string& i) { return w_.indexed(values, i); });
        w_.out.mark(loop_part::fold);
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
                exponentiate(c, col, values, shift, values);
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

    void emit_inverse(const step_context& c) {
        const std::size_t n = c.k.inner;
        const std::string row = w_.variable(extent(n, w_.graph[c.target].dims.from_right(1).name), "row");
        const std::string col = w_.variable(extent(n, c.cols.name), "col");
        const std::string left = w_.local("left"), right = w_.local("right");
        const std::string at = sum_of(scaled_index(row, n), col);
        w_.out.mark(loop_part::read);
        w_.declare(left, n * n);
        w_.declare(right, n * n);
        w_.open_loop(row, n);
        w_.loop(col, n, w_.indexed(left, at) + " = " + w_.prologue(c, row, col) + ';');
        w_.close_loop(row);
        w_.out.mark(loop_part::columns);
        w_.out.line("invert(" + left + ", " + right + ", " + std::to_string(n) + ");");
        w_.out.mark(loop_part::write);
        w_.open_loop(row, n);
        w_.loop(col, n, c.places[0].element(c.v, row, col) + " = " + w_.indexed(right, at) + ';');
        w_.close_loop(row);
    }

    Writer& w_;
    const context& c_;
    bool in_registers_;
};

}  // namespace heed::detail::emitted
