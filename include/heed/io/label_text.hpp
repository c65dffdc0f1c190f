// SPDX-License-Identifier: BSL-1.0
// Labels from any source (tokens of a model are arbitrary bytes) as text that every format accepts.
#pragma once

#include <heed/meta/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace heed::detail {

/// A UTF-8 character and its number of bytes. A byte that begins no character becomes U+FFFD, the replacement
/// character.
struct utf8_character {
    char32_t code = 0xFFFD;
    std::size_t bytes = 1;

    /// The real replacement character has three bytes.
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

/// The character itself; its picture for a control character (U+2400 and on: a line end is one character, "␊"); U+FFFD
/// for characters that control terminals or that XML forbids.
constexpr char32_t visible(char32_t code) {
    if (code < 0x20) return 0x2400 + code;
    if (code == 0x7F) return 0x2421;
    const bool is_control = code >= 0x80 && code < 0xA0;
    return is_control || code == 0xFFFE || code == 0xFFFF ? 0xFFFD : code;
}

/// The text as valid UTF-8 on one line, without control characters.
inline std::string visible(std::string_view text) {
    std::string all;
    while (!text.empty()) {
        const utf8_character next = first_character(text);
        append_utf8(all, visible(next.code));
        text.remove_prefix(next.bytes);
    }
    return all;
}

struct code_range {
    char32_t first, last;
};
/// Characters that take two terminal columns: East Asian Width W and F of Unicode (UAX 11), by scripts and whole
/// blocks, and emoji.
inline constexpr code_range wide_characters[] = {
    {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0x3247},   {0x3250, 0x4DBF},   {0x4E00, 0xA4CF},
    {0xA960, 0xA97C},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF01, 0xFF60},
    {0xFFE0, 0xFFE6},   {0x16FE0, 0x18CFF}, {0x1AFF0, 0x1B2FF}, {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF},
    {0x1F900, 0x1F9FF}, {0x1FA70, 0x1FAFF}, {0x20000, 0x3FFFD}};
/// Characters that take no column: combining marks, variation selectors, joiners.
inline constexpr code_range combining_characters[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A}, {0x064B, 0x065F}, {0x0941, 0x0948},
    {0x094D, 0x094D}, {0x0E31, 0x0E31}, {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x1AB0, 0x1ACE}, {0x1DC0, 0x1DFF},
    {0x200B, 0x200F}, {0x20D0, 0x20F0}, {0x3099, 0x309A}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xE0100, 0xE01EF}};

template <std::size_t N>
constexpr bool is_in(const code_range (&ranges)[N], char32_t code) {
    return std::any_of(ranges, ranges + N, [&](const code_range& r) { return r.first <= code && code <= r.last; });
}

/// How many terminal columns a UTF-8 text takes.
inline std::size_t shown_width(std::string_view text) {
    std::size_t width = 0;
    while (!text.empty()) {
        const utf8_character next = first_character(text);
        if (!is_in(combining_characters, next.code)) width += is_in(wide_characters, next.code) ? 2 : 1;
        text.remove_prefix(next.bytes);
    }
    return width;
}

/// The text escaped for the text and the attributes of XML and HTML.
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

/// The text escaped for a cell of a Markdown table, with a backslash before markup.
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
