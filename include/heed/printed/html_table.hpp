// SPDX-License-Identifier: BSL-1.0
// A <table> of HTML as lines of cells between bars.
#pragma once

#include <heed/printed/cursor.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace heed::detail {

inline char small_letter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Whether a tag with this name begins at `at`: <td> or <td class=...
inline bool is_tag(std::string_view text, std::size_t at, std::string_view tag) {
    if (text.size() - at < tag.size() + 1) return false;
    for (std::size_t i = 0; i < tag.size(); ++i)
        if (small_letter(text[at + i]) != tag[i]) return false;
    const char next = text[at + tag.size()];
    return next == '>' || next == '/' || next == ' ' || next == '\t' || next == '\n' || next == '\r';
}

/// From `at` on, or npos.
inline std::size_t find_tag(std::string_view text, std::string_view tag, std::size_t at) {
    for (at = text.find('<', at); at != std::string_view::npos; at = text.find('<', at + 1))
        if (is_tag(text, at, tag)) return at;
    return at;
}

/// The place after the tag or the comment that begins at `at`: a > in quotes does not end a tag.
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

/// What a tag within a cell shows: inline ones nothing, so that their text goes on; 10<sup>-3</sup> is not 10-3, and
/// what is struck out or hidden leaves a sign that no number has; all others part what stands around them.
inline std::string_view shown_tag(std::string_view tag) {
    if (tag.substr(0, 2) == "<!") return "";
    const std::string name = "<" + std::string(tag.substr(tag.size() > 1 && tag[1] == '/' ? 2 : 1));
    const auto is = [&](std::string_view word) { return is_tag(name, 0, word); };
    if (is("<sup") || is("<sub")) return tag[1] == '/' ? "" : "^";
    if (is("<del") || is("<s") || is("<strike") || is("<style") || is("<script")) return "~";
    if (tag.find("display:none") != std::string_view::npos || tag.find("display: none") != std::string_view::npos ||
        tag.find(" hidden") != std::string_view::npos)
        return "~";
    for (const std::string_view word :
         {"<b",     "<i",   "<u",    "<em",  "<strong", "<span",  "<a",    "<code", "<font",
          "<small", "<big", "<mark", "<var", "<samp",   "<kbd",   "<tt",   "<abbr", "<ins",
          "<wbr",   "<bdi", "<bdo",  "<q",   "<cite",   "<label", "<time", "<data"})
        if (is(word)) return "";
    return " ";
}

/// The rows of a table as lines of cells between bars, each in one line. A row of <th> alone has a rule below it.
/// `why` says what is not read: cells over several rows or columns, tables within tables.
inline std::string bars_of_html(std::string_view table, std::string& why) {
    std::string rows, cell;
    bool in_cell = false, heads = true, any = false;
    const auto end_cell = [&] {
        if (in_cell) rows += ' ' + cell + " |";
        in_cell = false;
        cell.clear();
    };
    const auto end_row = [&] {
        end_cell();
        if (!any) return;
        rows += heads ? "\n|---|\n" : "\n";
        any = false;
        heads = true;
    };
    for (std::size_t i = 0; i < table.size();) {
        const char following = i + 1 < table.size() ? table[i + 1] : ' ';
        if (table[i] == '<' && (is_letter(following) || following == '/' || following == '!')) {
            const std::size_t end = end_of_tag(table, i);
            if (end == std::string_view::npos) break;
            const std::string_view tag = table.substr(i, end - i);
            if (is_tag(table, i, "<tr") || is_tag(table, i, "</tr")) {
                end_row();
            } else if (is_tag(table, i, "<td") || is_tag(table, i, "<th")) {
                end_cell();
                heads = heads && is_tag(table, i, "<th");
                rows += any ? "" : "|";
                any = in_cell = true;
                for (const std::string_view span : {"rowspan", "colspan"}) {
                    const std::size_t at = tag.find(span);
                    if (at == std::string_view::npos) continue;
                    const std::size_t digit = tag.find_first_of("0123456789", at);
                    if (digit == std::string_view::npos || tag[digit] != '1' ||
                        (digit + 1 < tag.size() && is_digit(tag[digit + 1])))
                        why = "a cell over several rows or columns";
                }
            } else if (i != 0 && is_tag(table, i, "<table")) {
                why = "a table within a table";
            } else if (is_tag(table, i, "</td") || is_tag(table, i, "</th")) {
                end_cell();
            } else if (in_cell) {
                cell += shown_tag(tag);
            }
            i = end;
            continue;
        }
        constexpr struct {
            std::string_view name, value;
        } entities[] = {{"&nbsp;", " "}, {"&minus;", "-"}, {"&#8722;", "-"}, {"&#x2212;", "-"},  {"&lt;", "<"},
                        {"&gt;", ">"},   {"&amp;", "&"},   {"&quot;", "\""}, {"&hellip;", "..."}};
        std::size_t length = 1;
        std::string_view value = table.substr(i, 1);
        for (const auto& e : entities)
            if (table[i] == '&' && table.substr(i, e.name.size()) == e.name) value = e.value, length = e.name.size();
        if (const std::size_t end = table.substr(i, 12).find(';'); length == 1 && table[i] == '&' && end < 12)
            value = "?", length = end + 1;  // no letter, so that a number beside it is no label
        if (value == "\n" || value == "\r" || value == "|") value = " ";
        if (in_cell) cell += value;
        i += length;
    }
    end_row();
    return rows;
}

}  // namespace heed::detail
