// SPDX-License-Identifier: BSL-1.0
// Whether the results of a call have memory of their own: elements at one place would be written one over the other.
#pragma once

#include <heed/shape/shape.hpp>
#include <heed/tensor/indexing.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace heed_export {

/// Where the elements of a result are, in bytes.
struct placed_result {
    std::uintptr_t begin;
    std::size_t element;
    heed::detail::shape dims;
    heed::detail::strides steps;

    /// From the first element to past the last, of axes from `first` on.
    std::size_t span(std::size_t first = 0) const {
        std::size_t last = 0;
        for (std::size_t axis = first; axis < dims.rank; ++axis) last += (dims[axis].size - 1) * steps[axis];
        return last + element;
    }
    /// Whether the first `axes` axes move by whole numbers of `step`.
    bool moves_by(std::size_t step, std::size_t axes) const {
        for (std::size_t axis = 0; axis < axes; ++axis)
            if (steps[axis] % step != 0) return false;
        return true;
    }
    void add_places(std::vector<std::pair<std::uintptr_t, std::uintptr_t>>& to, std::size_t axis = 0,
                    std::size_t offset = 0) const {
        if (axis == dims.rank) {
            to.emplace_back(begin + offset, begin + offset + element);
            return;
        }
        for (std::size_t i = 0; i < dims[axis].size; ++i) add_places(to, axis + 1, offset + i * steps[axis]);
    }
};

/// Whether no two elements of some results share a byte, one by one: for strides of which nothing simpler tells.
template <class... Result>
bool have_no_byte_twice(const Result&... r) {
    std::vector<std::pair<std::uintptr_t, std::uintptr_t>> places;
    places.reserve((r.dims.size() + ...));
    (r.add_places(places), ...);
    std::sort(places.begin(), places.end());
    return std::adjacent_find(places.begin(), places.end(),
                              [](const auto& a, const auto& b) { return b.first < a.second; }) == places.end();
}

/// Whether each element has a place of its own: told at once if what is within an axis fits between two of its steps.
inline bool is_apart(const placed_result& r) {
    if (r.dims.size() == 0) return true;
    std::array<std::size_t, heed::detail::max_rank> axes{};
    std::size_t count = 0, within = r.element;
    for (std::size_t axis = 0; axis < r.dims.rank; ++axis)
        if (r.dims[axis].size > 1) axes[count++] = axis;
    std::sort(axes.begin(), axes.begin() + count,
              [&](std::size_t a, std::size_t b) { return r.steps[a] < r.steps[b]; });
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t step = r.steps[axes[i]];
        if (step < within) return step != 0 && have_no_byte_twice(r);
        within += (r.dims[axes[i]].size - 1) * step;
    }
    return true;
}

/// Whether two results share no memory. Told at once if one ends before the other begins, or if both are parts of the
/// rows of one array, such as out[..., :4] and out[..., 4:].
inline bool are_apart(const placed_result& a, const placed_result& b) {
    if (a.dims.size() == 0 || b.dims.size() == 0) return true;
    const placed_result &low = a.begin <= b.begin ? a : b, &high = a.begin <= b.begin ? b : a;
    const std::size_t between = high.begin - low.begin;
    if (between >= low.span()) return true;
    const std::size_t rank = std::min(a.dims.rank, b.dims.rank);
    for (std::size_t axis = 0; axis < rank && a.steps[axis] == b.steps[axis] && a.steps[axis] != 0; ++axis) {
        const std::size_t row = a.steps[axis], behind = between % row;
        if (low.moves_by(row, axis) && high.moves_by(row, axis) && behind >= low.span(axis + 1) &&
            row - behind >= high.span(axis + 1))
            return true;
    }
    return have_no_byte_twice(a, b);
}

}  // namespace heed_export
