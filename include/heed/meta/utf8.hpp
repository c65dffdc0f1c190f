// SPDX-License-Identifier: BSL-1.0
// Characters as bytes of UTF-8.
#pragma once

#include <string>

namespace heed::detail {

/// Appends a character.
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

}  // namespace heed::detail
