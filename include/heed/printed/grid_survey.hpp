// SPDX-License-Identifier: BSL-1.0
// Finds the cells of a table that are labels, from all rows, before any is read.
#pragma once

#include <heed/printed/grid.hpp>

#include <cstddef>

namespace heed::detail {

/// The kinds of cells in a row.
struct row_summary {
    std::size_t cells = 0;
    std::size_t words = 0;
    std::size_t empty = 0;
    std::size_t elided = 0;
    std::size_t numbers = 0;
    std::size_t hidden = 0;
    cell_kind first = cell_kind::empty;
    bool first_is_label = false;  ///< a word, empty or elided

    constexpr bool only_elided() const { return elided == cells; }
    /// Whether all cells can be read: none is a malformed number.
    constexpr bool is_readable() const { return words + empty + elided + numbers == cells; }
    /// Whether there are words, and no numbers; cells may be empty or elided.
    constexpr bool only_labels() const { return words + empty + elided == cells && !only_elided(); }
};

constexpr row_summary summary_of(const grid& g, cursor row) {
    row_summary s;
    cursor place;
    while (next_cell(g, row, place)) {
        const cell c = read_cell(place, g.style);
        if (c.kind == cell_kind::word) ++s.words;
        if (c.kind == cell_kind::empty) ++s.empty;
        if (c.kind == cell_kind::hidden) ++s.hidden;
        if (c.kind == cell_kind::entry) ++(is_elided(c) ? s.elided : s.numbers);
        if (s.cells++ == 0) {
            s.first = c.kind;
            s.first_is_label = c.kind == cell_kind::word || c.kind == cell_kind::empty || is_elided(c);
        }
    }
    return s;
}

/// The first cells of several rows.
struct first_cells {
    bool all_labels = true;
    bool any_word = false;
    bool any_empty = false;
    bool alone = true;  ///< no row has a second cell

    constexpr void add(const row_summary& s) {
        alone = alone && s.cells == 1;
        all_labels = all_labels && s.first_is_label;
        any_word = any_word || s.first == cell_kind::word;
        any_empty = any_empty || s.first == cell_kind::empty;
    }
};

/// Whether |---|:--:| is below a row, which makes it the header of a Markdown table.
constexpr bool has_rule_of_markdown_below(const grid& g, const cursor& row) {
    if (g.cut != separator::bar || row.end >= g.body.end) return false;
    cursor line{g.body.text, row.end + 1, g.body.end};
    line.end = end_of_line(line);
    bool bar = false;
    for (cursor c = line; !c.done(); ++c.at) {
        if (c.peek() == '+' || c.peek() == '=') return false;
        bar = bar || c.peek() == '|';
    }
    return bar && is_rule(line);
}

/// Sets header and label_column.
/// The first row is a header if (1) it has words and no numbers; or (2) the only rule is below it and it has no
/// numbers, hidden ones included; or (3) only its first cell is empty: then the others are labels, even if they are
/// numbers; or (4) it begins with a word and the only rule is below it; or (5) the only rule is a Markdown rule below
/// it and all its cells can be read.
/// The first column has labels if it has words and no number, or if it is below the empty corner of a header.
constexpr void find_labels(grid& g) {
    if (!g.labels_allowed) return;
    cursor rest = g.body, row;
    std::size_t rows = 0, rules = 0, rules_below_first = 0, rules_above_first = 0;
    row_summary first;
    first_cells below;
    bool markdown = false;
    while (next_row(g, rest, row, rules)) {
        const row_summary s = summary_of(g, row);
        if (++rows == 1) {
            first = s;
            rules_above_first = rules;
            markdown = rules == 0 && has_rule_of_markdown_below(g, row);
            continue;
        }
        if (rows == 2) rules_below_first = rules - rules_above_first;
        below.add(s);
    }
    const std::size_t below_rows = g.latex() ? 0 : 1;  // in LaTeX the rule below the last row is not counted
    const bool only_rule = rules_below_first == 1 && rules <= 1 + below_rows + rules_above_first;
    const bool empty_corner = first.first == cell_kind::empty && first.cells > 1;
    g.header =
        rows > 1 && (first.only_labels() || (only_rule && first.numbers + first.hidden == 0 && !first.only_elided()) ||
                     (empty_corner && !below.any_empty) ||
                     (first.first == cell_kind::word && first.cells > 1 && only_rule && !(g.latex() && rows < 3)) ||
                     (markdown && only_rule && !first.only_elided() && first.is_readable()));
    if (!g.header) below.add(first);
    g.label_column =
        (g.header && empty_corner && first.empty < first.cells) || (below.all_labels && below.any_word && !below.alone);
}

}  // namespace heed::detail
