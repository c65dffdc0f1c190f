// SPDX-License-Identifier: BSL-1.0
// Scans the characters of a formula: signs at the current position, words, numbers.
#pragma once

#include <heed_check/formula/exact_scalars.hpp>
#include <heed_check/formula/known_names.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

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

    /// The next character that is not a space; 0 past the end. A 0 in the text is an invalid character, not the end.
    char peek() {
        while (at_ < text_.size() && (text_[at_] == ' ' || (text_[at_] >= '\t' && text_[at_] <= '\r'))) ++at_;
        if (at_ == text_.size()) return '\0';
        return text_[at_] == '\0' ? '\1' : text_[at_];
    }
    /// The position of the next character that is not a space.
    std::size_t place() {
        peek();
        return at_;
    }
    /// The character at this distance; 0 past the end.
    char ahead(std::size_t distance) const { return at_ + distance < text_.size() ? text_[at_ + distance] : '\0'; }

    /// Advances by one character and returns the position before.
    std::size_t skip() { return at_++; }
    bool take(char c) {
        if (peek() != c) return false;
        ++at_;
        return true;
    }
    /// Takes the bracket that closes the one at `open`.
    void close(std::size_t open, char bracket) {
        if (take(bracket)) return;
        if (peek() == '\0') throw formula_error(open, std::string("this ") + text_[open] + " is not closed");
        expected(std::string(1, bracket));
    }
    [[noreturn]] void expected(const std::string& what) {
        const std::string found = here();
        const bool foreign = static_cast<unsigned char>(peek()) >= 0x80;
        throw formula_error(at_, "expected " + what + ", found " + found +
                                     (foreign ? "; names are made of the letters a to z, digits and _" : ""));
    }

    std::string_view word() { return take_while(is_word); }
    bool take_word(std::string_view wanted) {
        peek();
        const std::size_t before = at_;
        if (word() == wanted) return true;
        at_ = before;
        return false;
    }

    /// None, np.newaxis, tf.newaxis
    bool take_new_axis() {
        const std::size_t before = at_;
        for (const std::string_view module : {"np", "numpy", "jnp", "tf"})
            if (take_word(module)) break;
        if (at_ != before && !take('.')) at_ = before;
        if (take_word("newaxis") || (at_ == before && take_word("None"))) return true;
        at_ = before;
        return false;
    }

    /// What stands in '...' or "...".
    std::string_view in_quotes() {
        const char quote = peek();
        if (quote != '\'' && quote != '"') expected("text in quotes");
        const std::size_t open = skip();
        const std::string_view inside = take_while([&](char c) { return c != quote; });
        close(open, quote);
        return inside;
    }

    /// A whole number: an axis, an exponent, a bound of a slice.
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

    /// Whether <numbers>( follows, so that < is not a comparison.
    bool has_numbers() {
        const std::size_t before = at_;
        skip();
        while (is_digit(peek()) || peek() == ',' || peek() == '-') skip();
        const bool has = take('>') && peek() == '(';
        go_back(before);
        return has;
    }
    /// <0, 4>
    void numbers(std::vector<long long>& list) {
        const std::size_t open = skip();
        do {
            list.push_back(signed_integer());
        } while (take(','));
        close(open, '>');
    }

    /// Digits with at most one point, and an exponent.
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

    /// A matrix literal: [1, 2] or [[1, 0], [0, 1]].
    formula_literal literal() {
        formula_literal l;
        const std::size_t from = at_;
        list(l, 0);
        l.text = std::string(text_.substr(from, at_ - from));
        return l;
    }

    /// The text at the current position, as quoted in messages.
    std::string here() {
        const char c = peek();
        if (c == '\0') return "end of the formula";
        if (character_size() > 1) return quoted(text_.substr(at_, character_size()));
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

    /// The size in bytes of the UTF-8 character that begins here; 1 if it is invalid.
    std::size_t character_size() const {
        const auto byte = [&](std::size_t n) { return static_cast<unsigned char>(ahead(n)); };
        const std::size_t size = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : byte(0) >= 0xC2 ? 2 : 1;
        for (std::size_t n = 1; n < size; ++n)
            if ((byte(n) & 0xC0) != 0x80) return 1;
        return size;
    }

    /// One list of a literal. The first list at each level sets the length of the others.
    void list(formula_literal& l, std::size_t level) {
        const std::size_t open = at_;
        if (level == max_rank) throw formula_error(open, "matrices have at most 6 axes");
        if (level == l.dims.rank && !l.entries.empty())
            throw formula_error(open, "a list where the lists before have a number");
        scan_first_list(l, level);
        ++at_;
        if (peek() == ']') throw formula_error(open, "an empty list is no matrix");
        const bool of_lists = peek() == '[';
        std::size_t count = 0;
        do {
            if ((peek() == '[') != of_lists) throw formula_error(at_, "a number beside a list");
            of_lists ? list(l, level + 1) : entry(l, level);
            ++count;
        } while (take(','));
        close(open, ']');
        extent& e = l.dims[level];
        if (e.size == 0) e = extent(count);
        if (e.size != count)
            throw formula_error(open, "this list has " + std::to_string(count) + (count == 1 ? " item" : " items") +
                                          ", and the first one beside it " + std::to_string(e.size));
    }
    static void scan_first_list(formula_literal& l, std::size_t level) {
        if (level < l.dims.rank) return;
        l.dims.items[l.dims.rank++] = extent(std::size_t{0});
    }
    void entry(formula_literal& l, std::size_t level) {
        constexpr std::size_t most = 1U << 16;
        const std::size_t at = at_;
        if (level + 1 != l.dims.rank) throw formula_error(at, "a number where the lists before have a list");
        if (l.entries.size() == most) throw formula_error(at, "more than 65536 numbers in a formula");
        const bool negative = take('-');
        if (!is_digit(peek()) && !(peek() == '.' && is_digit(ahead(1)))) expected("a number");
        const surd x = decimal();
        if (peek() == '/' || peek() == '*') throw formula_error(at_, "numbers in brackets are decimals");
        long long digits = negative ? -x.numerator : x.numerator, denominator = x.denominator;
        int places = 0;
        for (; denominator != 1; ++places) {
            digits = exact_integers(at, "number too long: it has more than 18 digits").product(digits, 10);
            for (const int factor : {2, 5})
                for (; digits % factor == 0 && denominator % factor == 0; denominator /= factor) digits /= factor;
        }
        if (digits >= 1'000'000'000'000'000'000 || digits <= -1'000'000'000'000'000'000)
            throw formula_error(at, "number too long: it has more than 18 digits");
        l.entries.push_back({digits, static_cast<short>(places), entry_kind::number});
    }

    /// The exponent of 1.5e-3; 0 if there is none.
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
