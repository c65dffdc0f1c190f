// SPDX-License-Identifier: BSL-1.0
// The memory of elements, and whether two tensors or views share memory. Only at run time, because addresses cannot be
// compared in a constant expression.
#pragma once

#include <heed/tensor/concepts.hpp>

#include <cstdint>

namespace heed::detail {

/// From the first element to past the last.
struct memory_range {
    const void* begin;
    const void* end;

    /// Compares integers, because pointers into different arrays have no order.
    bool meets(const memory_range& other) const {
        return address(begin) < address(other.end) && address(other.begin) < address(end);
    }

private:
    static std::uintptr_t address(const void* p) { return reinterpret_cast<std::uintptr_t>(p); }
};

/// The memory of a tensor or view. That of an empty one, and of one that was moved from, overlaps nothing.
template <class Elements>
memory_range memory_of(const Elements& e) {
    if constexpr (dynamic_elements<Elements>)
        if (e.size() == 0) return {nullptr, nullptr};
    if (e.data() == nullptr) return {nullptr, nullptr};
    return {e.data(), &e.back() + 1};
}

}  // namespace heed::detail
