// SPDX-License-Identifier: BSL-1.0
// The extents of a tensor as one value.
#pragma once

#include <heed/meta/raise.hpp>
#include <heed/shape/extent.hpp>

#include <concepts>
#include <cstddef>

namespace heed {

namespace detail {

inline constexpr std::size_t max_rank = 6;

/// Up to six extents, outermost first.
struct shape {
    extent items[max_rank]{};
    std::size_t rank = 0;

    constexpr shape() = default;
    template <std::convertible_to<extent>... E>
    requires(sizeof...(E) > 0 && sizeof...(E) <= max_rank) explicit constexpr shape(E... e)
        : items{extent(e)...}, rank(sizeof...(E)) {}

    constexpr extent& operator[](std::size_t i) { return items[i]; }
    constexpr const extent& operator[](std::size_t i) const { return items[i]; }

    /// The i-th axis from the right: from_right(0) is the last.
    constexpr const extent& from_right(std::size_t i) const { return items[rank - 1 - i]; }

    /// Whether a size is known at run time only.
    constexpr bool is_dynamic() const {
        for (std::size_t i = 0; i < rank; ++i)
            if (items[i].is_dynamic()) return true;
        return false;
    }

    constexpr std::size_t size() const {
        std::size_t product = 1;
        for (std::size_t i = 0; i < rank; ++i) product *= items[i].size;
        return product;
    }

    constexpr void push_back(const extent& e) {
        if (rank == max_rank) fail("heed: tensors have at most 6 axes");
        items[rank++] = e;
    }

    friend constexpr bool operator==(const shape& a, const shape& b) {
        if (a.rank != b.rank) return false;
        for (std::size_t i = 0; i < a.rank; ++i)
            if (!(a.items[i] == b.items[i])) return false;
        return true;
    }
};

/// Whether two shapes have as many axes, and the first `axes` of them the same sizes, whatever their names.
constexpr bool same_sizes(const shape& a, const shape& b, std::size_t axes) {
    if (a.rank != b.rank) return false;
    for (std::size_t i = 0; i < axes; ++i)
        if (a[i].size != b[i].size) return false;
    return true;
}
constexpr bool same_sizes(const shape& a, const shape& b) { return same_sizes(a, b, a.rank); }

}  // namespace detail
}  // namespace heed
