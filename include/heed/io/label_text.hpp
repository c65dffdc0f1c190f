// SPDX-License-Identifier: BSL-1.0
// Labels from anywhere (the tokens of a model are arbitrary bytes) as text that any format takes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace heed::detail {

/// A character of UTF-8 and how many bytes it has; U+FFFD, the replacement character, for a byte that starts none.
struct utf8_character {
    char32_t code = 0xFFFD;
    std::size_t bytes = 1;

    /// The replacement character itself has three bytes.
    bool is_wrong_byte() const { return code == 0xFFFD && bytes == 1; }
};

inline utf8_character first_character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (byte(0) < 0x80) return {byte(0), 1};
    const std::size_t bytes = byte(0) < 0xC2 ? 0 : byte(0) < 0xE0 ? 2 : byte(0) < 0xF0 ? 3 : byte(0) < 0xF5 ? 4 : 0;
    if (bytes == 0 || text.size() < bytes) return {};
    char32_t code = byte(0) & (0x7FU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return {};
        code = (code << 6) | (byte(i) & 0x3FU);
    }
    constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool is_surrogate = code >= 0xD800 && code < 0xE000;
    return code < least[bytes] || code > 0x10FFFF || is_surrogate ? utf8_character{} : utf8_character{code, bytes};
}

inline void append_utf8(std::string& text, char32_t code) {
    const auto tail = [&](int shift) { text += static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0 | (code >> 6)), tail(0);
    } else if (code < 0x10000) {
        text += static_cast<char>(0xE0 | (code >> 12)), tail(6), tail(0);
    } else {
        text += static_cast<char>(0xF0 | (code >> 18)), tail(12), tail(6), tail(0);
    }
}

/// The code itself, a picture of it for control characters (U+2400 and on: a line end is one character, "␊"), U+FFFD
/// for what terminals obey or XML forbids.
constexpr char32_t visible(char32_t code) {
    if (code < 0x20) return 0x2400 + code;
    if (code == 0x7F) return 0x2421;
    const bool is_control = code >= 0x80 && code < 0xA0;
    return is_control || code == 0xFFFE || code == 0xFFFF ? 0xFFFD : code;
}

/// Valid UTF-8 on one line without control characters.
inline std::string visible(std::string_view text) {
    std::string all;
    while (!text.empty()) {
        const utf8_character next = first_character(text);
        append_utf8(all, visible(next.code));
        text.remove_prefix(next.bytes);
    }
    return all;
}

/// Characters that a terminal shows, for text in UTF-8.
inline std::size_t shown_width(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// For the text and the attributes of XML and HTML.
inline std::string xml_text(std::string_view text) {
    std::string all;
    for (const char c : visible(text)) {
        switch (c) {
            case '&': all += "&amp;"; break;
            case '<': all += "&lt;"; break;
            case '>': all += "&gt;"; break;
            case '"': all += "&quot;"; break;
            case '\'': all += "&#39;"; break;
            default: all += c;
        }
    }
    return all;
}

/// For a cell of a Markdown table: what would be markup has a backslash before it.
inline std::string markdown_text(std::string_view text) {
    constexpr std::string_view markup = "\\`*_[]<>|~&$#!";
    std::string all;
    for (const char c : visible(text)) {
        if (markup.find(c) != std::string_view::npos) all += '\\';
        all += c;
    }
    return all;
}

}  // namespace heed::detail
