// SPDX-License-Identifier: BSL-1.0
// What the writing machine asks of a step of a plan: names, places, and the formulas around a loop.
#pragma once

#include <heed/study/emit_vector_blocks.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace heed::detail::emitted {

template <class Writer>
class written_operands {
public:
    written_operands(Writer& w, const step_context& c, bool in_registers, const extent& columns)
        : w_(w), c_(c), in_registers_(in_registers), column_(wanted(columns, "col")) {}

    const kernel& k() const { return c_.k; }
    std::string row() const { return c_.v.row; }
    std::string row_name() const { return wanted(w_.graph[c_.target].dims.from_right(1), "row"); }
    const std::string& column_name() const { return column_; }
    bool has_epilogue() const { return c_.k.epilogue != no_term; }
    const char* name_of_core() const { return c_.k.loop == skeleton::reduce ? "result" : "normalised"; }
    bool has_dense_result() const { return detail::has_dense_rows(slot_of_result()); }

    bool reads_in_registers() const {
        return in_registers_ && vector_terms<Writer>::contains_exp(w_, c_, c_.k.prologue) &&
               vector_terms<Writer>::can_run(w_, c_, c_.k.prologue, lanes_are::columns);
    }
    std::pair<std::string, int> prologue(std::size_t lanes, const std::string& row, const std::string& col) const {
        return formula(c_.k.prologue, lanes, row, col, w_.zero());
    }
    std::pair<std::string, int> epilogue(std::size_t lanes, const std::string& row, const std::string& col) const {
        return formula(c_.k.epilogue, lanes, row, col, "$0");
    }
    recording::element result(const std::string& row, const std::string& col) const {
        return {c_.places[0].array, c_.places[0].index(c_.v, row, col)};
    }

private:
    /// The name of an axis, or the usual one where that has none or is taken.
    std::string wanted(const extent& e, const char* usual) const {
        const std::string own = e.name == nullptr ? usual : as_identifier(e.name->name);
        return w_.taken.is_free(own) ? own : usual;
    }
    const slot& slot_of_result() const { return w_.plan.slots[c_.s.first_slot]; }
    std::pair<std::string, int> formula(std::size_t id, std::size_t lanes, const std::string& row,
                                        const std::string& col, const std::string& core) const {
        if (lanes == 1) {
            const expression e = w_.terms(c_).at(id, c_.v, row, col, core);
            return {e.text, static_cast<int>(e.level)};
        }
        return {vector_terms<Writer>(w_, c_, {w_.type, lanes}, lanes_are::columns, row, col, core).at(id),
                static_cast<int>(expression::choice)};
    }

    Writer& w_;
    const step_context& c_;
    bool in_registers_;
    std::string column_;
};

}  // namespace heed::detail::emitted
