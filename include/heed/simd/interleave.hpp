// SPDX-License-Identifier: BSL-1.0
// Rows of a few numbers to registers of columns, and back: what is 3 x 12 in memory is 12 lanes of 3 registers.
#pragma once

#include <heed/simd/pack.hpp>

#include <cstddef>
#include <utility>

namespace heed::detail {

/// The first `count` numbers of memory, then zeros.
template <class V>
HEED_INLINE V load_some(const lane_t<V>* from, std::size_t count) {
    V v{};
    __builtin_memcpy(&v, from, (count < lanes<V>::count ? count : lanes<V>::count) * sizeof(lane_t<V>));
    return v;
}
template <class V>
HEED_INLINE void store_some(lane_t<V>* to, const V& v, std::size_t count) {
    __builtin_memcpy(to, &v, (count < lanes<V>::count ? count : lanes<V>::count) * sizeof(lane_t<V>));
}

/// Lane l of part Part is number l * Parts + Part of the registers from `rows` on, in which they lie one after the
/// other.
template <std::size_t Part, std::size_t Parts, std::size_t From, class V, std::size_t... L>
HEED_INLINE V deinterleaved(const V& found, const V (&rows)[Parts], std::index_sequence<L...> all) {
    constexpr std::size_t width = sizeof...(L);
    if constexpr (From == Parts) {
        return found;
    } else {
        const V more = __builtin_shufflevector(found, rows[From],
                                               ((L * Parts + Part) / width == From ? width + (L * Parts + Part) % width
                                                : From == 1 && (L * Parts + Part) / width == 0 ? (L * Parts + Part)
                                                                                               : L)...);
        return deinterleaved<Part, Parts, From + 1>(more, rows, all);
    }
}
template <std::size_t Parts, class V>
HEED_INLINE void deinterleave(const V (&rows)[Parts], V (&parts)[Parts]) {
    [&]<std::size_t... P>(std::index_sequence<P...>) HEED_INLINE_LAMBDA {
        ((parts[P] = deinterleaved<P, Parts, 1>(rows[0], rows, std::make_index_sequence<lanes<V>::count>())), ...);
    }
    (std::make_index_sequence<Parts>());
}

/// Number n of row register Row, from all parts: lane n / Parts of part n % Parts, n = Row * width + lane.
template <std::size_t Row, std::size_t Parts, std::size_t From, class V, std::size_t... L>
HEED_INLINE V interleaved(const V& found, const V (&parts)[Parts], std::index_sequence<L...> all) {
    constexpr std::size_t width = sizeof...(L);
    if constexpr (From == Parts) {
        return found;
    } else {
        const V more =
            __builtin_shufflevector(found, parts[From],
                                    ((Row * width + L) % Parts == From             ? width + (Row * width + L) / Parts
                                     : From == 1 && (Row * width + L) % Parts == 0 ? (Row * width + L) / Parts
                                                                                   : L)...);
        return interleaved<Row, Parts, From + 1>(more, parts, all);
    }
}
template <std::size_t Parts, class V>
HEED_INLINE void interleave(const V (&parts)[Parts], V (&rows)[Parts]) {
    [&]<std::size_t... R>(std::index_sequence<R...>) HEED_INLINE_LAMBDA {
        ((rows[R] = interleaved<R, Parts, 1>(parts[0], parts, std::make_index_sequence<lanes<V>::count>())), ...);
    }
    (std::make_index_sequence<Parts>());
}

}  // namespace heed::detail
