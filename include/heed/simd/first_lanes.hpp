// SPDX-License-Identifier: BSL-1.0
// Registers of fewer numbers than they have lanes: what is left of a row. Nothing behind the row is read.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/scalar/half_precision.hpp>
#include <heed/simd/pack.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// Whether the target has a load that leaves lanes out, for the registers V.
template <class V>
inline constexpr bool has_masked_load =
#if defined(__AVX512F__)
    sizeof(V) == 64 || sizeof(V) == 32;
#elif defined(__AVX__)
    sizeof(V) == 32;
#else
    false;
#endif

/// One instruction; the lanes that are left out touch no memory.
template <register_of_lanes V>
HEED_ALWAYS_INLINE V masked_load([[maybe_unused]] const lane_t<V>* from, [[maybe_unused]] std::size_t n) {
    [[maybe_unused]] constexpr bool is_float = sizeof(lane_t<V>) == 4;
#if defined(__AVX512F__)
    if constexpr (sizeof(V) == 64) {
        const unsigned first = n < lanes<V>::count ? (1U << n) - 1 : (1U << lanes<V>::count) - 1;
        if constexpr (is_float)
            return __builtin_ia32_loadups512_mask(from, V{}, static_cast<unsigned short>(first));
        else
            return __builtin_ia32_loadupd512_mask(from, V{}, static_cast<unsigned char>(first));
    }
#endif
#if defined(__AVX__)
    if constexpr (sizeof(V) == 32) {
        typedef std::conditional_t<is_float, int, long long> mask __attribute__((vector_size(32)));
        mask lane{};
        HEED_UNROLL for (std::size_t l = 0; l < lanes<V>::count; ++l) lane[l] = static_cast<int>(l);
        const mask first = lane < static_cast<int>(n < lanes<V>::count ? n : lanes<V>::count);
        if constexpr (is_float)
            return __builtin_ia32_maskloadps256(reinterpret_cast<const V*>(from), first);
        else
            return __builtin_ia32_maskloadpd256(reinterpret_cast<const V*>(from), first);
    }
#endif
}

/// The first n numbers at `from` as numbers of V, zeros in the other lanes; n may be more than there are lanes.
template <register_of_lanes V, class S>
HEED_ALWAYS_INLINE V first_lanes_at(const S* from, std::size_t n) {
    if constexpr (std::is_same_v<S, lane_t<V>> && has_masked_load<V>) {
        return masked_load<V>(from, n);
    } else {
        V x{};
        for (std::size_t l = 0; l < lanes<V>::count && l < n; ++l) x[l] = element_as<lane_t<V>>(from[l]);
        return x;
    }
}

}  // namespace heed::detail
