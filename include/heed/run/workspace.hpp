// SPDX-License-Identifier: BSL-1.0
// Memory for values that a plan stores between loops.
#pragma once

#include <heed/tensor/storage.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail {

inline constexpr std::size_t stack_workspace_bytes = std::size_t{32} * 1024;

/// N uninitialised elements: on the stack up to 32 KiB, otherwise one allocation.
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

/// The same for a dynamic number of elements; those of a class, which would be constructed, are never on the stack.
template <class T>
class workspace_of_any_size {
public:
    explicit constexpr workspace_of_any_size(std::size_t n) : size_(n) {
        items_ = is_on_stack() ? stack_.data() : new_elements<T>(n);
    }
    workspace_of_any_size(const workspace_of_any_size&) = delete;
    workspace_of_any_size& operator=(const workspace_of_any_size&) = delete;
    constexpr ~workspace_of_any_size() {
        if (!is_on_stack()) delete_elements(items_, size_);
    }
    constexpr T* data() { return items_; }

private:
    static constexpr std::size_t on_stack =
        std::is_trivially_default_constructible_v<T> ? stack_workspace_bytes / sizeof(T) : 0;
    constexpr bool is_on_stack() const { return size_ <= on_stack; }

    workspace<T, on_stack> stack_;
    std::size_t size_;
    T* items_;
};

/// `count` workspaces of n elements, each aligned: one allocation, none where there are none. Not on the stack, where
/// the memory of the formula may be.
template <class T>
class workspaces {
public:
    constexpr workspaces(std::size_t n, std::size_t count)
        : stride_((n + granule - 1) / granule * granule), count_(count) {
        if (count != 0) items_ = new_elements<T>(stride_ * count);
    }
    workspaces(const workspaces&) = delete;
    workspaces& operator=(const workspaces&) = delete;
    constexpr ~workspaces() { delete_elements(items_, stride_ * count_); }
    T* operator[](std::size_t i) { return items_ + i * stride_; }

private:
    static constexpr std::size_t granule = sizeof(T) >= heap_alignment ? 1 : heap_alignment / sizeof(T);

    std::size_t stride_;
    std::size_t count_;
    T* items_ = nullptr;
};

}  // namespace heed::detail
