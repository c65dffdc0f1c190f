// SPDX-License-Identifier: BSL-1.0
// From indices to the place of an element.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/meta/raise.hpp>
#include <heed/shape/shape.hpp>

#include <array>
#include <cstddef>
#include <type_traits>

namespace heed::detail {

using strides = std::array<std::size_t, max_rank>;

/// Row-major: the last axis is dense.
constexpr strides contiguous_strides(const shape& s) {
    strides result{};
    std::size_t step = 1;
    for (std::size_t i = s.rank; i-- > 0;) {
        result[i] = step;
        step *= s[i].size;
    }
    return result;
}

/// Bounds are checked in constant expressions, and at run time unless NDEBUG is set.
constexpr void check_index(std::size_t index, std::size_t size) {
    if (std::is_constant_evaluated() || checks_bounds_at_run_time)
        if (index >= size) fail("heed: an index is not smaller than the extent of its axis");
}

/// The place of an element, indices checked.
template <class... I>
constexpr std::size_t offset_of(const shape& s, const strides& step, I... index) {
    const std::size_t indices[] = {static_cast<std::size_t>(index)..., 0};
    std::size_t offset = 0;
    for (std::size_t axis = 0; axis < s.rank; ++axis) {
        check_index(indices[axis], s[axis].size);
        offset += indices[axis] * step[axis];
    }
    return offset;
}

}  // namespace heed::detail
