// SPDX-License-Identifier: BSL-1.0
// The innermost loop of every product: register blocking of sums.
#pragma once

#include <heed/lower/register_pieces.hpp>
#include <heed/simd/half_lanes.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// A compile-time number of rows, so that loops over it unroll.
template <std::size_t N>
using static_count = std::integral_constant<std::size_t, N>;

/// Larger than any count.
inline constexpr std::size_t unknown_count = static_cast<std::size_t>(-1);

/// A compile-time count, or unknown_count.
template <class Count>
inline constexpr std::size_t fixed_count = unknown_count;
template <std::size_t N>
inline constexpr std::size_t fixed_count<std::integral_constant<std::size_t, N>> = N;

/// f(m, lane, x) for each register x of a block of sums, whose first lane is `lane`.
template <std::size_t Rows, std::size_t Registers, class V, class F>
HEED_INLINE constexpr void for_sums(std::size_t first, V (&sums)[Rows][Registers], const F& f) {
    if constexpr (packable<lane_t<V>>)
        HEED_UNROLL for (std::size_t m = 0; m < Rows; ++m) HEED_UNROLL for (std::size_t r = 0; r < Registers; ++r)
            f(m, first + r * lanes<V>::count, sums[m][r]);
    else
        for (std::size_t m = 0; m < Rows; ++m)
            for (std::size_t r = 0; r < Registers; ++r) f(m, first + r, sums[m][r]);
}

/// Sums that begin at zero, with none before them.
struct from_zero {
    template <std::size_t Rows, std::size_t Registers, class V>
    HEED_INLINE static constexpr void add_earlier(std::size_t, V (&)[Rows][Registers]) {}

    template <std::size_t Rows, std::size_t Registers, class V>
    HEED_INLINE constexpr void operator()(std::size_t first, V (&sums)[Rows][Registers]) const {
        for_sums(first, sums,
                 [](std::size_t, std::size_t, V& sum) HEED_INLINE_LAMBDA { sum = lanes<V>::broadcast(lane_t<V>(0)); });
    }
};

/// Adds `inner` terms to sums in blocks: each block but the first begins at zero, and is added to those before it, so
/// that rounding errors grow with the terms of a block and with the number of blocks. add(from, to) adds terms to
/// `sums`, whose first lane is `first`.
template <std::size_t Block, std::size_t Rows, std::size_t Registers, class V, class Start, class Add>
HEED_INLINE constexpr void add_in_blocks(std::size_t inner, std::size_t first, V (&sums)[Rows][Registers],
                                         const Start& start, const Add& add) {
    V earlier[Rows][Registers]{};
    const auto each = [&](const auto& f) HEED_INLINE_LAMBDA {
        for_sums(0, sums, [&](std::size_t m, std::size_t lane, V& sum) HEED_INLINE_LAMBDA {
            f(earlier[m][lane / lanes<V>::count], sum);
        });
    };
    for (std::size_t from = 0;; from += Block) {
        const std::size_t to = smaller_of(inner, from + Block);
        add(from, to);
        if (from == 0)
            start.add_earlier(first, sums);
        else
            each([](const V& before, V& sum) HEED_INLINE_LAMBDA { sum = before + sum; });
        if (to == inner) return;
        each([](V& before, const V& sum) HEED_INLINE_LAMBDA { before = sum; });
        from_zero()(first, sums);
    }
}

/// Sums of single numbers, for constant expressions and for types without registers.
template <std::size_t Rows, std::size_t Lanes, class T, std::size_t Block, class A, class Lines, class Start,
          class Finish>
constexpr void accumulate_numbers(const A& a, const Lines& b, std::size_t inner, const Start& start,
                                  const Finish& finish) {
    T sums[Rows][Lanes];
    start(0, sums);
    const auto add = [&](std::size_t from, std::size_t to) {
        for (std::size_t k = from; k < to; ++k) {
            // Once for all rows: constant expressions count calls.
            T line[Lanes];
            for (std::size_t l = 0; l < Lanes; ++l) line[l] = element_as<T>(*b.at(k, l));
            for (std::size_t m = 0; m < Rows; ++m) {
                const T x = element_as<T>(a.at(m, k));
                for (std::size_t l = 0; l < Lanes; ++l) sums[m][l] += x * line[l];
            }
        }
    };
    if constexpr (Block == 0) {
        add(0, inner);
        start.add_earlier(0, sums);
    } else {
        add_in_blocks<Block>(inner, 0, sums, start, add);
    }
    finish(0, sums);
}

/// Extra work in the inner loop for each line k of the right operand, whose lanes from `first` on were just loaded into
/// `row`: here none.
struct nothing_beside {
    template <class V, std::size_t Registers>
    HEED_INLINE void operator()(std::size_t, std::size_t, const V (&)[Registers]) const {}
};

/// Makes the compiler keep x in a register. Otherwise g++ 12 loads an operand of several products once per product:
/// with AVX2, and with other registers if the other factors are converted (Always).
template <bool Always = false, class V>
HEED_INLINE V kept_in_register(V x) {
#if defined(__x86_64__) && !defined(__clang__)
    if constexpr (Always || sizeof(V) == 32) asm("" : "+v"(x));
#endif
    return x;
}

/// The same pointer, which depends on x as far as the compiler knows: it cannot move loads from p before x. clang 19
/// would read the first cache line of each of 16 keys, then the second of each, which from memory halves the speed.
template <class V, class T>
HEED_INLINE T* read_after([[maybe_unused]] const V& x, T* p) {
#if defined(__x86_64__)
    asm("" : "+r"(p) : "v"(x));
#elif defined(__aarch64__)
    asm("" : "+r"(p) : "w"(x));
#endif
    return p;
}

/// A number of terms to unroll: each row is read by instructions of its own, at evenly growing addresses.
template <std::size_t N>
struct unrolled_terms : static_count<N> {};
template <std::size_t N>
inline constexpr std::size_t fixed_count<unrolled_terms<N>> = N;

template <class F>
HEED_INLINE void for_terms(std::size_t first, std::size_t end, const F& f) {
    // Without this hint, g++ 12 takes long epilogues for the hot code and keeps their constants, not the sums, in
    // registers.
    for (std::size_t k = first; __builtin_expect_with_probability(k < end, 1, 0.998); ++k) f(k);
}
template <class F>
HEED_INLINE void for_terms(std::size_t n, const F& f) {
    for_terms(0, n, f);
}
template <std::size_t N, class F>
HEED_INLINE void for_terms(unrolled_terms<N>, const F& f) {
    HEED_UNROLL for (std::size_t k = 0; k < N; ++k) f(k);
}

/// A block of Rows times Registers registers of V.
template <std::size_t Rows, std::size_t Registers, class V, std::size_t Block, class A, class Lines, class Count,
          class Start, class Finish, class Beside>
HEED_INLINE void accumulate_block(std::size_t first, const A& a, const Lines& b, Count inner, const Start& start,
                                  const Finish& finish, const Beside& beside) {
    using T = lane_t<V>;
    V sums[Rows][Registers];
    start(first, sums);
    const auto add_term = [&](std::size_t k) HEED_INLINE_LAMBDA {
        V row[Registers];
        HEED_UNROLL for (std::size_t r = 0; r < Registers; ++r) {
            row[r] = load_as<V>(b.at(k, first + r * lanes<V>::count));
            // One row uses each line once, from memory: eight registers of sums leave no room for as many of a line.
            if constexpr (Rows > 1) row[r] = kept_in_register(row[r]);
        }
        beside(k, first, row);
        HEED_UNROLL for (std::size_t m = 0; m < Rows; ++m) {
            const T x = element_as<T>(a.at(m, k));
            HEED_UNROLL for (std::size_t r = 0; r < Registers; ++r) sums[m][r] += x * row[r];
        }
    };
    if constexpr (Block == 0) {
        for_terms(inner, add_term);
        start.add_earlier(first, sums);
    } else {
        add_in_blocks<Block>(inner, first, sums, start, [&](std::size_t from, std::size_t to) HEED_INLINE_LAMBDA {
            for_terms(from, to, add_term);
        });
    }
    finish(first, sums);
}

/// Lanes First ... Lanes - 1, divided into registers as in lower/register_pieces.hpp.
template <std::size_t Rows, std::size_t Lanes, std::size_t First, class T, std::size_t Block, class A, class Lines,
          class Count, class Start, class Finish, class Beside>
HEED_INLINE void accumulate_registers(const A& a, const Lines& b, Count inner, const Start& start, const Finish& finish,
                                      const Beside& beside) {
    if constexpr (First < Lanes) {
        constexpr register_piece p = piece_at(Rows, Lanes, First, vector_bytes / sizeof(T));
        if constexpr (p.lanes == 1)
            accumulate_block<Rows, 1, T, Block>(First, a, b, inner, start, finish, beside);
        else
            accumulate_block<Rows, p.registers, pack<T, p.lanes>, Block>(First, a, b, inner, start, finish, beside);
        accumulate_registers<Rows, Lanes, p.end(), T, Block>(a, b, inner, start, finish, beside);
    }
}

/// Lines of a right operand at equal distances; the lanes of a line are contiguous.
template <class B>
struct lines_with_stride {
    using element = B;
    const B* data;
    std::size_t stride;

    /// Line k from a lane on.
    HEED_INLINE constexpr const B* at(std::size_t k, std::size_t lane) const { return data + k * stride + lane; }
};

/// Lines in panels of Width lanes, of `panel_size` elements each, side by side.
template <class B, std::size_t Width>
struct lines_in_panels {
    using element = B;
    const B* data;
    std::size_t panel_size;

    HEED_INLINE constexpr const B* at(std::size_t k, std::size_t lane) const {
        return data + lane / Width * panel_size + k * Width + lane % Width;
    }
};

/// sums[m][l] = start + sum over k of a(m, k) * *b.at(k, l), with k ascending, in blocks of Block terms, or as one
/// block if Block is 0: the order, and therefore the bits, do not depend on the size of the block of sums, nor on
/// whether registers or single numbers are used. start(first, sums) initialises sums, start.add_earlier(first, sums)
/// adds what the first block comes after, and finish(first, sums) consumes them: arrays of rows of registers, whose
/// first lane is `first`. beside(k, first, row) is called in registers only.
template <std::size_t Rows, std::size_t Lanes, class T, std::size_t Block, class A, class Lines, class Count,
          class Start, class Finish, class Beside = nothing_beside>
HEED_INLINE constexpr void accumulate(const A& a, const Lines& b, Count inner, const Start& start, const Finish& finish,
                                      const Beside& beside = {}) {
    constexpr bool in_registers = packable<T> && is_readable_as<T, typename Lines::element>;
    if (!in_registers || HEED_CONSTANT_EVALUATED)
        accumulate_numbers<Rows, Lanes, T, Block>(a, b, inner, start, finish);
    else if constexpr (in_registers)
        accumulate_registers<Rows, Lanes, 0, T, Block>(a, b, inner, start, finish, beside);
}

/// Calls f(rows, first) for blocks of Block rows and for the remainder: at once if the count is static, otherwise row
/// by row.
template <std::size_t Block, std::size_t N, class F>
HEED_INLINE constexpr void for_blocks(static_count<N>, const F& f) {
    if constexpr (N >= Block)  // else blocks that no loop runs would be compiled
        for (std::size_t first = 0; first + Block <= N; first += Block) f(static_count<Block>{}, first);
    if constexpr (N % Block != 0) f(static_count<N % Block>{}, N / Block * Block);
}
template <std::size_t Block, class F>
HEED_INLINE constexpr void for_blocks(std::size_t n, const F& f) {
    std::size_t first = 0;
    for (; first + Block <= n; first += Block) f(static_count<Block>{}, first);
    for (; first < n; ++first) f(static_count<1>{}, first);
}

/// Takes the remainder of a dynamic count in blocks of half the size, and so on down to Least, then one by one.
template <std::size_t Block, std::size_t Least = 1, std::size_t N, class F>
HEED_INLINE constexpr void for_blocks_and_halves(static_count<N> n, const F& f) {
    for_blocks<Block>(n, f);
}
template <std::size_t Block, std::size_t Least = 1, class F>
HEED_INLINE constexpr void for_blocks_and_halves(std::size_t n, const F& f, std::size_t first = 0) {
    for (; first + Block <= n; first += Block) f(static_count<Block>{}, first);
    if constexpr (Block > 1) for_blocks_and_halves<(Block / 2 < Least ? 1 : Block / 2), Least>(n, f, first);
}

/// The same for columns of T; the smallest block fills one register.
template <std::size_t Block, class T, class Count, class F>
HEED_INLINE constexpr void for_columns(Count n, const F& f) {
    for_blocks_and_halves<Block, vector_bytes / sizeof(T)>(n, f);
}

/// The next smaller number of registers to try: 8, 6, 4, 3, 2, 1.
constexpr std::size_t fewer_registers(std::size_t registers) {
    return registers == 2 ? 1 : registers % 3 == 0 ? registers / 3 * 2 : registers / 4 * 3;
}
/// f(numbers, first) for blocks of Units times Unit numbers, then for fewer units. The remainder takes at most two
/// blocks, because sums in few registers are bound by latency. Returns where they end: less than a unit is not visited.
template <std::size_t Units, std::size_t Unit, class F>
HEED_INLINE constexpr std::size_t for_whole_units(std::size_t n, const F& f, std::size_t first = 0) {
    constexpr std::size_t numbers = Units * Unit;
    for (; first + numbers <= n; first += numbers) f(static_count<numbers>{}, first);
    if constexpr (Units > 1) first = for_whole_units<fewer_registers(Units), Unit>(n, f, first);
    return first;
}

}  // namespace heed::detail
