// SPDX-License-Identifier: BSL-1.0
// Tables whose labels are numbers. Markdown wants a header above every table, and who has no labels writes the first
// row of the matrix there.
#pragma once

#include <heed/printed/find_tables.hpp>
#include <heed/printed/flaw.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// A label without marks of emphasis, mathematics and code.
inline std::string plain_label(std::string_view label) {
    std::string plain;
    for (const char c : label)
        if (std::string_view("*_$` ").find(c) == std::string_view::npos) plain += c;
    return plain;
}
/// Whether a label is an entry rather than a name: a number with a point, or an infinity.
inline bool is_entry_label(std::string_view label) {
    std::string plain = plain_label(label);
    for (const std::string_view sign : {"-", "+", "\u2212"})
        if (plain.starts_with(sign)) {
            plain.erase(0, sign.size());
            break;
        }
    if (plain == "inf" || plain == "\\infty" || plain == "\u221e") return true;
    return plain.find('.') != std::string::npos && plain.find_first_not_of("0123456789.") == std::string::npos &&
           plain.find_first_of("0123456789") != std::string::npos;
}
inline bool is_whole_label(std::string_view label) {
    const std::string plain = plain_label(label);
    return !plain.empty() && plain.find_first_not_of("0123456789") == std::string::npos;
}

/// Whether labels of columns are numbers as a matrix has them: with points, or whole ones of which two are equal.
inline bool may_be_first_row(const std::vector<std::string>& labels) {
    if (labels.size() < 2 || !std::all_of(labels.begin(), labels.end(),
                                          [](const std::string& s) { return is_entry_label(s) || is_whole_label(s); }))
        return false;
    std::vector<std::string> sorted(labels);
    std::sort(sorted.begin(), sorted.end());
    return std::any_of(labels.begin(), labels.end(), [](const std::string& s) { return is_entry_label(s); }) ||
           std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

/// Whether labels of rows are numbers with points: <th>0.25</th> before other cells.
inline bool may_be_first_column(const std::vector<std::string>& labels) {
    return !labels.empty() && std::all_of(labels.begin(), labels.end(), [](const std::string& s) {
        return is_entry_label(s) || is_whole_label(s);
    }) && std::any_of(labels.begin(), labels.end(), [](const std::string& s) { return is_entry_label(s); });
}

/// Refuses tables whose first row may stand in the header, or the first column among the labels, where they would not
/// be read.
inline void refuse_number_headers(document_tables& found) {
    const auto refuse = [](found_table& t, const std::string& words, const std::string& label) {
        t.error = printed_error(printed_mistake::labels, t.line, 0, 0, words + "; found \"" + label + '"');
        t.table = {};
        t.places.clear();
    };
    for (found_table& t : found.tables) {
        const printed_table& read = t.table;
        if (t.error) continue;
        if (may_be_first_row(read.col_labels))
            refuse(t, "numbers in the header, maybe the first row: write that below", read.col_labels[0]);
        else if (read.extents.size() == 2 && may_be_first_column(read.row_labels))
            refuse(t, "numbers as labels of the rows, maybe the first column", read.row_labels[0]);
    }
}

}  // namespace heed::detail
