// SPDX-License-Identifier: BSL-1.0
// Whether the results of a call have memory of their own: elements at one place would be written one over the other.
#pragma once

#include <heed/shape/shape.hpp>
#include <heed/tensor/indexing.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heed_export {

/// Where the elements of a result are. Strides are in elements.
struct placed_result {
    std::uintptr_t begin;
    std::size_t element_bytes;
    heed::detail::shape dims;
    heed::detail::strides steps;

    /// From the first element to past the last, of axes from `first` on.
    std::size_t span(std::size_t first = 0) const {
        std::size_t last = 0;
        for (std::size_t axis = first; axis < dims.rank; ++axis) last += (dims[axis].size - 1) * steps[axis];
        return last + 1;
    }
    void add_addresses(std::vector<std::uintptr_t>& to, std::size_t axis = 0, std::size_t offset = 0) const {
        if (axis == dims.rank) return to.push_back(begin + offset * element_bytes);
        for (std::size_t i = 0; i < dims[axis].size; ++i) add_addresses(to, axis + 1, offset + i * steps[axis]);
    }
};

/// Whether no two elements of some results begin at one place: for strides of which nothing simpler tells.
template <class... Result>
bool have_different_addresses(const Result&... r) {
    std::vector<std::uintptr_t> all;
    (r.add_addresses(all), ...);
    std::sort(all.begin(), all.end());
    return std::adjacent_find(all.begin(), all.end()) == all.end();
}

/// Whether each element has a place of its own: along each axis, what is within it fits between two steps.
inline bool is_apart(const placed_result& r) {
    if (r.dims.size() == 0) return true;
    std::array<std::size_t, heed::detail::max_rank> axes{};
    std::size_t count = 0, within = 1;
    for (std::size_t axis = 0; axis < r.dims.rank; ++axis)
        if (r.dims[axis].size > 1) axes[count++] = axis;
    std::sort(axes.begin(), axes.begin() + count,
              [&](std::size_t a, std::size_t b) { return r.steps[a] < r.steps[b]; });
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t step = r.steps[axes[i]];
        if (step < within) return step != 0 && have_different_addresses(r);
        within += (r.dims[axes[i]].size - 1) * step;
    }
    return true;
}

/// Whether two results share no memory. Told at once if one ends before the other begins, or if both are parts of the
/// rows of one matrix, such as out[:, :4] and out[:, 4:].
inline bool are_apart(const placed_result& a, const placed_result& b) {
    if (a.dims.size() == 0 || b.dims.size() == 0) return true;
    const placed_result &low = a.begin <= b.begin ? a : b, &high = a.begin <= b.begin ? b : a;
    const std::size_t between = high.begin - low.begin, bytes = low.element_bytes;
    if (between >= low.span() * bytes) return true;
    if (high.element_bytes != bytes || between % bytes != 0) return false;  // what nobody asks for
    const std::size_t row = a.dims.rank == 0 ? 0 : a.steps[0];
    if (b.dims.rank != 0 && row != 0 && b.steps[0] == row) {
        const std::size_t columns = between / bytes % row;  // from those of the low one
        if (columns >= low.span(1) && row - columns >= high.span(1)) return true;
    }
    return have_different_addresses(a, b);
}

}  // namespace heed_export
