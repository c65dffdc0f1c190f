// SPDX-License-Identifier: BSL-1.0
// From indices to the place of an element.
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

/// Among strides that are known while compiling: one that is not.
inline constexpr std::size_t unknown_stride = 0;

/// The extents by which strides follow: an axis with a bound has room for the most, whatever its length is.
constexpr shape room_of(const shape& extents, const shape& dims) {
    shape room = dims;
    for (std::size_t i = 0; i < extents.rank; ++i)
        if (extents[i].is_dynamic() && extents[i].most() != 0) room[i].size = extents[i].most();
    return room;
}

/// The strides that are known while compiling: those to the left of an axis without a bound are not.
constexpr strides fixed_strides_for(const shape& extents) {
    strides result{};
    std::size_t step = 1;
    for (std::size_t i = extents.rank; i-- > 0;) {
        result[i] = step;
        step *= extents[i].most();  // 0 where there is no bound: unknown_stride from here on
    }
    return result;
}

/// Whether elements lie side by side whatever the lengths are: no axis behind the first has room for more than it
/// holds.
constexpr bool lies_dense(const shape& extents) {
    for (std::size_t i = 1; i < extents.rank; ++i)
        if (extents[i].is_dynamic() && extents[i].most() != 0) return false;
    return true;
}

/// Whether the elements of a room have no more bytes than pointers can tell apart. A length of 0 is no excuse: strides
/// are products of the others.
constexpr bool fits_in_memory(const shape& room, std::size_t element_bytes) {
    std::size_t bytes = element_bytes;
    for (std::size_t axis = 0; axis < room.rank; ++axis)
        if (__builtin_mul_overflow(bytes, room[axis].size == 0 ? 1 : room[axis].size, &bytes)) return false;
    return bytes <= ~std::size_t{0} / 2;
}

/// How many elements lie from the first to the last that can be reached: with gaps between them more than there are.
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

/// Bounds are checked in constant expressions, and at run time unless NDEBUG is set.
constexpr void check_index(std::size_t index, std::size_t size) {
    if (index < size) return;
    if (std::is_constant_evaluated())
        fail("heed: an index is not smaller than the extent of its axis");
    else if (checks_bounds_at_run_time)
        stop_at_index(index, size);
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
