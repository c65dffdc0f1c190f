// SPDX-License-Identifier: BSL-1.0
// Sizes that a program gives to a formula, as the sizes of a leaf without elements.
#pragma once

#include <heed/expr/operand.hpp>

#include <array>
#include <cstddef>

namespace heed::detail {

/// Extents that are known at run time only, in a formula of elements T.
template <class T, extent... E>
struct sizes_only {
    using heed_formula = elements_tag;
    using value_type = T;
    static constexpr shape shape_value{E...};

    std::array<std::size_t, sizeof...(E)> sizes;

    constexpr std::size_t extent(std::size_t axis) const { return sizes[axis]; }
    constexpr shape dims() const {
        shape result = shape_value;
        for (std::size_t a = 0; a < result.rank; ++a) result[a].size = sizes[a];
        return result;
    }
    constexpr detail::strides strides() const { return {}; }
    static constexpr std::size_t size() { return 0; }
    static constexpr const T* data() { return nullptr; }
    static constexpr const T* begin() { return nullptr; }
    static constexpr const T* end() { return nullptr; }
};

template <class Leaf>
inline constexpr bool has_sizes_only = false;
template <class T, extent... E>
inline constexpr bool has_sizes_only<sizes_only<T, E...>> = true;

}  // namespace heed::detail
