// SPDX-License-Identifier: BSL-1.0
// Writes JSON text, from the outside in.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace heed::detail {

/// The writer adds commas and quotes; the caller matches begin and end.
class json_writer {
public:
    std::string take() { return std::move(text_); }
    std::size_t size() const { return text_.size(); }

    json_writer& key(std::string_view name) {
        separate();
        quoted(name);
        text_ += ':';
        after_key_ = true;
        return *this;
    }
    void begin_object() { open('{'); }
    void end_object() { close('}'); }
    void begin_list() { open('['); }
    void end_list() { close(']'); }

    void string(std::string_view words) {
        separate();
        quoted(words);
    }
    void null() { raw("null"); }
    void boolean(bool b) { raw(b ? "true" : "false"); }
    void count(std::size_t n) { raw(std::to_string(n)); }
    /// JSON cannot spell NaN and infinities: they are written as the strings "NaN", "Infinity" and "-Infinity", as
    /// JavaScript spells them.
    void number(double x, int places = 9) {
        char digits[40];
        std::snprintf(digits, sizeof(digits), "%.*g", places, x);
        if (x - x == 0)
            raw(digits);
        else
            string(x != x ? "NaN" : x > 0 ? "Infinity" : "-Infinity");
    }
    /// Writes a value that is JSON already.
    void raw(std::string_view json) {
        separate();
        text_ += json;
    }

    void member(std::string_view name, std::string_view words) { key(name).string(words); }
    void member(std::string_view name, std::size_t n) { key(name).count(n); }

private:
    void separate() {
        if (!after_key_ && !text_.empty() && text_.back() != '{' && text_.back() != '[') text_ += ',';
        after_key_ = false;
    }
    void open(char bracket) {
        separate();
        text_ += bracket;
    }
    void close(char bracket) { text_ += bracket; }

    void quoted(std::string_view words) {
        text_ += '"';
        for (const char c : words) {
            if (c == '"' || c == '\\') text_ += '\\';
            if (static_cast<unsigned char>(c) < 32) {
                char code[8];
                std::snprintf(code, sizeof(code), "\\u%04x", static_cast<unsigned>(c));
                text_ += code;
            } else {
                text_ += c;
            }
        }
        text_ += '"';
    }

    std::string text_;
    bool after_key_ = false;
};

}  // namespace heed::detail
