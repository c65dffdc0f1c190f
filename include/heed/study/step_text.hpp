// SPDX-License-Identifier: BSL-1.0
// The loops of one step of a plan in lines, as run/ executes them.
#pragma once

#include <heed/lower/tiles.hpp>
#include <heed/study/operand_text.hpp>
#include <heed/study/score_tiles.hpp>

#include <cstddef>

namespace heed::detail {

inline constexpr std::size_t remark_column = 72;

/// How many times a loop of n runs in steps of `of`.
constexpr std::size_t rounds(std::size_t n, std::size_t of) { return (n + of - 1) / of; }

template <class Text>
constexpr void add_count(Text& out, std::size_t n, const char* one, const char* more) {
    out.add_grouped(n).add(' ').add(n == 1 ? one : more);
}

/// Numbers that a loop keeps at once, and in how many registers.
template <class Text>
constexpr void add_registers(Text& out, std::size_t rows, std::size_t lanes, const element_kind& type) {
    out.add(rows).add(" x ").add(lanes);
    const std::size_t width = vector_bytes / type.bytes;
    const bool packed = same_words(type.name, "float") || same_words(type.name, "double");
    if (packed && lanes % width == 0)
        out.add(" sums in ").add(rows * lanes / width).add(" registers of ").add(width);
    else
        out.add(" sums");
}

template <class Text, std::size_t Written, std::size_t Capacity>
class step_writer {
public:
    constexpr step_writer(Text& out, const study_view<Written, Capacity>& v, const nest& n, const step& s,
                          std::size_t level, bool in_stream)
        : out_(out),
          v_(v),
          nest_(n),
          step_(s),
          k_(v.steps.kernels[s.kernel]),
          operands_(out, v),
          level_(level),
          row_letter_(in_stream ? "q" : "i") {
        names_ = names_of_batch(n.batch);
        find_axes();
    }

    constexpr void run() {
        switch (k_.loop) {
            case skeleton::map: map(); return;
            case skeleton::product: product(); return;
            case skeleton::rows: rows(); return;
            case skeleton::reduce: reduce(); return;
            case skeleton::inverse: inverse(); return;
            case skeleton::stream: stream(); return;
        }
    }

private:
    constexpr const node& core() const {
        const node_id id = v_.node_roles[step_.target].core;
        return v_.form[id == no_node ? step_.target : id];
    }
    constexpr const shape& operand_dims(const node& n, std::size_t i) const {
        return v_.form[v_.form.operands[n.first_operand + i]].dims;
    }
    static constexpr extent last(const shape& dims, std::size_t from_right = 0) {
        return dims.rank > from_right ? dims.from_right(from_right) : extent(1);
    }
    static constexpr const axis* first_name(const extent& a, const extent& b) { return a.name ? a.name : b.name; }

    /// The extents of the loops, and their names where the tensors have them.
    constexpr void find_axes() {
        const bool streams = k_.loop == skeleton::stream;
        row_ = nest_.rows;
        col_ = {k_.cols, last(core().dims).name};
        if (streams || k_.loop == skeleton::product) {
            inner_ = {k_.inner, first_name(last(operand_dims(core(), 0)), last(operand_dims(core(), 1), 1))};
        } else if (k_.loop == skeleton::rows || k_.loop == skeleton::reduce) {
            inner_ = {k_.inner, last(operand_dims(core(), 0)).name};
        }
        if (streams && k_.depth > 0) {
            const node& scores = v_.form[v_.node_roles[step_.target].score_core];
            depth_ = {k_.depth, first_name(last(operand_dims(scores, 0)), last(operand_dims(scores, 1), 1))};
        }
        row_name_ = name_of(row_, row_letter_);
        col_name_ = name_of(col_, streams ? "e" : "j");
        inner_name_ = name_of(inner_, "k");
        depth_name_ = name_of(depth_, "d");
        if (k_.loop == skeleton::rows) col_name_ = inner_name_;
        inner_name_.primed = same_words(inner_name_.words, row_name_.words);
        col_name_.primed = same_words(col_name_.words, row_name_.words) ||
                           (k_.loop == skeleton::product && same_words(col_name_.words, inner_name_.words));
        depth_name_.primed = same_words(depth_name_.words, row_name_.words);
    }

    constexpr const slot& slot_at(std::size_t i) const { return v_.steps.slots[step_.first_slot + i]; }

    // Lines: code, then a remark in a column of its own.
    constexpr Text& line() { return out_.spaces(4 * level_); }
    constexpr Text& remark() { return out_.pad_to(remark_column); }
    constexpr void end() { out_.add('\n'); }
    constexpr void remark(const char* words) {
        remark().add(words);
        end();
    }

    constexpr void add_loop(const loop_name& name, std::size_t size, bool named) {
        out_.add("for ");
        add_name(out_, name);
        if (named)
            out_.add('[').add(size).add(']');
        else
            out_.add(" of ").add(size);
    }
    constexpr void add_inner_loop() { add_loop(inner_name_, inner_.size, true); }

    /// The rows of the tile, or all of them.
    constexpr void open_rows() {
        line().add("for ");
        add_name(out_, row_name_);
        if (nest_.tile_rows < row_.size)
            out_.add(" in tile");
        else
            out_.add('[').add(row_.size).add(']');
        ++level_;
    }

    constexpr void write_target(const loop_names& loops) {
        operands_.operand(slot_at(0), loops);
        out_.add(" = ");
    }
    constexpr loop_names at_result() const { return with(names_, row_name_, col_name_); }
    constexpr void finished(const char* core_words) {
        write_target(at_result());
        if (k_.epilogue == no_term)
            out_.add(core_words);
        else
            operands_.terms(step_, k_.epilogue, at_result(), core_words);
    }

    constexpr void map() {
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
        const std::size_t lanes = smaller_of(k_.cols, lanes_for(v_.computed_in.bytes));
        const std::size_t tile = smaller_of(nest_.tile_rows, row_.size), block = smaller_of(tile, accumulator_rows);
        line();
        add_loop(col_name_, col_.size, true);
        out_.add(" by ").add(lanes);
        remark();
        add_count(out_, rounds(k_.cols, lanes), "panel", "panels");
        const slot& right = slot_at(2);
        if (right.col_stride != 1 || right.strided) out_.add(", each copied side by side first");
        end();
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

    /// x = the prologue along a row.
    constexpr void read_row() {
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
        line().add("m = max of x");
        remark("found in 8 lanes");
        line();
        add_inner_loop();
        out_.add(logarithm ? ": l += exp(x - m)" : ": x = exp(x - m), l += x");
        remark("in 8 lanes");
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
        line();
        text<16> value;
        value.add(name_of(k_.reduce)).add("(x)");
        finished(value.items);
        remark("in 8 lanes");
    }

    constexpr void inverse() {
        open_rows();
        end();
        line();
        add_loop(col_name_, col_.size, true);
        out_.add(": left = ");
        operands_.terms(step_, k_.prologue, at_result(), "");
        remark("copied, beside an identity");
        --level_;
        line().add("for column[").add(k_.inner).add(']');
        remark("Gauss-Jordan elimination");
        ++level_;
        line().add("exchange rows: the largest entry of the column is the pivot");
        end();
        line().add("for row[").add(k_.inner).add("], all others: subtract its multiple of the pivot's row");
        end();
        --level_;
        line();
        write_target(at_result());
        out_.add("right");
        remark("what became of the identity");
    }

    constexpr void stream() {
        const std::size_t lanes = nest_.tile_rows, block = smaller_of(k_.inner, key_block);
        const loop_names at_score = with(names_, row_name_, inner_name_);
        if (k_.depth > 0) {
            line();
            add_loop(depth_name_, depth_.size, true);
            out_.add(": query = ");
            operands_.operand(slot_at(2), with(names_, row_name_, depth_name_));
            remark().add(lanes).add(lanes == 1 ? " query" : " queries side by side");
            end();
        }
        line().add("m = -infinity, l = 0, o = 0");
        remark("maximum, sum of weights, sums of values: one a query");
        line();
        add_inner_loop();
        out_.add(" by ").add(block);
        remark();
        add_count(out_, rounds(k_.inner, block), "block", "blocks");
        out_.add(": online softmax");
        end();
        ++level_;
        if (is_masked_kernel(v_.steps, k_)) mask(at_score);
        if (k_.depth > 0) scores(lanes, block);
        formula(at_score);
        line().add("m' = max(m, scores), shrink = exp(m - m')");
        remark("what was summed belongs to the old maximum");
        line().add("weight = exp(score - m'), l = l * shrink + weights");
        remark().add(block).add(" x ").add(lanes).add(" weights, never stored");
        end();
        values(lanes, block);
        --level_;
        line();
        add_loop(col_name_, col_.size, true);
        out_.add(": ");
        finished("o / l");
        end();
    }

    constexpr void mask(const loop_names& at_score) {
        const score_tile_counts tiles = count_score_tiles(v_.steps, nest_, step_);
        line().add("skip unless ");
        operands_.terms(step_, mask_term().operands[0], at_score, "score");
        remark();
        add_count(out_, tiles.all(), "tile: ", "tiles: ");
        out_.add_grouped(tiles.skipped).add(" skipped, ").add_grouped(tiles.partial).add(" with mask, ");
        out_.add_grouped(tiles.full).add(" without");
        end();
    }
    constexpr const term& mask_term() const { return v_.steps.terms[k_.first_term + k_.prologue]; }

    constexpr void scores(std::size_t lanes, std::size_t block) {
        line().add("for ");
        add_name(out_, inner_name_);
        const std::size_t rows = smaller_of(block, accumulator_rows);
        out_.add(" in block by ").add(rows);
        remark();
        add_registers(out_, rows, lanes, v_.computed_in);
        end();
        ++level_;
        line();
        add_loop(depth_name_, depth_.size, true);
        out_.add(": score += query * ");
        operands_.operand(slot_at(3), with(names_, inner_name_, depth_name_));
        end();
        --level_;
    }

    constexpr void formula(const loop_names& at_score) {
        if (v_.steps.terms[k_.first_term + k_.prologue].kind == term::core) return;
        line().add("score = ");
        const bool masked = is_masked_kernel(v_.steps, k_);
        operands_.terms(step_, masked ? mask_term().operands[1] : k_.prologue, at_score, "score");
        if (masked) remark().add("where masked: -infinity");
        end();
    }

    constexpr void values(std::size_t lanes, std::size_t block) {
        const std::size_t rows = smaller_of(k_.cols, accumulator_rows);
        line();
        add_loop(col_name_, col_.size, true);
        out_.add(" by ").add(rows);
        remark();
        add_registers(out_, rows, lanes, v_.computed_in);
        end();
        ++level_;
        line().add("for ");
        add_name(out_, inner_name_);
        out_.add(" in block: sum += weight * ");
        operands_.operand(slot_at(1), with(names_, inner_name_, col_name_));
        remark().add(block).add(" keys");
        end();
        line().add("o = o * shrink + sum");
        end();
        --level_;
    }

    Text& out_;
    const study_view<Written, Capacity>& v_;
    const nest& nest_;
    const step& step_;
    const kernel& k_;
    operand_writer<Text, Written, Capacity> operands_;
    std::size_t level_;
    const char* row_letter_;
    loop_names names_{};
    extent row_{}, col_{}, inner_{}, depth_{};
    loop_name row_name_{}, col_name_{}, inner_name_{}, depth_name_{};
};

}  // namespace heed::detail
