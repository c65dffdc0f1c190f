// SPDX-License-Identifier: BSL-1.0
// Computes the position of an element from its indices.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/meta/raise.hpp>
#include <heed/shape/shape.hpp>

#include <array>
#include <cstddef>
#include <cstdio>
#include <type_traits>

namespace heed::detail {

using strides = std::array<std::size_t, max_rank>;

/// Row-major strides: the last axis is contiguous.
constexpr strides contiguous_strides(const shape& s) {
    strides result{};
    std::size_t step = 1;
    for (std::size_t i = s.rank; i-- > 0;) {
        result[i] = step;
        step *= s[i].size;
    }
    return result;
}

/// Represents a dynamic stride among static ones.
inline constexpr std::size_t unknown_stride = 0;

/// The extents that determine the strides: an axis with a bound counts with its bound, whatever its length is.
constexpr shape room_of(const shape& extents, const shape& dims) {
    shape room = dims;
    for (std::size_t i = 0; i < extents.rank; ++i)
        if (extents[i].is_dynamic() && extents[i].most() != 0) room[i].size = extents[i].most();
    return room;
}

/// The static strides; those to the left of an axis without a bound are dynamic.
constexpr strides fixed_strides_for(const shape& extents) {
    strides result{};
    std::size_t step = 1;
    for (std::size_t i = extents.rank; i-- > 0;) {
        result[i] = step;
        step *= extents[i].most();  // 0 without a bound: unknown_stride from here on
    }
    return result;
}

/// Whether elements are contiguous for all lengths: no axis after the first has more capacity than length.
constexpr bool lies_dense(const shape& extents) {
    for (std::size_t i = 1; i < extents.rank; ++i)
        if (extents[i].is_dynamic() && extents[i].most() != 0) return false;
    return true;
}

/// Whether the elements of this capacity fit in the address space. A length of 0 is not an exception, because strides
/// are products of the others.
constexpr bool fits_in_memory(const shape& room, std::size_t element_bytes) {
    std::size_t bytes = element_bytes;
    for (std::size_t axis = 0; axis < room.rank; ++axis)
        if (__builtin_mul_overflow(bytes, room[axis].size == 0 ? 1 : room[axis].size, &bytes)) return false;
    return bytes <= ~std::size_t{0} / 2;
}

/// How many elements there are from the first to the last reachable one, gaps included.
constexpr std::size_t reach_of(const shape& dims, const strides& steps) {
    std::size_t last = 0;
    for (std::size_t axis = 0; axis < dims.rank; ++axis) {
        if (dims[axis].size == 0) return 0;
        last += (dims[axis].size - 1) * steps[axis];
    }
    return last + 1;
}

[[noreturn, gnu::cold, gnu::noinline]] inline void stop_at_index(std::size_t index, std::size_t size) {
    char words[128];
    std::snprintf(words, sizeof words, "heed: an index is not smaller than the extent of its axis: it is %lld of %zu",
                  static_cast<long long>(index), size);
    stop(words);
}

/// Bounds are checked in constant expressions, and at run time unless NDEBUG is defined.
constexpr void check_index(std::size_t index, std::size_t size) {
    if (index < size) return;
    if (std::is_constant_evaluated())
        fail("heed: an index is not smaller than the extent of its axis");
    else if (checks_bounds_at_run_time)
        stop_at_index(index, size);
}

/// The position of an element; indices are checked.
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
