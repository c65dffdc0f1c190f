// SPDX-License-Identifier: BSL-1.0
// Storage for elements: up to 16 KiB in place, larger ones on the heap, aligned to 64 bytes.
#pragma once

#include <heed/meta/raise.hpp>
#include <heed/shape/shape_words.hpp>

#include <cstddef>
#include <new>
#include <type_traits>

namespace heed::detail {

inline constexpr std::size_t in_place_bytes = std::size_t{16} * 1024;
inline constexpr std::size_t heap_alignment = 64;

/// Leaves elements uninitialized if their type allows it, because they are written next.
struct uninitialised_t {};
inline constexpr uninitialised_t uninitialised{};

/// A std::bad_alloc with words: "heed: no memory for 4096 elements of 4 bytes".
class no_memory : public std::bad_alloc {
public:
    no_memory(std::size_t elements, std::size_t bytes_of_each) noexcept {
        shape_writer out{words_, sizeof words_ - 1};
        out.add("heed: no memory for ");
        out.add(elements);
        out.add(" elements of ");
        out.add(bytes_of_each);
        out.add(" bytes");
    }

    const char* what() const noexcept override { return words_; }

private:
    char words_[96]{};
};

/// Heap memory, aligned to 64 bytes. If there is none, operator new throws (programs may have replaced it); without
/// exceptions the result is null.
inline void* allocate_bytes(std::size_t bytes) {
#if HEED_THROWS
    return ::operator new (bytes, std::align_val_t{heap_alignment});
#else
    return ::operator new (bytes, std::align_val_t{heap_alignment}, std::nothrow);
#endif
}

/// n elements on the heap, 64-byte aligned and default-initialized. Raises std::bad_alloc if there is no memory, also
/// if the number of bytes exceeds a std::size_t.
template <class T>
T* allocate_elements(std::size_t n) {
    constexpr std::size_t most = static_cast<std::size_t>(-1) / 2 / sizeof(T);
    void* const memory = n <= most ? allocate_bytes(n * sizeof(T)) : nullptr;
    if (memory == nullptr) raise<no_memory>(n, sizeof(T));
    T* items = static_cast<T*>(memory);
    if constexpr (!std::is_trivially_default_constructible_v<T>)
        for (std::size_t i = 0; i < n; ++i) ::new (static_cast<void*>(items + i)) T;
    return items;
}

template <class T>
void release_elements(T* items, std::size_t n) {
    if (items == nullptr) return;
    if constexpr (!std::is_trivially_destructible_v<T>)
        for (std::size_t i = 0; i < n; ++i) items[i].~T();
    ::operator delete (static_cast<void*>(items), std::align_val_t{heap_alignment});
}

/// Both in constant expressions too.
template <class T>
constexpr T* new_elements(std::size_t n) {
    return HEED_CONSTANT_EVALUATED ? new T[n] : allocate_elements<T>(n);
}
template <class T>
constexpr void delete_elements(T* items, std::size_t n) {
    if (HEED_CONSTANT_EVALUATED)
        delete[] items;
    else
        release_elements(items, n);
}

/// Elements in place are aligned to the largest power of two up to 64 that divides their bytes, which needs no padding:
/// at 64, no register crosses a line of the cache. As their type where tensors hold more than elements.
constexpr std::size_t in_place_alignment([[maybe_unused]] std::size_t bytes) {
    std::size_t alignment = 1;
#if !defined(HEED_CHECK_LIFETIMES)
    while (bytes != 0 && alignment < heap_alignment && bytes % (2 * alignment) == 0) alignment *= 2;
#endif
    return alignment;
}

/// The destructor is there for tensors that a function takes by value: with one of their own they live, by the ABI of
/// g++ and clang, to the end of the expression that calls it, and a formula that it returns may read them until then.
template <class T, std::size_t N, bool InPlace = (N <= in_place_bytes / sizeof(T))>
class storage {
public:
    constexpr storage() : items_{} {}
    explicit constexpr storage(uninitialised_t) {}
    constexpr storage(const storage&) = default;
    constexpr storage& operator=(const storage&) = default;
    constexpr ~storage() {}

    constexpr T* data() { return items_; }
    constexpr const T* data() const { return items_; }
    constexpr void ensure() {}

private:
    alignas(T) alignas(in_place_alignment(N * sizeof(T))) T items_[N == 0 ? 1 : N];
};

/// Storage on the heap. After a move it is empty until it is assigned to.
template <class T, std::size_t N>
class storage<T, N, false> {
public:
    constexpr storage() : storage(uninitialised) {
        for (std::size_t i = 0; i < N; ++i) items_[i] = T(0);
    }
    explicit constexpr storage(uninitialised_t) : items_(allocate()) {}
    constexpr storage(const storage& other) : items_(other.items_ == nullptr ? nullptr : allocate()) {
        copy_from(other);
    }
    constexpr storage(storage&& other) noexcept : items_(other.items_) { other.items_ = nullptr; }
    constexpr storage& operator=(const storage& other) {
        if (this == &other) return *this;
        if (other.items_ != nullptr) ensure();
        copy_from(other);
        return *this;
    }
    constexpr storage& operator=(storage&& other) noexcept {
        T* const mine = items_;
        items_ = other.items_;
        other.items_ = mine;
        return *this;
    }
    constexpr ~storage() {
        if (items_ != nullptr) release_elements(items_, N);
    }

    constexpr T* data() { return items_; }
    constexpr const T* data() const { return items_; }
    constexpr void ensure() {
        if (items_ == nullptr) items_ = allocate();
    }

private:
    static constexpr T* allocate() {
        if (HEED_CONSTANT_EVALUATED) {
            fail("heed: a constexpr tensor needs at most 16 KiB; a larger one lives on the heap, at run time");
            return nullptr;
        }
        return allocate_elements<T>(N);
    }
    constexpr void copy_from(const storage& other) {
        if (other.items_ == nullptr) return;
        for (std::size_t i = 0; i < N; ++i) items_[i] = other.items_[i];
    }

    T* items_;
};

}  // namespace heed::detail
