// SPDX-License-Identifier: BSL-1.0
// JSON, written from the outside in.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

/// Texts are UTF-8.
class json_writer {
public:
    void open(char bracket) {
        separate();
        text_ += bracket;
        first_ = true;
    }
    void open_member(std::string_view name, char bracket) {
        item(name);
        text_ += ':';
        first_ = true;
        open(bracket);
    }
    void close(char bracket) {
        text_ += bracket;
        first_ = false;
    }
    void item(std::string_view value) {
        separate();
        text_ += '"';
        for (const char c : value) put(c);
        text_ += '"';
    }
    void member(std::string_view name, std::string_view value) {
        item(name);
        text_ += ':';
        first_ = true;
        item(value);
    }
    void member(std::string_view name, std::size_t value) {
        item(name);
        text_ += ':' + std::to_string(value);
    }

    std::string take() { return std::move(text_); }

private:
    void separate() {
        if (!first_) text_ += ',';
        first_ = false;
    }
    void put(char c) {
        constexpr std::string_view digits = "0123456789abcdef";
        if (c == '"' || c == '\\') text_ += '\\';
        if (static_cast<unsigned char>(c) >= 0x20)
            text_ += c;
        else
            text_ += std::string("\\u00") + digits[static_cast<std::size_t>(c) / 16] +
                     digits[static_cast<std::size_t>(c) % 16];
    }

    std::string text_{};
    bool first_ = true;
};
