// SPDX-License-Identifier: BSL-1.0
// Classifies lines of a document that look like numbers: rows, names and factors above them, text that is mostly
// numbers, labelled lists.
#pragma once

#include <heed/printed/read.hpp>
#include <heed_check/tables/document_lines.hpp>
#include <heed_check/tables/number_places.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

/// Whether text that cannot be read is probably meant as numbers: at least half of its cells are numbers, or half of
/// its letters digits.
inline bool is_mostly_numbers(std::string_view text) {
    std::size_t numbers = 0, others = 0;
    const form f = form_of({text.data(), 0, text.size()});
    if (f.nested) {
        for (const char c : text) {
            numbers += is_digit(c) ? 1U : 0U;
            others += is_letter(c) ? 1U : 0U;
        }
    } else {
        cursor rest = f.cells.body, row, place;
        std::size_t rules = 0;
        while (next_row(f.cells, rest, row, rules))
            while (next_cell(f.cells, row, place))
                ++(read_cell(place, f.cells.style).kind == cell_kind::entry ? numbers : others);
    }
    return numbers != 0 && numbers >= others;
}

/// Whether a line ends with a name and =.
inline bool ends_with_equals(std::string_view line) {
    const std::string words = trimmed(line.substr(0, 100));
    if (words.size() < 2 || words.size() > 80 || words.back() != '=') return false;
    if (words.find_first_not_of("= ") == std::string::npos) return false;  // a rule of columns
    const char before = words[words.size() - 2];
    return is_letter(before) || is_digit(before) || is_one_of(before, " )]}'_");
}

/// Whether a line is 1.0e+03 *
inline bool is_factor_line(std::string_view line) {
    cursor c{line.data(), 0, line.size()};
    long long power = 0;
    bool other = false;
    skip_blanks(c);
    if (!read_factor(c, power, other)) return false;
    skip_blanks(c);
    return c.accept("*") && is_blank(c);
}
/// How many numbers a line has, elided ones not counted; no_position if it has something else.
inline std::size_t numbers_of_row(std::string_view line) {
    grid g{{line.data(), 0, line.size()}, separator::blank, {}};
    if (line.find(',') != std::string_view::npos) g.cut = separator::comma;
    cursor row = g.body, place;
    row.end = comment_in(row);
    std::size_t numbers = 0;
    while (next_cell(g, row, place)) {
        const cell c = read_cell(place, g.style);
        if (c.kind != cell_kind::entry) return no_position;
        numbers += is_elided(c) ? 0U : 1U;
    }
    return numbers;
}
/// Whether a line is at least two numbers and nothing else.
inline bool is_number_row(std::string_view line) {
    const std::size_t numbers = numbers_of_row(line);
    return numbers > 1 && numbers != no_position;
}

/// The cells of a line between commas, or between tabs if it has no comma.
struct separated_row {
    std::size_t cells = 0, words = 0, empty = 0, numbers = 0;
    cell_kind first = cell_kind::empty;
    bool tabs = false;
    bool plain = true;  ///< no sign of code
};

/// No cells for a line with blanks between tabs: its words are separated as cells are.
inline separated_row separated_row_of(std::string_view line) {
    constexpr std::size_t longest = 4000;
    separated_row r;
    while (!line.empty() && is_one_of(line.back(), "\r\n")) line.remove_suffix(1);
    r.tabs = line.find(',') == std::string_view::npos;
    if (line.size() > longest ||
        (r.tabs && (line.find('\t') == std::string_view::npos || line.find(' ') != std::string_view::npos)))
        return r;
    r.plain = line.find_first_of("()[]{}=:;<>`\\|") == std::string_view::npos;
    for (std::size_t begin = 0; begin <= line.size(); ++r.cells) {
        const cursor rest{line.data(), begin, line.size()};
        const std::size_t end = r.tabs ? std::min(line.find('\t', begin), line.size()) : separated_part(rest, ',').end;
        const cursor place{line.data(), begin, end};
        const cell_kind kind = read_cell(place, {}).kind;
        if (r.cells == 0) r.first = kind;
        r.words += kind == cell_kind::word ? 1U : 0U;
        r.empty += kind == cell_kind::empty ? 1U : 0U;
        r.numbers += kind == cell_kind::entry ? 1U : 0U;
        begin = end + 1;
    }
    return r;
}

/// Whether a line has at least two decimals separated by blanks, and at most as many other words: probably a row of
/// which a part cannot be read.
inline bool resembles_number_row(std::string_view line) {
    std::size_t decimals = 0, others = 0;
    cursor c{line.data(), 0, line.size()};
    for (skip_blanks(c); !c.done(); skip_blanks(c)) {
        bool decimal = false, word = false;
        for (; !c.done() && blank_length(c) == 0; ++c.at) {
            const char next = c.peek();
            if (is_one_of(next, "[{=|<>*/+:")) return false;  // a list, a formula or code
            decimal = decimal ||
                      ((next == '.' || next == ',') && c.at > 0 && is_digit(line[c.at - 1]) && is_digit(c.peek(1)));
            word = word || (is_letter(next) && is_letter(c.peek(1)));
        }
        ++(decimal && !word ? decimals : others);
    }
    return decimals > 1 && decimals >= others;
}

/// Whether every line is like 0,5;0,25.
inline bool has_semicolon_cells(std::string_view rows) {
    const std::size_t first = rows.find(';');
    return first != std::string_view::npos && rows.find(";\n") == std::string_view::npos && rows.back() != ';' &&
           role_of_semicolons({rows.data(), 0, rows.size()}) == semicolons::end_cells;
}

/// The kind of a line in a block with rows of numbers.
enum class row_sort : unsigned char { numbers, nearly, rule, lone, other };

/// A row with numbers that cannot be read because of a label, a wrong letter or the sides of a box.
inline bool is_nearly_a_row(std::string_view line) {
    constexpr std::size_t longest = 4000;
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos || line.size() > longest) return false;
    cursor c{line.data(), begin, line.size()};
    bool index = false;
    if (c.accept("[")) {  // [1] 0.5 0.25, as R prints
        const std::size_t digits = count_digits(c);
        c.at += digits;
        index = digits != 0 && c.accept("]") && blank_length(c) != 0;
        if (!index) return false;
    }
    std::size_t numbers = 0, words = 0;
    bool name = false, code = false;
    while (!c.done()) {
        std::size_t digits = 0, letters = 0;
        while (!c.done() && blank_length(c) == 0 && !is_one_of(c.peek(), ",;")) {
            if (is_one_of(c.peek(), "[{]}\\&|$`<>\"'#*/")) return false;
            code = code || is_one_of(c.peek(), "()=+");
            digits += is_digit(c.peek()) ? 1U : 0U;
            letters += is_letter(c.peek()) ? 1U : 0U;
            ++c.at;
        }
        numbers += digits != 0 ? 1U : 0U;
        words += letters != 0 ? 1U : 0U;
        name = name || (letters > 1 && digits == 0);
        if (!c.done()) ++c.at;
    }
    return numbers > 1 && words <= numbers && !(name && code);
}

inline row_sort row_sort_of(std::string_view line) {
    if (is_number_row(line)) return row_sort::numbers;
    const cursor c{line.data(), 0, line.size()};
    if (is_blank(c) || is_fence(trimmed(line.substr(0, 400)))) return row_sort::other;
    if (is_rule(c)) return row_sort::rule;
    if (without_blanks(line).back() == '=') return row_sort::other;  // a name of what is below
    const cell alone = read_cell(c, {});
    if (alone.kind == cell_kind::entry) return is_elided(alone) ? row_sort::numbers : row_sort::lone;
    if (line.find_first_not_of(" \t\r.") == std::string_view::npos)
        return row_sort::rule;  // the line ..  .. that pandas prints
    return resembles_number_row(line) || is_nearly_a_row(line) ? row_sort::nearly : row_sort::other;
}

/// Whether each row begins with its index 0, 1, 2, below labels that are indented further: pandas prints it so.
inline bool has_index(std::string_view above, std::string_view rows) {
    grid g{{above.data(), 0, above.size()}, separator::blank, {}};
    cursor row = g.body, place;
    std::size_t labels = 0, cells = 0;
    if (blank_length(row) == 0) return false;
    while (next_cell(g, row, place)) {
        if (read_cell(place, {}).kind != cell_kind::word) return false;
        ++labels;
    }
    g.body = {rows.data(), 0, rows.find('\n') < rows.size() ? rows.find('\n') : rows.size()};
    row = g.body;
    while (next_cell(g, row, place)) {
        if (cells++ == 0 && count_digits(place) != place.end - place.at) return false;
    }
    return labels != 0 && cells == labels + 1;
}

/// Converts positions in a part of a text, which begins at `begin`, to positions in the text.
inline std::vector<std::size_t> moved_by(std::size_t begin, std::vector<std::size_t> places) {
    for (std::size_t& place : places) place += begin;
    return places;
}

/// A line such as "- Word 1: [1, 0]"; in a fence also "word [1 0]".
struct labelled_list {
    bool valid = false;
    std::string label{};
    std::vector<decimal> entries{};
    std::vector<std::size_t> places{};     ///< the byte of the line where each entry begins
    std::optional<printed_error> error{};  ///< why a line that is probably meant as such a list cannot be read
};

inline std::size_t bullet_length(std::string_view line) {
    std::size_t at = line.find_first_not_of(" \t");
    if (at == std::string_view::npos) return 0;
    for (const std::string_view bullet : {"- ", "* ", "+ ", "\xE2\x80\xA2 "})
        if (line.substr(at, bullet.size()) == bullet) return at + bullet.size();
    const std::size_t begin = at;
    while (at < line.size() && is_digit(line[at])) ++at;
    return at > begin && (line.substr(at, 2) == ". " || line.substr(at, 2) == ") ") ? at + 2 : begin;
}

/// Whether the text is an operation such as 10 *, - or softmax(, and not words of a sentence.
inline bool is_operation_before_list(std::string_view text) {
    constexpr std::size_t longest = 40;
    if (text.size() > longest) return false;
    for (std::size_t i = 1; i < text.size(); ++i)
        if (is_letter(text[i - 1]) && text[i] == ' ') return false;
    return true;
}

/// The text before the list that ends a line, if it is a label without a colon: one to three words.
inline std::string_view label_without_colon(std::string_view line, std::size_t bracket) {
    if (bracket >= line.size()) return {};
    const std::string_view label = without_blanks(line.substr(0, bracket));
    const std::string_view whole = without_blanks(line);
    if (label.empty() || whole.back() != ']' || line[bracket - 1] != ' ') return {};
    if (label.find_first_of("=()[]{}:;,+*/@<>|\\") != std::string_view::npos) return {};
    return std::count(label.begin(), label.end(), ' ') < 3 && label.back() != '-' ? label : std::string_view();
}

/// - [0.5, 0.25], as YAML writes a row: a list without a label.
inline labelled_list row_of_yaml(std::string_view line) {
    const std::size_t bracket = line.find('[');
    if (bracket == std::string_view::npos || bracket < 2 || bullet_length(line) != bracket || line[bracket - 2] != '-')
        return {};
    try {
        placed_table row = read_placed(line.substr(bracket), 1);
        if (row.table.extents.size() != 1) return {};
        return {true, "", std::move(row.table.entries), moved_by(bracket, std::move(row.places)), std::nullopt};
    } catch (const printed_error&) {
        return {};
    }
}

inline labelled_list labelled_list_in(std::string_view line, bool in_fence) {
    if (labelled_list row; in_fence && (row = row_of_yaml(line)).valid) return row;
    const std::size_t bracket = line.find('[');
    std::size_t colon = bracket == std::string_view::npos ? line.find(':') : line.rfind(':', bracket);
    if (colon == std::string_view::npos && in_fence)
        if (const std::string_view label = label_without_colon(line, bracket); !label.empty())
            colon = static_cast<std::size_t>(label.data() + label.size() - line.data());
    const std::size_t begin = bullet_length(line);
    if (colon == std::string_view::npos || begin >= colon) return {};
    const auto refused = [](printed_mistake what, std::string_view found) {
        const flaw f = flaw_at(what, 0, found.size());
        return labelled_list{false, {}, {}, {}, printed_error(what, 1, 0, 0, words_of(f, found))};
    };
    const std::string_view rest = line.substr(colon + 1);  // a label without a colon ends with a blank
    const std::size_t first = rest.find_first_not_of(" \t");
    if (bracket == std::string_view::npos) {  // (0.5, 0.5), 0.5, 0.5]
        const bool numbers = first != std::string_view::npos && is_one_of(rest[first], "(-+.0123456789") &&
                             rest.find(',', first) != std::string_view::npos &&
                             (rest[first] == '(' || rest.find(']', first) != std::string_view::npos);
        return numbers ? refused(printed_mistake::unclosed, rest) : labelled_list{};
    }
    if (line.find_first_of("0123456789", bracket) == std::string_view::npos) return {};
    const std::string_view between = line.substr(colon + 1, bracket - colon - 1);
    if (!trimmed(between).empty())
        return is_operation_before_list(between) ? refused(printed_mistake::text_beside, between) : labelled_list{};
    const label name = label_of({line.data(), begin, colon});
    try {
        placed_table row = read_placed(line.substr(bracket), 1);
        if (row.table.extents.size() != 1) return {};
        return {true, std::string(line.substr(name.begin, name.length)), std::move(row.table.entries),
                moved_by(bracket, std::move(row.places)), std::nullopt};
    } catch (const printed_error& e) {
        if (line.substr(bracket, 2) == "[[" ||
            !is_mostly_numbers(line.substr(bracket, line.find(']', bracket) - bracket)))
            return {};
        return {false, {}, {}, {}, e};
    }
}

/// Whether a line has bars, or is a rule or a row of dots, and is neither a fence nor an environment.
inline bool is_table_line(std::string_view line) {
    if (is_fence(trimmed(line.substr(0, 400))) || line.find("\\begin") != std::string_view::npos) return false;
    const cursor c{line.data(), 0, line.size()};
    return line.find('|') != std::string_view::npos || is_rule(c) || is_elided(read_cell(c, {}));
}

/// Applies a sign and a power of ten to all entries. False if an exponent exceeds its bounds.
inline bool rescale(printed_table& t, const printed_scale& scale) {
    const writer w{{}, scale};
    for (decimal& d : t.entries) {
        if (d.kind == entry_kind::number && !w.holds(d)) return false;
        if (scale.negative) d = -d;
        if (d.kind == entry_kind::number) d.places = static_cast<short>(d.places - scale.power);
    }
    return true;
}

}  // namespace heed::detail
