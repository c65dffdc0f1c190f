// SPDX-License-Identifier: BSL-1.0
// Loops over single elements and over rows: maps, products, softmax, norms, reductions and inverses. In a vector file,
// those without blocks of sums in registers; their exp runs in registers.
#pragma once

#include <heed/kernel/kernel_of_step.hpp>
#include <heed/machine/writing.hpp>
#include <heed/study/emit/routine_text.hpp>
#include <heed/study/written/written_operands.hpp>
#include <heed/study/written/written_single_product.hpp>

#include <cstddef>
#include <string>

namespace heed::detail::emitted {

/// Writes a comment on what a loop does.
inline void describe_loop(c_writer& out, const kernel& k) {
    switch (k.loop) {
        case skeleton::map: out.comment("every element on its own"); break;
        case skeleton::product:
            out.comment(k.product.adds_rows    ? "rows are added where whole numbers say, in their order"
                        : k.product.sums_tiles ? "a matrix product: the rows of this tile are added to those before"
                        : k.product.continues  ? "the next part of a product is added to those before"
                                               : "a matrix product, one sum an element");
            break;
        case skeleton::rows: break;
        case skeleton::reduce: out.comment(std::string("one number a row: ") + detail::name_of(k.row.reduce)); break;
        case skeleton::inverse: out.comment("the inverse of a matrix"); break;
        case skeleton::stream:
            out.comment(k.stream.keys > key_block
                            ? "Online softmax: scores exist a block of keys at a time. When a block raises the "
                              "maximum from m to m', what was summed so far is multiplied by exp(m - m'): then "
                              "every term is exp(score - m'), as if m' had been known from the start."
                            : "Softmax and the weighted mean of the values in one pass: the scores of a row exist "
                              "only here. exp(s - m) / sum exp(s - m) does not depend on m; the largest score "
                              "keeps exp from overflowing.");
            break;
    }
}

/// The kernels without blocks of sums, and products of single numbers.
template <class T>
class row_loops {
public:
    row_loops(step_emitter& w, const step_context& c, bool in_registers)
        : c_(c),
          facts_(term_facts::of(w.plan, c.k, c.s, c.places)),
          axes_(axes_of(w, c)),
          type_(w.type),
          taken_(w.taken),
          out_(w.out),
          in_registers_(in_registers),
          may_be_empty_((c.k.loop == skeleton::rows || c.k.loop == skeleton::reduce) && !c.row_length().is_number()) {}

    void run() {
        if (in_registers_ && c_.k.loop != skeleton::product)
            write_kernel<vector_bytes / sizeof(T)>();
        else
            write_kernel<1>();
    }

private:
    static step_axes axes_of(const step_emitter& w, const step_context& c) {
        step_axes axes{c.cols, extent(1), extent(1)};
        if (c.k.loop == skeleton::inverse) axes.lines = w.graph[c.target].dims.from_right(1);
        if (c.k.loop != skeleton::reduce && c.k.loop != skeleton::product) return axes;
        axes.inner = w.graph[w.graph.operand(w.core_of(c.target), 0)].dims.from_right(0);
        if (c.k.loop == skeleton::reduce) axes.columns = extent(c.k.row.length, axes.inner.name);
        return axes;
    }

    template <std::size_t Widest>
    void write_kernel() {
        const std::size_t before = taken_.size();
        const written_operands operands(c_, facts_, axes_, taken_, in_registers_);
        if (may_be_empty_) write_empty_row<Widest>(operands);
        recording::routine r;
        if (c_.k.loop == skeleton::product)
            written_single_product<T>(r, taken_, operands).run();
        else
            kernel_of_step(c_.k, writing<T, Widest, written_operands>(r, taken_, operands));
        routine_text(r, {type_, out_.language()}, taken_).write(out_);
        if (may_be_empty_) out_.close();
        taken_.forget_after(before);
    }
    /// Handles a row of dynamic length 0 like run/bound_kernel.hpp.
    template <std::size_t Widest>
    void write_empty_row(const written_operands& operands) {
        recording::routine r;
        const writing<T, Widest, written_operands> m(r, taken_, operands);
        using number = typename writing<T, Widest, written_operands>::number;
        const std::string length = operands.row_length().text();
        if (c_.k.loop != skeleton::reduce && c_.k.log_sums == no_slot) return out_.open("if (" + length + " > 0)");
        out_.open("if (" + length + " == 0)");
        if (c_.k.loop == skeleton::reduce)
            m.finish_result(written_index(operands.row()), 0, number(empty_reduction<T>(c_.k.row.reduce)));
        m.keep_log_sum(written_index(operands.row()), [&]() { return m.minus_infinity(); });
        routine_text(r, {type_, out_.language()}, taken_).write(out_);
        out_.close();
        out_.open("else");
    }

    const step_context& c_;
    term_facts facts_;
    step_axes axes_;
    const number_type& type_;
    names& taken_;
    c_writer& out_;
    bool in_registers_;
    bool may_be_empty_;
};

}  // namespace heed::detail::emitted
