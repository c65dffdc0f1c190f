// SPDX-License-Identifier: BSL-1.0
// Text as it comes, for a terminal.
#pragma once

#include <heed/io/io_error.hpp>
#include <heed/io/label_text.hpp>

#include <cstddef>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tiny_llama {

/// Bytes as they are, but for control characters, which terminals obey: those below 32 but for line ends and tabs, 127,
/// and U+0080 to U+009F, alone or as UTF-8. A character may begin in one token and end in the next: its bytes wait.
class shown_text {
public:
    explicit shown_text(std::FILE* out) : out_(out) {}

    /// errors  std::runtime_error where it cannot be written
    void show(std::string_view text) { show(text, false); }
    /// What still waits, and the end of the line.
    void end() { show("\n", true); }

private:
    void show(std::string_view text, bool is_last) {
        waiting_ += text;
        std::string_view left = waiting_;
        while (!left.empty() && (is_last || !is_begun(left))) {
            const heed::detail::utf8_character next = heed::detail::first_character(left);
            const char32_t code = next.is_wrong_byte() ? static_cast<unsigned char>(left[0]) : next.code;
            if (!is_control(code)) std::fwrite(left.data(), 1, next.bytes, out_);
            left.remove_prefix(next.bytes);
        }
        waiting_ = std::string(left);
        if (std::fflush(out_) != 0 || std::ferror(out_) != 0)
            throw std::runtime_error("the text cannot be written: " + heed::detail::system_words());
    }
    static bool is_control(char32_t code) {
        return (code < 32 && code != U'\n' && code != U'\t') || (code >= 127 && code < 0xA0);
    }
    /// Whether these bytes begin a character of UTF-8 and do not end it.
    static bool is_begun(std::string_view bytes) {
        const auto lead = static_cast<unsigned char>(bytes[0]);
        const std::size_t needed = lead < 0xC2 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 1;
        if (bytes.size() >= needed) return false;
        for (const char c : bytes.substr(1))
            if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) return false;
        return true;
    }

    std::FILE* out_;
    std::string waiting_{};
};

}  // namespace tiny_llama
