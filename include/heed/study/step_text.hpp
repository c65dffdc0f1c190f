// SPDX-License-Identifier: BSL-1.0
// The loops of one step of a plan in lines, as run/ executes them.
#pragma once

#include <heed/study/stream_text.hpp>

#include <cstddef>

namespace heed::detail {

template <class Text, std::size_t Written, std::size_t Capacity>
class step_writer : step_lines<Text, Written, Capacity> {
    using lines = step_lines<Text, Written, Capacity>;
    using lines::add_inner_loop, lines::add_loop, lines::at_result, lines::col_, lines::col_name_, lines::end,
        lines::finished, lines::inner_name_, lines::k_, lines::level_, lines::line, lines::names_, lines::nest_,
        lines::open_rows, lines::operands_, lines::out_, lines::part, lines::remark, lines::row_, lines::row_name_,
        lines::slot_at, lines::step_, lines::v_, lines::write_target;

public:
    using lines::lines;

    constexpr void run() {
        switch (k_.loop) {
            case skeleton::map: map(); break;
            case skeleton::product: product(); break;
            case skeleton::rows: rows(); break;
            case skeleton::reduce: reduce(); break;
            case skeleton::inverse: inverse(); break;
            case skeleton::stream: stream_writer<Text, Written, Capacity>(*this).run(); break;
        }
        mark_loop(out_, {});
    }

private:
    constexpr void map() {
        part(loop_part::elements);
        open_rows();
        end();
        line();
        add_loop(col_name_, col_.size, true);
        end();
        ++level_;
        line();
        write_target(at_result());
        operands_.terms(step_, k_.prologue, at_result(), "");
        end();
    }

    constexpr void product() {
        const std::size_t tile = smaller_of(nest_.tile_rows, row_.size), block = smaller_of(tile, accumulator_rows);
        const slot& right = slot_at(2);
        const bool in_panels = k_.copies_panels || right.panel_rows != 0;
        const std::size_t lanes = smaller_of(k_.cols, product_columns(in_panels ? 0 : tile, v_.computed_in.bytes));
        part(k_.copies_panels && !detail::has_dense_rows(right) ? loop_part::read : loop_part::sums);
        line();
        add_loop(col_name_, col_.size, true);
        out_.add(" by ").add(lanes);
        remark();
        add_count(out_, rounds(k_.cols, lanes), "panel", "panels");
        if (k_.copies_panels) copied();
        if (right.panel_rows != 0) out_.add(", packed ahead");
        end();
        part(loop_part::sums);
        ++level_;
        line().add("for ");
        add_name(out_, row_name_);
        out_.add(nest_.tile_rows < row_.size ? " in tile by " : " by ").add(block);
        remark();
        add_registers(out_, block, lanes, v_.computed_in);
        end();
        ++level_;
        if (k_.continues) {
            line().add("sum = ");
            operands_.operand(slot_at(0), at_result());
            remark("what the parts before left there");
        }
        line();
        add_inner_loop();
        out_.add(": sum += ");
        operands_.operand(slot_at(1), with(names_, row_name_, inner_name_));
        out_.add(" * ");
        operands_.operand(right, with(names_, inner_name_, col_name_));
        end();
        line();
        finished("sum");
        end();
    }

    constexpr void copied() {
        out_.add(", each copied once");
        if (k_.inner > product_depth) out_.add(", ").add(product_depth).add(" rows at a time");
    }

    /// x = the prologue along a row.
    constexpr void read_row() {
        part(loop_part::read);
        line();
        add_inner_loop();
        out_.add(": x(");
        add_name(out_, inner_name_);
        out_.add(") = ");
        operands_.terms(step_, k_.prologue, with(names_, row_name_, inner_name_), "");
        end();
    }

    constexpr void rows() {
        const bool logarithm = k_.weights == normalisation::log_softmax;
        open_rows();
        remark("a row at a time");
        read_row();
        part(loop_part::fold);
        line().add("m = max of x");
        remark("found in 8 lanes");
        line();
        add_inner_loop();
        out_.add(logarithm ? ": l += exp(x - m)" : ": x = exp(x - m), l += x");
        remark("in 8 lanes");
        if (k_.epilogue != no_term || slot_at(0).col_stride != 1) part(loop_part::write);
        line();
        add_inner_loop();
        out_.add(": ");
        finished(logarithm ? "x - m - log(l)" : "x / l");
        end();
    }

    constexpr void reduce() {
        open_rows();
        remark("a row at a time");
        read_row();
        part(loop_part::fold);
        line();
        text<16> value;
        value.add(name_of(k_.reduce)).add("(x)");
        finished(value.items);
        remark("in 8 lanes");
    }

    constexpr void inverse() {
        part(loop_part::read);
        open_rows();
        end();
        line();
        add_loop(col_name_, col_.size, true);
        out_.add(": left = ");
        operands_.terms(step_, k_.prologue, at_result(), "");
        remark("copied, beside an identity");
        --level_;
        part(loop_part::columns);
        line().add("for column[").add(k_.inner).add(']');
        remark("Gauss-Jordan elimination");
        ++level_;
        line().add("exchange rows: the largest entry of the column is the pivot");
        end();
        line().add("for row[").add(k_.inner).add("], all others: subtract its multiple of the pivot's row");
        end();
        --level_;
        part(loop_part::write);
        line();
        write_target(at_result());
        out_.add("right");
        remark("what became of the identity");
    }
};

}  // namespace heed::detail
