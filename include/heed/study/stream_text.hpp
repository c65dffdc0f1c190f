// SPDX-License-Identifier: BSL-1.0
// The lines of a streaming loop: online softmax over blocks of keys.
#pragma once

#include <heed/lower/score_mask.hpp>
#include <heed/study/score_tiles.hpp>
#include <heed/study/step_lines.hpp>

#include <cstddef>

namespace heed::detail {

template <class Text, std::size_t Written, std::size_t Capacity>
class stream_writer : step_lines<Text, Written, Capacity> {
    using lines = step_lines<Text, Written, Capacity>;
    using lines::add_inner_loop, lines::add_loop, lines::col_, lines::col_name_, lines::depth_, lines::depth_name_,
        lines::end, lines::finished, lines::inner_name_, lines::is_dense, lines::k_, lines::level_, lines::line,
        lines::names_, lines::nest_, lines::operands_, lines::out_, lines::part, lines::remark, lines::row_name_,
        lines::slot_at, lines::step_, lines::v_;

public:
    explicit constexpr stream_writer(const lines& step) : lines(step) {}

    constexpr void run() {
        const bool is_power = is_packed(v_.computed_in);
        const std::size_t lanes = is_power ? k_.lanes : smaller_of(nest_.tile_rows, k_.lanes);
        const std::size_t block = smaller_of(k_.inner, key_block);
        const loop_names at_score = with(names_, row_name_, inner_name_);
        const bool has_tiles = nest_.tile_rows > lanes;
        if (has_tiles) open_tiles(lanes);
        if (k_.depth > 0) query(lanes, is_power);
        part(loop_part::blocks);
        const bool has_blocks = k_.inner > block;
        if (has_blocks) {
            line().add("m = -infinity, l = 0, o = 0");
            remark("maximum, sum of weights, sums of values: one a query");
        }
        line();
        add_inner_loop();
        out_.add(" by ").add(block);
        remark();
        add_count(out_, rounds(k_.inner, block), "block", "blocks");
        out_.add(has_blocks ? ": online softmax" : ": softmax of all scores of a query");
        end();
        ++level_;
        if (is_masked_kernel(v_.steps, k_)) mask(at_score);
        const bool one_by_one = k_.depth_lanes > 0 && lanes > 1;
        if (one_by_one) open_queries();
        part(loop_part::scores);
        if (k_.depth_lanes > 0)
            scores_in_parts(block);
        else if (k_.depth > 0)
            scores(lanes, block);
        formula(at_score, is_power);
        if (has_blocks) {
            line().add("m' = max(m, scores), shrink = ").add(is_power ? "2^(m - m')" : "exp(m - m')");
            remark("what was summed belongs to the old maximum");
        } else {
            line().add("m = max(scores)");
            remark("nothing was summed before");
        }
        part(loop_part::weights);
        line().add("weight = ").add(is_power ? "2^" : "exp").add(has_blocks ? "(score - m')" : "(score - m)");
        out_.add(has_blocks ? ", l = l * shrink + weights" : ", l = sum of weights");
        remark().add(block).add(" x ").add(k_.depth_lanes > 0 ? 1 : lanes).add(" weights, never stored");
        if (k_.depth_lanes > 0) out_.add("; l in ").add(k_.depth_lanes).add(" parts");
        end();
        part(loop_part::values);
        if (k_.depth_lanes > 0 && is_dense(slot_at(1)))
            values_of_one_row(block);
        else if (keeps_columns_in_lanes(k_.cols, v_.computed_in.bytes) && is_dense(slot_at(1)))
            values_of_rows(lanes, block);
        else
            values_of_lanes(k_.depth_lanes > 0 ? 1 : lanes, block);
        level_ -= one_by_one ? 2 : 1;
        part(loop_part::write);
        line();
        add_loop(col_name_, col_.size, true);
        out_.add(": ");
        finished("o / l");
        end();
        if (has_tiles) --level_;
    }

private:
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

    /// A few queries share each block of keys.
    constexpr void open_queries() {
        line().add("for ");
        add_name(out_, row_name_);
        out_.add(" in tile");
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
        if (k_.scales_queries) {
            factors(unmasked_scores_of_kernel(v_.steps, k_));
            if (is_power) out_.add(" / ln 2");
        }
        remark().add(lanes).add(lanes == 1 ? " query" : k_.depth_lanes > 0 ? " queries" : " queries side by side");
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
        add_count(out_, tiles.all(), "tile", "tiles");
        part_of(tiles, tiles.skipped, ": ", "skipped");
        part_of(tiles, tiles.partial, tiles.skipped > 0 ? ", " : ": ", "with mask");
        part_of(tiles, tiles.full, tiles.full < tiles.all() ? ", " : ": ",
                tiles.partial > 0 ? "without" : "without mask");
        end();
    }
    /// How many tiles are of a kind; nothing of a kind that none is.
    constexpr void part_of(const score_tile_counts& tiles, std::size_t n, const char* before, const char* words) {
        if (n == 0) return;
        if (n < tiles.all())
            out_.add(before).add_grouped(n).add(' ');
        else
            out_.add(n == 1 ? ", " : ", all ");
        out_.add(words);
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

    /// The depth in lanes: as many keys at a time as a register has lanes.
    constexpr void scores_in_parts(std::size_t block) {
        const std::size_t width = is_packed(v_.computed_in) ? vector_bytes / v_.computed_in.bytes : 1;
        const std::size_t rows = smaller_of(block, width);
        line().add("for ");
        add_name(out_, inner_name_);
        out_.add(" in block by ").add(rows);
        remark();
        add_registers(out_, rows, k_.depth_lanes, v_.computed_in);
        end();
        ++level_;
        line();
        add_loop(depth_name_, depth_.size, true);
        out_.add(" by ").add(k_.depth_lanes).add(": parts += query * ");
        operands_.operand(slot_at(3), with(names_, inner_name_, depth_name_));
        end();
        line().add("score = sum of parts");
        remark("halved until one is left");
        --level_;
    }

    /// What becomes of the products of queries and keys, where that is not in the queries already.
    constexpr void formula(const loop_names& at_score, bool is_power) {
        const bool masked = is_masked_kernel(v_.steps, k_);
        const std::size_t scores = unmasked_scores_of_kernel(v_.steps, k_);
        const bool is_core = v_.steps.terms[k_.first_term + scores].kind == term::core;
        if (k_.scales_queries || (is_core && !is_power)) {
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
        line().add(k_.inner > block ? "o = o * shrink + sum" : "o = sum");
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

    /// Columns in lanes of one query, in as many registers as rows of values fill, up to 8.
    constexpr void values_of_one_row(std::size_t block) {
        const std::size_t most =
            is_packed(v_.computed_in) ? product_columns(1, v_.computed_in.bytes) : accumulator_rows;
        const std::size_t panel = smaller_of(k_.cols, most);
        line();
        add_loop(col_name_, col_.size, true);
        out_.add(" by ").add(panel);
        remark();
        add_registers(out_, 1, panel, v_.computed_in);
        end();
        ++level_;
        sum_of_values(block);
        --level_;
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
};

}  // namespace heed::detail
