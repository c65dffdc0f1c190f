// SPDX-License-Identifier: BSL-1.0
// Merges axes of a view into a view of its operand with merged axes.
#pragma once

#include <heed/shape/reshaping.hpp>

#include <cstddef>

namespace heed::detail {

/// The map from the merged axes of a view to its operand, whose axes may be merged as well.
///
///   [g x r x d] repeats [g x d] along r, merged to [g*r x d]:   inner [g x d], link {0, 0, divisor r}
///   rows 4 to 8 of [n x h x e], merged to [4 x h*e]:            inner [n x h*e], offset {4, 0}
struct merged_view {
    index_map map{};
    shape inner{};
    bool exists = true;

    constexpr merged_view(const index_map& view, const shape& operand, const shape& outer, const reshaping& r) {
        exists = view.links.empty() && follows_axes_once(view);
        std::size_t next = 0, begin = 0;
        for (std::size_t g = 0; g < r.merged.rank && exists; ++g) {
            const std::size_t end = begin + r.count_from[g];
            add_axis(view, operand, outer, begin, end, g, next);
            begin = end;
        }
        add_fixed(view, operand, next);
        exists = exists && next == operand.rank;
        map.rank = inner.rank;
    }

private:
    /// Outer axes begin to end become axis g. They follow axes of the operand in order, starting at `next`.
    constexpr void add_axis(const index_map& view, const shape& operand, const shape& outer, std::size_t begin,
                            std::size_t end, std::size_t g, std::size_t& next) {
        add_fixed(view, operand, next);
        std::size_t repeats = 1;
        const std::size_t first = next;
        for (std::size_t o = begin; o < end; ++o) {
            const bool is_read = inner_axis_of(view, o) != view.rank;
            if (is_read) {
                const bool follows = next < operand.rank && view.from[next] == static_cast<signed char>(o);
                const bool whole = follows && view.offset[next] == 0 && operand[next].size == outer[o].size;
                exists = exists && repeats == 1 && follows && (next == first || whole);
                if (!exists) return;
                ++next;
            } else {
                repeats *= outer[o].size;
            }
        }
        if (first == next) return;  // all repeat: no axis
        std::size_t size = operand[first].size, rest = 1;
        for (std::size_t a = first + 1; a < next; ++a) rest *= operand[a].size;
        const std::size_t a = inner.rank;
        inner.push_back(next == first + 1 ? operand[first] : extent(size * rest));
        map.offset[a] = view.offset[first] * rest;
        map.from[a] = repeats == 1 ? static_cast<signed char>(g) : index_map::fixed;
        if (repeats > 1)
            exists = map.add_link({static_cast<signed char>(a), static_cast<signed char>(g), 1, repeats}) && exists;
    }

    constexpr void add_fixed(const index_map& view, const shape& operand, std::size_t& next) {
        for (; next < operand.rank && view.from[next] == index_map::fixed; ++next) {
            map.from[inner.rank] = index_map::fixed;
            map.offset[inner.rank] = view.offset[next];
            inner.push_back(operand[next]);
        }
    }
};

}  // namespace heed::detail
