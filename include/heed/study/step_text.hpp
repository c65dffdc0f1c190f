// SPDX-License-Identifier: BSL-1.0
// The loops of one step of a plan in lines, as run/ executes them.
#pragma once

#include <heed/lower/score_scale.hpp>
#include <heed/lower/tiles.hpp>
#include <heed/study/loop_id.hpp>
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

constexpr bool is_packed(const element_kind& type) {
    return same_words(type.name, "float") || same_words(type.name, "double");
}

/// Numbers that a loop keeps at once, and in how many registers.
template <class Text>
constexpr void add_registers(Text& out, std::size_t rows, std::size_t lanes, const element_kind& type) {
    out.add(rows).add(" x ").add(lanes).add(" sums");
    const std::size_t width = smaller_of(lanes, vector_bytes / type.bytes);
    if (is_packed(type) && width > 1 && lanes % width == 0)
        out.add(" in ").add(rows * lanes / width).add(" registers of ").add(width);
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
            case skeleton::map: map(); break;
            case skeleton::product: product(); break;
            case skeleton::rows: rows(); break;
            case skeleton::reduce: reduce(); break;
            case skeleton::inverse: inverse(); break;
            case skeleton::stream: stream(); break;
        }
        mark_loop(out_, {});
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

    /// Lines from here on are about this part of the kernel.
    constexpr void part(loop_part p) { mark_loop(out_, {step_.kernel, p}); }

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
        const std::size_t lanes = smaller_of(k_.cols, lanes_for(v_.computed_in.bytes));
        const std::size_t tile = smaller_of(nest_.tile_rows, row_.size), block = smaller_of(tile, accumulator_rows);
        const slot& right = slot_at(2);
        const bool is_packed_ahead = right.panel_rows != 0, has_dense_rows = right.col_stride == 1 && !right.strided;
        const bool is_copied =
            !is_packed_ahead && copies_panels(has_dense_rows, right.row_stride * v_.computed_in.bytes, tile);
        part(is_copied ? loop_part::read : loop_part::sums);
        line();
        add_loop(col_name_, col_.size, true);
        out_.add(" by ").add(lanes);
        remark();
        add_count(out_, rounds(k_.cols, lanes), "panel", "panels");
        if (is_copied) copied(lanes);
        if (is_packed_ahead) out_.add(", packed ahead");
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

    constexpr void copied(std::size_t lanes) {
        out_.add(", copied side by side");
        if (k_.cols <= slab_panels * lanes && k_.inner <= product_depth) return;
        out_.add(": ").add(smaller_of(k_.cols, slab_panels * lanes)).add(" columns x ");
        out_.add(smaller_of(k_.inner, product_depth)).add(" rows at a time");
    }

    /// Whether neighbours along a row are neighbours in memory.
    static constexpr bool has_dense_rows(const slot& s) {
        return !is_number(s) && s.place != slot::index && !s.strided && s.col_stride == 1;
    }
    /// Whether registers can be read along its rows.
    constexpr bool is_dense(const slot& s) const {
        return has_dense_rows(s) &&
               (s.place != slot::leaf || same_words(v_.leaves[s.id].type.name, v_.computed_in.name));
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

    constexpr void stream() {
        const bool is_power = is_packed(v_.computed_in);
        const std::size_t lanes = is_power ? k_.lanes : smaller_of(nest_.tile_rows, k_.lanes);
        const std::size_t block = smaller_of(k_.inner, key_block);
        const loop_names at_score = with(names_, row_name_, inner_name_);
        const bool has_tiles = nest_.tile_rows > lanes;
        if (has_tiles) open_tiles(lanes);
        if (k_.depth > 0) query(lanes, is_power);
        part(loop_part::blocks);
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
        part(loop_part::scores);
        if (k_.depth > 0) scores(lanes, block);
        formula(at_score, is_power);
        line().add("m' = max(m, scores), shrink = ").add(is_power ? "2^(m - m')" : "exp(m - m')");
        remark("what was summed belongs to the old maximum");
        part(loop_part::weights);
        line().add("weight = ").add(is_power ? "2^(score - m')" : "exp(score - m')");
        out_.add(", l = l * shrink + weights");
        remark().add(block).add(" x ").add(lanes).add(" weights, never stored");
        end();
        part(loop_part::values);
        if (keeps_columns_in_lanes(k_.cols, v_.computed_in.bytes) && is_dense(slot_at(1)))
            values_of_rows(lanes, block);
        else
            values_of_lanes(lanes, block);
        --level_;
        part(loop_part::write);
        line();
        add_loop(col_name_, col_.size, true);
        out_.add(": ");
        finished("o / l");
        end();
        if (has_tiles) --level_;
    }

    /// Steps of a nest that pass a tile of rows on may take more of them than a streaming loop keeps side by side.
    constexpr void open_tiles(std::size_t lanes) {
        part(loop_part::blocks);
        line().add("for ");
        add_name(out_, row_name_);
        out_.add(" in tile by ").add(lanes);
        remark();
        add_count(out_, rounds(nest_.tile_rows, lanes), "time", "times");
        end();
        ++level_;
    }

    /// Queries side by side. exp(x) is 2^(x / ln 2): scores are in units of ln 2, for which a scale has room.
    constexpr void query(std::size_t lanes, bool is_power) {
        part(loop_part::read);
        line();
        add_loop(depth_name_, depth_.size, true);
        out_.add(": query = ");
        operands_.operand(slot_at(2), with(names_, row_name_, depth_name_));
        if (scales_queries(v_.steps, step_)) {
            factors(unmasked_scores_of_kernel(v_.steps, k_));
            if (is_power) out_.add(" / ln 2");
        }
        remark().add(lanes).add(lanes == 1 ? " query" : " queries side by side");
        end();
    }

    /// The numbers that the core is multiplied by in a formula that has nothing else.
    constexpr void factors(std::size_t id) {
        const term& t = v_.steps.terms[k_.first_term + id];
        if (t.kind == term::load) {
            out_.add(" * ");
            operands_.terms(step_, id, names_, "", 6);
        } else if (t.kind == term::apply) {
            factors(t.operands[0]);
            factors(t.operands[1]);
        }
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
        const bool has_room = lanes * v_.computed_in.bytes <= vector_bytes;
        const std::size_t rows = smaller_of(block, (has_room ? 2 : 1) * accumulator_rows);
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

    /// What becomes of the products of queries and keys, where that is not in the queries already.
    constexpr void formula(const loop_names& at_score, bool is_power) {
        const bool masked = is_masked_kernel(v_.steps, k_);
        const std::size_t scores = unmasked_scores_of_kernel(v_.steps, k_);
        const bool is_core = v_.steps.terms[k_.first_term + scores].kind == term::core;
        if (scales_queries(v_.steps, step_) || (is_core && !is_power)) {
            if (!masked) return;
            line().add("score = -infinity where masked");
            end();
            return;
        }
        line().add("score = ");
        operands_.terms(step_, scores, at_score, "score", is_power ? 6 : 0);
        if (is_power) out_.add(" / ln 2");
        if (masked) remark().add("where masked: -infinity");
        end();
    }

    /// The loop over keys of a block of sums.
    constexpr void sum_of_values(std::size_t block) {
        line().add("for ");
        add_name(out_, inner_name_);
        out_.add(" in block: sum += weight * ");
        operands_.operand(slot_at(1), with(names_, inner_name_, col_name_));
        remark().add(block).add(" keys");
        end();
        line().add("o = o * shrink + sum");
        end();
    }

    /// Columns of the output in lanes.
    constexpr void values_of_rows(std::size_t lanes, std::size_t block) {
        const std::size_t panel = smaller_of(k_.cols, lanes_for(v_.computed_in.bytes));
        const std::size_t rows = smaller_of(lanes, accumulator_rows);
        line();
        add_loop(col_name_, col_.size, true);
        out_.add(" by ").add(panel);
        remark();
        add_count(out_, rounds(k_.cols, panel), "panel", "panels");
        end();
        ++level_;
        line().add("for ");
        add_name(out_, row_name_);
        out_.add(" in tile by ").add(rows);
        remark();
        add_registers(out_, rows, panel, v_.computed_in);
        end();
        ++level_;
        sum_of_values(block);
        level_ -= 2;
    }

    /// Queries in lanes.
    constexpr void values_of_lanes(std::size_t lanes, std::size_t block) {
        const std::size_t rows = smaller_of(k_.cols, accumulator_rows);
        line();
        add_loop(col_name_, col_.size, true);
        out_.add(" by ").add(rows);
        remark();
        add_registers(out_, rows, lanes, v_.computed_in);
        end();
        ++level_;
        sum_of_values(block);
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
