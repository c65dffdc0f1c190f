// SPDX-License-Identifier: BSL-1.0
// Words for axes, exact scalars, leaves and operations.
#pragma once

#include <heed/meta/text.hpp>
#include <heed/shape/score_axes.hpp>
#include <heed/shape/shape_words.hpp>
#include <heed/study/study_subject.hpp>

#include <cstddef>

namespace heed::detail {

/// The name of an axis, or its number.
template <class Text>
constexpr void add_axis(Text& out, const shape& dims, std::size_t axis) {
    if (dims[axis].name != nullptr)
        out.add(dims[axis].name->name);
    else
        out.add("axis ").add(axis);
}

/// A divisor, in parentheses if it is a product.
template <class Text>
constexpr void add_divisor(Text& out, long long n) {
    text<64, typename Text::numbers> words;
    words.add_signed(n);
    const bool is_product = words.contains(" ");
    out.add(is_product ? "(" : "").add(words).add(is_product ? ")" : "");
}

/// 8, 1/8, sqrt(32), sqrt(32)/32, 3*sqrt(2)/4
template <class Text>
constexpr void add_exact(Text& out, const surd& s) {
    const bool root = s.radicand != 1;
    if (root && s.numerator == -1)
        out.add('-');
    else if (!root || s.numerator != 1)
        out.add_signed(s.numerator).add(root ? "*" : "");
    if (root) out.add("sqrt(").add_signed(s.radicand).add(')');
    if (s.denominator != 1) add_divisor(out.add('/'), s.denominator);
}

/// a + b as a number, or as a sum such as begin + tokens if one of them is dynamic.
template <class Text>
constexpr void add_sum(Text& out, std::size_t a, std::size_t b) {
    if (is_known_size<typename Text::numbers>(a) && is_known_size<typename Text::numbers>(b))
        out.add(a + b);
    else if (a == 0)
        out.add(b);
    else
        out.add(a).add(" + ").add(b);
}

/// A ... Z, A1 ... Z1, A2 ...; run-time scalars in lower case.
template <class Text>
constexpr void add_leaf(Text& out, const leaf_name& leaf) {
    if (!leaf.given.empty()) {
        out.add(leaf.given);
        return;
    }
    out.add(static_cast<char>((leaf.is_number ? 'a' : 'A') + static_cast<char>(leaf.ordinal % 26)));
    if (leaf.ordinal >= 26) out.add(leaf.ordinal / 26);
}

/// k, q, h, b: the index along an axis; by position, where the axis is none of these.
constexpr char index_letter(const shape& dims, std::size_t axis) {
    constexpr char letters[] = {'k', 'q', 'h', 'b', 'n', 'm'};
    const std::size_t from_right = dims.rank - 1 - axis;
    return from_right < 2                ? letters[from_right]
           : axis == axis_of_heads(dims) ? 'h'
           : axis == axis_of_batch(dims) ? 'b'
                                         : letters[from_right];
}

/// Whether a view only exchanges the last two axes.
constexpr bool is_transpose(const index_map& map, const shape& inner, const shape& outer) {
    if (inner.rank != outer.rank || inner.rank < 2 || !is_bijection(map, inner, outer)) return false;
    for (std::size_t a = 0; a < map.rank; ++a) {
        const std::size_t expected = a + 2 < map.rank ? a : a + 2 == map.rank ? a + 1 : a - 1;
        if (map.from[a] != static_cast<signed char>(expected)) return false;
    }
    return true;
}

/// What a view does, as a prefix of its operand.
template <class Text>
constexpr void add_view(Text& out, const index_map& map, const shape& inner, const shape& outer) {
    if (is_transpose(map, inner, outer)) {
        out.add("transpose");
        return;
    }
    if (inner.rank != outer.rank) {
        out.add(inner.rank < outer.rank ? reads_every_axis(map, outer) ? "with an axis of size 1" : "repeated"
                                        : "without axes of size 1");
        return;
    }
    if (is_bijection(map, inner, outer)) {
        out.add("permute<");
        for (std::size_t o = 0; o < outer.rank; ++o) out.add(o == 0 ? "" : ", ").add(inner_axis_of(map, o));
        out.add('>');
        return;
    }
    if (!reads_every_axis(map, outer)) {
        out.add("repeated");
        return;
    }
    bool first = true;
    for (std::size_t a = 0; a < map.rank; ++a) {
        const std::size_t size =
            map.from[a] == index_map::fixed ? 1 : outer[static_cast<std::size_t>(map.from[a])].size;
        if (size == inner[a].size) continue;
        add_sum(out.add(first ? "" : ", ").add(map.offset[a]).add(" to "), map.offset[a], size);
        out.add(" of ");
        add_axis(out, inner, a);
        first = false;
    }
}

}  // namespace heed::detail
