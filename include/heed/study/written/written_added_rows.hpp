// SPDX-License-Identifier: BSL-1.0
// Writes loops that add rows where whole numbers say, as run/bound_tile_sums.hpp runs them.
#pragma once

#include <heed/machine/recording.hpp>
#include <heed/study/emit/routine_text.hpp>
#include <heed/study/written/emit_rows.hpp>
#include <heed/study/written/emit_step.hpp>
#include <heed/study/written/written_terms.hpp>

#include <cstddef>
#include <string>

namespace heed::detail::emitted {

/// For a tile of rows, which are the terms of the step.
template <class T>
class added_rows {
public:
    added_rows(step_emitter& w, const step_context& c) : w_(w), c_(c), column_(w.variable(c.cols, "col")) {}

    void write() {
        const std::string rows = std::to_string(c_.k.product.rows), all = std::to_string(c_.k.product.inner);
        const bool is_tile = !c_.end_of_terms.empty();
        const std::string first = is_tile ? c_.first_term : "0", end = is_tile ? c_.end_of_terms : all;
        describe_loop(w_.out, c_.k);
        if (is_tile) w_.out.open("if (" + first + " == 0)");
        over_result(rows, [&]() { w_.out.spelled(result(c_.v.row) + " = 0;"); });
        if (is_tile) w_.out.close();
        add(first, end, rows);
        if (c_.k.epilogue == no_term) return;
        if (is_tile) w_.out.open("if (" + end + " == " + all + ')');
        over_result(rows, [&]() { finish(); });
        if (is_tile) w_.out.close();
    }

private:
    void add(const std::string& first, const std::string& end, const std::string& rows) {
        const std::string term = w_.local("k"), row = w_.local("found");
        const place &numbers = c_.places[product_slot::left], &from = c_.places[product_slot::right];
        w_.out.open("for (int " + term + " = " + first + "; " + term + " < " + end + "; ++" + term + ')');
        const spelling spelled{w_.type, w_.out.language()};
        const std::string number = spelled.cast("int", {numbers.element(c_.v, std::string(), term)}).text;
        w_.out.spelled("const int " + row + " = " + number + ';');
        w_.out.open("if (0 <= " + row + " && " + row + " < " + rows + ')');
        w_.open_loop(column_, c_.k.cols);
        const std::string element = from.element(c_.v, term, column_);
        w_.out.spelled(result(row) +
                       " += " + (from.cast.empty() ? element : spelled.cast(w_.type.name, {element}).text) + ';');
        w_.close_loop(column_);
        w_.out.close();
        w_.out.close();
    }
    template <class Body>
    void over_result(const std::string& rows, const Body& body) {
        w_.out.open("for (int " + c_.v.row + " = 0; " + c_.v.row + " < " + rows + "; ++" + c_.v.row + ')');
        w_.open_loop(column_, c_.k.cols);
        body();
        w_.close_loop(column_);
        w_.out.close();
    }
    void finish() {
        using V = recorded<T, any_lanes>;
        recording::routine r;
        const place& out = c_.places[result_slot];
        const written_index i(c_.v.row), j(column_);
        const term_facts facts = term_facts::of(w_.plan, c_.k, c_.s, c_.places);
        const written_terms terms(facts, c_.v, r);
        const V sum = terms.template operand<V>(result_slot, i, j);
        r.store(out.recorded(c_.v, i, j), terms.value(c_.k.epilogue, {i, j, 1}, sum).in(r), 1);
        routine_text(r, {w_.type, w_.out.language()}, w_.taken).write(w_.out);
    }
    std::string result(const std::string& row) const { return c_.places[result_slot].element(c_.v, row, column_); }

    step_emitter& w_;
    const step_context& c_;
    std::string column_;
};

}  // namespace heed::detail::emitted
