// SPDX-License-Identifier: BSL-1.0
// An array whose size is known only when it is made, also in constant expressions.
#pragma once

#include <cstddef>

namespace heed::detail {

/// Owns n elements, value-initialised.
template <class T>
class buffer_of {
public:
    constexpr explicit buffer_of(std::size_t n) : items_(new T[n == 0 ? 1 : n]{}), size_(n) {}
    constexpr buffer_of(buffer_of&& other) noexcept : items_(other.items_), size_(other.size_) {
        other.items_ = nullptr;
        other.size_ = 0;
    }
    buffer_of(const buffer_of&) = delete;
    buffer_of& operator=(const buffer_of&) = delete;
    constexpr ~buffer_of() { delete[] items_; }

    constexpr std::size_t size() const { return size_; }
    constexpr T* data() { return items_; }
    constexpr const T* data() const { return items_; }
    constexpr T& operator[](std::size_t i) { return items_[i]; }
    constexpr const T& operator[](std::size_t i) const { return items_[i]; }

private:
    T* items_;
    std::size_t size_;
};

}  // namespace heed::detail
