// SPDX-License-Identifier: BSL-1.0
// Printing: nested brackets as NumPy prints them, with the precision and the width of the stream.
#pragma once

#include <heed/tensor/tensor.hpp>

#include <concepts>
#include <cstddef>
#include <iosfwd>
#include <type_traits>

namespace heed {

namespace detail {

template <class Stream, class Iterator>
void print_axis(Stream& out, Iterator& element, const shape& s, std::size_t axis, std::ptrdiff_t width) {
    if (axis == s.rank) {
        out.width(width);
        using value = std::remove_cvref_t<decltype(*element)>;
        if constexpr (std::integral<value> && sizeof(value) == 1 && !std::same_as<value, bool>)
            out << +*element++;  // not a character
        else
            out << *element++;
        return;
    }
    out << '[';
    for (std::size_t i = 0; i < s[axis].size; ++i) {
        if (i != 0) {
            out << ',';
            for (std::size_t breaks = axis + 1; breaks < s.rank; ++breaks) out << '\n';
            const std::size_t spaces = axis + 1 < s.rank ? axis + 1 : 1;
            for (std::size_t k = 0; k < spaces; ++k) out << ' ';
        }
        print_axis(out, element, s, axis + 1, width);
    }
    out << ']';
}

}  // namespace detail

/// [[1, 2],
///  [3, 4]]
/// example std::cout << A;
template <class Traits, detail::tensor_or_view A>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, const A& a) {
    auto element = a.begin();
    const auto width = out.width(0);
    detail::print_axis(out, element, detail::dims_of(a), 0, width);
    return out;
}

}  // namespace heed
