// SPDX-License-Identifier: BSL-1.0
// Iterates over elements that are not contiguous, in row-major order.
#pragma once

#include <heed/tensor/indexing.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// Keeps the indices of its element: a step is an addition, with a carry at the end of a row.
template <class T, std::size_t Rank>
class strided_iterator {
public:
    using value_type = std::remove_const_t<T>;
    using difference_type = std::ptrdiff_t;

    constexpr strided_iterator() = default;
    constexpr strided_iterator(T* data, const shape& dims, const strides& step, std::size_t position)
        : data_(data), position_(position) {
        for (std::size_t axis = 0; axis < Rank; ++axis) {
            lengths_[axis] = dims[axis].size;
            steps_[axis] = step[axis];
        }
    }

    constexpr T& operator*() const { return data_[offset_]; }
    constexpr strided_iterator& operator++() {
        ++position_;
        for (std::size_t axis = Rank; axis-- > 0;) {
            offset_ += steps_[axis];
            if (++indices_[axis] < lengths_[axis] || axis == 0) break;
            offset_ -= steps_[axis] * lengths_[axis];
            indices_[axis] = 0;
        }
        return *this;
    }
    constexpr strided_iterator operator++(int) {
        strided_iterator before = *this;
        ++*this;
        return before;
    }
    /// For two iterators over the same elements.
    friend constexpr bool operator==(const strided_iterator& a, const strided_iterator& b) {
        return a.position_ == b.position_;
    }

private:
    T* data_ = nullptr;
    std::size_t offset_ = 0;  // not a pointer, because past the last element it would be outside of the memory
    std::size_t lengths_[Rank]{}, steps_[Rank]{}, indices_[Rank]{};
    std::size_t position_ = 0;
};

}  // namespace heed::detail
