// SPDX-License-Identifier: BSL-1.0
// What the text of all steps shares: axes and names, lines with remarks, operands, results.
#pragma once

#include <heed/lower/tiles.hpp>
#include <heed/study/text/loop_id.hpp>
#include <heed/study/text/operand_text.hpp>
#include <heed/study/text/outline_in_view.hpp>

#include <bit>
#include <cstddef>

namespace heed::detail {

inline constexpr std::size_t remark_column = 72;

/// The number of iterations of a loop of n in steps of `of`.
constexpr std::size_t rounds(std::size_t n, std::size_t of) { return (n + of - 1) / of; }

template <class Text>
constexpr void add_count(Text& out, std::size_t n, const char* one, const char* more) {
    out.add_grouped(n).add(' ').add(n == 1 ? one : more);
}

/// `write` writes the number of iterations of a loop of n in steps of `of`. Text types that do not record this ignore
/// it.
template <class Text, class Write>
constexpr void mark_rounds(Text& out, std::size_t n, std::size_t of, const Write& write) {
    if constexpr (requires { out.mark_rounds(n, of, write); })
        out.mark_rounds(n, of, write);
    else
        write();
}

/// The number of iterations of a loop of n in steps of `of`: "4 tiles", or for a length "ceil(tokens / 48) tiles".
template <class Text>
constexpr void add_rounds(Text& out, std::size_t n, std::size_t of, const char* one, const char* more) {
    if (is_known_size<typename Text::numbers>(n) || n % of == 0)
        add_count(out, rounds(n, of), one, more);
    else
        mark_rounds(out, n, of, [&] { out.add("ceil(").add(n).add(" / ").add(of).add(')'); }), out.add(' ').add(more);
}

/// The numbers that a loop keeps, and in how many registers.
template <class Text>
constexpr void add_registers(Text& out, std::size_t rows, std::size_t lanes, const element_kind& type) {
    out.add(rows).add(" x ").add(lanes).add(" sums");
    const std::size_t width = smaller_of(lanes, vector_bytes / type.bytes);
    if (is_packed(type) && width > 1 && std::has_single_bit(width) && lanes % width == 0)
        out.add(" in ").add(rows * lanes / width).add(" registers of ").add(width);
}

/// The body of a loop of an outline; if its iterations are grouped, the first group.
constexpr std::size_t body_of(const outline& tree, std::size_t loop) {
    return loop + 1 < tree[loop].end && tree[loop + 1].what == outline_node::form ? loop + 1 : loop;
}

template <class Text>
class step_lines {
public:
    constexpr step_lines(Text& out, const study_view& v, const nest& n, const step& s, std::size_t level,
                         bool in_stream)
        : out_(out),
          v_(v),
          nest_(n),
          step_(s),
          k_(v.kernel_of(s)),
          operands_(out, v),
          level_(level),
          row_letter_(in_stream ? "q" : "i") {
        names_ = names_of_batch(n.batch);
        find_axes();
    }

protected:
    /// The following lines belong to this part of the kernel.
    constexpr void part(loop_part p) { mark_loop(out_, {step_.kernel, p}); }

    constexpr const slot& slot_at(std::size_t i) const { return v_.steps.slot_at(step_, i); }

    // Lines of code, with remarks in a separate column.
    constexpr Text& line() { return out_.spaces(4 * level_); }
    constexpr Text& remark() { return out_.pad_to(remark_column); }
    constexpr void end() { out_.add('\n'); }
    constexpr void remark(const char* words) {
        remark().add(words);
        end();
    }

    constexpr Text& add_for(const loop_name& name) {
        out_.add("for ");
        add_name(out_, name);
        return out_;
    }
    constexpr void add_loop(const loop_name& name, std::size_t size) { add_for(name).add('[').add(size).add(']'); }
    constexpr void add_inner_loop() { add_loop(inner_name_, inner_.size); }

    /// The rows of the tile, or all rows.
    constexpr void open_rows() {
        line();
        if (nest_.tile_rows < row_.size)
            add_for(row_name_).add(" in tile");
        else
            add_loop(row_name_, row_.size);
        ++level_;
    }

    /// The left side of an assignment to a slot of the step.
    constexpr void write_target(std::size_t slot, const loop_names& loops) {
        operands_.operand(slot_at(slot), loops);
        out_.add(" = ");
    }
    constexpr loop_names at_result() const { return with(names_, row_name_, col_name_); }
    constexpr void finished(const char* core_words) {
        write_target(result_slot, at_result());
        if (k_.epilogue == no_term)
            out_.add(core_words);
        else
            operands_.terms(step_, k_.epilogue, at_result(), core_words);
    }

    Text& out_;
    const study_view& v_;
    const nest& nest_;
    const step& step_;
    kernel k_;
    operand_writer<Text> operands_;
    std::size_t level_;
    loop_names names_{};
    extent row_{}, col_{}, inner_{}, depth_{};
    loop_name row_name_{}, col_name_{}, inner_name_{}, depth_name_{};

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

    /// Finds the extents of the loops, with the names of the axes of tensors.
    constexpr void find_axes() {
        const bool streams = k_.loop == skeleton::stream;
        row_ = nest_.rows;
        col_ = {k_.cols, last(core().dims).name};
        if (streams || k_.loop == skeleton::product) {
            inner_ = {streams ? k_.stream.keys : k_.product.inner,
                      first_name(last(operand_dims(core(), 0)), last(operand_dims(core(), 1), 1))};
        } else if (k_.loop == skeleton::rows || k_.loop == skeleton::reduce) {
            inner_ = {k_.row.length, last(operand_dims(core(), 0)).name};
        }
        if (k_.product.sums_tiles) {
            row_ = {k_.product.rows, last(core().dims, 1).name};
            inner_ = nest_.rows;
        }
        if (streams && k_.stream.depth > 0) {
            const node& scores = v_.form[v_.node_roles[step_.target].score_core];
            depth_ = {k_.stream.depth, first_name(last(operand_dims(scores, 0)), last(operand_dims(scores, 1), 1))};
        }
        row_name_ = name_of(row_, row_letter_);
        col_name_ = name_of(col_, streams ? "e" : "j");
        inner_name_ = name_of(inner_, "k");
        depth_name_ = name_of(depth_, "d");
        if (k_.loop == skeleton::rows) col_name_ = inner_name_;
        inner_name_.primed = !k_.product.sums_tiles && same_words(inner_name_.words, row_name_.words);
        row_name_.primed = k_.product.sums_tiles && same_words(inner_name_.words, row_name_.words);
        col_name_.primed = same_words(col_name_.words, row_name_.words) ||
                           (k_.loop == skeleton::product && same_words(col_name_.words, inner_name_.words));
        depth_name_.primed = same_words(depth_name_.words, row_name_.words);
    }

    const char* row_letter_;
};

}  // namespace heed::detail
