// SPDX-License-Identifier: BSL-1.0
// Writes the lines of a streaming loop: online softmax over blocks of keys.
#pragma once

#include <heed/lower/score_mask.hpp>
#include <heed/study/text/score_tiles.hpp>
#include <heed/study/text/step_lines.hpp>

#include <cstddef>

namespace heed::detail {

template <class Text>
class stream_writer : step_lines<Text> {
    using lines = step_lines<Text>;
    using lines::add_for, lines::add_inner_loop, lines::add_loop, lines::col_, lines::col_name_, lines::depth_,
        lines::depth_name_, lines::end, lines::finished, lines::inner_name_, lines::k_, lines::level_, lines::line,
        lines::names_, lines::nest_, lines::operands_, lines::out_, lines::part, lines::remark, lines::row_name_,
        lines::slot_at, lines::step_, lines::v_;

public:
    /// `tree` is the outline of the step.
    constexpr stream_writer(const lines& step, const outline& tree)
        : lines(step), tree_(tree), is_few_(k_.stream.depth_lanes > 0) {}

    constexpr void run() {
        for (std::size_t n = 0; n < tree_.size(); ++n)
            if (tree_[n].what == outline_node::loop && tree_[n].axis == outline_axis::keys) {
                block_keys_ = tree_[n].step;
                has_blocks_ = tree_[n].extent > tree_[n].step;
            }
        inside(0);
    }

private:
    constexpr void inside(std::size_t n) {
        for (std::size_t each = n + 1; each < tree_[n].end; each = tree_[each].end) write(each);
    }
    /// The first node of a kind inside another.
    constexpr std::size_t find(std::size_t n, outline_node::kind what) const {
        for (std::size_t each = n; each < tree_[n].end; ++each)
            if (tree_[each].what == what) return each;
        return n;
    }
    constexpr bool contains(std::size_t n, outline_axis axis) const {
        for (std::size_t each = n + 1; each < tree_[n].end; ++each)
            if (tree_[each].what == outline_node::loop && tree_[each].axis == axis) return true;
        return false;
    }

    constexpr void write(std::size_t n) {
        switch (tree_[n].what) {
            case outline_node::part: {
                const loop_part around = part_;
                part(part_ = tree_[n].part_of_loop);
                inside(n);
                part(part_ = around);
                break;
            }
            case outline_node::loop: loop(n); break;
            case outline_node::queries: query(); break;
            case outline_node::start: start(); break;
            case outline_node::sums: sums(n); break;
            case outline_node::formula: has_formula_ = true; break;
            case outline_node::largest:
                has_largest_ = true;
                if (!in_scores_) scores_are_found();
                break;
            case outline_node::weights: weights(); break;
            case outline_node::grow: grow(); break;
            case outline_node::mean: mean(); break;
            case outline_node::log_sum: log_sum(); break;
            default: break;
        }
    }

    // Loops.

    constexpr void loop(std::size_t n) {
        const std::size_t level = level_;
        switch (tree_[n].axis) {
            case outline_axis::tiles: tiles(n); break;
            case outline_axis::keys: keys(n); break;
            case outline_axis::queries: queries(n); break;
            case outline_axis::scores: scores(n); break;
            case outline_axis::panels_of_values: panels_of_values(n); break;
            case outline_axis::rows_of_values: rows_of_values(n); break;
            case outline_axis::col:
                line();
                add_loop(col_name_, col_.size);
                out_.add(": ");
                inside(n);
                break;
            default: inside(body_of(tree_, n)); break;
        }
        level_ = level;
        if (tree_[n].axis == outline_axis::scores) scores_are_found();
    }
    /// Steps that pass on tiles of rows may have larger tiles than a streaming loop has lanes.
    constexpr void tiles(std::size_t n) {
        if (tree_[n].extent > tree_[n].step) {
            part(part_ = loop_part::blocks);
            line();
            add_for(row_name_).add(" in tile by ").add(tree_[n].step);
            remark();
            add_rounds(out_, tree_[n].extent, tree_[n].step, "time", "times");
            end();
            ++level_;
        }
        inside(body_of(tree_, n));
    }
    constexpr void keys(std::size_t n) {
        line();
        add_inner_loop();
        out_.add(" by ").add(tree_[n].step);
        remark();
        add_rounds(out_, tree_[n].extent, tree_[n].step, "block", "blocks");
        out_.add(has_blocks_ ? ": online softmax" : ": softmax of all scores of a query");
        end();
        ++level_;
        if (is_masked_kernel(v_.steps, k_)) mask();
        in_block_ = true;
        inside(body_of(tree_, n));
        in_block_ = false;
    }
    /// A few queries share each block of keys.
    constexpr void queries(std::size_t n) {
        if (in_block_ && tree_[n].extent > 1) {
            line();
            add_for(row_name_).add(" in tile");
            end();
            ++level_;
        }
        inside(n);
    }
    /// Without a product, scores are computed where they are stored.
    constexpr void scores(std::size_t n) {
        if (k_.stream.depth > 0) {
            const outline_node& block = tree_[find(n, outline_node::sums)];
            line();
            add_for(inner_name_).add(" in block by ").add(block.rows);
            remark();
            add_registers(out_, block.rows, is_few_ ? k_.stream.depth_lanes : block.step, v_.computed_in);
            end();
            ++level_;
        }
        in_scores_ = true;
        inside(body_of(tree_, n));
        in_scores_ = false;
    }
    constexpr void panels_of_values(std::size_t n) {
        const outline_node& sum = tree_[find(n, outline_node::sums)];
        const bool has_rows = contains(n, outline_axis::rows_of_values);
        line();
        add_loop(col_name_, col_.size);
        out_.add(" by ").add(smaller_of(tree_[n].extent, tree_[n].step));
        remark();
        if (has_rows)
            add_rounds(out_, tree_[n].extent, tree_[n].step, "panel", "panels");
        else
            add_registers(out_, sum.rows, sum.step, v_.computed_in);
        end();
        ++level_;
        inside(body_of(tree_, n));
    }
    constexpr void rows_of_values(std::size_t n) {
        const outline_node& sum = tree_[find(n, outline_node::sums)];
        line();
        add_for(row_name_).add(" in tile by ").add(sum.rows);
        remark();
        add_registers(out_, sum.rows, sum.step, v_.computed_in);
        end();
        ++level_;
        inside(body_of(tree_, n));
    }

    // Queries and scores.

    /// Queries in lanes.
    constexpr void query() {
        line();
        add_loop(depth_name_, depth_.size);
        out_.add(": query = ");
        operands_.operand(slot_at(stream_slot::queries), with(names_, row_name_, depth_name_));
        if (k_.stream.scales_queries) factors(unmasked_scores_of_kernel(v_.steps, k_));
        const std::size_t n = is_few_ ? nest_.tile_rows : tree_[find(0, outline_node::loop)].step;
        remark().add(n).add(n == 1 ? " query" : is_few_ ? " queries" : " queries side by side");
        const std::size_t last = is_few_ ? n : last_lanes_of(nest_, n);
        if (last < n) out_.add(", the last ").add(last);
        end();
    }
    constexpr void start() {
        if (!has_blocks_) return;
        line().add("m = -infinity, l = 0, o = 0");
        remark("maximum, sum of weights, sums of values: one a query");
    }

    /// The factors of the core in a formula that is only a scale.
    constexpr void factors(std::size_t id) {
        const term& t = v_.steps.terms[k_.first_term + id];
        if (t.kind == term::load) {
            out_.add(" * ");
            operands_.terms(step_, id, names_, "", tightness_of_word);
        } else if (t.kind == term::apply) {
            factors(t.operands[0]);
            factors(t.operands[1]);
        }
    }

    constexpr void mask() {
        line().add("skip unless ");
        operands_.terms(step_, mask_term().operands[0], at_score(), "score");
        remark();
        if (!knows_score_tiles<typename Text::numbers>(nest_, k_)) {
            out_.add("each tile: how many are left depends on lengths");
            return end();
        }
        const score_tile_counts tiles = count_score_tiles(v_.steps, nest_, step_);
        add_count(out_, tiles.all(), "tile", "tiles");
        part_of(tiles, tiles.skipped, ": ", "skipped");
        part_of(tiles, tiles.partial, tiles.skipped > 0 ? ", " : ": ", "with mask");
        part_of(tiles, tiles.full, tiles.full < tiles.all() ? ", " : ": ",
                tiles.partial > 0 ? "without" : "without mask");
        end();
    }
    /// The number of tiles of one kind; nothing if there are none.
    constexpr void part_of(const score_tile_counts& tiles, std::size_t n, const char* before, const char* words) {
        if (n == 0) return;
        if (n < tiles.all())
            out_.add(before).add_grouped(n).add(' ');
        else
            out_.add(n == 1 ? ", " : ", all ");
        out_.add(words);
    }
    constexpr const term& mask_term() const { return v_.steps.terms[k_.first_term + k_.prologue]; }

    /// A block of sums: scores (partial sums if there are few queries) or values.
    constexpr void sums(std::size_t n) {
        if (part_ != loop_part::scores) {
            line();
            add_for(inner_name_).add(" in block: sum += weight * ");
            operands_.operand(slot_at(stream_slot::values), with(names_, inner_name_, col_name_));
            remark().add(tree_[n].extent).add(" keys");
            return end();
        }
        if (k_.stream.depth == 0) return;
        line();
        add_loop(depth_name_, depth_.size);
        if (is_few_) out_.add(" by ").add(k_.stream.depth_lanes);
        out_.add(is_few_ ? ": parts += query * " : ": score += query * ");
        operands_.operand(slot_at(stream_slot::keys), with(names_, inner_name_, depth_name_));
        end();
        if (!is_few_) return;
        line().add("score = sum of parts");
        remark("halved until one is left");
    }
    /// Formula and maximum are written once for all scores of a block.
    constexpr void scores_are_found() {
        if (has_formula_) formula();
        has_formula_ = false;
        if (!has_largest_) return;
        has_largest_ = false;
        line().add(has_blocks_ ? "m' = max(m, scores)" : "m = max(scores)");
        if (!has_blocks_) remark().add("nothing was summed before");
        end();
    }
    /// The formula of the scores, unless it is in the queries already.
    constexpr void formula() {
        const bool masked = is_masked_kernel(v_.steps, k_);
        const std::size_t scores = unmasked_scores_of_kernel(v_.steps, k_);
        const bool is_core = v_.steps.terms[k_.first_term + scores].kind == term::core;
        if (k_.stream.scales_queries || is_core) {
            if (!masked) return;
            line().add("score = -infinity where masked");
            end();
            return;
        }
        line().add("score = ");
        operands_.terms(step_, scores, at_score(), "score", 0);
        if (masked) remark().add("where masked: -infinity");
        end();
    }

    // Weights and values.

    constexpr void weights() {
        line().add("weight = exp").add(has_blocks_ ? "(score - m')" : "(score - m), l = sum of weights");
        const std::size_t lanes = is_few_ ? 1 : tree_[find(0, outline_node::loop)].step;
        remark().add(block_keys_).add(" x ").add(lanes).add(" weights, never stored");
        if (is_few_) out_.add("; l in ").add(k_.stream.depth_lanes).add(" parts");
        end();
    }
    /// Updates the sums of weights or values. With a single block, the line of the weights includes their sum.
    constexpr void grow() {
        if (part_ == loop_part::weights) {
            if (!has_blocks_) return;
            line().add("shrink = exp(m - m'), l = l * shrink + weights");
            return remark("what was summed belongs to the old maximum");
        }
        line().add(has_blocks_ ? "o = o * shrink + sum" : "o = sum");
        end();
    }
    constexpr void mean() {
        if (part_ == loop_part::values) line();
        finished(part_ == loop_part::values ? "sum / l" : "o / l");
        end();
    }

    constexpr void log_sum() {
        line();
        lines::write_target(k_.log_sums, lines::at_result());
        out_.add("log(l) + m");
        end();
    }

    constexpr loop_names at_score() const { return with(names_, row_name_, inner_name_); }

    const outline& tree_;
    bool is_few_, has_blocks_ = false;
    std::size_t block_keys_ = 0;
    loop_part part_{};
    bool in_block_ = false, in_scores_ = false, has_formula_ = false, has_largest_ = false;
};

}  // namespace heed::detail
