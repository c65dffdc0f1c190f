// SPDX-License-Identifier: BSL-1.0
// A list on the heap whose size is known when it is made, also in constant expressions, where libstdc++ 12 has no
// std::vector for clang.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/meta/raise.hpp>

#include <cstddef>

namespace heed::detail {

template <class T>
class sized_list {
public:
    explicit constexpr sized_list(std::size_t count) : items_(new T[count == 0 ? 1 : count]{}), count_(count) {}
    constexpr sized_list(sized_list&& other) noexcept : items_(other.items_), count_(other.count_) {
        other.items_ = nullptr;
        other.count_ = 0;
    }
    sized_list& operator=(sized_list&&) = delete;
    constexpr ~sized_list() { delete[] items_; }

    constexpr std::size_t size() const { return count_; }
    constexpr T& operator[](std::size_t i) { return items_[checked(i)]; }
    constexpr const T& operator[](std::size_t i) const { return items_[checked(i)]; }
    constexpr const T* begin() const { return items_; }
    constexpr const T* end() const { return items_ + count_; }

private:
    constexpr std::size_t checked(std::size_t i) const {
        if constexpr (checks_passes)
            if (i >= count_) fail("heed: internal: a list has no such element");
        return i;
    }

    T* items_;
    std::size_t count_;
};

}  // namespace heed::detail
