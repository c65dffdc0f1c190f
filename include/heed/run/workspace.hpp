// SPDX-License-Identifier: BSL-1.0
// Memory for what a plan stores between loops.
#pragma once

#include <heed/tensor/storage.hpp>

#include <cstddef>

namespace heed::detail {

inline constexpr std::size_t stack_workspace_bytes = 32 * 1024;

/// N elements without values: on the stack up to 32 KiB, else one allocation.
template <class T, std::size_t N, bool OnStack = (N * sizeof(T) <= stack_workspace_bytes)>
class workspace {
public:
    constexpr workspace() {}
    constexpr T* data() { return items_; }

private:
    alignas(alignof(T) > heap_alignment ? alignof(T) : heap_alignment) T items_[N == 0 ? 1 : N];
};

template <class T, std::size_t N>
class workspace<T, N, false> {
public:
    constexpr workspace() : items_(new_elements<T>(N)) {}
    workspace(const workspace&) = delete;
    workspace& operator=(const workspace&) = delete;
    constexpr ~workspace() { delete_elements(items_, N); }
    constexpr T* data() { return items_; }

private:
    T* items_;
};

}  // namespace heed::detail
