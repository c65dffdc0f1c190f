// SPDX-License-Identifier: BSL-1.0
// Parts of tensors and views at indices: X(all, i) is column i of a matrix, without a copy.
#pragma once

#include <heed/tensor/indexing.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <utility>

namespace heed {

/// Every index of an axis. (An enumerator, because compilers warn if a variable has the name of a global one.)
enum class all_indices {
    all  ///< A(all, 3): the axis stays
};
using enum all_indices;

namespace detail {

/// A number without a fraction that is an index: std::size_t, int, 2_c.
template <class I>
concept whole_index = std::convertible_to<I, std::size_t> && !std::floating_point<I>;

template <class I>
concept part_index = std::same_as<I, all_indices> || whole_index<I>;

/// Whether an index is smaller than the extent of its axis, as far as both are static.
template <class I>
constexpr bool is_within(const extent& axis) {
    if constexpr (requires { requires std::integral<std::remove_cvref_t<decltype(I::value)>>; })
        return axis.is_dynamic() || static_cast<std::size_t>(I::value) < axis.size;
    else
        return true;
}

/// Indices, some of which are `all`.
template <class... I>
concept part_indices = (part_index<I> && ...) && (std::same_as<I, all_indices> || ...);

/// The axes that remain: those whose index is `all`, and those without an index.
template <class... I>
struct staying_axes {
    static constexpr std::size_t count = (std::size_t{std::same_as<I, all_indices>} + ...);
    static constexpr std::array<std::size_t, count> items = [] {
        std::array<std::size_t, count> axes{};
        std::size_t axis = 0, found = 0;
        ((std::same_as<I, all_indices> ? void(axes[found++] = axis++) : void(axis++)), ...);
        return axes;
    }();
    static constexpr bool are_last = items[0] + count == sizeof...(I);
};

/// The position where the part at some indices begins; indices are checked. For an empty tensor it is not moved.
template <class T, class... I>
constexpr T* begin_of_part(T* data, const shape& dims, const strides& steps, const I&... index) {
    std::size_t axis = 0, offset = 0;
    const auto move = [&]<class Index>(const Index& i) {
        if constexpr (!std::same_as<Index, all_indices>) {
            check_index(static_cast<std::size_t>(i), dims[axis].size);
            offset += static_cast<std::size_t>(i) * steps[axis];
        }
        ++axis;
    };
    (move(index), ...);
    return dims.size() == 0 ? data : data + offset;
}

}  // namespace detail
}  // namespace heed
