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
        std::size_t length = 0;
        for (const std::string_view command : {"\\approxeq", "\\approx", "\\simeq", "\\coloneqq", "\\coloneq",
                                               "\\doteq", "\\triangleq", "\\equiv", "\\cong", "\\colonequals"})
            if (length == 0 && text.compare(at, command.size(), command) == 0 &&
                !is_letter(at + command.size() < text.size() ? text[at + command.size()] : ' '))
                length = command.size();
        for (const std::string_view sign :
             {"\u2248", "\u2243", "\u2245", "\u2254", "\u2250", "\u225c", "\u2261", "\u225d", "\u2252"})
            if (text.compare(at, sign.size(), sign) == 0) length = sign.size();
        plain += length == 0 ? text[at] : '=';
        at += std::max<std::size_t>(length, 1);
    }
    return plain;
}

}  // namespace heed::detail
