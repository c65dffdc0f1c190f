// SPDX-License-Identifier: BSL-1.0
// How the index of one tensor follows from the index of another: transposes, slices and broadcasts are all of this
// form.
#pragma once

#include <heed/shape/shape.hpp>

#include <cstddef>

namespace heed::detail {

/// Along how many axes a tensor is looked up at most: where the index does not follow from an index map.
inline constexpr std::size_t most_found = 2;

/// inner[a] = outer[from[a]] + offset[a]; with from[a] == fixed it is offset[a] whatever the outer index.
///
///   transpose of [m x n]       from {1, 0}        offset {0, 0}
///   rows 4 to 8 of [m x n]     from {0, 1}        offset {4, 0}
///   [n] repeated as [m x n]    from {1}           offset {0}
///   [m x 1] repeated           from {0, fixed}    offset {0, 0}
struct index_map {
    static constexpr signed char fixed = -1;

    signed char from[max_rank]{};
    std::size_t offset[max_rank]{};
    std::size_t rank = 0;

    friend constexpr bool operator==(const index_map&, const index_map&) = default;
};

constexpr index_map identity_map(std::size_t rank) {
    index_map map;
    map.rank = rank;
    for (std::size_t a = 0; a < rank; ++a) map.from[a] = static_cast<signed char>(a);
    return map;
}

constexpr bool is_identity(const index_map& map, const shape& inner, const shape& outer) {
    if (inner.rank != outer.rank) return false;
    for (std::size_t a = 0; a < map.rank; ++a)
        if (map.from[a] != static_cast<signed char>(a) || map.offset[a] != 0 || inner[a].size != outer[a].size)
            return false;
    return true;
}

/// First from `middle` to `inner`, read through the map from `outer` to `middle`.
constexpr index_map compose(const index_map& middle_from_outer, const index_map& inner_from_middle) {
    index_map map = inner_from_middle;
    for (std::size_t a = 0; a < map.rank; ++a) {
        const signed char middle = inner_from_middle.from[a];
        if (middle == index_map::fixed) continue;
        const auto m = static_cast<std::size_t>(middle);
        map.from[a] = middle_from_outer.from[m];
        map.offset[a] += middle_from_outer.offset[m];
    }
    return map;
}

/// inner aligned with outer from the right; axes of size 1 repeat.
constexpr index_map broadcast_map(const shape& inner, const shape& outer) {
    index_map map;
    map.rank = inner.rank;
    for (std::size_t a = 0; a < inner.rank; ++a) {
        const std::size_t aligned = a + outer.rank - inner.rank;
        map.from[a] = inner[a].size == outer[aligned].size ? static_cast<signed char>(aligned) : index_map::fixed;
    }
    return map;
}

/// Whether every outer axis of more than one element is read: no element is used twice.
constexpr bool reads_every_axis(const index_map& map, const shape& outer) {
    for (std::size_t o = 0; o < outer.rank; ++o) {
        bool read = outer[o].size == 1;
        for (std::size_t a = 0; a < map.rank; ++a) read = read || map.from[a] == static_cast<signed char>(o);
        if (!read) return false;
    }
    return true;
}

/// The position of the inner axis that follows outer axis o, or the inner rank if none does.
constexpr std::size_t inner_axis_of(const index_map& map, std::size_t o) {
    for (std::size_t a = 0; a < map.rank; ++a)
        if (map.from[a] == static_cast<signed char>(o)) return a;
    return map.rank;
}

/// Whether no two inner axes follow the same outer axis: no diagonal is read, not even one of one element.
constexpr bool follows_axes_once(const index_map& map) {
    for (std::size_t a = 0; a < map.rank; ++a)
        if (map.from[a] != index_map::fixed && inner_axis_of(map, static_cast<std::size_t>(map.from[a])) != a)
            return false;
    return true;
}

/// Whether each element of inner is read exactly once: a permutation, up to axes of size 1.
constexpr bool is_bijection(const index_map& map, const shape& inner, const shape& outer) {
    for (std::size_t a = 0; a < map.rank; ++a) {
        if (map.offset[a] != 0) return false;
        if (map.from[a] == index_map::fixed ? inner[a].size != 1
                                            : inner[a].size != outer[static_cast<std::size_t>(map.from[a])].size)
            return false;
    }
    return reads_every_axis(map, outer) && follows_axes_once(map);
}

}  // namespace heed::detail
