// SPDX-License-Identifier: BSL-1.0
// The size of one axis of a tensor, and the name it may carry.
#pragma once

#include <concepts>
#include <cstddef>

namespace heed {

struct extent;

/// A name for an axis: `inline constexpr axis tokens{"tokens"};`, then `tokens[12]` is an extent of that name.
/// Names are checked and shown, never used to reorder. Two axes with the same text are the same name.
struct axis {
    const char* name;

    constexpr extent operator[](extent size) const;
};

constexpr bool same_name(const axis& a, const axis& b) {
    const char *x = a.name, *y = b.name;
    while (*x != '\0' && *x == *y) {
        ++x;
        ++y;
    }
    return *x == *y;
}

/// The size of an axis and, where it has one, its name. `12`, `12u` and `std::size_t{12}` make the same extent.
struct extent {
    std::size_t size = 1;
    const axis* name = nullptr;

    constexpr extent() = default;
    template <std::integral I>
    constexpr extent(I n) : size(static_cast<std::size_t>(n)) {}
    constexpr extent(std::size_t n, const axis* called) : size(n), name(called) {}

    friend constexpr bool operator==(const extent&, const extent&) = default;
};

constexpr extent axis::operator[](extent size) const { return {size.size, this}; }

constexpr bool names_agree(const extent& a, const extent& b) {
    return a.name == nullptr || b.name == nullptr || a.name == b.name || same_name(*a.name, *b.name);
}

/// The same size, and the same name unless one has none.
constexpr bool extents_agree(const extent& a, const extent& b) { return a.size == b.size && names_agree(a, b); }

}  // namespace heed
