// SPDX-License-Identifier: BSL-1.0
// Every allocation of the program that includes this is counted: once a program, in its only file.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

namespace heed::test {

/// Called with the bytes of every allocation; what it calls is not to allocate. The program defines it.
void see_allocation(std::size_t bytes);

// Not inlined: else g++ sees that what new returns is freed, and warns.
[[gnu::noinline]] inline void* allocated(std::size_t bytes, std::size_t alignment) {
    see_allocation(bytes);
    void* memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}
[[gnu::noinline]] inline void release(void* memory) { std::free(memory); }

}  // namespace heed::test

void* operator new(std::size_t bytes) { return heed::test::allocated(bytes, alignof(std::max_align_t)); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return heed::test::allocated(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { heed::test::release(memory); }
void operator delete(void* memory, std::size_t) noexcept { heed::test::release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { heed::test::release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { heed::test::release(memory); }
