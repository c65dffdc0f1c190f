// SPDX-License-Identifier: BSL-1.0
// Indices and loop counts as text.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace heed::detail {

/// A sum of products of loop variables and whole numbers. Terms of 0 and factors of 1 are omitted.
class written_index {
public:
    /// A dynamic size, given by the number that stands for it (shape/length_list.hpp). Computations with it are written
    /// out.
    static written_index of_length(std::size_t n) {
        written_index length(n);
        length.is_length_ = true;
        return length;
    }
    written_index(std::size_t n) : text_(n == 0 ? "" : std::to_string(n)) {}  // NOLINT: counts mix with indices
    explicit written_index(std::string text, bool is_sum = false) : text_(std::move(text)), is_sum_(is_sum) {}

    /// "0" if all terms were omitted.
    std::string text() const { return text_.empty() ? "0" : text_; }
    bool is_zero() const { return text_.empty(); }
    bool is_number() const { return !is_length_ && text_.find_first_not_of("0123456789") == std::string::npos; }
    std::size_t number() const { return text_.empty() ? 0 : std::stoul(text_); }

    friend written_index operator+(const written_index& a, const written_index& b) {
        if (a.is_zero()) return b;
        if (b.is_zero()) return a;
        if (a.is_number() && b.is_number()) return a.number() + b.number();
        return written_index(a.text_ + " + " + b.text_, true);
    }
    friend written_index operator-(const written_index& a, const written_index& b) {
        if (b.is_zero()) return a;
        if (a.is_number() && b.is_number()) return a.number() - b.number();
        return written_index(a.text() + " - " + b.as_factor(), true);
    }
    /// Factors, divisors and moduli must be numbers or lengths.
    friend written_index operator*(const written_index& a, const written_index& factor) {
        const std::size_t n = factor.number();
        if (n == 1 || a.is_zero()) return a;
        if (n == 0) return 0;
        if (a.is_length_ || (a.is_number() && factor.is_length_)) return of_length(a.number() * n);
        if (a.is_number()) return a.number() * n;
        return written_index(a.as_factor() + " * " + std::to_string(n));
    }
    /// If the number that stands for a length is divisible, so is every value of the length.
    friend written_index operator/(const written_index& a, const written_index& divisor) {
        const std::size_t n = divisor.number();
        if (n == 1 || a.is_zero()) return a;
        if (a.is_number()) return a.number() / n;
        if (a.is_length_ && a.number() % n == 0) return of_length(a.number() / n);
        return written_index(a.as_factor() + " / " + std::to_string(n));
    }
    friend written_index operator%(const written_index& a, const written_index& modulus) {
        const std::size_t n = modulus.number();
        if (a.is_number()) return a.number() % n;
        if (a.is_length_ && a.number() % n == 0) return 0;
        return written_index(a.as_factor() + " % " + std::to_string(n));
    }

private:
    std::string as_factor() const { return is_sum_ ? '(' + text_ + ')' : text_; }

    std::string text_;
    bool is_sum_ = false;
    bool is_length_ = false;
};

}  // namespace heed::detail
