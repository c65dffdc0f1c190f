// SPDX-License-Identifier: BSL-1.0
// Columns of whole numbers that label the rows, as their headers say: pos, #, token id, year.
#pragma once

#include <heed/printed/found_table.hpp>
#include <heed/printed/text_cursor.hpp>
#include <heed_check/tables/small_letters.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// What whole numbers below a header are. Below i or query they are labels if they count the rows, or if the other
/// numbers have decimals.
enum class header_sort : unsigned char { values, maybe_labels, labels };

inline header_sort sort_of_header(std::string_view header) {
    std::string word;
    for (const char c : header) {
        if (is_digit(c)) return header_sort::values;
        if (is_letter(c) || c == '#') word += small_letter(c);
    }
    for (const std::string_view label : {"#", "pos", "position", "idx", "index", "id", "tokenid", "step", "timestep",
                                         "year", "fig", "figure", "no", "nr", "row"})
        if (word == label) return header_sort::labels;
    for (const std::string_view label : {"i", "j", "t", "token", "word", "query", "key", "head", "layer", "epoch"})
        if (word == label) return header_sort::maybe_labels;
    return header_sort::values;
}

/// Whether the first column labels the rows.
inline bool begins_with_labels(const printed_table& t) {
    if (t.extents.size() != 2 || t.extents[1] < 2 || t.col_labels.size() != t.extents[1] || t.elided_at[1] == 0)
        return false;
    const header_sort sort = sort_of_header(t.col_labels[0]);
    if (sort == header_sort::values) return false;
    bool counts = true, decimals = false;
    for (std::size_t row = 0; row < t.extents[0]; ++row) {
        if (row == t.elided_at[0]) continue;
        const decimal* const d = &t.entries[row * t.extents[1]];
        if (d->kind != entry_kind::number || d->places != 0 || d->digits < 0) return false;
        counts = counts && d->digits == t.entries[0].digits + static_cast<long long>(row) && t.entries[0].digits <= 1;
        for (std::size_t i = 1; i < t.extents[1]; ++i) decimals = decimals || d[i].places > 0;
    }
    return sort == header_sort::labels || counts || decimals;
}

/// Makes the first column labels of the rows, unless these have others.
inline void drop_label_column(found_table& f) {
    printed_table& t = f.table;
    const std::size_t columns = t.extents[1];
    std::vector<decimal> entries;
    std::vector<std::size_t> places;
    std::vector<std::string> labels;
    for (std::size_t i = 0; i < t.entries.size(); ++i) {
        if (i % columns == 0) {
            const bool dots = t.entries[i].kind == entry_kind::elided;
            labels.push_back(dots ? "..." : std::to_string(t.entries[i].digits));
            continue;
        }
        entries.push_back(t.entries[i]);
        if (!f.places.empty()) places.push_back(f.places[i]);
    }
    t.entries = std::move(entries);
    f.places = std::move(places);
    if (t.row_labels.empty()) t.row_labels = std::move(labels);
    t.col_labels.erase(t.col_labels.begin());
    --t.extents[1];
    if (t.elided_at[1] != no_position) --t.elided_at[1];
}

/// Takes columns of labels out of the matrices, and lists them.
inline void take_label_columns(document_tables& found) {
    for (found_table& f : found.tables)
        while (!f.error && begins_with_labels(f.table)) {
            found.skipped.push_back(
                {f.line, "", "labels of rows: the column " + f.table.col_labels[0], f.begin, f.end});
            drop_label_column(f);
        }
    std::sort(found.skipped.begin(), found.skipped.end(),
              [](const skipped_text& a, const skipped_text& b) { return a.begin < b.begin; });
}

}  // namespace heed::detail
