// SPDX-License-Identifier: BSL-1.0
// A list of any capacity, to read: what works on structural values takes this, and is compiled once for all of them.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/meta/raise.hpp>

#include <cstddef>

namespace heed::detail {

/// Valid as long as the list.
template <class T>
class list_view {
public:
    constexpr list_view() = default;
    constexpr list_view(const T* items, std::size_t count) : items_(items), count_(count) {}
    template <class List>
    requires requires(const List& list) { static_cast<const T*>(list.data()); }
    constexpr list_view(const List& list) : items_(list.data()), count_(list.size()) {}

    constexpr std::size_t size() const { return count_; }
    constexpr bool empty() const { return count_ == 0; }
    constexpr const T& operator[](std::size_t i) const {
        if constexpr (checks_passes)
            if (i >= count_) fail("heed: internal: a list has no such element");
        return items_[i];
    }
    constexpr const T& back() const { return (*this)[count_ - 1]; }
    constexpr const T* begin() const { return items_; }
    constexpr const T* end() const { return items_ + count_; }

private:
    const T* items_ = nullptr;
    std::size_t count_ = 0;
};

}  // namespace heed::detail
