// SPDX-License-Identifier: BSL-1.0
// The rows of a table without bars, as they were read: numbers with labels.
#pragma once

#include <heed/printed/layout.hpp>
#include <heed_check/tables/text_words.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

/// Numbers with labels, row by row. Parts of wide tables are put side by side.
struct text_frame {
    std::size_t begin = 0;
    std::size_t end = 0;  ///< 0: none
    std::size_t rank = 2;
    bool ruled = false;  ///< a rule is below the labels: R and pandas print none
    std::vector<std::string> column_labels{};
    std::vector<std::string> row_labels{};
    std::vector<std::vector<decimal>> rows{};
    std::vector<std::vector<std::size_t>> places{};

    bool found() const { return end != 0; }

    /// Appends the columns of a part with the same rows; false if its rows are others.
    bool widen(text_frame part) {
        if (part.rows.size() != rows.size() || part.row_labels != row_labels) return false;
        const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
        append(column_labels, part.column_labels);
        for (std::size_t i = 0; i < rows.size(); ++i) append(rows[i], part.rows[i]), append(places[i], part.places[i]);
        end = part.end;
        return true;
    }

    /// As a printed table, with the places of its entries; false if dots stand twice along an axis.
    bool store(printed_table& t, std::vector<std::size_t>& all_places) const {
        layout l{2, {rows.size(), rows[0].size()}};
        for (std::size_t i = 0; i < rows.size(); ++i) {
            t.entries.insert(t.entries.end(), rows[i].begin(), rows[i].end());
            all_places.insert(all_places.end(), places[i].begin(), places[i].end());
        }
        l.entries = t.entries.size();
        for (const decimal& d : t.entries) l.numbers += d.kind == entry_kind::elided ? 0U : 1U;
        const elisions dots = find_elisions(t.entries.data(), l);
        const std::size_t axis = 2 - rank;
        t.extents.assign(l.extents + axis, l.extents + 2);
        t.elided_at.assign(dots.at + axis, dots.at + 2);
        if (rank == 2) t.row_labels = row_labels;
        t.col_labels = rank == 2 ? column_labels : row_labels;
        return dots.second == no_position && l.numbers > 1;
    }
};

/// Whether rows of R have other labels than [1,] [2,] or count on from another one: no row is missing between them.
inline bool counts_rows(const std::vector<std::string>& labels) {
    std::size_t last = 0;
    for (const std::string& label : labels) {
        if (!is_index_of_r(label, true)) continue;
        std::size_t row = 0;
        for (std::size_t i = 1; i < label.size() && is_digit(label[i]) && row < 1'000'000; ++i)
            row = 10 * row + static_cast<std::size_t>(label[i] - '0');
        if (last != 0 && row != last + 1) return false;
        last = row;
    }
    return true;
}

}  // namespace heed::detail
