// SPDX-License-Identifier: BSL-1.0
// Reads printed text at run time, with the state machine of printed<"...">, to numbers and a shape on the heap.
#pragma once

#include <heed/printed/parse.hpp>
#include <heed/printed/plain_text.hpp>
#include <heed/printed/table.hpp>
#include <heed/printed/visible_text.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed {

namespace detail {

/// At most this many bytes of a text, cut between UTF-8 characters.
inline std::string_view cut_to(std::string_view text, std::size_t longest) {
    if (text.size() <= longest) return text;
    std::size_t end = longest;
    while (end > 0 && longest - end < 3 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    if ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) end = longest;  // not UTF-8
    return text.substr(0, end);
}

/// The text that was found, shortened for a message.
inline std::string quotation(std::string_view found) {
    constexpr std::size_t longest = 40;
    const std::string_view line = found.substr(0, found.find('\n'));
    const std::string_view shown = cut_to(line, longest);
    return '"' + visible_text(shown) + (shown.size() < line.size() ? "...\"" : "\"");
}

inline std::string words_of(const flaw& f, std::string_view found) {
    const auto counts = [&] { return ", found " + std::to_string(f.found) + ", expected " + std::to_string(f.needed); };
    switch (f.what) {
        case printed_mistake::none: break;
        case printed_mistake::no_numbers: return "expected a number, found none";
        case printed_mistake::not_a_number: return "expected a number, found " + quotation(found);
        case printed_mistake::fraction: return "a fraction is no printed decimal, found " + quotation(found);
        case printed_mistake::too_many_digits: return "more than 18 significant digits, found " + quotation(found);
        case printed_mistake::exponent: return "an exponent beyond 9999, found " + quotation(found);
        case printed_mistake::empty_entry: return "expected a number between two separators";
        case printed_mistake::ragged_rows: return "rows of different numbers of columns" + counts();
        case printed_mistake::ragged_blocks: return "lists of different numbers of items" + counts();
        case printed_mistake::labels: return "expected one label for each column in the header" + counts();
        case printed_mistake::mixed_nesting: return "numbers at different depths of brackets";
        case printed_mistake::too_deep: return "more than 6 levels of brackets";
        case printed_mistake::too_many_entries: return "more than 2^24 entries";
        case printed_mistake::unclosed: return "a bracket or an environment is not closed by its own kind";
        case printed_mistake::nested_matrix: return "a matrix within a matrix";
        case printed_mistake::elided_twice: return "dots stand more than once along an axis";
        case printed_mistake::text_beside: return "expected only the matrix and its name, found " + quotation(found);
        case printed_mistake::factor: return "a factor beside the matrix is no power of ten, found " + quotation(found);
        case printed_mistake::doubtful_comma:
            return "a comma may be a decimal comma or between thousands, found " + quotation(found);
        case printed_mistake::doubtful_sign:
            return "a dash or a soft hyphen may be no minus sign, found " + quotation(found);
        case printed_mistake::doubtful_dots:
            return "dots may be an elided row, the prompt of a session or the mark of a line that goes on, found " +
                   quotation(found);
        case printed_mistake::columns_in_parts:
            return "the columns are printed in parts: put them side by side, or give each part a name; found " +
                   quotation(found);
        case printed_mistake::repeated_list:
            return "a list times a whole number is repeated in Python: write its numbers, or the factor with a point; "
                   "found " +
                   quotation(found);
        case printed_mistake::doubtful_rows:
            return "lines within one pair of brackets are rows in MATLAB and Julia, and one row in NumPy: write "
                   "[[...]] "
                   "or end rows with ;";
    }
    return "";
}

[[noreturn]] inline void throw_printed_error(const flaw& f, std::string_view text, std::size_t first_line) {
    std::size_t line = first_line;
    for (std::size_t i = 0; i < f.at && i < text.size(); ++i) line += text[i] == '\n' ? 1U : 0U;
    const std::size_t begin = f.at < text.size() ? f.at : text.size();
    throw printed_error(f.what, line, f.row, f.column, words_of(f, text.substr(begin, f.end - f.at)));
}

/// The labels as strings; none at all if no label has words.
inline std::vector<std::string> strings_of(const std::vector<label>& labels, std::string_view text) {
    std::vector<std::string> result;
    bool any = false;
    for (const label& l : labels) {
        any = any || l.length != 0;
        result.emplace_back(text.substr(l.begin, l.length));
    }
    if (!any) result.clear();
    return result;
}

/// A table, and the byte of the text where each of its entries begins.
struct placed_table {
    printed_table table{};
    std::vector<std::size_t> places{};
};

/// line_rows  a list in one pair of brackets has its rows on lines
inline placed_table read_placed(std::string_view text, std::size_t first_line, bool line_rows = false) {
    const parsed p = parse_layout(text.data(), text.size(), line_rows);
    const layout& l = p.found;
    if (l.error.what != printed_mistake::none) throw_printed_error(l.error, text, first_line);
    printed_table table;
    table.entries.resize(l.entries);
    std::vector<std::size_t> places(l.entries);
    std::vector<label> rows(l.rows()), columns(l.columns());
    store_entries(p, {table.entries.data(), places.data(), rows.data(), columns.data()});
    const elisions elided = find_elisions(table.entries.data(), l);
    if (flaw f = elision_flaw(elided, l); f.what != printed_mistake::none) {
        f.at = f.end = places[elided.second];
        throw_printed_error(f, text, first_line);
    }
    table.extents.assign(l.extents, l.extents + l.rank);
    table.elided_at.assign(elided.at, elided.at + l.rank);
    table.row_labels = strings_of(rows, text);
    table.col_labels = strings_of(columns, text);
    return {std::move(table), std::move(places)};
}

inline printed_table read_printed(std::string_view text, std::size_t first_line) {
    return read_placed(text, first_line).table;
}

}  // namespace detail

/// The numbers of a text, in every form that printed<"..."> reads.
/// cost    two passes over the text, three if there may be labels
/// errors  throws printed_error with line, row and column
/// example const printed_table P = read_printed("[[0.269, 0.731], [0.5, 0.5]]");
inline printed_table read_printed(std::string_view text) {
    return detail::read_printed(detail::with_line_feeds(text), 1);
}

}  // namespace heed
