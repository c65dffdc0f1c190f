// SPDX-License-Identifier: BSL-1.0
// What the writing machine needs of a step of a plan: names, places, and the formulas around a loop.
#pragma once

#include <heed/study/written/emit_step.hpp>
#include <heed/study/written/written_terms.hpp>

#include <cstddef>
#include <string>

namespace heed::detail::emitted {

/// Axes of a step: of the operand's columns, of the sums of a product, of the rows of matrices.
struct step_axes {
    extent columns, inner, lines;
};

/// Not a template over the plan, so that all plans share the kernels that are written with it.
class written_operands {
public:
    written_operands(const step_context& c, const term_facts& facts, const step_axes& axes, const names& taken,
                     bool in_registers)
        : c_(c),
          facts_(facts),
          axes_(axes),
          taken_(taken),
          in_registers_(in_registers),
          column_(wanted(axes.columns, "col")) {}

    const kernel& k() const { return c_.k; }
    written_index columns() const { return c_.columns(); }
    written_index row_length() const { return c_.row_length(); }
    written_index terms() const { return c_.terms(); }
    std::string row() const { return c_.v.row; }
    const std::string& first_term() const { return c_.first_term; }
    const std::string& end_of_terms() const { return c_.end_of_terms; }
    std::string row_name() const { return wanted(axes_.lines, "row"); }
    const std::string& column_name() const { return column_; }
    bool has_epilogue() const { return c_.k.epilogue != no_term; }
    const char* name_of_core() const {
        return c_.k.loop == skeleton::reduce ? "result" : c_.k.loop == skeleton::product ? "sum" : "normalised";
    }
    /// The variable of the loop over the terms of a sum.
    std::string inner_name() const { return wanted(axes_.inner, "k"); }
    bool has_dense_result() const { return has_dense_rows(facts_.slots[result_slot]); }

    bool reads_in_registers() const {
        return in_registers_ && wants_registers(c_.k, facts_.terms) &&
               facts_.run_in_registers(c_.k.prologue, lanes_are::columns);
    }
    template <class V>
    V prologue(recording::routine& r, const written_index& row, const written_index& col) const {
        return terms(r).value(c_.k.prologue, {row, col, lanes<V>::count}, V(lane_t<V>(0)));
    }
    template <class V>
    V epilogue(recording::routine& r, const written_index& row, const written_index& col, const V& core) const {
        return terms(r).value(c_.k.epilogue, {row, col, lanes<V>::count}, core);
    }
    template <class V>
    V operand(recording::routine& r, std::size_t i, const written_index& row, const written_index& col) const {
        return terms(r).operand<V>(i, row, col);
    }
    recording::element log_sum(const written_index& row) const {
        return c_.places[c_.k.log_sums].recorded(c_.v, row, 0);
    }
    recording::element result(const written_index& row, const written_index& col) const {
        return c_.places[result_slot].recorded(c_.v, row, col);
    }

private:
    std::string wanted(const extent& e, const char* usual) const { return free_name_of(e, usual, taken_); }
    written_terms terms(recording::routine& r) const { return {facts_, c_.v, r}; }

    const step_context& c_;
    term_facts facts_;
    step_axes axes_;
    const names& taken_;
    bool in_registers_;
    std::string column_;
};

}  // namespace heed::detail::emitted
