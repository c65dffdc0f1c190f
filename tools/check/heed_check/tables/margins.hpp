// SPDX-License-Identifier: BSL-1.0
// Marks at the beginning of lines that are not part of their content: quotes, comments, prompts.
#pragma once

#include <heed/printed/text_cursor.hpp>
#include <heed_check/tables/small_letters.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace heed::detail {

/// A mark at the beginning of a line, after blanks.
struct margin {
    enum class sort : unsigned char { none, quote, comment, output, prompt, continued };
    sort what = sort::none;
    std::size_t begin = 0;
    std::size_t length = 0;
};

inline margin margin_of(std::string_view line) {
    std::size_t at = line.find_first_not_of(" \t");
    if (at == std::string_view::npos) return {};
    const std::string_view rest = line.substr(at);
    const auto ends = [&](std::size_t n) {
        return rest.size() == n || rest[n] == ' ' || rest[n] == '\t' || rest[n] == '\r';
    };
    if (rest.substr(0, 3) == ">>>" && ends(3)) return {margin::sort::prompt, at, 3};
    if (rest.substr(0, 3) == "..." && ends(3)) return {margin::sort::continued, at, 3};
    if (rest[0] == '>' && at < 4) return {margin::sort::quote, at, 1};
    if (rest[0] == '#' && ends(1)) return {margin::sort::comment, at, 1};
    if (rest.substr(0, 2) == "#>" && ends(2)) return {margin::sort::output, at, 2};
    if (rest.substr(0, 2) == "##" && ends(2)) {  // of R, or a title
        const std::size_t next = rest.find_first_not_of(" \t", 2);
        const bool index = next != std::string_view::npos && rest[next] == '[';
        return {index ? margin::sort::output : margin::sort::comment, at, 2};
    }
    if (rest.substr(0, 2) == "//" && ends(2)) return {margin::sort::comment, at, 2};
    return {};
}

/// Whether a tag of HTML goes on in the next line, where > ends it.
inline bool ends_within_a_tag(std::string_view line) {
    const std::size_t tag = line.rfind('<');
    return tag != std::string_view::npos && tag + 1 < line.size() &&
           (is_letter(line[tag + 1]) || line[tag + 1] == '/') && line.find('>', tag) == std::string_view::npos;
}

/// Whether a line of Org announces results, which stand behind colons.
inline bool announces_results(std::string_view line) {
    const std::size_t at = line.find_first_not_of(" \t");
    return at != std::string_view::npos && in_small_letters(line.substr(at, 9)) == "#+results";
}
/// Whether a line is one of these results.
inline bool is_behind_colon(std::string_view line) {
    const std::size_t at = line.find_first_not_of(" \t");
    return at != std::string_view::npos && line[at] == ':' && (at + 1 == line.size() || is_one_of(line[at + 1], " \r"));
}

/// The document with blanks in place of the > of quotes, of the # or // of two or more consecutive comment lines,
/// of the #> and ## before output of R, of the : before results of Org, and of the ... that continues a line in a
/// Python session. Positions do not change.
inline std::string without_margins(std::string_view document) {
    std::string text(document);
    margin last;
    std::size_t last_begin = 0;
    bool in_session = false, in_results = false;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t found = text.find('\n', begin), end = found == std::string::npos ? text.size() : found;
        const bool in_tag =
            begin != 0 && ends_within_a_tag(std::string_view(text).substr(last_begin, begin - last_begin));
        margin m = in_tag ? margin{} : margin_of(std::string_view(text).substr(begin, end - begin));
        for (int depth = 0; m.what == margin::sort::quote && depth < 8; ++depth) {
            text[begin + m.begin] = ' ';
            const std::string_view rest = std::string_view(text).substr(begin + m.begin + 1, end - begin - m.begin - 1);
            const std::size_t shift = m.begin + 1;
            m = margin_of(rest);
            m.begin += shift;
        }
        const auto blank = [&](std::size_t line, const margin& which) {
            for (std::size_t i = 0; i < which.length; ++i) text[line + which.begin + i] = ' ';
        };
        if (m.what == margin::sort::comment && last.what == m.what && last.length == m.length) {
            blank(last_begin, last);
            blank(begin, m);
        }
        if (m.what == margin::sort::output) {
            blank(begin, m);
            if (last.what == margin::sort::comment && last.length == m.length) blank(last_begin, last);
            m.what = margin::sort::comment;
        }
        const std::string_view line(text.data() + begin, end - begin);
        const bool result = in_results && is_behind_colon(line);
        in_results = result || announces_results(line);
        if (result) text[begin + line.find(':')] = ' ';
        const bool continued = in_session && m.what == margin::sort::continued;
        if (continued) blank(begin, m);
        in_session = m.what == margin::sort::prompt || continued;
        last = m;
        last_begin = begin;
        begin = end + 1;
    }
    return text;
}

}  // namespace heed::detail
