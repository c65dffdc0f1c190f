// SPDX-License-Identifier: BSL-1.0
// A vector with a fixed capacity: the container of structural values.
#pragma once

#include <heed/meta/raise.hpp>

#include <cstddef>

namespace heed::detail {

template <class T, std::size_t Capacity>
struct static_vector {
    T items[Capacity == 0 ? 1 : Capacity]{};
    std::size_t count = 0;

    constexpr std::size_t size() const { return count; }
    constexpr bool empty() const { return count == 0; }
    constexpr T& operator[](std::size_t i) { return items[i]; }
    constexpr const T& operator[](std::size_t i) const { return items[i]; }
    constexpr T& back() { return items[count - 1]; }
    constexpr const T& back() const { return items[count - 1]; }
    constexpr T* begin() { return items; }
    constexpr const T* begin() const { return items; }
    constexpr T* end() { return items + count; }
    constexpr const T* end() const { return items + count; }

    /// Appends and returns the index of what was appended.
    constexpr std::size_t push_back(const T& value) {
        if (count == Capacity) fail("heed: internal: a static_vector is full");
        items[count] = value;
        return count++;
    }

    friend constexpr bool operator==(const static_vector& a, const static_vector& b) {
        if (a.count != b.count) return false;
        for (std::size_t i = 0; i < a.count; ++i)
            if (!(a.items[i] == b.items[i])) return false;
        return true;
    }
};

}  // namespace heed::detail
