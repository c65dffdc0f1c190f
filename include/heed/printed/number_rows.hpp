// SPDX-License-Identifier: BSL-1.0
// Lines of a document that look like numbers: rows, names and factors above them, what is mostly numbers, labelled
// lists.
#pragma once

#include <heed/printed/document_lines.hpp>
#include <heed/printed/read.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// Whether what cannot be read is meant to be numbers: at least half of its cells are, or half of its letters digits.
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

/// A name and =.
inline bool ends_with_equals(std::string_view line) {
    const std::string words = trimmed(line.substr(0, 100));
    if (words.size() < 2 || words.size() > 80 || words.back() != '=') return false;
    const char before = words[words.size() - 2];
    return is_letter(before) || is_digit(before) || is_one_of(before, " )]}'_");
}

/// 1.0e+03 *
inline bool is_factor_line(std::string_view line) {
    cursor c{line.data(), 0, line.size()};
    long long power = 0;
    bool other = false;
    skip_blanks(c);
    if (!read_factor(c, power, other)) return false;
    skip_blanks(c);
    return c.accept("*") && is_blank(c);
}
/// Two numbers at least, and nothing else.
inline bool is_number_row(std::string_view line) {
    grid g{{line.data(), 0, line.size()}, separator::blank, {}};
    if (line.find(',') != std::string_view::npos) g.cut = separator::comma;
    cursor row = g.body, place;
    row.end = comment_in(row);
    std::size_t numbers = 0;
    while (next_cell(g, row, place)) {
        const cell c = read_cell(place, g.style);
        if (c.kind != cell_kind::entry) return false;
        numbers += is_elided(c) ? 0U : 1U;
    }
    return numbers > 1;
}

/// Two decimals at least with blanks between them, beside at most as many other words: a row in which something cannot
/// be read.
inline bool resembles_number_row(std::string_view line) {
    std::size_t decimals = 0, others = 0;
    cursor c{line.data(), 0, line.size()};
    for (skip_blanks(c); !c.done(); skip_blanks(c)) {
        bool decimal = false, word = false;
        for (; !c.done() && blank_length(c) == 0; ++c.at) {
            const char next = c.peek();
            if (is_one_of(next, "[{=|<>*/+:")) return false;  // a list, a formula, code
            decimal = decimal ||
                      ((next == '.' || next == ',') && c.at > 0 && is_digit(line[c.at - 1]) && is_digit(c.peek(1)));
            word = word || (is_letter(next) && is_letter(c.peek(1)));
        }
        ++(decimal && !word ? decimals : others);
    }
    return decimals > 1 && decimals >= others;
}

/// A line such as "- Word 1: [1, 0]".
struct labelled_list {
    bool valid = false;
    std::string label{};
    std::vector<decimal> entries{};
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

inline labelled_list labelled_list_in(std::string_view line) {
    const std::size_t bracket = line.find('[');
    const std::size_t colon = bracket == std::string_view::npos ? bracket : line.rfind(':', bracket);
    if (colon == std::string_view::npos || !trimmed(line.substr(colon + 1, bracket - colon - 1)).empty()) return {};
    const std::size_t begin = bullet_length(line);
    if (begin >= colon) return {};
    const label name = label_of({line.data(), begin, colon});
    try {
        const printed_table row = read_printed(line.substr(bracket), 1);
        if (row.extents.size() != 1) return {};
        return {true, std::string(line.substr(name.begin, name.length)), row.entries};
    } catch (const printed_error&) {
        return {};
    }
}

/// A line with bars, a rule or a row of dots; no fence and no environment.
inline bool is_table_line(std::string_view line) {
    if (is_fence(trimmed(line.substr(0, 400))) || line.find("\\begin") != std::string_view::npos) return false;
    const cursor c{line.data(), 0, line.size()};
    return line.find('|') != std::string_view::npos || is_rule(c) || is_elided(read_cell(c, {}));
}

/// Where rows of numbers stand.
struct number_block {
    std::size_t end = 0;  ///< of the last row; where it begins if there is none
    bool named = false;   ///< below a line that ends with =
    bool read = false;    ///< else no row can be read, and nothing says that it should
};

class number_lines : protected document_lines {
protected:
    using document_lines::document_lines;

    /// Rows of numbers in a fence, two at least; or below a line that ends with =, where a factor may stand between.
    number_block block_of_rows(std::size_t begin, bool in_fence) const {
        const auto resembles = [](std::string_view line) { return is_number_row(line) || resembles_number_row(line); };
        number_block b{.end = begin, .named = ends_with_equals(line_at(begin))};
        if (!b.named && (!in_fence || !resembles(line_at(begin)))) return b;
        std::size_t rows = 0, blank_lines = 0, last = begin;
        bool factor = false;
        for (std::size_t end = b.named ? line_end(begin) + 1 : begin; end < document_.size() && blank_lines < 3;
             end = line_end(end) + 1) {
            const std::string_view line = line_at(end);
            if (resembles(line)) {
                ++rows;
                b.read = b.read || b.named || is_number_row(line);
                blank_lines = 0;
                last = line_end(end);
            } else if (line.find_first_not_of(" \t\r") == std::string_view::npos) {
                if (rows != 0) break;
                ++blank_lines;
            } else if (b.named && rows == 0 && !factor && is_factor_line(line)) {
                factor = true;
                blank_lines = 0;
            } else if (b.named && rows == 0 && line.find("Columns ") != std::string_view::npos) {
                blank_lines = 0;
            } else {
                break;
            }
        }
        if (rows > 1 || (rows == 1 && b.named)) b.end = last;
        return b;
    }
};

/// A sign and a power of ten for all entries. False where an exponent leaves its bounds.
inline bool rescale(printed_table& t, const printed_scale& scale) {
    const writer w{{}, scale};
    for (decimal& d : t.entries) {
        if (d.kind == entry_kind::number && !w.holds(d)) return false;
        if (scale.negative) d.digits = -d.digits;
        if (d.kind == entry_kind::number) d.places = static_cast<short>(d.places - scale.power);
    }
    return true;
}

}  // namespace heed::detail
