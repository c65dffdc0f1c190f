// SPDX-License-Identifier: BSL-1.0
// Whether a document is text in UTF-8 or ASCII, and its lines with one sort of end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace heed::detail {

/// Lines that end with a carriage return alone end with a line feed. Places stay what they are.
inline std::string with_line_feeds(std::string_view text) {
    std::string lines(text);
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (lines[i] == '\r' && (i + 1 == lines.size() || lines[i + 1] != '\n')) lines[i] = '\n';
    return lines;
}

/// Why a document is no text that can be read, else nothing.
inline std::string_view why_no_text(std::string_view document) {
    constexpr std::size_t looked_at = 65536;
    constexpr std::string_view utf16 = "this is UTF-16 and is to be saved as UTF-8";
    const std::string_view begin = document.substr(0, looked_at);
    if (begin.substr(0, 2) == "\xFF\xFE" || begin.substr(0, 2) == "\xFE\xFF") return utf16;
    const auto zeros = static_cast<std::size_t>(std::count(begin.begin(), begin.end(), '\0'));
    if (4 * zeros > begin.size()) return "bytes of zero: this is UTF-16, which is to be saved as UTF-8, or no text";
    return {};
}

}  // namespace heed::detail
