// SPDX-License-Identifier: BSL-1.0
// Converts an HTML <table>, or an <mtable> of MathML, to lines of cells between bars.
#pragma once

#include <heed/printed/entities.hpp>
#include <heed/printed/tags.hpp>
#include <heed/printed/text_cursor.hpp>
#include <heed_check/tables/small_letters.hpp>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// Whether a tag with this name begins at `at`: <td> or <td class=...
inline bool is_tag(std::string_view text, std::size_t at, std::string_view tag) {
    if (text.size() - at < tag.size() + 1) return false;
    for (std::size_t i = 0; i < tag.size(); ++i)
        if (small_letter(text[at + i]) != tag[i]) return false;
    const char next = text[at + tag.size()];
    return next == '>' || next == '/' || next == ' ' || next == '\t' || next == '\n' || next == '\r';
}

inline bool is_any_tag(std::string_view text, std::size_t at, std::initializer_list<std::string_view> tags) {
    return std::any_of(tags.begin(), tags.end(), [&](std::string_view tag) { return is_tag(text, at, tag); });
}

/// The position of the next tag from `at` on, or npos.
inline std::size_t find_tag(std::string_view text, std::string_view tag, std::size_t at) {
    for (at = text.find('<', at); at != std::string_view::npos; at = text.find('<', at + 1))
        if (is_tag(text, at, tag)) return at;
    return at;
}

/// The position after the tag or comment that begins at `at`. A > in quotes does not end a tag.
inline std::size_t end_of_tag(std::string_view text, std::size_t at) {
    constexpr std::size_t none = std::string_view::npos;
    if (text.substr(at, 4) == "<!--") {
        const std::size_t end = text.find("-->", at);
        return end == none ? none : end + 3;
    }
    for (std::size_t i = at; i < text.size(); ++i) {
        if (text[i] == '>') return i + 1;
        if (text[i] != '=' || i + 1 == text.size() || (text[i + 1] != '"' && text[i + 1] != '\'')) continue;
        const std::size_t close = text.find(text[i + 1], i + 2);
        if (close != none) i = close;
    }
    return none;
}

/// The text that a tag within a cell becomes. Inline tags become nothing, so that their text continues, but
/// 10<sup>-3</sup> is not 10-3. Text that is struck out or hidden gets a sign that no number has. All other tags
/// separate the texts around them.
inline std::string_view shown_tag(std::string_view tag) {
    switch (sort_of_tag({tag.data(), 0, tag.size()})) {
        case tag_sort::raised: return "^";
        case tag_sort::hidden: return "~";
        case tag_sort::inside: return "";
        default: return " ";
    }
}

/// Whether a tag begins or ends a part of a table, and not text of a cell.
inline bool is_part_of_table(std::string_view tag) {
    for (const std::string_view part :
         {"<table", "<tr", "<td", "<th", "<thead", "<tbody", "<tfoot", "<col", "<mtable", "<mtr", "<mtd"})
        if (is_tag(tag, 0, part)) return true;
    return false;
}

/// Whether a tag within a cell, which is not shown, may part two numbers: 0.3<a href="#n">1</a>. Comments and <wbr> do
/// not.
inline bool may_part_numbers(std::string_view tag) {
    return sort_of_tag({tag.data(), 0, tag.size()}) == tag_sort::inside && tag[1] != '!' && !is_tag(tag, 0, "<wbr");
}

/// The text that an entity becomes. An unknown one is not a letter, so a number next to it is not taken as a label. A
/// bar in a cell would end it.
inline std::string shown_entity(unsigned code) {
    if (code == unknown_character || code == '|') return "?";
    if (code == 0x2026) return "...";
    if (is_blank_character(code)) return " ";
    if (code < 0x20) return "?";
    std::string shown;
    const auto put = [&](unsigned byte) { shown += static_cast<char>(static_cast<unsigned char>(byte)); };
    if (code < 0x80) return put(code), shown;
    if (code < 0x800) {
        put(0xC0 | code >> 6);
    } else {
        put(code < 0x10000 ? 0xE0 | code >> 12 : 0xF0 | code >> 18);
        if (code >= 0x10000) put(0x80 | (code >> 12 & 0x3F));
        put(0x80 | (code >> 6 & 0x3F));
    }
    return put(0x80 | (code & 0x3F)), shown;
}

/// Lines of cells whose first one is a label, below a header with an empty corner, which says so.
inline std::string with_empty_corner(const std::string& rows) {
    const std::size_t end = rows.find('\n');
    if (rows.compare(end, 5, "\n|---") == 0) return "| " + rows.substr(rows.find('|', 1));
    std::string header = "|";
    const auto bars = std::count(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(end), '|');
    for (std::ptrdiff_t i = 0; i + 1 < bars; ++i) header += i == 0 ? " |" : ' ' + std::to_string(i) + " |";
    return header + "\n|---|\n" + rows;
}

/// The rows of a table as lines of cells between bars, one line for each row. A row of <th> only has a rule below it; a
/// <th> before other cells is a label.
/// `why` says what is not read: cells that span rows or columns, nested tables, what is not shown; `outside` is where
/// numbers are in no cell, or in a comment.
inline std::string bars_of_html(std::string_view table, std::string& why, std::vector<std::size_t>& outside) {
    std::string rows, cell;
    bool in_cell = false, heads = true, any = false, parted = false;
    bool label = false;  // the only <th> of the row is its first cell
    std::size_t labelled = 0, unlabelled = 0;
    const auto end_cell = [&] {
        if (in_cell) rows += ' ' + cell + " |";
        in_cell = false;
        cell.clear();
        parted = false;
    };
    const auto end_row = [&] {
        end_cell();
        if (!any) return;
        rows += heads ? "\n|---|\n" : "\n";
        if (!heads) ++(label ? labelled : unlabelled);
        any = false;
        heads = true;
    };
    for (std::size_t i = 0; i < table.size();) {
        const char following = i + 1 < table.size() ? table[i + 1] : ' ';
        if (table[i] == '<' && (is_letter(following) || following == '/' || following == '!')) {
            const std::size_t end = end_of_tag(table, i);
            if (end == std::string_view::npos) break;
            const std::string_view tag = table.substr(i, end - i);
            if (const std::size_t digit = tag.find_first_of("0123456789"); following == '!' && digit < tag.size())
                outside.push_back(i + digit);
            if ((!in_cell || is_part_of_table(tag)) && sort_of_tag({tag.data(), 0, tag.size()}) == tag_sort::hidden)
                why = "rows or cells of a table that are not shown";
            if (is_any_tag(table, i, {"<tr", "</tr", "<mtr", "</mtr"})) {
                end_row();
            } else if (is_any_tag(table, i, {"<td", "<th", "<mtd"})) {
                end_cell();
                const bool head = is_tag(table, i, "<th");
                heads = heads && head;
                label = any ? label && !head : head;
                rows += any ? "" : "|";
                any = in_cell = true;
                for (const std::string_view span : {"rowspan", "colspan", "columnspan"}) {
                    const std::size_t at = tag.find(span);
                    if (at == std::string_view::npos) continue;
                    const std::size_t digit = tag.find_first_of("0123456789", at);
                    if (digit == std::string_view::npos || tag[digit] != '1' ||
                        (digit + 1 < tag.size() && is_digit(tag[digit + 1])))
                        why = "a cell over several rows or columns";
                }
            } else if (i != 0 && is_any_tag(table, i, {"<table", "<mtable"})) {
                why = "a table within a table";
            } else if (is_any_tag(table, i, {"</td", "</th", "</mtd"})) {
                end_cell();
            } else if (in_cell) {
                cell += shown_tag(tag);
                parted = parted || may_part_numbers(tag);
            }
            i = end;
            continue;
        }
        const character entity = entity_at({table.data(), i, table.size()});
        if (entity.length != 0) {
            if (in_cell) cell += shown_entity(entity.code);
            i += entity.length;
            continue;
        }
        const bool blank = table[i] == '\n' || table[i] == '\r' || table[i] == '|';
        if (!in_cell && is_digit(table[i]) && (i == 0 || !is_digit(table[i - 1]))) outside.push_back(i);
        if (parted && in_cell && is_digit(table[i]) && !cell.empty() && is_one_of(cell.back(), "0123456789."))
            cell += '~';
        parted = false;
        if (in_cell) cell += blank ? ' ' : table[i];
        ++i;
    }
    end_row();
    return labelled != 0 && unlabelled == 0 ? with_empty_corner(rows) : rows;
}

}  // namespace heed::detail
