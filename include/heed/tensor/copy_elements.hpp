// SPDX-License-Identifier: BSL-1.0
// Copies and exchanges elements between tensors or views of the same sizes.
#pragma once

#include <heed/tensor/indexing.hpp>
#include <heed/tensor/memory_range.hpp>
#include <heed/tensor/storage.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// Whether two tensors or views share memory. In a constant expression addresses cannot be compared, so the answer is
/// yes.
template <class From, class To>
constexpr bool may_overlap(const From& from, const To& to) {
    return std::is_constant_evaluated() || memory_of(from).meets(memory_of(to));
}

/// Copies elements, also if the two views overlap.
template <class From, class To>
constexpr void copy_elements(const From& from, const To& to) {
    using T = typename To::value_type;
    auto target = to.begin();
    if (may_overlap(from, to)) {
        T* const copy = new_elements<T>(to.size());
        T* next = copy;
        for (const T& x : from) *next++ = x;
        for (std::size_t i = 0; i < to.size(); ++i) *target++ = copy[i];
        delete_elements(copy, to.size());
    } else {
        for (const T& x : from) *target++ = x;
    }
}

/// Exchanges the elements of two views of the same sizes that do not overlap.
template <class View>
constexpr void swap_elements(const View& a, const View& b) {
    auto other = b.begin();
    for (auto& x : a) {
        const auto kept = x;
        x = *other;
        *other++ = kept;
    }
}

/// From this axis on; there are elements.
template <class T>
constexpr void copy_rows_of_axis(const T* from, const strides& from_steps, T* to, const strides& to_steps,
                                 const shape& dims, std::size_t axis) {
    std::size_t dense = 1, first = dims.rank;  // from this axis on, elements are contiguous in both
    while (first > axis && from_steps[first - 1] == dense && to_steps[first - 1] == dense) dense *= dims[--first].size;
    if (first == axis)
        for (std::size_t i = 0; i < dense; ++i) to[i] = from[i];
    else
        for (std::size_t i = 0; i < dims[axis].size; ++i)
            copy_rows_of_axis(from + i * from_steps[axis], from_steps, to + i * to_steps[axis], to_steps, dims,
                              axis + 1);
}

/// Copies elements row by row between views that do not overlap. Without elements they may have no address.
template <class T>
constexpr void copy_rows(const T* from, const strides& from_steps, T* to, const strides& to_steps, const shape& dims) {
    if (dims.size() != 0) copy_rows_of_axis(from, from_steps, to, to_steps, dims, 0);
}

}  // namespace heed::detail
