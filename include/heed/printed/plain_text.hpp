// SPDX-License-Identifier: BSL-1.0
// Checks that a document is UTF-8 or ASCII text, and makes its line ends uniform.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace heed::detail {

/// The text with lone carriage returns, which end lines, replaced by line feeds. Positions do not change.
inline std::string with_line_feeds(std::string_view text) {
    std::string lines(text);
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (lines[i] == '\r' && (i + 1 == lines.size() || lines[i + 1] != '\n')) lines[i] = '\n';
    return lines;
}

/// Why a document is not text that can be read; empty if it is.
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
