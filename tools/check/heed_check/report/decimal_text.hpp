// SPDX-License-Identifier: BSL-1.0
// Decimals of any length as text: printed numbers as they were printed, the range that they stand for, long numbers
// shortened.
#pragma once

#include <heed/printed/decimal.hpp>
#include <heed/verify/print_digits.hpp>
#include <heed/verify/question.hpp>
#include <heed_check/ball_text.hpp>

#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace heed {

namespace detail {

/// A signed number digits / 10^places, of any length.
struct long_decimal {
    bool negative = false;
    std::string digits = "0";  ///< at least one; leading zeros are allowed
    int places = 0;
};

inline std::string without_leading_zeros(const std::string& digits) {
    const std::size_t first = digits.find_first_not_of('0');
    return first == std::string::npos ? "0" : digits.substr(first);
}

/// The number with all its places, trailing zeros included.
inline std::string text_of(const long_decimal& x) {
    struct {
        std::string text;
        auto& operator<<(char c) {
            text += c;
            return *this;
        }
        auto& operator<<(int n) {
            text += std::to_string(n);
            return *this;
        }
    } out;
    print_digits(out, x.negative, without_leading_zeros(x.digits), x.places);
    return out.text;
}

/// The number in a text without exponent; none for inf, unknown and the like.
inline std::optional<long_decimal> long_decimal_of(std::string_view text) {
    long_decimal x{.digits = ""};
    if (!text.empty() && text.front() == '-') {
        x.negative = true;
        text.remove_prefix(1);
    }
    bool after_point = false;
    for (const char c : text) {
        if (c == '.' && !after_point) {
            after_point = true;
        } else if (c >= '0' && c <= '9') {
            x.digits += c;
            x.places += after_point ? 1 : 0;
        } else {
            return std::nullopt;
        }
    }
    if (x.digits.empty()) return std::nullopt;
    return x;
}

inline bool is_zero(const long_decimal& x) { return without_leading_zeros(x.digits) == "0"; }

inline std::strong_ordering compare_magnitudes(const long_decimal& a, const long_decimal& b) {
    const auto scaled = [](const long_decimal& x, int places) {
        return without_leading_zeros(x.digits + std::string(static_cast<std::size_t>(places - x.places), '0'));
    };
    const int places = a.places > b.places ? a.places : b.places;
    const std::string x = scaled(a, places), y = scaled(b, places);
    if (x.size() != y.size()) return x.size() <=> y.size();
    return x.compare(y) <=> 0;
}

inline bool is_less(const long_decimal& a, const long_decimal& b) {
    const bool a_negative = a.negative && !is_zero(a), b_negative = b.negative && !is_zero(b);
    if (a_negative != b_negative) return a_negative;
    return a_negative ? compare_magnitudes(b, a) < 0 : compare_magnitudes(a, b) < 0;
}

inline void increment(std::string& digits) {
    std::size_t i = digits.size();
    while (i > 0 && digits[i - 1] == '9') digits[--i] = '0';
    if (i > 0)
        ++digits[i - 1];
    else
        digits.insert(0, 1, '1');
}

/// x rounded to at most this many places, thousands for -3. Ties are rounded away from zero.
inline long_decimal rounded(long_decimal x, int places, text_rounding how) {
    if (x.places <= places) return x;
    const std::size_t dropped = static_cast<std::size_t>(x.places - places);
    if (x.digits.size() <= dropped) x.digits.insert(0, dropped + 1 - x.digits.size(), '0');
    const std::string rest = x.digits.substr(x.digits.size() - dropped);
    x.digits.resize(x.digits.size() - dropped);
    x.places = places;
    const bool outwards = (how == text_rounding::up) != x.negative && rest.find_first_not_of('0') != std::string::npos;
    if (how == text_rounding::nearest ? rest.front() >= '5' : outwards) increment(x.digits);
    return x;
}

inline unsigned long long magnitude_of(const decimal& d) {
    const auto digits = static_cast<unsigned long long>(d.digits);
    return d.digits < 0 ? 0 - digits : digits;
}

/// The range that a printed number stands for.
struct long_range {
    long_decimal lower{};
    long_decimal upper{};
};

inline long_range mirrored(const long_range& r) {
    long_range m{r.upper, r.lower};
    m.lower.negative = !m.lower.negative;
    m.upper.negative = !m.upper.negative;
    return m;
}

/// Half a unit either way of m > 0: m - 1 and m, each with a digit 5 appended.
inline long_range half_unit_around(unsigned long long m, int places) {
    return {{false, std::to_string(m - 1) + "5", places + 1}, {false, std::to_string(m) + "5", places + 1}};
}

/// The range that a printed number stands for.
/// needs   kind number
inline long_range range_of(const decimal& d, reading how) {
    const unsigned long long m = magnitude_of(d);
    const long_decimal number{false, std::to_string(m), d.places};
    const long_decimal next{false, std::to_string(m + 1), d.places};
    long_range r{number, number};
    if (how == reading::truncated) r = {m == 0 ? long_decimal{true, next.digits, next.places} : number, next};
    if (how == reading::rounded && m > 0) r = half_unit_around(m, d.places);
    if (how == reading::rounded && m == 0) r = {{true, "5", d.places + 1}, {false, "5", d.places + 1}};
    return d.digits < 0 ? mirrored(r) : r;
}

}  // namespace detail

/// A printed number as it was printed, without exponent: 0.40, -0.0015 for -1.5e-3, 2000 for 2e3, inf, nan, ... for
/// what is elided. Beyond 40 places or digits with an exponent: 1.5e-300.
[[nodiscard]] inline std::string text_of(const decimal& d) {
    switch (d.kind) {
        case entry_kind::elided: return "...";
        case entry_kind::infinite: return d.digits < 0 ? "-inf" : "inf";
        case entry_kind::not_a_number: return "nan";
        case entry_kind::number: break;
    }
    const detail::long_decimal number{d.digits < 0, std::to_string(detail::magnitude_of(d)), d.places};
    return (d.minus_zero ? "-" : "") + detail::text_of(number);
}

/// The first and the last number that a printed one stands for, exactly: 0.0368 is read as 0.03675 to 0.03685.
struct printed_span {
    std::string lower{};
    std::string upper{};

    friend bool operator==(const printed_span&, const printed_span&) = default;
};

/// What is not a number (inf, nan, dots) stands for itself.
[[nodiscard]] inline printed_span span_of(const decimal& d, detail::reading how = detail::reading::rounded) {
    if (d.kind != entry_kind::number) return {text_of(d), text_of(d)};
    const detail::long_range r = detail::range_of(d, how);
    return {detail::text_of(r.lower), detail::text_of(r.upper)};
}

}  // namespace heed
