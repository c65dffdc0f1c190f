// SPDX-License-Identifier: BSL-1.0
// Text that can be made in a constant expression: characters in an array of fixed capacity.
#pragma once

#include <cstddef>
#include <string_view>

namespace heed {

namespace detail {

/// How a text writes whole numbers: as digits. Others have words for some numbers (study/subject/length_names.hpp).
struct in_digits {};

}  // namespace detail

/// Text of at most Capacity characters. What does not fit is left out, and is_cut() says so.
template <std::size_t Capacity, class Numbers = detail::in_digits>
struct text {
    using numbers = Numbers;

    char items[Capacity + 1]{};
    std::size_t count = 0;
    std::size_t line_start = 0;
    bool cut = false;

    constexpr std::size_t size() const { return count; }
    constexpr bool is_cut() const { return cut; }
    constexpr std::string_view view() const { return {items, count}; }

    constexpr text& add(char c) {
        if (count == Capacity) {
            cut = true;
            return *this;
        }
        items[count++] = c;
        if (c == '\n') line_start = count;
        return *this;
    }
    constexpr text& add(const char* words) {
        for (; *words != '\0'; ++words) add(*words);
        return *this;
    }
    constexpr text& add(std::string_view words) {
        for (const char c : words) add(c);
        return *this;
    }
    template <std::size_t N, class Others>
    constexpr text& add(const text<N, Others>& other) {
        return add(other.view());
    }

    /// A whole number: as digits, unless Numbers has words for it.
    constexpr text& add(std::size_t n) { return add_number(n, false); }
    /// The same with a comma between groups of three: 262,144.
    constexpr text& add_grouped(std::size_t n) { return add_number(n, true); }
    constexpr text& add_signed(long long n) {
        if (n < 0) add('-');
        return add(n < 0 ? std::size_t{0} - static_cast<std::size_t>(n) : static_cast<std::size_t>(n));
    }

    constexpr text& spaces(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) add(' ');
        return *this;
    }
    /// How far the last line goes.
    constexpr std::size_t column() const { return count - line_start; }
    /// Spaces up to a column; one at least, unless the line is empty.
    constexpr text& pad_to(std::size_t wanted) {
        if (column() >= wanted) return column() == 0 ? *this : add(' ');
        return spaces(wanted - column());
    }

    constexpr bool contains(std::string_view words) const {
        if (words.empty()) return true;
        for (std::size_t i = 0; i + words.size() <= count; ++i)
            if (items[i] == words[0] && view().substr(i, words.size()) == words) return true;
        return false;
    }

    friend constexpr bool operator==(const text& a, std::string_view b) { return a.view() == b; }
    template <std::size_t N, class Others>
    friend constexpr bool operator==(const text& a, const text<N, Others>& b) {
        return a.view() == b.view();
    }

    /// To anything that takes a string_view as streams do.
    template <class Stream>
    friend Stream& operator<<(Stream& out, const text& t) {
        out << t.view();
        return out;
    }

    /// As digits, whatever Numbers says.
    constexpr text& add_digits(std::size_t n, bool grouped = false) {
        char digits[32]{};
        std::size_t length = 0, places = 0;
        do {
            if (grouped && places != 0 && places % 3 == 0) digits[length++] = ',';
            digits[length++] = static_cast<char>('0' + n % 10);
            ++places;
            n /= 10;
        } while (n != 0);
        while (length > 0) add(digits[--length]);
        return *this;
    }

private:
    constexpr text& add_number(std::size_t n, bool grouped) {
        if constexpr (requires(text & t) { Numbers::add_words(t, n); })
            if (Numbers::add_words(*this, n)) return *this;
        return add_digits(n, grouped);
    }
};

namespace detail {

/// The line of a text that begins at `start`, without its end.
constexpr std::string_view line_at(std::string_view all, std::size_t start) {
    std::size_t end = start;
    while (end < all.size() && all[end] != '\n') ++end;
    return all.substr(start, end - start);
}

}  // namespace detail
}  // namespace heed
