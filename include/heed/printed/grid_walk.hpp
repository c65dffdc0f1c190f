// SPDX-License-Identifier: BSL-1.0
// One pass over rows of cells: it finds the layout, or stores entries and labels once that is known.
#pragma once

#include <heed/printed/grid.hpp>
#include <heed/printed/layout.hpp>

#include <cstddef>

namespace heed::detail {

/// The words of a label, without surrounding marks.
constexpr label label_of(cursor c) {
    skip_ignored(c);
    while (c.end > c.at) {
        const char last = c.text[c.end - 1];
        const bool no_break = last == '\xA0' && c.end - c.at >= 2 && c.text[c.end - 2] == '\xC2';
        if (!no_break && !is_one_of(last, " \t\r\n{}$~*_`\"'")) break;
        c.end -= no_break ? 2 : 1;
    }
    return {c.at, c.end - c.at};
}

class grid_walk {
public:
    /// A layout `known` of rank 0 is not known yet.
    constexpr grid_walk(const grid& g, const printed_scale& scale, const layout& known, const output& to)
        : grid_(g), columns_(known.rank == 0 ? 0 : known.columns()), writer_{to, scale} {}

    constexpr layout walk() {
        cursor rest = grid_.body, row;
        std::size_t rules = 0;
        cursor header{};
        if (grid_.header && next_row(grid_, rest, row, rules)) header = row;
        while (error_.what == printed_mistake::none && next_row(grid_, rest, row, rules)) walk_row(row);
        if (error_.what == printed_mistake::none && writer_.numbers == 0)
            error_ = {printed_mistake::no_numbers, 0, 0, 0, 0, rest.at, rest.at};
        if (error_.what == printed_mistake::none && grid_.header) walk_header(header);
        layout l{2, {rows_, columns_}, 0, writer_.numbers, 0, error_};
        if (error_.what == printed_mistake::none) count_entries(l);
        return l;
    }

private:
    constexpr void walk_row(cursor row) {
        cursor first = row;
        skip_blanks_and_lines(first);
        const std::size_t begin = first.at;
        cursor place, rest = row, before{};
        cell last;
        std::size_t column = 0, cells = 0;
        while (next_cell(grid_, rest, place)) {
            if (cells++ == 0 && grid_.label_column && !is_elided_row(row)) {
                store_row_label(place);
                continue;
            }
            skip_blanks_and_lines(place);
            last = read_cell(place, grid_.style);
            if (last.kind != cell_kind::entry) return complain(last.what, column, place);
            if (!writer_.holds(last.value)) return complain(printed_mistake::exponent, column, place);
            if (grid_.cut == separator::blank && column != 0 && is_group_of_thousands(before, place))
                return complain(printed_mistake::not_a_number, column, {place.text, before.at, place.end});
            before = place;
            writer_.put(last.value, place.at);
            ++column;
        }
        if (column == 0)
            error_ = {printed_mistake::empty_entry, rows_ + 1, 1, 0, 0, row.end, row.end};
        else if (column == 1 && is_elided(last) && columns_ != 1)
            writer_.put_elided(columns_ == 0 ? 0 : columns_ - 1, begin);
        else if (columns_ == 0)
            columns_ = column;
        else if (column != columns_)
            error_ = {printed_mistake::ragged_rows, rows_ + 1, 0, column, columns_, begin, row.end};
        ++rows_;
    }

    constexpr bool is_elided_row(cursor row) const {
        cursor place;
        return next_cell(grid_, row, place) && is_elided(read_cell(place, grid_.style)) &&
               !next_cell(grid_, row, place);
    }

    constexpr void complain(printed_mistake what, std::size_t column, cursor place) {
        while (place.end > place.at && is_one_of(place.text[place.end - 1], " \t\r\n")) --place.end;
        error_ = {what, rows_ + 1, column + 1, 0, 0, place.at, place.end};
    }

    constexpr void store_row_label(const cursor& place) {
        if (writer_.to.row_labels != nullptr) writer_.to.row_labels[rows_] = label_of(place);
    }

    /// Reads the header. The corner above a column of labels may be missing.
    constexpr void walk_header(const cursor& row) {
        cursor place, rest = row;
        std::size_t cells = 0;
        while (next_cell(grid_, rest, place)) ++cells;
        const bool corner = grid_.label_column && cells == columns_ + 1;
        if (cells != columns_ + (corner ? 1 : 0)) {
            const std::size_t labels = grid_.label_column && cells != 0 ? cells - 1 : cells;
            error_ = {printed_mistake::labels, 0, 0, labels, columns_, row.at, row.end};
        }
        if (writer_.to.column_labels == nullptr || error_.what != printed_mistake::none) return;
        rest = row;
        if (corner) next_cell(grid_, rest, place);
        for (std::size_t i = 0; next_cell(grid_, rest, place); ++i) writer_.to.column_labels[i] = label_of(place);
    }

    grid grid_;
    std::size_t columns_;
    writer writer_;
    std::size_t rows_ = 0;
    flaw error_{};
};

}  // namespace heed::detail
