// SPDX-License-Identifier: BSL-1.0
// The run-time bounds of a slice of a formula.
#pragma once

#include <heed/expr/constant.hpp>
#include <heed/expr/sizes_only.hpp>

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

/// Where a slice begins and how long it is.
template <class T, const axis* Name>
using slice_bounds = sizes_only<T, extent(dyn.size, &begin_of_slice), extent(dyn.size, Name)>;

}  // namespace heed::detail
