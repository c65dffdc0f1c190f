// SPDX-License-Identifier: BSL-1.0
// How the index of one tensor is computed from the index of another. Transposes, slices, broadcasts and split axes all
// have this form.
#pragma once

#include <heed/meta/static_vector.hpp>
#include <heed/shape/length_list.hpp>

#include <cstddef>

namespace heed::detail {

/// The maximum number of axes along which a tensor is looked up by index values, which no index map expresses.
inline constexpr std::size_t most_found = 2;

/// A further outer axis that an inner axis depends on: inner += outer / divisor * factor.
struct index_link {
    signed char inner = 0;
    signed char outer = 0;
    std::size_t factor = 1;
    std::size_t divisor = 1;  ///< more than 1: consecutive outer indices read the same element

    friend constexpr bool operator==(const index_link&, const index_link&) = default;
};

/// inner[a] = outer[from[a]] + offset[a] + links; with from[a] == fixed no outer index is taken as it is.
///
///   transpose of [m x n]       from {1, 0}        offset {0, 0}
///   rows 4 to 8 of [m x n]     from {0, 1}        offset {4, 0}
///   [n] repeated as [m x n]    from {1}           offset {0}
///   [m x 1] repeated           from {0, fixed}    offset {0, 0}
///   [m x n*k] as [m x n x k]   from {0, 2}        offset {0, 0}    link {inner 1, outer 1, factor k}
///   [m] as [m*2]               from {fixed}       offset {0}       link {inner 0, outer 0, divisor 2}
struct index_map {
    static constexpr signed char fixed = -1;
    static constexpr std::size_t max_links = 3;

    signed char from[max_rank]{};
    std::size_t offset[max_rank]{};
    std::size_t rank = 0;
    static_vector<index_link, max_links> links{};

    constexpr bool has_links_at(std::size_t inner) const {
        for (const index_link& link : links)
            if (link.inner == static_cast<signed char>(inner)) return true;
        return false;
    }
    constexpr bool divides() const {
        for (const index_link& link : links)
            if (link.divisor > 1) return true;
        return false;
    }
    /// Adds a link; false if there is no room.
    constexpr bool add_link(const index_link& link) {
        if (links.size() == max_links) return false;
        links.push_back(link);
        return true;
    }

    friend constexpr bool operator==(const index_map& a, const index_map& b) {
        if (a.rank != b.rank) return false;
        for (std::size_t i = 0; i < a.rank; ++i)
            if (a.from[i] != b.from[i] || a.offset[i] != b.offset[i]) return false;
        return a.links == b.links;
    }
};

constexpr index_map identity_map(std::size_t rank) {
    index_map map;
    map.rank = rank;
    for (std::size_t a = 0; a < rank; ++a) map.from[a] = static_cast<signed char>(a);
    return map;
}

constexpr bool is_identity(const index_map& map, const shape& inner, const shape& outer) {
    if (inner.rank != outer.rank || !map.links.empty()) return false;
    for (std::size_t a = 0; a < map.rank; ++a)
        if (map.from[a] != static_cast<signed char>(a) || map.offset[a] != 0 || inner[a].size != outer[a].size)
            return false;
    return true;
}

/// Whether the sum of two offsets cannot be represented: a sum of lengths is not a product of primes.
constexpr bool add_up_lengths(std::size_t a, std::size_t b, const length_list& lengths) {
    return a != 0 && b != 0 && !(is_static_size(a, lengths) && is_static_size(b, lengths));
}

/// The composition of two maps. It does not exist if a divisor applies to a sum, if there are too many links, or if
/// lengths would be added.
struct composition {
    index_map map{};
    bool exists = true;
};

/// Composes the map from `outer` to `middle` with the map from `middle` to `inner`; both may contain lengths.
constexpr composition try_compose(const index_map& middle_from_outer, const index_map& inner_from_middle,
                                  const length_list& lengths = no_lengths) {
    composition c{inner_from_middle};
    c.map.links.resize(0);
    // inner[a] += middle[m] / divisor * factor
    const auto follow = [&](std::size_t a, std::size_t m, std::size_t factor, std::size_t divisor) {
        const signed char direct = middle_from_outer.from[m];
        const bool moves = direct != index_map::fixed;
        const bool divisible = divisor == 1 || ((!moves || middle_from_outer.offset[m] % divisor == 0) &&
                                                !middle_from_outer.has_links_at(m));
        const std::size_t begin = middle_from_outer.offset[m] / divisor * factor;
        c.exists = c.exists && divisible && !add_up_lengths(c.map.offset[a], begin, lengths);
        c.map.offset[a] += begin;
        const auto inner = static_cast<signed char>(a);
        if (moves && factor == 1 && divisor == 1 && c.map.from[a] == index_map::fixed)
            c.map.from[a] = direct;
        else if (moves)
            c.exists = c.map.add_link({inner, direct, factor, divisor}) && c.exists;
        for (const index_link& link : middle_from_outer.links) {
            if (link.inner != static_cast<signed char>(m)) continue;
            c.exists = c.map.add_link({inner, link.outer, link.factor * factor, link.divisor}) && c.exists;
        }
    };
    for (std::size_t a = 0; a < c.map.rank; ++a) {
        c.map.from[a] = index_map::fixed;
        if (inner_from_middle.from[a] != index_map::fixed)
            follow(a, static_cast<std::size_t>(inner_from_middle.from[a]), 1, 1);
    }
    for (const index_link& link : inner_from_middle.links)
        follow(static_cast<std::size_t>(link.inner), static_cast<std::size_t>(link.outer), link.factor, link.divisor);
    return c;
}

/// The same for maps whose composition is known to exist: neither has a divisor.
constexpr index_map compose(const index_map& middle_from_outer, const index_map& inner_from_middle) {
    const composition c = try_compose(middle_from_outer, inner_from_middle);
    if (!c.exists) fail("heed: internal: two index maps have no composition");
    return c.map;
}

/// Broadcasts inner to outer: axes are aligned from the right, and axes of size 1 are repeated.
constexpr index_map broadcast_map(const shape& inner, const shape& outer) {
    index_map map;
    map.rank = inner.rank;
    for (std::size_t a = 0; a < inner.rank; ++a) {
        const std::size_t aligned = a + outer.rank - inner.rank;
        map.from[a] = inner[a].size == outer[aligned].size ? static_cast<signed char>(aligned) : index_map::fixed;
    }
    return map;
}

/// The inner axis that depends on outer axis o, or the inner rank if none does.
constexpr std::size_t inner_axis_of(const index_map& map, std::size_t o) {
    for (std::size_t a = 0; a < map.rank; ++a)
        if (map.from[a] == static_cast<signed char>(o)) return a;
    for (const index_link& link : map.links)
        if (link.outer == static_cast<signed char>(o)) return static_cast<std::size_t>(link.inner);
    return map.rank;
}

/// Whether every outer axis with more than one element is read, so that no element is used twice.
constexpr bool reads_every_axis(const index_map& map, const shape& outer) {
    for (std::size_t o = 0; o < outer.rank; ++o)
        if (outer[o].size != 1 && inner_axis_of(map, o) == map.rank) return false;
    return !map.divides();
}

/// Whether no two inner axes depend on the same outer axis: that would be a diagonal, even of one element.
constexpr bool follows_axes_once(const index_map& map) {
    std::size_t uses[max_rank]{};
    for (std::size_t a = 0; a < map.rank; ++a)
        if (map.from[a] != index_map::fixed && ++uses[static_cast<std::size_t>(map.from[a])] > 1) return false;
    for (const index_link& link : map.links)
        if (++uses[static_cast<std::size_t>(link.outer)] > 1) return false;
    return true;
}

/// Whether each inner axis that depends on several outer axes does so in their order in memory, from the beginning of
/// the first to the end of the last. Then the split axis can be written to its place in a dense outer tensor.
constexpr bool splits_in_order(const index_map& map, const shape& inner, const shape& outer) {
    std::size_t step[max_rank]{}, last = 1;
    for (std::size_t o = outer.rank; o-- > 0; last *= outer[o].size) step[o] = last;
    for (std::size_t a = 0; a < map.rank; ++a) {
        if (!map.has_links_at(a)) continue;
        if (map.from[a] == index_map::fixed || map.offset[a] != 0) return false;
        const auto direct = static_cast<std::size_t>(map.from[a]);
        std::size_t size = outer[direct].size;
        for (const index_link& link : map.links) {
            if (link.inner != static_cast<signed char>(a)) continue;
            const auto o = static_cast<std::size_t>(link.outer);
            if (link.divisor != 1 || step[o] != link.factor * step[direct]) return false;
            size *= outer[o].size;
        }
        if (size != inner[a].size) return false;
    }
    return true;
}

/// Whether each element of inner is read exactly once and has strides of its own in a dense outer tensor: a
/// permutation, except for axes of size 1 and axes that are split in order.
constexpr bool is_bijection(const index_map& map, const shape& inner, const shape& outer) {
    for (std::size_t a = 0; a < map.rank; ++a) {
        if (map.offset[a] != 0) return false;
        if (map.has_links_at(a)) continue;
        if (map.from[a] == index_map::fixed ? inner[a].size != 1
                                            : inner[a].size != outer[static_cast<std::size_t>(map.from[a])].size)
            return false;
    }
    return reads_every_axis(map, outer) && follows_axes_once(map) && splits_in_order(map, inner, outer);
}

}  // namespace heed::detail
