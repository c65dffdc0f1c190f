// SPDX-License-Identifier: BSL-1.0
// A few bytes of memory in a register of 16 bytes.
#pragma once

#include <heed/meta/config.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace heed::detail {

#if defined(__AVX512F__)
inline constexpr auto all_lanes = static_cast<std::uint16_t>(0xFFFF);
#endif

/// A Register that begins with Bytes bytes of memory; if it is longer, zeros follow. 8 or 4 bytes are read as a number:
/// if they are copied into 16, they go through memory.
template <class Register, std::size_t Bytes>
HEED_ALWAYS_INLINE Register register_of_bytes(const void* from) {
    if constexpr (Bytes < sizeof(Register)) {
        static_assert(sizeof(Register) == 16 && (Bytes == 8 || Bytes == 4));
        typedef long long pair __attribute__((vector_size(16)));
        std::conditional_t<Bytes == 8, std::uint64_t, std::uint32_t> bits;
        __builtin_memcpy(&bits, from, Bytes);
        return Register(pair{static_cast<long long>(bits), 0});
    } else {
        Register bits;
        __builtin_memcpy(&bits, from, sizeof(bits));
        return bits;
    }
}

}  // namespace heed::detail
