// SPDX-License-Identifier: BSL-1.0
// The columns that masks leave to the rows of a tile, as variables of an emitted file: what run/kept_operands.hpp finds
// at run time.
#pragma once

#include <heed/kernel/kernel_of_step.hpp>
#include <heed/machine/writing.hpp>
#include <heed/study/emit/routine_text.hpp>
#include <heed/study/written/written_mask_range.hpp>
#include <heed/study/written/written_operands.hpp>
#include <heed/study/written/written_sums.hpp>
#include <heed/study/written/written_tiles.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail::emitted {

/// For the steps of one nest.
template <class T>
class written_kept_columns {
public:
    written_kept_columns(step_emitter& w, const nest& n, const variables& v) : w_(w), nest_(n), v_(v) {}

    /// Declares variables for the rows of a tile.
    void declare(const row_range& rows) {
        for (std::size_t s = nest_.first_step; s < nest_.first_step + nest_.step_count; ++s) {
            const kept_part part = kept_part_of(w_.plan, s);
            if (part.axis == kept_axis::none || is_declared(part.masked)) continue;
            if (!declare_from_table(part.masked)) declare_computed(part.masked, rows);
        }
    }
    written_kept_part of(const step& s) const {
        const kept_part part = kept_part_of(w_.plan, static_cast<std::size_t>(&s - w_.plan.steps.begin()));
        for (const declared& known : declared_)
            if (known.masked == part.masked) return {part.axis, known.first, known.count};
        return {};
    }

private:
    struct declared {
        std::size_t masked;
        std::string first, count;
    };

    bool is_declared(std::size_t masked) const {
        for (const declared& known : declared_)
            if (known.masked == masked) return true;
        return false;
    }
    std::size_t columns_of(std::size_t masked) const { return w_.plan.kernels[w_.plan.steps[masked].kernel].cols; }
    static constexpr const char* about =
        "of the columns only those from the first to the last that the mask leaves to these rows";

    /// Of known sizes, one line for each tile of rows.
    bool declare_from_table(std::size_t masked) {
        const step& s = w_.plan.steps[masked];
        const std::size_t tile = nest_.tile_rows, tiles = (nest_.rows.size + tile - 1) / tile;
        const bool by_batch = depends_on_batch(w_.plan, s);
        const std::size_t batches = by_batch ? nest_.batch.size() : 1;
        if (!is_static_size(nest_.rows.size * columns_of(masked) * nest_.batch.size() * tile, w_.lengths)) return false;
        if (batches * tiles > most_table_rows) return false;
        std::string firsts, counts;
        bool has_first = false;
        for (std::size_t b = 0; b < batches; ++b)
            for (std::size_t i = 0; i < tiles; ++i) {
                const column_range kept = columns_of_tile<T>(w_.plan, nest_, s, b, i * tile, range_of_number_in<T>(w_));
                const char* before = b + i == 0 ? "" : ", ";
                firsts += before + std::to_string(kept.first), counts += before + std::to_string(kept.count);
                has_first = has_first || kept.first > 0;
            }
        std::string at;
        if (by_batch)
            for (std::size_t a = 0; a < nest_.batch.rank; ++a)
                at = sum_of(scaled_index(at, nest_.batch[a].size), v_.batch[a]);
        const std::string row = w_.has_tiles ? w_.first_row : v_.row;
        at = sum_of(scaled_index(at, tiles), tile == 1 || row.empty() ? row : row + " / " + std::to_string(tile));
        w_.out.comment(about);
        const auto declare = [&](const char* name, const std::string& numbers) {
            const std::string list = w_.local((std::string(name) + "_of_tile").c_str()), own = w_.local(name);
            w_.out.spelled(std::string("static ") + w_.out.language().known_number + " int " + list + "[] = {" +
                           numbers + "};");
            w_.out.spelled("const int " + own + " = " + list + '[' + (at.empty() ? "0" : at) + "];");
            return own;
        };
        const std::string first = has_first ? declare("first_kept", firsts) : "";
        declared_.push_back({masked, first, declare("kept", counts)});
        return true;
    }
    /// Of dynamic sizes, by asking block after block from both ends.
    void declare_computed(std::size_t masked, const row_range& rows) {
        const step& s = w_.plan.steps[masked];
        const kernel& k = w_.plan.kernels[s.kernel];
        std::vector<place> places;
        for (std::size_t i = 0; i < s.slot_count; ++i) places.push_back(w_.place_of(w_.plan.slot_at(s, i)));
        const std::string first = w_.local("first_kept"), end = w_.local("end_kept"), last = w_.local("last_kept");
        const std::string last_row = w_.has_tiles ? w_.local("last_row") : v_.row;
        const std::string all = std::to_string(k.cols), block = std::to_string(key_block);
        const auto is_empty = [&](const std::string& from) {
            const tile_corners tile{w_.has_tiles ? rows.first : v_.row, last_row, from, last};
            const written_mask_range range(term_facts::of(w_.plan, k, s, places), v_, tile);
            return range.of(mask_of_kernel(w_.plan, k)).never.text;
        };
        if (is_empty(first).empty()) return;
        w_.out.comment(about);
        if (w_.has_tiles) w_.out.spelled("const int " + last_row + " = " + rows.last + " - 1;");
        w_.out.spelled("int " + first + " = 0, " + end + " = " + all + ';');
        const auto declare_last = [&](const std::string& condition, const std::string& value) {
            if (condition.find(last) != std::string::npos) w_.out.spelled("const int " + last + " = " + value + ';');
        };
        w_.out.open("for (; " + first + " < " + end + "; " + first + " += " + block + ')');
        declare_last(is_empty(first),
                     '(' + end + " - " + first + " < " + block + " ? " + end + " : " + first + " + " + block + ") - 1");
        w_.out.spelled("if (!(" + is_empty(first) + ")) break;");
        w_.out.close();
        w_.out.open("while (" + first + " < " + end + ')');
        const std::string begin = w_.local("begin_kept");
        w_.out.spelled("const int " + begin + " = (" + end + " - 1) / " + block + " * " + block + ';');
        declare_last(is_empty(begin), end + " - 1");
        w_.out.spelled("if (!(" + is_empty(begin) + ")) break;");
        w_.out.spelled(end + " = " + begin + ';');
        w_.out.close();
        const std::string count = w_.local("kept");
        w_.out.spelled("const int " + count + " = " + first + " < " + end + " ? " + end + " - " + first + " : 0;");
        declared_.push_back({masked, first, count});
    }

    step_emitter& w_;
    const nest& nest_;
    const variables& v_;
    std::vector<declared> declared_{};
};

/// A product that sums tiles adds nothing to the rows that a mask leaves out: they begin with 0, and are finished after
/// the last tile.
template <class T>
void write_other_rows(step_emitter& w, const step_context& c, const row_range& kept) {
    const term_facts facts = term_facts::of(w.plan, c.k, c.s, c.places);
    const written_operands operands(c, facts, {c.cols, extent(1), extent(1)}, w.taken, false);
    const bool is_one_tile = c.end_of_terms.empty();
    const auto write = [&](const std::string& condition, const auto& of_element) {
        const std::size_t before = w.taken.size();
        recording::routine r;
        const writing<T, 1, written_operands> m(r, w.taken, operands);
        if (!condition.empty()) r.open_if(condition);
        m.loop(operands.column_name(), 0, operands.columns(), 1,
               [&](const written_index& j) { of_element(m, written_index(c.v.row), j); });
        if (!condition.empty()) r.close();
        routine_text(r, {w.type, w.out.language()}, w.taken).write(w.out);
        w.taken.forget_after(before);
    };
    using number = typename writing<T, 1, written_operands>::number;
    w.out.comment("nothing is added to the other rows of the product");
    w.out.open("for (int " + c.v.row + " = 0; " + c.v.row + " < " + std::to_string(c.k.product.rows) + "; ++" +
               c.v.row + ')');
    const std::string after_first = kept.first == "0" ? "" : c.v.row + " >= " + kept.first + " && ";
    w.out.spelled("if (" + after_first + c.v.row + " < " + kept.last + ") continue;");
    write(is_one_tile ? "" : c.first_term + " == 0",
          [](const auto& m, const auto& i, const auto& j) { m.set_result(i, j, number(T(0))); });
    if (c.k.epilogue != no_term)
        write(is_one_tile ? "" : c.end_of_terms + " == " + std::to_string(c.k.product.inner),
              [&](const auto& m, const auto& i, const auto& j) { m.finish_result(i, j, number(m.load_result(i, j))); });
    w.out.close();
}

}  // namespace heed::detail::emitted
