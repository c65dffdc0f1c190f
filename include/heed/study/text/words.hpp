// SPDX-License-Identifier: BSL-1.0
// Words for axes, leaves and views.
#pragma once

#include <heed/graph/formula_text.hpp>
#include <heed/meta/text.hpp>
#include <heed/shape/shape_words.hpp>
#include <heed/study/subject/study_subject.hpp>

#include <cstddef>
#include <string_view>

namespace heed::detail {

/// The name of an axis, or its number.
template <class Text>
constexpr void add_axis(Text& out, const shape& dims, std::size_t axis) {
    if (dims[axis].name != nullptr)
        out.add(dims[axis].name->name);
    else
        out.add("axis ").add(axis);
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

/// Whether two leaves have the same name, or the same type if names are those of their places.
constexpr bool may_be_same(const leaf_name& a, const leaf_name& b) {
    if (!a.given.empty() || !b.given.empty()) return a.given == b.given;
    return a.is_number == b.is_number && std::string_view(a.type.name) == b.type.name && a.type.bytes == b.type.bytes;
}

/// permute<1, 0, 2>
template <class Text>
constexpr void add_order(Text& out, const index_map& map, const shape& outer) {
    out.add("permute<");
    for (std::size_t o = 0; o < outer.rank; ++o) out.add(o == 0 ? "" : ", ").add(inner_axis_of(map, o));
    out.add('>');
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
        add_order(out, map, outer);
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
