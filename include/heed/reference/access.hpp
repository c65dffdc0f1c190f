// SPDX-License-Identifier: BSL-1.0
// Loops over boxes of elements: they give the positions of the elements of several tensors for each index.
#pragma once

#include <heed/graph/region.hpp>

#include <cstddef>

namespace heed::detail::reference {

/// The element that belongs to an index is at base + sum over the axes of index * step.
struct access {
    std::size_t base = 0;
    std::size_t step[max_rank]{};
};

constexpr access dense(const shape& dims) {
    access place;
    std::size_t step = 1;
    for (std::size_t a = dims.rank; a-- > 0;) {
        place.step[a] = step;
        step *= dims[a].size;
    }
    return place;
}

/// The positions of the same elements for an outer index; the map must not divide.
constexpr access through(const index_map& map, const access& inner) {
    access outer{inner.base, {}};
    for (std::size_t a = 0; a < map.rank; ++a) {
        outer.base += map.offset[a] * inner.step[a];
        if (map.from[a] != index_map::fixed) outer.step[static_cast<std::size_t>(map.from[a])] += inner.step[a];
    }
    for (const index_link& link : map.links) {
        outer.step[static_cast<std::size_t>(link.outer)] +=
            link.factor * inner.step[static_cast<std::size_t>(link.inner)];
    }
    return outer;
}

/// Calls row(positions, n) for each run of n elements along the last axis of a box; positions has one entry for each
/// tensor.
template <std::size_t N, class Row>
constexpr void for_each_row(const region& box, const access (&places)[N], const Row& row) {
    if (box.empty()) return;
    const std::size_t last = box.rank == 0 ? 0 : box.rank - 1;
    const std::size_t n = box.rank == 0 ? 1 : box.end[last] - box.begin[last];
    region now = box;
    for (;;) {
        std::size_t at[N]{};
        for (std::size_t t = 0; t < N; ++t) {
            at[t] = places[t].base;
            for (std::size_t a = 0; a < box.rank; ++a) at[t] += now.begin[a] * places[t].step[a];
        }
        row(at, n);
        std::size_t a = last;
        for (; a > 0; --a) {
            if (++now.begin[a - 1] < box.end[a - 1]) break;
            now.begin[a - 1] = box.begin[a - 1];
        }
        if (a == 0) return;
    }
}

/// The distance between consecutive elements of a run.
constexpr std::size_t step_in_row(const access& place, const region& box) {
    return box.rank == 0 ? 0 : place.step[box.rank - 1];
}

}  // namespace heed::detail::reference
