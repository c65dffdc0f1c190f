// SPDX-License-Identifier: BSL-1.0
// Writes the loops of one step of a plan: the outline of its kernel, with the names of the formula.
#pragma once

#include <heed/study/text/outline_in_view.hpp>
#include <heed/study/text/outline_words.hpp>
#include <heed/study/text/stream_text.hpp>

#include <cstddef>

namespace heed::detail {

template <class Text>
class step_text : step_lines<Text> {
    using lines = step_lines<Text>;
    using lines::add_for, lines::add_inner_loop, lines::add_loop, lines::at_result, lines::col_, lines::col_name_,
        lines::end, lines::inner_, lines::inner_name_, lines::k_, lines::level_, lines::line, lines::names_,
        lines::nest_, lines::open_rows, lines::operands_, lines::out_, lines::part, lines::remark, lines::row_,
        lines::row_name_, lines::slot_at, lines::step_, lines::v_, lines::write_target;

public:
    using lines::lines;

    constexpr void run() {
        tree_ = outline_in_view(v_, nest_, step_);
        if (k_.loop == skeleton::stream)
            stream_writer<Text>(*this, tree_).run();
        else
            inside(0);
        mark_loop(out_, {});
    }

private:
    constexpr void inside(std::size_t n) {
        for (std::size_t each = n + 1; each < tree_[n].end; each = tree_[each].end) write(each);
    }

    constexpr void write(std::size_t n) {
        switch (tree_[n].what) {
            case outline_node::part:
                part(tree_[n].part_of_loop);
                inside(n);
                mark_loop(out_, {});
                break;
            case outline_node::loop: loop(n); break;
            case outline_node::note: note_ = tree_[n].words; break;
            case outline_node::name: name(tree_[n].value); break;
            case outline_node::store:
            case outline_node::result:
            case outline_node::log_sum:
                line();
                store(n);
                break;
            case outline_node::copy:
                if (k_.product.copied_rows > 0) copy_rows();
                break;
            case outline_node::sums:
                if (k_.product.adds_rows)
                    added_rows();
                else
                    sums(n);
                break;
            case outline_node::eliminate: eliminate(tree_[n].extent); break;
            default: break;
        }
    }

    // Loops.

    constexpr void loop(std::size_t n) {
        switch (tree_[n].axis) {
            case outline_axis::row: rows(n); break;
            case outline_axis::col: elements(n, col_name_); break;
            case outline_axis::inner: elements(n, k_.loop == skeleton::inverse ? col_name_ : inner_name_); break;
            case outline_axis::slabs: blocks(n, col_name_, "slab"); break;
            case outline_axis::depths: blocks(n, inner_name_, "block"); break;
            case outline_axis::panels: panels(n); break;
            case outline_axis::blocks: blocks_of_rows(n); break;
            default: break;
        }
    }
    constexpr void rows(std::size_t n) {
        const std::size_t level = level_;
        open_rows();
        const std::size_t first = n + 1;
        const bool has_note = tree_[first].what == outline_node::note;
        if (has_note || tree_[first].end < tree_[n].end)
            remark().add(has_note ? tree_[first].words : "a row at a time");
        end();
        for (std::size_t each = has_note ? tree_[first].end : first; each < tree_[n].end; each = tree_[each].end)
            write(each);
        level_ = level;
    }
    /// A single statement along a row is on the line of its loop.
    constexpr void elements(std::size_t n, const loop_name& name) {
        line();
        add_loop(name, tree_[n].extent);
        const std::size_t body = body_of(tree_, n), only = body + 1;
        const bool is_one = tree_[only].end == tree_[body].end &&
                            (tree_[only].what == outline_node::store || tree_[only].what == outline_node::result);
        if (is_one && tree_[n].axis == outline_axis::inner) {
            out_.add(": ");
            return store(only);
        }
        end();
        ++level_;
        inside(body);
        --level_;
    }

    // Values.

    constexpr void store(std::size_t n) {
        const outline_node& to = tree_[n];
        if (to.what == outline_node::result) {
            write_target(result_slot, at_result());
        } else if (to.what == outline_node::log_sum) {
            write_target(k_.log_sums, at_result());
        } else {
            words().add_memory(out_, to.words, to.rank);
            out_.add(" = ");
        }
        words().add(out_, to.value);
        remark_on(to.value);
        end();
    }
    /// A value with a name that is used again has its own line; others are part of their user.
    constexpr void name(std::size_t value) {
        const auto as_words = words();
        if (!as_words.has_line(value)) return;
        line().add(tree_.value(value).name).add(" = ");
        as_words.add_definition(out_, value);
        remark_on(value);
        end();
    }
    constexpr auto words() const {
        return outline_words(v_, step_, tree_, names_, row_name_, col_name_,
                             k_.loop == skeleton::inverse ? col_name_ : inner_name_);
    }
    constexpr void remark_on(std::size_t value) {
        const std::size_t lanes = words().lanes_of_folds(value);
        if (lanes > 0) remark().add("in ").add(lanes).add(" lanes");
        if (*note_ != '\0') (lanes > 0 ? out_.add("; ") : remark()).add(note_);
        note_ = "";
    }

    // Products.

    /// Blocks are shown only if there are several.
    constexpr void blocks(std::size_t n, const loop_name& name, const char* what) {
        const outline_node& l = tree_[n];
        const bool are_several = l.extent > l.step;
        if (are_several) {
            line();
            add_loop(name, l.extent);
            out_.add(" by ").add(l.step);
            remark();
            add_rounds(out_, l.extent, l.step, what, what), out_.add('s');
            end();
            ++level_;
        }
        bool& is_within = l.axis == outline_axis::slabs ? in_slab_ : in_block_;
        is_within = are_several;
        inside(body_of(tree_, n));
        is_within = false;
        if (are_several) --level_;
    }
    constexpr void panels(std::size_t n) {
        const outline_node& l = tree_[n];
        if (contains_copy(n) && !is_in_part(n)) part(loop_part::read);
        line();
        if (in_slab_)
            add_for(col_name_).add(" in slab");
        else
            add_loop(col_name_, l.extent);
        out_.add(" by ").add(smaller_of(l.step, l.extent));
        remark();
        add_rounds(out_, l.extent, l.step, "panel", "panels");
        if (contains_copy(n)) out_.add(", each copied once");
        if (slot_at(product_slot::right).panel_rows != 0) out_.add(", packed ahead");
        end();
        ++level_;
        inside(body_of(tree_, n));
        --level_;
    }
    constexpr bool contains_copy(std::size_t n) const {
        for (std::size_t each = n; each < tree_[n].end; ++each)
            if (tree_[each].what == outline_node::copy || tree_[each].copies) return true;
        return false;
    }
    constexpr bool is_in_part(std::size_t n) const {
        for (std::size_t each = 0; each < n; ++each)
            if (tree_[each].what == outline_node::part && n < tree_[each].end) return true;
        return false;
    }
    constexpr void blocks_of_rows(std::size_t n) {
        const outline_node& block = tree_[body_of(tree_, n) + 1];
        line();
        if (k_.product.sums_tiles)
            add_loop(row_name_, row_.size), out_.add(" by ").add(block.rows);
        else
            add_for(row_name_).add(nest_.tile_rows < row_.size ? " in tile by " : " by ").add(block.rows);
        remark();
        if (k_.product.depth_lanes > 0)
            out_.add(block.rows)
                .add(" x ")
                .add(block.step)
                .add(" sums, each in ")
                .add(k_.product.depth_lanes)
                .add(" parts");
        else
            add_registers(out_, block.rows, block.step, v_.computed_in);
        end();
        ++level_;
        inside(body_of(tree_, n));
        --level_;
    }
    /// Copies the left operand so that its rows are contiguous.
    constexpr void copy_rows() {
        line();
        add_inner_loop();
        out_.add(": copy of ");
        operands_.operand(slot_at(product_slot::left), with(names_, row_name_, inner_name_));
        remark("a row in one piece");
        end();
    }
    constexpr void added_rows() {
        line();
        if (adds_tile())
            add_for(inner_name_).add(" in tile: row = ");
        else
            add_loop(inner_name_, inner_.size), out_.add(": row = ");
        operands_.operand(slot_at(product_slot::left), with(names_, row_name_, inner_name_));
        end();
        ++level_;
        line();
        add_loop(col_name_, k_.cols);
        out_.add(": ");
        operands_.operand(slot_at(result_slot), with(names_, loop_name{"row"}, col_name_));
        out_.add(" += ");
        operands_.operand(slot_at(product_slot::right), with(names_, inner_name_, col_name_));
        remark(adds_tile() ? "from 0 on in the first tile" : "from 0 on");
        --level_;
        if (k_.epilogue == no_term) return;
        line();
        lines::finished("sum");
        if (adds_tile()) remark().add("with the last tile");
        end();
    }

    /// Whether several tiles are summed.
    constexpr bool adds_tile() const { return k_.product.sums_tiles && nest_.tile_rows < inner_.size; }

    constexpr void sums(std::size_t n) {
        if ((!tree_[n].begins || in_block_) && !adds_tile()) {
            line().add("sum = ");
            operands_.operand(slot_at(result_slot), at_result());
            remark(in_block_ ? "what the blocks before left there" : "what the parts before left there");
        }
        line();
        if (in_block_) {
            add_for(inner_name_).add(" in block");
        } else if (adds_tile()) {
            add_for(inner_name_).add(" in tile");
        } else {
            add_inner_loop();
            if (k_.product.depth_lanes > 0) out_.add(" by ").add(k_.product.depth_lanes);
        }
        out_.add(": sum += ");
        operands_.operand(slot_at(product_slot::left), with(names_, row_name_, inner_name_));
        out_.add(" * ");
        operands_.operand(slot_at(product_slot::right), with(names_, inner_name_, col_name_));
        end();
        line();
        if (adds_tile()) {
            operands_.operand(slot_at(result_slot), at_result());
            out_.add(" += sum");
            remark("from 0 on in the first tile");
            if (k_.epilogue == no_term) return;
            line();
        }
        lines::finished("sum");
        if (adds_tile())
            remark().add("with the last tile");
        else if (in_block_ && k_.epilogue != no_term)
            remark().add("with the last block");
        end();
    }

    // The inverse.

    constexpr void eliminate(std::size_t n) {
        line().add("right = identity");
        end();
        line().add("for column[").add(n).add(']');
        remark("Gauss-Jordan elimination");
        ++level_;
        line().add("exchange rows: the largest entry of the column is the pivot; divide its row by it");
        end();
        line().add("for row[").add(n).add("], all others: subtract its multiple of the pivot's row");
        end();
        --level_;
    }

    outline tree_{};
    const char* note_ = "";
    bool in_slab_ = false, in_block_ = false;  ///< of several
};

}  // namespace heed::detail
