// SPDX-License-Identifier: BSL-1.0
// Predicates and helpers of the canonical form for shapes and index maps.
#pragma once

#include <heed/shape/index_map.hpp>

#include <cstddef>

namespace heed::detail {

constexpr shape at_least_a_matrix(const shape& dims) {
    if (dims.rank >= 2) return dims;
    return dims.rank == 1 ? shape(extent(1), dims[0]) : shape(extent(1), extent(1));
}

/// Pairs each inner axis of size 1 with a free outer axis of size 1.
constexpr index_map with_unit_axes_paired(index_map map, const shape& inner, const shape& outer) {
    for (std::size_t a = 0; a < map.rank; ++a)
        for (std::size_t o = 0; o < outer.rank && map.from[a] == index_map::fixed && inner[a].size == 1; ++o)
            if (outer[o].size == 1 && inner_axis_of(map, o) == map.rank && !map.has_links_at(a))
                map.from[a] = static_cast<signed char>(o);
    return map;
}

/// Whether the map is a permutation of axes, possibly of parts of them or of split axes, up to outer axes of size 1: it
/// drops and repeats nothing.
constexpr bool reorders(const index_map& map, const shape& outer) {
    for (std::size_t a = 0; a < map.rank; ++a)
        if (map.from[a] == index_map::fixed) return false;
    return reads_every_axis(map, outer) && follows_axes_once(map);
}

/// Whether a value that is read through the map is stored first, as it is, and then read with other axes: each element
/// is read once in the order of computation, or a matrix has the rows of a batch, which are computed together.
constexpr bool stays_whole(const index_map& map, const shape& inner, const shape& outer) {
    return (inner.rank >= 2 && map.has_links_at(inner.rank - 2)) ||
           (!map.links.empty() && is_bijection(map, inner, outer));
}

/// Loops divide the index of at most one axis, which must be a leading one.
constexpr bool divides_leading_axes(const index_map& map, const shape& dims) {
    std::size_t divided = 0;
    for (const index_link& link : map.links) {
        if (link.divisor == 1) continue;
        if (++divided > 1 || static_cast<std::size_t>(link.outer) + 2 >= dims.rank) return false;
        std::size_t uses = 0;
        for (std::size_t a = 0; a < map.rank; ++a) uses += map.from[a] == link.outer ? 1 : 0;
        for (const index_link& other : map.links) uses += other.outer == link.outer ? 1 : 0;
        if (uses > 1) return false;
    }
    return true;
}

/// Whether axes are read completely.
constexpr bool reads_whole_axes(const index_map& map, const shape& inner, const shape& outer) {
    if (!map.links.empty()) return false;
    for (std::size_t a = 0; a < map.rank; ++a)
        if (outer[static_cast<std::size_t>(map.from[a])].size != inner[a].size) return false;
    return true;
}

/// For a tensor of shape `dims` that is read through `map`: the axes for a computation with axis `along` last.
struct axis_gone_last {
    shape dims{};           ///< in the order of computation
    index_map to_result{};  ///< from the index of the result
    index_map through{};    ///< `map` for this order

    constexpr axis_gone_last(const index_map& map, const shape& result, std::size_t along) : through(map) {
        std::size_t place[max_rank]{};
        const auto add = [&](std::size_t o) {
            place[o] = dims.rank;
            to_result.from[dims.rank] = static_cast<signed char>(o);
            dims.push_back(result[o]);
        };
        for (std::size_t o = 0; o < result.rank; ++o)
            if (o != along) add(o);
        add(along);
        to_result.rank = result.rank;
        const auto moved = [&](signed char o) { return static_cast<signed char>(place[static_cast<std::size_t>(o)]); };
        for (std::size_t a = 0; a < map.rank; ++a) through.from[a] = moved(map.from[a]);
        for (index_link& link : through.links) link.outer = moved(link.outer);
    }
};

/// The map of the operand of a reduction along `axis`, if the result is read through `map`; the reduced axis becomes
/// axis `last`.
constexpr index_map with_axis_gone_last(const index_map& map, std::size_t axis, std::size_t last) {
    index_map through;
    through.rank = map.rank + 1;
    for (std::size_t a = 0; a < map.rank; ++a) {
        const std::size_t own = a < axis ? a : a + 1;
        through.from[own] = map.from[a];
        through.offset[own] = map.offset[a];
    }
    through.from[axis] = static_cast<signed char>(last);
    for (index_link link : map.links) {
        if (static_cast<std::size_t>(link.inner) >= axis) ++link.inner;
        through.add_link(link);
    }
    return through;
}

}  // namespace heed::detail
