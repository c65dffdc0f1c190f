// SPDX-License-Identifier: BSL-1.0
// A vector with a fixed capacity: the container of structural values.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/meta/raise.hpp>

#include <cstddef>

namespace heed::detail {

/// An index below `count`, which passes check in tests.
constexpr std::size_t checked_index(std::size_t i, std::size_t count) {
    if constexpr (checks_passes)
        if (i >= count) fail("heed: internal: a static_vector has no such element");
    return i;
}

/// Elements exist once they are appended or the vector is resized, which assigns each of them: g++ 12 to 15 store zeros
/// in elements of `T items[n]{}` that nobody assigned, whatever the member initialisers of T say, so nothing may read
/// these (tests/meta/initial_elements_test.cpp).
template <class T, std::size_t Capacity>
struct static_vector {
    // Public so that a vector can be a template argument; only the functions below use them.
    T items_[Capacity == 0 ? 1 : Capacity]{};
    std::size_t count_ = 0;

    constexpr std::size_t size() const { return count_; }
    constexpr bool empty() const { return count_ == 0; }
    constexpr T& operator[](std::size_t i) { return items_[checked_index(i, count_)]; }
    constexpr const T& operator[](std::size_t i) const { return items_[checked_index(i, count_)]; }
    constexpr T& back() { return items_[count_ - 1]; }
    constexpr const T& back() const { return items_[count_ - 1]; }
    constexpr const T* data() const { return items_; }
    constexpr T* begin() { return items_; }
    constexpr const T* begin() const { return items_; }
    constexpr T* end() { return items_ + count_; }
    constexpr const T* end() const { return items_ + count_; }

    /// Appends and returns the index of what was appended.
    constexpr std::size_t push_back(const T& value) {
        if (count_ == Capacity) fail("heed: internal: a static_vector is full");
        items_[count_] = value;
        return count_++;
    }
    constexpr void pop_back() { --count_; }

    /// Keeps the first n elements; those that are missing are `value`.
    constexpr void resize(std::size_t n, const T& value = T()) {
        if (n > Capacity) fail("heed: internal: a static_vector is full");
        for (; count_ < n; ++count_) items_[count_] = value;
        count_ = n;
    }

    friend constexpr bool operator==(const static_vector& a, const static_vector& b) {
        if (a.count_ != b.count_) return false;
        for (std::size_t i = 0; i < a.count_; ++i)
            if (!(a.items_[i] == b.items_[i])) return false;
        return true;
    }
};

}  // namespace heed::detail
