// SPDX-License-Identifier: BSL-1.0
// The characters of a formula: what stands at the present place, words and numbers.
#pragma once

#include <heed/verify/formula_exact.hpp>
#include <heed/verify/formula_names.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace heed::detail {

class formula_scanner {
public:
    static constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
    static constexpr bool is_word(char c) {
        return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    explicit formula_scanner(std::string_view text) : text_(text) {}

    std::size_t at() const { return at_; }
    void go_back(std::size_t at) { at_ = at; }

    /// The next character that is no space, 0 behind the end. A 0 in the text is a wrong character, not the end.
    char peek() {
        while (at_ < text_.size() && (text_[at_] == ' ' || (text_[at_] >= '\t' && text_[at_] <= '\r'))) ++at_;
        if (at_ == text_.size()) return '\0';
        return text_[at_] == '\0' ? '\1' : text_[at_];
    }
    /// The character at a distance, 0 behind the end.
    char ahead(std::size_t distance) const { return at_ + distance < text_.size() ? text_[at_ + distance] : '\0'; }

    /// Goes one on, and returns where it was.
    std::size_t skip() { return at_++; }
    bool take(char c) {
        if (peek() != c) return false;
        ++at_;
        return true;
    }
    /// Closes what was opened at `open`.
    void close(std::size_t open, char bracket) {
        if (take(bracket)) return;
        if (peek() == '\0') throw formula_error(open, std::string("this ") + text_[open] + " is not closed");
        expected(std::string(1, bracket));
    }
    [[noreturn]] void expected(const std::string& what) {
        const std::string found = here();
        throw formula_error(at_, "expected " + what + ", found " + found);
    }

    std::string_view word() { return take_while(is_word); }

    /// A whole number: an axis, an exponent, the bounds of a part.
    long long integer() {
        if (!is_digit(peek())) expected("a whole number");
        const std::size_t from = at_;
        const std::string_view digits = take_while(is_digit);
        if (digits.size() > 9) throw formula_error(from, "number too long: a whole number here has at most 9 digits");
        long long value = 0;
        for (const char c : digits) value = 10 * value + (c - '0');
        return value;
    }
    long long signed_integer() { return take('-') ? -integer() : integer(); }

    /// Digits, a point among them, an exponent.
    surd decimal() {
        const std::size_t from = at_;
        bool point = false;
        const std::string_view digits = take_while([&](char c) {
            const bool first_point = c == '.' && !point;
            point = point || c == '.';
            return is_digit(c) || first_point;
        });
        return decimal_as_surd(digits, exponent(), from);
    }

    /// What stands here, for messages.
    std::string here() {
        const char c = peek();
        if (c == '\0') return "end of the formula";
        if (is_word(c)) return quoted(formula_scanner(text_.substr(at_)).word());
        if (c > ' ' && c <= '~') return quoted(text_.substr(at_, 1));
        return "byte " + std::to_string(static_cast<unsigned>(static_cast<unsigned char>(text_[at_])));
    }

private:
    template <class Condition>
    std::string_view take_while(const Condition& holds) {
        const std::size_t from = at_;
        while (at_ < text_.size() && holds(text_[at_])) ++at_;
        return text_.substr(from, at_ - from);
    }

    /// That of 1.5e-3; 0 if there is none.
    long long exponent() {
        if (ahead(0) != 'e' && ahead(0) != 'E') return 0;
        const bool has_sign = ahead(1) == '-' || ahead(1) == '+';
        if (!is_digit(ahead(has_sign ? 2 : 1))) return 0;
        const bool negative = ahead(1) == '-';
        at_ += has_sign ? 2 : 1;
        return negative ? -integer() : integer();
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace heed::detail
