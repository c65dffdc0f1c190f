// SPDX-License-Identifier: BSL-1.0
// Finds every printed matrix of a document in order, and all numbers in it that are in none.
#pragma once

#include <heed/printed/box_drawing.hpp>
#include <heed/printed/document_lines.hpp>
#include <heed/printed/found_table.hpp>
#include <heed/printed/margins.hpp>
#include <heed/printed/rest_of_numbers.hpp>
#include <heed/printed/table_finder.hpp>
#include <heed/printed/user_macros.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

namespace detail {

/// Gives what was found the positions and the words of the document as it is, with its own commands and borders.
inline void move_back(document_tables& found, const expanded_text& expanded, std::string_view document) {
    for (found_table& t : found.tables) {
        t.begin = expanded.original(t.begin);
        t.end = expanded.original(t.end);
        for (std::size_t& place : t.places) place = expanded.original(place);
    }
    for (auto* list : {&found.skipped, &found.rest})
        for (skipped_text& s : *list) {
            s.begin = expanded.original(s.begin);
            s.end = expanded.original(s.end);
            const std::size_t line = document.rfind('\n', s.begin) + 1;  // all of the line for the rest
            const std::size_t begin = list == &found.rest ? line : s.begin;
            const std::string_view words = document.substr(begin, std::max(s.end, begin) - begin);
            s.found = cut_to(without_blanks(words.substr(0, words.find('\n'))), 60);
        }
}

}  // namespace detail

/// Finds printed matrices in Markdown, LaTeX, HTML or plain text: LaTeX matrices, also inside an outer array; tables;
/// arrays of two or more levels of brackets; lists after a name and = or in tensor(...); rows of numbers in fenced
/// code blocks; and consecutive lines such as `- Word 1: [1, 0]`, which give one matrix with a row for each line and
/// the words as labels. Signs and powers of ten beside a matrix are part of its numbers. Text that is mostly numbers
/// but cannot be read is returned with its error; other text with numbers is in `skipped`, and the lines with all
/// numbers that are in neither of these are in `rest`.
/// cost    grows with the length of the document
/// example const document_tables tables = find_tables_and_skipped("[[1.0, 0.5], [0.5, 1.0]]");
inline document_tables find_tables_and_skipped(std::string_view document) {
    if (const std::string_view why = detail::why_no_text(document); !why.empty())
        return {{}, {{1, "", std::string(why)}}};
    const std::string lines = detail::with_line_feeds(document);
    const detail::expanded_text expanded = detail::macro_expander(lines).expand();
    const std::string text = detail::with_plain_borders(detail::without_margins(expanded.text));
    document_tables found = detail::table_finder(text).find();
    detail::list_rest(text, found);
    detail::move_back(found, expanded, lines);
    return found;
}
/// Only the tables.
/// example const std::vector<found_table> tables = find_tables("[[1.0, 0.5], [0.5, 1.0]]");
inline std::vector<found_table> find_tables(std::string_view document) {
    return find_tables_and_skipped(document).tables;
}

}  // namespace heed
