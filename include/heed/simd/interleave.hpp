// SPDX-License-Identifier: BSL-1.0
// Rows of a few numbers to registers of columns, and back: what is 3 x 12 in memory is 12 lanes of 3 registers.
#pragma once

#include <heed/simd/first_lanes.hpp>
#include <heed/simd/pack.hpp>

#include <cstddef>
#include <utility>

namespace heed::detail {

/// The first bytes of memory, up to 8 and a multiple of 4, as a number; the others are 0.
HEED_ALWAYS_INLINE unsigned long long some_bytes(const char* from, std::size_t bytes) {
    if (bytes >= 8) {
        unsigned long long eight;
        __builtin_memcpy(&eight, from, 8);
        return eight;
    }
    unsigned four = 0;
    if (bytes == 4) __builtin_memcpy(&four, from, 4);
    return four;
}

/// The first `count` numbers of memory, then zeros. Not by copying them into a register of zeros: g++ 12 does that in
/// memory, and the load that follows waits until both stores are done.
template <class V>
HEED_ALWAYS_INLINE V load_some(const lane_t<V>* from, std::size_t count) {
    if (count >= lanes<V>::count) return lanes<V>::load(from);
    if constexpr (sizeof(V) == 16) {
        typedef unsigned long long pair __attribute__((vector_size(16)));
        const std::size_t bytes = count * sizeof(lane_t<V>);
        const char* const first = reinterpret_cast<const char*>(from);
        return V(pair{some_bytes(first, bytes), bytes > 8 ? some_bytes(first + 8, bytes - 8) : 0});
    } else {
        return first_lanes_at<V>(from, count);
    }
}
template <class V>
HEED_ALWAYS_INLINE void store_some(lane_t<V>* to, const V& v, std::size_t count) {
    __builtin_memcpy(to, &v, (count < lanes<V>::count ? count : lanes<V>::count) * sizeof(lane_t<V>));
}

/// The register of several, and its lane, that a number comes from.
struct lane_source {
    std::size_t from;
    std::size_t lane;
};
/// Rows hold numbers one after the other, part p of `parts` every parts-th of them from number p on: where the rows
/// have lane l of a part, and the parts lane l of a row.
constexpr lane_source of_part(std::size_t part, std::size_t l, std::size_t parts, std::size_t width) {
    return {(l * parts + part) / width, (l * parts + part) % width};
}
constexpr lane_source of_row(std::size_t row, std::size_t l, std::size_t parts, std::size_t width) {
    return {(row * width + l) % parts, (row * width + l) / parts};
}

/// Register `Index` of a new order: `found` has what lies before register From, each further one adds its lanes.
template <auto SourceOf, std::size_t Index, std::size_t From, std::size_t Parts, class V, std::size_t... L>
HEED_ALWAYS_INLINE V gathered(const V& found, const V (&registers)[Parts], std::index_sequence<L...> all) {
    constexpr std::size_t width = sizeof...(L);
    if constexpr (From == Parts) {
        return found;
    } else {
        constexpr auto lane = [](std::size_t l) {
            const lane_source s = SourceOf(Index, l, Parts, width);
            return s.from == From ? width + s.lane : From == 1 && s.from == 0 ? s.lane : l;
        };
        const V more = __builtin_shufflevector(found, registers[From], lane(L)...);
        return gathered<SourceOf, Index, From + 1>(more, registers, all);
    }
}
template <auto SourceOf, std::size_t Parts, class V>
HEED_ALWAYS_INLINE void reorder(const V (&from)[Parts], V (&to)[Parts]) {
    [&]<std::size_t... I>(std::index_sequence<I...>) HEED_ALWAYS_INLINE_LAMBDA {
        ((to[I] = gathered<SourceOf, I, 1>(from[0], from, std::make_index_sequence<lanes<V>::count>())), ...);
    }
    (std::make_index_sequence<Parts>());
}

template <std::size_t Parts, class V>
HEED_ALWAYS_INLINE void deinterleave(const V (&rows)[Parts], V (&parts)[Parts]) {
    reorder<of_part>(rows, parts);
}
template <std::size_t Parts, class V>
HEED_ALWAYS_INLINE void interleave(const V (&parts)[Parts], V (&rows)[Parts]) {
    reorder<of_row>(parts, rows);
}

}  // namespace heed::detail
