// SPDX-License-Identifier: BSL-1.0
// Loops over single elements and over rows: maps, products, softmax and reductions of rows, inverses. Of a vector file
// those that have no loop in registers of their own; exp runs in registers there.
#pragma once

#include <heed/kernel/inverse.hpp>
#include <heed/kernel/map.hpp>
#include <heed/kernel/rows.hpp>
#include <heed/machine/writing.hpp>
#include <heed/study/routine_text.hpp>
#include <heed/study/written_operands.hpp>

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
        case skeleton::rows: break;
        case skeleton::reduce: out.comment(std::string("one number a row: ") + detail::name_of(k.reduce)); break;
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

/// The kernels of kernel/ that do without blocks of sums, and products of single numbers.
template <class T, class Writer>
class row_loops {
public:
    row_loops(Writer& w, const step_context& c, bool in_registers) : w_(w), c_(c), in_registers_(in_registers) {}

    void run() {
        if (c_.k.loop == skeleton::product)
            emit_product();
        else if (in_registers_)
            write_kernel<vector_bytes / sizeof(T)>();
        else
            write_kernel<1>();
    }

private:
    template <std::size_t Widest>
    void write_kernel() {
        const std::size_t before = w_.taken.size();
        const written_operands<Writer> operands(w_, c_, in_registers_, columns());
        recording::routine r;
        write_kernel(writing<T, Widest, written_operands<Writer>>(r, w_.taken, operands));
        const spelling s{w_.type, w_.out.language()};
        routine_text(r, s, w_.taken).write(w_.out);
        w_.taken.forget_after(before);
    }
    template <class M>
    void write_kernel(const M& m) {
        switch (c_.k.loop) {
            case skeleton::map: return map_kernel(m);
            case skeleton::rows:
                return c_.k.weights == normalisation::softmax ? rows_kernel<normalisation::softmax>(m)
                                                              : rows_kernel<normalisation::log_softmax>(m);
            case skeleton::reduce: return reduce(m);
            case skeleton::inverse: return inverse_kernel(m);
            case skeleton::product:
            case skeleton::stream: break;
        }
    }
    template <class M>
    void reduce(const M& m) {
        switch (c_.k.reduce) {
            case reduction::sum: return reduce_kernel<reduction::sum>(m);
            case reduction::mean: return reduce_kernel<reduction::mean>(m);
            case reduction::max: return reduce_kernel<reduction::max>(m);
            case reduction::min: return reduce_kernel<reduction::min>(m);
            case reduction::logsumexp: return reduce_kernel<reduction::logsumexp>(m);
        }
    }
    /// The axis along which rows are read.
    extent columns() const {
        if (c_.k.loop != skeleton::reduce) return c_.cols;
        const shape& dims = w_.graph[w_.graph.operand(w_.core_of(c_.target), 0)].dims;
        return extent(c_.k.inner, dims.from_right(0).name);
    }

    void emit_product() {
        w_.out.mark(loop_part::sums);
        const extent inner = w_.graph[w_.graph.operand(w_.core_of(c_.target), 0)].dims.from_right(0);
        const std::string col = w_.variable(c_.cols, "col");
        const std::string k = w_.variable(extent(c_.k.inner, inner.name), "k");
        const std::string sum = w_.local("sum"), to = c_.places[0].element(c_.v, c_.v.row, col);
        w_.open_loop(col, c_.cols.size);
        w_.out.line(w_.declared(sum, c_.k.continues ? to : "0", false));
        w_.loop(k, c_.k.inner, sum + " += " + w_.factor(c_, 1, c_.v.row, k) + " * " + w_.factor(c_, 2, k, col) + ';');
        w_.out.line(to + " = " + w_.finished(c_, col, sum) + ';');
        w_.close_loop(col);
    }

    Writer& w_;
    const step_context& c_;
    bool in_registers_;
};

}  // namespace heed::detail::emitted
