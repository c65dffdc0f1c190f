// SPDX-License-Identifier: BSL-1.0
// Storage for a variable number of elements: in place if there is a bound of at most 16 KiB, else on the heap.
#pragma once

#include <heed/tensor/indexing.hpp>
#include <heed/tensor/storage.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// Room for n elements, where n grows on request; nothing is allocated while n is 0.
template <class T>
class heap_elements {
public:
    static constexpr bool can_be_taken = true;

    constexpr heap_elements() = default;
    heap_elements(const heap_elements&) = delete;
    heap_elements& operator=(const heap_elements&) = delete;
    constexpr ~heap_elements() { release(); }

    constexpr T* data() { return items_; }
    constexpr const T* data() const { return items_; }
    constexpr std::size_t capacity() const { return capacity_; }
    /// Elements are uninitialized after an allocation. If there is no memory, nothing is changed.
    constexpr void reserve(std::size_t n) {
        if (n > capacity_) grow(n);
    }
    constexpr void exchange(heap_elements& other) noexcept {
        T* const items = items_;
        const std::size_t capacity = capacity_;
        items_ = other.items_;
        capacity_ = other.capacity_;
        other.items_ = items;
        other.capacity_ = capacity;
    }

private:
    /// Allocates before it releases. Not inlined: with it, clang 19 needs 30 ns more for a call that does not grow.
    [[gnu::noinline]] constexpr void grow(std::size_t n) {
        T* const items = new_elements<T>(n);
        release();
        items_ = items;
        capacity_ = n;
    }
    constexpr void release() { delete_elements(items_, capacity_); }

    T* items_ = nullptr;
    std::size_t capacity_ = 0;
};

/// Room for N elements from the start.
template <class T, std::size_t N>
class in_place_elements {
public:
    static constexpr bool can_be_taken = false;

    /// In a constant expression every element is initialized, because a constant must have no uninitialized part.
    constexpr in_place_elements() {
        if (HEED_CONSTANT_EVALUATED)
            for (T& x : items_) x = T(0);
    }
    in_place_elements(const in_place_elements&) = delete;
    in_place_elements& operator=(const in_place_elements&) = delete;

    constexpr T* data() { return items_; }
    constexpr const T* data() const { return items_; }
    constexpr void reserve(std::size_t) {}

private:
    T items_[N];
};

/// The maximum number of elements of a shape; 0 if a length has no bound, or if they exceed the memory.
constexpr std::size_t most_elements(const shape& extents) {
    std::size_t product = 1;
    for (std::size_t axis = 0; axis < extents.rank; ++axis)
        if (__builtin_mul_overflow(product, extents[axis].most(), &product)) return 0;
    return product;
}

template <class T, std::size_t Most, bool InPlace = (Most != 0 && Most <= in_place_bytes / sizeof(T))>
struct resizable_storage {
    using type = heap_elements<T>;
};
template <class T, std::size_t Most>
struct resizable_storage<T, Most, true> {
    using type = in_place_elements<T, Most>;
};

}  // namespace heed::detail
