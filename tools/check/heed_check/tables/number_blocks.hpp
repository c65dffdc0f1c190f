// SPDX-License-Identifier: BSL-1.0
// Finds lines of a document that form rows of numbers.
#pragma once

#include <heed/printed/row_counts.hpp>
#include <heed_check/tables/document_lines.hpp>
#include <heed_check/tables/drawn_rows.hpp>
#include <heed_check/tables/number_rows.hpp>
#include <heed_check/tables/text_frame.hpp>

#include <cstddef>
#include <string_view>

namespace heed::detail {

/// A range of lines with rows of numbers.
struct number_block {
    std::size_t end = 0;     ///< the end of the last row; the beginning if there is none
    bool named = false;      ///< below a line that ends with =
    std::string_view why{};  ///< why they are not read, else empty
};

/// Rows of numbers on separate lines.
struct drawn_rows {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool beside = false;  ///< one of the rows has a name or a factor before it, which belongs to all
};

class number_lines : protected frame_lines {
protected:
    using frame_lines::frame_lines;

    /// The rows from `begin` on, or below a line there that ends with =.
    drawn_rows drawn_rows_at(std::size_t begin) const {
        drawn_rows rows{begin, begin};
        while (rows.begin < document_.size() &&
               (ends_with_equals(line_at(rows.begin)) ||
                (rows.begin != begin && line_at(rows.begin).find_first_not_of(" \t\r") == std::string_view::npos)))
            rows.begin = line_end(rows.begin) + 1;
        rows.end = rows.begin;
        for (drawn_row last; rows.end < document_.size(); rows.end = line_end(rows.end) + 1) {
            const drawn_row row = drawn_row_of(line_at(rows.end));
            if (!row.valid) break;
            rows.beside = rows.beside || (last.valid && is_drawn_beside(last, row));
            last = row;
        }
        return rows;
    }

    /// The end of the last row of values separated by commas or tabs whose labels are in the line at `begin`; 0 if
    /// there are none. Nothing but a blank line or a fence is below the last row.
    std::size_t end_of_separated_values(std::size_t begin) const {
        const separated_row labels = separated_row_of(line_at(begin));
        const bool corner = labels.empty == 1 && labels.first == cell_kind::empty;
        if (labels.cells < 2 || labels.words + (corner ? 1U : 0U) < labels.cells || !labels.plain) return 0;
        std::size_t last = 0;
        cell_kind first = cell_kind::empty;
        for (std::size_t at = line_end(begin) + 1; at < document_.size(); at = line_end(at) + 1) {
            const std::string_view line = line_at(at);
            if (line.find_first_not_of(" \t\r") == std::string_view::npos || is_fence(trimmed(line.substr(0, 400))))
                break;
            const separated_row row = separated_row_of(line);
            const std::size_t label = row.first == cell_kind::word ? 1U : 0U;
            if (row.tabs != labels.tabs || row.cells != labels.cells || row.numbers + label != row.cells) return 0;
            if ((last != 0 && row.first != first) || (corner && row.tabs && label == 0)) return 0;
            first = row.first;
            last = line_end(at);
        }
        return last;
    }

    /// At least two rows of numbers in a fence; or rows below a line that ends with =, where a factor may be in
    /// between. Not read are rows of which none is valid, tables with an index, columns, and rows with other lines
    /// between them.
    number_block block_of_rows(std::size_t begin, bool in_fence) const {
        if (const std::size_t end = in_fence ? end_of_separated_values(begin) : 0; end != 0) return {end, false, {}};
        number_block b{begin, ends_with_equals(line_at(begin)), {}};
        if (!b.named && !in_fence) return b;
        std::size_t rows = 0, nearly = 0, lone = 0, rules = 0, pending_rules = 0, blank_lines = 0;
        std::size_t first = no_position, last = begin;
        row_counts counts;
        bool factor = false;
        for (std::size_t at = b.named ? line_end(begin) + 1 : begin; at < document_.size() && blank_lines < 3;
             at = line_end(at) + 1) {
            const std::string_view line = line_at(at);
            const bool above = b.named && first == no_position;
            if (line.find_first_not_of(" \t\r") == std::string_view::npos) {
                if (!above) break;
                ++blank_lines;
                continue;
            }
            blank_lines = 0;
            if (above && line.find("Columns ") != std::string_view::npos) continue;
            if (above && !factor && is_factor_line(line)) {
                factor = true;
                continue;
            }
            const row_sort sort = row_sort_of(line);
            if (sort == row_sort::other || (sort == row_sort::rule && first == no_position)) break;
            if (sort == row_sort::rule) {
                ++pending_rules;
                continue;
            }
            ++(sort == row_sort::numbers ? rows : sort == row_sort::nearly ? nearly : lone);
            if (sort == row_sort::numbers) counts.see(line);
            if (first == no_position) first = at;
            rules += pending_rules;
            pending_rules = 0;
            last = line_end(at);
        }
        if (first == no_position) return b;
        const std::string_view text = part(first, last);
        const bool index_of_r = nearly != 0 && text[text.find_first_not_of(" \t")] == '[';
        const bool enough = rows + nearly + lone > 1 || index_of_r || (b.named && rows + nearly != 0);
        if (!enough && !(rows == 1 && is_all_that_is_shown(first))) return b;
        b.end = last;
        if (rows + nearly == 0)
            b.why = "numbers below each other, one in a line";
        else if (rules != 0)
            b.why = "a line between rows of numbers";
        else if (rows == 0 && !has_semicolon_cells(text))
            b.why = "rows that resemble numbers and cannot be read";
        else if (first != 0 && !b.named && has_index(line_at(line_begin(first - 1)), text))
            b.why = "a number more in a row than labels above: the first may be an index";
        else if (nearly + lone == 0 && counts.may_count())
            b.why = "the first number of each row may only count the rows";
        return b;
    }

private:
    /// Whether a line is the only one of a fence, or of a literal block of reStructuredText. Whole numbers alone may be
    /// sizes or counts, unless a paragraph that ends with :: introduces them.
    bool is_all_that_is_shown(std::size_t begin) const {
        const auto is_blank_at = [&](std::size_t at) { return without_blanks(line_at(at)).empty(); };
        const auto is_mark = [](std::string_view words) { return is_fence(words) || is_mark_of_container(words); };
        const auto indent_at = [&](std::size_t at) { return line_at(at).find_first_not_of(" \t"); };
        std::size_t above = begin, below = line_end(begin) + 1;
        do above = line_begin(above == 0 ? 0 : above - 1);
        while (above > 0 && is_blank_at(above));
        while (below < document_.size() && is_blank_at(below)) below = line_end(below) + 1;
        const bool ends = below >= document_.size();
        const std::string_view opens = without_blanks(line_at(above));
        const bool marked = is_mark(opens),
                   named = !marked && opens.size() > 1 && opens.substr(opens.size() - 2) == "::";
        if (!named && line_at(begin).find('.') == std::string_view::npos) return false;
        if (marked && !ends && is_mark(without_blanks(line_at(below)))) return true;
        const std::size_t indent = indent_at(begin);
        return (marked || named) && indent_at(above) < indent && (ends || indent_at(below) < indent);
    }
};

}  // namespace heed::detail
