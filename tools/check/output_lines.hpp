// SPDX-License-Identifier: BSL-1.0
// Text of a notebook as lines, and of the outputs that are shown by a browser the text that a reader sees.
#pragma once

#include <heed_check/tables/html_table.hpp>
#include <heed_check/tables/number_places.hpp>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

inline std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

inline std::string trimmed(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(" \t;");
    return begin == std::string::npos ? "" : std::string(line.substr(begin, line.find_last_not_of(" \t;") + 1 - begin));
}

/// Without what colours a terminal.
inline std::string without_escapes(const std::string& text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\x1B' && i + 1 < text.size() && text[i + 1] == '[') {
            i += 2;
            while (i < text.size() && (text[i] < '@' || text[i] > '~')) ++i;
        } else if (text[i] != '\r') {
            plain += text[i];
        }
    }
    return plain;
}

/// A fence that no line of the text closes.
inline std::string fence_around(const std::vector<std::string>& lines) {
    std::size_t longest = 2;
    for (const std::string& line : lines) {
        const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
        longest = std::max(longest, std::min(line.find_first_not_of('`', begin), line.size()) - begin);
    }
    return std::string(std::min<std::size_t>(longest + 1, 20), '`');
}

/// What a program writes is no block.
inline std::string without_block(std::string line) {
    for (const std::string mark : {"```", "~~~", "heed:"})
        for (std::size_t at = line.find(mark); at != std::string::npos; at = line.find(mark))
            line.insert(at + mark.size() - 1, " ");
    return line;
}

/// HTML or SVG with blanks in place of scripts and styles, which are not shown; lines stay.
inline std::string without_scripts(std::string html) {
    for (const std::string name : {"style", "script"})
        for (std::size_t at = heed::detail::find_tag(html, '<' + name, 0); at != std::string::npos;
             at = heed::detail::find_tag(html, '<' + name, at + 1)) {
            const std::size_t close = heed::detail::find_tag(html, "</" + name, at);
            for (std::size_t i = at; i < std::min(close, html.size()); ++i)
                if (html[i] != '\n') html[i] = ' ';
        }
    return html;
}

/// The text between the tags.
inline std::string without_tags(std::string_view html) {
    std::string text;
    for (std::size_t i = 0; i < html.size(); ++i) {
        const std::size_t end = html[i] == '<' ? heed::detail::end_of_tag(html, i) : std::string::npos;
        if (end == std::string::npos)
            text += html[i];
        else
            text += ' ', i = end - 1;
    }
    return text;
}

/// The numbers of a text as they are written.
inline std::set<std::string> numbers_of(std::string_view text) {
    std::set<std::string> all;
    for (std::size_t at = heed::detail::next_number(text, 0); at < text.size();) {
        const std::size_t end = heed::detail::end_of_number(text, at);
        all.emplace(text.substr(at, end - at));
        at = heed::detail::next_number(text, end);
    }
    return all;
}

/// Whether all numbers of a text are in another one.
inline bool has_all_numbers(std::string_view other, std::string_view text) {
    const std::set<std::string> in_other = numbers_of(other), in_text = numbers_of(text);
    return std::includes(in_other.begin(), in_other.end(), in_text.begin(), in_text.end());
}
