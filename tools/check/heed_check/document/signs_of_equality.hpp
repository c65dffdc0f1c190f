// SPDX-License-Identifier: BSL-1.0
// The signs by which documents say that a name is, is about, or is defined as what follows.
#pragma once

#include <heed_check/document/name_text.hpp>
#include <heed_check/formula/scanner.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace heed::detail {

/// A sign between a name and what it is, as a command of LaTeX and as a character; where one is not read, it is empty.
struct sign_of_equality {
    std::string_view command{}, character{};
    bool is_about = false;  ///< numbers behind it are rounded
};
inline constexpr sign_of_equality signs_of_equality[] = {
    {"\\approx", "\u2248", true}, {"\\approxeq", "", true}, {"\\simeq", "\u2243", true}, {"\\cong", "\u2245", true},
    {"\\doteq", "\u2250", true},  {"", "\u2252", true},     {"\\triangleq", "\u225c"},   {"\\equiv", "\u2261"},
    {"\\leftarrow", "\u2190"},    {"\\gets", ""},           {"\\coloneqq", "\u2254"},    {"\\coloneq", ""},
    {"\\colonequals", ""},        {"", "\u225d"},
};

/// Such a sign at a position of a text; its length is 0 if none stands there.
struct found_sign {
    std::size_t length = 0;
    bool is_about = false;
};
inline found_sign sign_at(std::string_view text, std::size_t at) {
    for (const sign_of_equality& sign : signs_of_equality) {
        if (!sign.character.empty() && text.substr(at, sign.character.size()) == sign.character)
            return {sign.character.size(), sign.is_about};
        const std::size_t end = at + sign.command.size();
        if (end > at && text.substr(at, end - at) == sign.command && (end == text.size() || !is_letter(text[end])))
            return {end - at, sign.is_about};
    }
    return {};
}

/// The length of a sign made of several commands at a position; 0 if none stands there: \stackrel{\text{def}}{=},
/// \overset{!}{=}, \vcentcolon=
inline std::size_t length_of_composed_equals(std::string_view text, std::size_t at) {
    for (const std::string_view sign : {"\\vcentcolon=", "\\mathrel{\\vcentcolon=}", "\\mathrel{\\mathop:}="})
        if (text.substr(at, sign.size()) == sign) return sign.size();
    for (const std::string_view command : {"\\stackrel", "\\overset"}) {
        const std::size_t open = at + command.size();
        if (text.substr(at, command.size()) != command || text.substr(open, 1) != "{") continue;
        constexpr std::size_t longest = 200;
        std::size_t depth = 0, end = open;
        for (const std::size_t last = std::min(open + longest, text.size()); end < last; ++end) {
            depth += text[end] == '{' ? 1 : 0;
            if (text[end] == '}' && --depth == 0) break;
        }
        if (text.substr(std::min(end + 1, text.size()), 3) == "{=}") return end + 4 - at;
    }
    return 0;
}

/// A text with = for each of these.
inline std::string with_composed_equals(std::string_view text) {
    std::string plain;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = text[at] == '\\' ? length_of_composed_equals(text, at) : 0;
        plain += length == 0 ? text[at] : '=';
        at += std::max<std::size_t>(length, 1);
    }
    return plain;
}

/// A text with = for the signs of "about", "is" and "is defined as".
inline std::string with_signs_of_equality(std::string_view line) {
    const std::string text = with_composed_equals(line);
    std::string plain;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = sign_at(text, at).length;
        plain += length == 0 ? text[at] : '=';
        at += std::max<std::size_t>(length, 1);
    }
    return plain;
}

}  // namespace heed::detail
