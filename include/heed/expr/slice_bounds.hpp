// SPDX-License-Identifier: BSL-1.0
// The bounds of a part of a formula, from and to where the program says.
#pragma once

#include <heed/expr/operand.hpp>

#include <cstddef>

namespace heed::detail {

/// What texts call the index at which a part begins.
inline constexpr axis begin_of_slice{"begin"};

/// Where a part begins and how many indices it has, as two lengths of a leaf that has no elements.
template <class T, const axis* Name>
struct slice_bounds {
    using heed_formula = elements_tag;
    using value_type = T;
    static constexpr shape shape_value{heed::extent(dyn.size, &begin_of_slice), heed::extent(dyn.size, Name)};

    std::size_t first, count;

    constexpr std::size_t extent(std::size_t axis) const { return axis == 0 ? first : count; }
    constexpr shape dims() const { return shape(heed::extent(first, &begin_of_slice), heed::extent(count, Name)); }
    constexpr detail::strides strides() const { return {}; }
    static constexpr std::size_t size() { return 0; }
    static constexpr const T* data() { return nullptr; }
    static constexpr const T* begin() { return nullptr; }
    static constexpr const T* end() { return nullptr; }
};

template <class Leaf>
inline constexpr bool has_sizes_only = false;
template <class T, const axis* Name>
inline constexpr bool has_sizes_only<slice_bounds<T, Name>> = true;

}  // namespace heed::detail
