// SPDX-License-Identifier: BSL-1.0
// Changes the axes without changing the order of elements: first some axes are merged, then some are split.
#pragma once

#include <heed/shape/index_map.hpp>
#include <heed/shape/rules.hpp>

#include <cstddef>

namespace heed::detail {

/// [a x b x c] as [a*b x c1 x c2]: merged is {a*b, c1*c2 = c}. The first `count_from[0]` = 2 axes of `from` make its
/// first axis, which becomes the first `count_to[0]` = 1 axes of `to`.
struct reshaping {
    shape merged{};
    std::size_t count_from[max_rank]{};
    std::size_t count_to[max_rank]{};
    bool merges = false;  ///< some axes of `from` are merged

    friend constexpr bool operator==(const reshaping&, const reshaping&) = default;
};

/// Finds the shortest runs of adjacent axes in both shapes that have the same number of elements. Both shapes have the
/// same number of elements. Axes of size 1 that need no partner stay separate, or join the axis before.
constexpr reshaping reshaping_of(const shape& from, const shape& to) {
    reshaping r;
    std::size_t i = 0, j = 0;
    while (i < from.rank && j < to.rank) {
        const std::size_t first_i = i, first_j = j;
        std::size_t a = from[i++].size, b = to[j++].size;
        while (a != b) (a < b ? a : b) *= a < b ? from[i++].size : to[j++].size;
        r.merged.push_back(i == first_i + 1 ? from[first_i] : extent(a));
        r.count_from[r.merged.rank - 1] = i - first_i;
        r.count_to[r.merged.rank - 1] = j - first_j;
    }
    // All remaining axes have size 1.
    if (r.merged.rank > 0) {
        r.count_from[r.merged.rank - 1] += from.rank - i;
        r.count_to[r.merged.rank - 1] += to.rank - j;
    }
    for (std::size_t g = 0; g < r.merged.rank; ++g) r.merges = r.merges || r.count_from[g] != 1;
    if (r.merged.rank == 0) r.merges = from.rank != 0;
    return r;
}

/// Merges axes from `first` on to one without a name; a single axis keeps its own.
constexpr shape shape_of_merged(const shape& s, std::size_t first, std::size_t count) {
    shape result;
    for (std::size_t a = 0; a < s.rank; ++a) {
        if (a <= first || a >= first + count)
            result.push_back({s[a].size, count > 1 && a == first ? nullptr : s[a].name});
        else if (result[result.rank - 1].is_dynamic() || s[a].is_dynamic())
            result[result.rank - 1] = dyn;
        else
            result[result.rank - 1].size *= s[a].size;
    }
    return result;
}

/// The last dynamic axis; past all axes if there is none.
constexpr std::size_t last_dynamic_axis(const shape& s) {
    std::size_t last = max_rank;
    for (std::size_t a = 0; a < s.rank; ++a)
        if (s[a].is_dynamic()) last = a;
    return last;
}

/// The n-th dynamic axis, from 0.
constexpr std::size_t nth_dynamic_axis(const shape& s, std::size_t n) {
    std::size_t a = 0;
    while (!s[a].is_dynamic() || n-- > 0) ++a;
    return a;
}

/// The axes after a reshape whose dynamic sizes are not given: they are those of its own axes at the same positions,
/// and the last one is deduced from all others.
constexpr shape deduced_axes(const shape& from, const shape& to) {
    shape result = to;
    const std::size_t last = last_dynamic_axis(to);
    // Axes that stay are ignored, even if they have size 0.
    std::size_t others = 1, whole = 1;
    for (std::size_t a = 0; a < to.rank || a < from.rank; ++a) {
        const bool is_in_both = a < to.rank && a < from.rank;
        if (a < to.rank && a != last && to[a].is_dynamic()) result[a].size = is_in_both ? from[a].size : 1;
        if (is_in_both && a != last && result[a].size == from[a].size) continue;
        if (a < from.rank) whole *= from[a].size;
        if (a < to.rank && a != last) others *= result[a].size;
    }
    if (last != max_rank) result[last].size = others == 0 ? 0 : whole / others;
    return result;
}

/// Whether the deduced extent would be a product of several lengths, divided by a number that need not divide one of
/// them.
constexpr bool divides_several_lengths(const shape& from, const shape& to) {
    const std::size_t last = last_dynamic_axis(to);
    std::size_t lengths = 0, whole = 1, others = 1;
    for (std::size_t a = 0; a < to.rank || a < from.rank; ++a) {
        const bool is_in_both = a < to.rank && a < from.rank && a != last;
        if (is_in_both && (to[a].is_dynamic() || (!from[a].is_dynamic() && from[a].size == to[a].size))) continue;
        if (a < from.rank && from[a].is_dynamic()) ++lengths;
        if (a < from.rank && !from[a].is_dynamic()) whole *= from[a].size;
        if (a < to.rank && a != last && !to[a].is_dynamic()) others *= to[a].size;
    }
    return last != max_rank && lengths > 1 && others != 0 && whole % others != 0;
}

/// Whether a dynamic extent could only be 1: it is not that of the axis at the same place, and nothing is left of which
/// it could be computed, because earlier dynamic extents take whole axes.
constexpr bool invents_an_extent(const shape& from, const shape& to) {
    const std::size_t last = last_dynamic_axis(to);
    if (last == max_rank || (!from.is_dynamic() && dynamic_axes(to) == 1)) return false;
    std::size_t left = 1, taken = 1;
    for (std::size_t a = 0; a < to.rank || a < from.rank; ++a) {
        const bool is_dynamic = a < to.rank && to[a].is_dynamic();
        if (is_dynamic && a != last && a >= from.rank) return true;
        if (a < from.rank && a < to.rank && a != last &&
            (is_dynamic || (from[a].size == to[a].size && !from[a].is_dynamic())))
            continue;
        if (a < from.rank && from[a].is_dynamic()) return false;
        if (a < from.rank) left *= from[a].size;
        if (a < to.rank && a != last) taken *= to[a].size;
    }
    return left == taken && (last >= from.rank || from[last].size != 1);
}

/// Whether no size exceeds the bound of its axis.
constexpr bool has_room_for(const shape& bounds, const shape& sizes) {
    for (std::size_t a = 0; a < bounds.rank; ++a)
        if (!sizes_agree(bounds[a], sizes[a])) return false;
    return true;
}

/// Whether an axis of this name is at another position.
constexpr bool has_elsewhere(const shape& s, const extent& named, std::size_t position) {
    for (std::size_t a = 0; a < s.rank; ++a)
        if (a != position && have_one_name(named, s[a])) return true;
    return false;
}

/// Whether dynamic axes that take the size of the axis at the same position are not that of another by name.
constexpr bool keeps_places(const shape& from, const shape& to) {
    for (std::size_t a = 0; a < to.rank && a < from.rank; ++a)
        if (to[a].is_dynamic() && a != last_dynamic_axis(to) &&
            (has_elsewhere(from, to[a], a) || has_elsewhere(to, from[a], a)))
            return false;
    return true;
}

/// `to`, with sizes in place of its dynamic extents; the last of these stays dynamic if there is one size less.
constexpr shape with_sizes(shape to, const shape& sizes) {
    std::size_t next = 0;
    for (std::size_t a = 0; a < to.rank; ++a)
        if (to[a].is_dynamic() && next < sizes.rank) to[a].size = sizes[next++].size;
    return to;
}

/// Which axes a reshape of a formula leaves as they are, from the front and from the back. Those between them change.
struct kept_axes {
    std::size_t front = 0;
    std::size_t back = 0;
    bool is_clear = true;  ///< whether the lengths of the others follow from each other

    constexpr bool keeps(std::size_t axis, std::size_t rank) const { return axis < front || axis + back >= rank; }
    /// The axis before the reshape that stays as this one.
    constexpr std::size_t source(std::size_t axis, const shape& from, const shape& to) const {
        return axis < front ? axis : axis + from.rank - to.rank;
    }
    friend constexpr bool operator==(const kept_axes&, const kept_axes&) = default;
};

/// The lengths of axes, and the product of their sizes that are known.
struct counted_axes {
    std::size_t lengths = 0;
    std::size_t known = 1;

    constexpr counted_axes(const shape& s, const kept_axes& kept) {
        for (std::size_t a = kept.front; a + kept.back < s.rank; ++a) {
            lengths += s[a].is_dynamic() ? 1 : 0;
            known *= s[a].is_dynamic() ? 1 : s[a].size;
        }
    }
};
/// Whether a tensor may be reshaped to these axes, as far as sizes are known.
constexpr bool holds_as_many(const shape& from, const shape& to) {
    const counted_axes has(from, {}), needs(to, {});
    if (needs.lengths != 0 || has.lengths > 1) return true;
    if (has.lengths == 0 || has.known == 0) return has.known == needs.known;
    return needs.known % has.known == 0;
}

/// One length is the product of several, or several make one; no number has to be divided that need not be divisible.
constexpr bool follow_from_each_other(const counted_axes& from, const counted_axes& to) {
    if (from.known == 0 || to.known == 0) return false;
    if (from.lengths == 0 && to.lengths == 0) return from.known == to.known;
    if (from.lengths == 1 && to.lengths == 1) return true;
    if (from.lengths <= 1 && to.lengths != 1) return from.lengths == 1 && to.known % from.known == 0;
    return to.lengths == 1 && from.known % to.known == 0;
}

/// By name, or as a size that is known, an axis stays. Where that does not say enough, axes at the same place stay as
/// far as necessary, as where their sizes are not given.
constexpr kept_axes kept_axes_of(const shape& from, const shape& to) {
    const auto stays = [](const extent& a, const extent& b) {
        return have_one_name(a, b) ? sizes_agree(a, b) : !a.is_dynamic() && !b.is_dynamic() && a.size == b.size;
    };
    const std::size_t most = from.rank < to.rank ? from.rank : to.rank;
    kept_axes kept;
    const auto are_clear = [&] { return follow_from_each_other({from, kept}, {to, kept}); };
    while (kept.front < most && stays(from[kept.front], to[kept.front])) ++kept.front;
    while (kept.front + kept.back < most && stays(from.from_right(kept.back), to.from_right(kept.back))) ++kept.back;
    while (!are_clear() && kept.front + kept.back < most && extents_agree(from[kept.front], to[kept.front]))
        ++kept.front;
    kept.is_clear = are_clear();
    return kept;
}

/// The map from the split axes to the merged ones.
constexpr composition split_map(const reshaping& r, const shape& to) {
    composition c;
    c.map.rank = r.merged.rank;
    std::size_t end = 0;
    for (std::size_t g = 0; g < r.merged.rank; ++g) {
        const std::size_t begin = end;
        end += r.count_to[g];
        std::size_t last = end - 1;  // the axis of consecutive elements
        while (last > begin && to[last].size == 1) --last;
        c.map.from[g] = static_cast<signed char>(last);
        std::size_t factor = to[last].size;
        for (std::size_t o = last; o-- > begin; factor *= to[o].size)
            if (to[o].size != 1)
                c.exists =
                    c.map.add_link({static_cast<signed char>(g), static_cast<signed char>(o), factor, 1}) && c.exists;
    }
    return c;
}

}  // namespace heed::detail
