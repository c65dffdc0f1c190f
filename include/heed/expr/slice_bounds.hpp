// SPDX-License-Identifier: BSL-1.0
// The run-time bounds of a slice of a formula.
#pragma once

#include <heed/expr/constant.hpp>
#include <heed/expr/operand.hpp>

#include <concepts>
#include <cstddef>

namespace heed::detail {

/// A bound of a slice: a number, or a constant type.
template <class T>
inline constexpr bool is_constant_bound = false;
template <std::size_t N>
inline constexpr bool is_constant_bound<constant<N>> = true;
template <class T>
concept slice_bound = std::integral<T> || is_constant_bound<T>;

/// Bounds, at least one of them dynamic.
template <class Begin, class End>
concept run_time_bounds = slice_bound<Begin> && slice_bound<End> &&(std::integral<Begin> || std::integral<End>);

constexpr auto bound_of(std::integral auto n) { return n; }
template <std::size_t N>
constexpr std::size_t bound_of(constant<N>) {
    return N;
}

/// The name in texts of the index at which a slice begins.
inline constexpr axis begin_of_slice{"begin"};

/// Where a slice begins and how long it is, as two lengths of a leaf without elements.
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
