// SPDX-License-Identifier: BSL-1.0
// softmax(scores) * V without the scores: online softmax over blocks of keys, queries side by side.
//
// For one query, after the keys seen so far: m the largest score, l = sum exp(s - m), o = sum exp(s - m) v.
// A new block with maximum m' > m changes m to m', so that l and o are multiplied by exp(m - m') before they grow.
// At the end o / l is the output: the identity does not depend on the blocks, so those that a mask leaves no query are
// not computed at all.
// source  Milakov and Gimelshein 2018, Online normalizer calculation for softmax; Dao et al. 2022, FlashAttention
#pragma once

#include <heed/kernel/shift.hpp>
#include <heed/lower/tiles.hpp>
#include <heed/run/fetching.hpp>
#include <heed/run/in_loop.hpp>
#include <heed/run/key_blocks.hpp>
#include <heed/run/micro_kernel.hpp>
#include <heed/run/panel.hpp>
#include <heed/run/scores.hpp>
#include <heed/run/single_query.hpp>
#include <heed/simd/for_registers.hpp>
#include <heed/tensor/storage.hpp>

namespace heed::detail {

/// A tile of queries. Lanes is the number of queries that the tile has room for.
template <class Plan, std::size_t K, std::size_t Lanes, class T, class Count, class Cursors>
struct streaming {
    static constexpr kernel k = Plan::value.kernels[K];
    static constexpr std::size_t block_keys = smaller_of(k.inner, key_block);
    static constexpr bool columns_in_lanes =
        keeps_columns_in_lanes(k.cols, sizeof(T)) && is_dense_in<T, cursor_in<Cursors, 1>>;
    /// There is one block: what becomes of values goes to its place without waiting for others.
    static constexpr bool writes_at_once = columns_in_lanes && k.inner <= key_block;
    using formula = score_formula<Plan, K, T, Cursors>;
    /// Keys and values that the second-level cache does not keep: the next block is fetched beside the sums.
    static constexpr bool fetches = columns_in_lanes && k.depth > 0 &&
                                    k.inner*(k.depth + k.cols) * sizeof(T) > tile_bytes;

    const Cursors& cursors;
    std::size_t first_query;
    Count queries;  ///< of the tile that exist
    T* query;       ///< [depth][lane], scaled
    T* score;       ///< [key of the block][lane], then the weights
    T* output;      ///< columns in lanes: [query][column], else [column][lane]
    static constexpr std::size_t alignment = alignof(T) > heap_alignment ? alignof(T) : heap_alignment;
    alignas(alignment) T maximum[Lanes];
    alignas(alignment) T before[Lanes];  ///< the maximum of earlier blocks
    alignas(alignment) T total[Lanes];   ///< sum of the weights so far
    alignas(alignment) T factor[Lanes];  ///< by which they shrink
    bool is_first = true;                ///< no block has been added

    constexpr streaming(const Cursors& c, std::size_t first, Count n, T* scratch)
        : cursors(c),
          first_query(first),
          queries(n),
          query(scratch),
          score(query + k.depth * Lanes),
          output(score + block_keys * Lanes) {}

    constexpr void run() {
        in_loop<K, loop_part::read>([&]() HEED_INLINE_LAMBDA {
            if constexpr (k.depth > 0)
                copy_rows_to_lanes<Lanes>(boost::hana::at_c<2>(cursors).shifted(first_query, 0), queries,
                                          static_count<k.depth>{}, formula::query_scale(cursors), query);
        });
        in_loop<K, loop_part::blocks>([&]() HEED_INLINE_LAMBDA {
            for_key_blocks<Plan, K, T>(cursors, first_query, queries,
                                       [&](auto keys, std::size_t first, bool masked)
                                           HEED_INLINE_LAMBDA { this->add_tile(keys, first, masked); });
            if (has_mask<Plan, K>() && is_first) start_from_nothing();
        });
        if (!writes_at_once || (has_mask<Plan, K>() && is_first))
            in_loop<K, loop_part::write>([&]() HEED_INLINE_LAMBDA { write(); });
    }

private:
    /// Every key is masked for every query of the tile.
    constexpr void start_from_nothing() {
        for (T& x : total) x = T(0);
        for (std::size_t i = 0; i < k.cols * Lanes; ++i) output[i] = T(0);
    }

    template <std::size_t Keys>
    constexpr void add_tile(static_count<Keys> keys, std::size_t first, bool masked) {
        in_loop<K, loop_part::scores>([&]() HEED_INLINE_LAMBDA { compute_scores(keys, first, masked); });
        in_loop<K, loop_part::weights>([&]() HEED_INLINE_LAMBDA {
            exponentiate(keys);
            if constexpr (writes_at_once) invert_totals();
        });
        in_loop<K, loop_part::values>([&]() HEED_INLINE_LAMBDA {
            if constexpr (columns_in_lanes)
                add_values_of_rows(keys, first);
            else
                add_values_of_lanes(keys, first);
        });
        is_first = false;
    }

    /// Scores of a block, and the new maximum.
    template <std::size_t Keys>
    constexpr void compute_scores(static_count<Keys> keys, std::size_t first, bool masked) {
        // Lanes of one register leave room for twice as many keys.
        constexpr std::size_t rows = (Lanes * sizeof(T) <= vector_bytes ? 2 : 1) * accumulator_rows;
        for (std::size_t lane = 0; lane < Lanes && !is_first; ++lane) before[lane] = maximum[lane];
        for_blocks<rows>(keys, [&](auto block, std::size_t j) HEED_INLINE_LAMBDA {
            const auto finish = [&](std::size_t lane, auto& sums) HEED_INLINE_LAMBDA {
                if (masked)
                    this->template finish_scores<true>(lane, first, j, sums);
                else
                    this->template finish_scores<false>(lane, first, j, sums);
            };
            constexpr std::size_t block_rows = decltype(block)::value;
            if constexpr (k.depth > 0)
                accumulate<block_rows, Lanes, T>(boost::hana::at_c<3>(cursors).shifted(first + j, 0),
                                                 static_cast<const T*>(query), Lanes, k.depth, from_zero{}, finish,
                                                 fetched<k.cols, Keys / rows * k.depth, Keys>(
                                                     boost::hana::at_c<1>(cursors), first, j / rows * k.depth));
            else
                accumulate<block_rows, Lanes, T>(number_cursor<T>{}, static_cast<const T*>(nullptr), 0, 0, from_zero{},
                                                 finish);
        });
    }

    /// Sums become scores of keys first + j on, for queries from `lane` on.
    template <bool Masked, class V, std::size_t Rows, std::size_t Registers>
    HEED_INLINE constexpr void finish_scores(std::size_t lane, std::size_t first, std::size_t j,
                                             V (&sums)[Rows][Registers]) {
        // All of them before the first store, which may change anything for all the compiler knows: a mask would be
        // read again for each register.
        for_sums(lane, sums, [&](std::size_t m, std::size_t l, V& sum) HEED_INLINE_LAMBDA {
            sum = score_of<Masked>(l, first + j + m, sum);
        });
        for_sums(lane, sums, [&](std::size_t m, std::size_t l, const V& sum) HEED_INLINE_LAMBDA {
            lanes<V>::store(score + (j + m) * Lanes + l, sum);
        });
        HEED_UNROLL for (std::size_t r = 0; r < Registers; ++r) {
            T* const m = maximum + lane + r * lanes<V>::count;
            const V largest = largest_of<0, Rows>(r, sums);
            if (is_first && j == 0) {
                lanes<V>::store(m, largest);
            } else {
                const V known = lanes<V>::load(m);
                lanes<V>::store(m, known < largest ? largest : known);
            }
        }
    }
    /// In pairs: few steps that wait for each other.
    template <std::size_t First, std::size_t Number, class V, std::size_t Rows, std::size_t Registers>
    HEED_INLINE static constexpr V largest_of(std::size_t r, const V (&sums)[Rows][Registers]) {
        if constexpr (Number == 1) {
            return sums[First][r];
        } else {
            const V a = largest_of<First, Number / 2>(r, sums);
            const V b = largest_of<First + Number / 2, Number - Number / 2>(r, sums);
            return a < b ? b : a;
        }
    }

    template <bool Masked, class V>
    HEED_INLINE constexpr V score_of(std::size_t lane, std::size_t key, const V& sum) const {
        if constexpr (lanes<V>::count == 1) {
            // A lane without a query repeats the last one: its elements exist.
            const std::size_t i = lane < queries ? lane : queries - 1;
            return formula::template score<Masked, along_rows, V>(cursors, first_query + i, key, sum);
        } else if constexpr (formula::template runs_in_registers<along_rows>()) {
            return formula::template score<Masked, along_rows, V>(cursors, first_query + lane, key, sum);
        } else {
            if constexpr (formula::template runs_in_registers<along_any_rows>())
                if (lane + lanes<V>::count <= queries)
                    return formula::template score<Masked, along_any_rows, V>(cursors, first_query + lane, key, sum);
            V result = sum;
            for (std::size_t l = 0; l < lanes<V>::count; ++l) result[l] = score_of<Masked, T>(lane + l, key, sum[l]);
            return result;
        }
    }

    /// Scores become weights, those of a few keys at once.
    template <std::size_t Keys>
    constexpr void exponentiate(static_count<Keys> keys) {
        for_registers<Lanes, T>([&]<class V>(std::size_t lane) HEED_INLINE_LAMBDA {
            const V shift = finite_shift<V>(lanes<V>::load(maximum + lane));
            V sum = lanes<V>::broadcast(T(0));
            for_blocks<4>(keys, [&](auto block, std::size_t j) HEED_INLINE_LAMBDA {
                constexpr std::size_t count = decltype(block)::value;
                T* const from = score + j * Lanes + lane;
                V scores_of_block[count];
                for (std::size_t i = 0; i < count; ++i) scores_of_block[i] = lanes<V>::load(from + i * Lanes) - shift;
                turn_into_weights(scores_of_block);
                for (std::size_t i = 0; i < count; ++i) {
                    lanes<V>::store(from + i * Lanes, scores_of_block[i]);
                    sum += scores_of_block[i];
                }
            });
            if (!is_first) {
                V shrink[]{V(lanes<V>::load(before + lane) - shift)};
                turn_into_weights(shrink);
                lanes<V>::store(factor + lane, shrink[0]);
                sum = V(lanes<V>::load(total + lane) * shrink[0]) + sum;
            }
            lanes<V>::store(total + lane, sum);
        });
    }

    /// Rows from `row` on, Rows of them, Columns wide, are fetched in as many rounds as Rounds, of which `begin` are
    /// over.
    template <std::size_t Columns, std::size_t Rounds, std::size_t Rows, class Cursor>
    HEED_INLINE static constexpr auto fetched(const Cursor& from, std::size_t row, std::size_t begin) {
        constexpr std::size_t lines = cache_lines_of<T>(Columns);
        if constexpr (fetches && is_dense_in<T, Cursor> && Rounds >= Rows * lines) {
            std::uintptr_t address = 0;
            if (!std::is_constant_evaluated()) address = reinterpret_cast<std::uintptr_t>(&from.at(row, 0));
            return fetching<lines>{address, sizeof(T) * Cursor::row_stride, begin, fetch_shift(Rounds, Rows * lines)};
        } else {
            return nothing_beside();
        }
    }
    /// The keys of the next block.
    template <std::size_t Keys>
    HEED_INLINE constexpr auto fetched_keys(std::size_t first, std::size_t begin) const {
        if constexpr (fetches)
            return fetched<k.depth, k.cols / lanes_for(sizeof(T)) * (Lanes / accumulator_rows) * Keys, Keys>(
                boost::hana::at_c<3>(cursors), first + Keys < k.inner ? first + Keys : 0, begin);
        else
            return nothing_beside();
    }

    template <std::size_t Keys>
    constexpr void add_values_of_rows(static_count<Keys>, std::size_t first) {
        const auto& value = boost::hana::at_c<1>(cursors);
        const element_cursor<const T, 1, Lanes> weight_rows{score};
        for_blocks<lanes_for(sizeof(T))>(static_count<k.cols>{}, [&](auto panel, std::size_t e) HEED_INLINE_LAMBDA {
            for_blocks<accumulator_rows>(static_count<Lanes>{}, [&](auto block, std::size_t i) HEED_INLINE_LAMBDA {
                if (i >= queries) return;
                accumulate<decltype(block)::value, decltype(panel)::value, T>(
                    weight_rows.shifted(i, 0), &value.at(first, e), value.row_stride, Keys, from_zero{},
                    [&](std::size_t lane, auto& sums) HEED_INLINE_LAMBDA {
                        for_sums(lane, sums, [&]<class V>(std::size_t m, std::size_t l, V& sum) HEED_INLINE_LAMBDA {
                            T* const o = output + (i + m) * k.cols + e + l;
                            if constexpr (writes_at_once) {
                                if (i + m < queries) write_some(i + m, e + l, V(sum * factor[i + m]));
                            } else {
                                if (!is_first) sum = V(lanes<V>::load(o) * factor[i + m]) + sum;
                                lanes<V>::store(o, sum);
                            }
                        });
                    },
                    fetched_keys<Keys>(
                        first, (e / lanes_for(sizeof(T)) * (Lanes / accumulator_rows) + i / accumulator_rows) * Keys));
            });
        });
    }

    template <std::size_t Keys>
    constexpr void add_values_of_lanes(static_count<Keys>, std::size_t first) {
        const auto& value = boost::hana::at_c<1>(cursors);
        for_blocks<accumulator_rows>(static_count<k.cols>{}, [&](auto block, std::size_t e) HEED_INLINE_LAMBDA {
            accumulate<decltype(block)::value, Lanes, T>(
                value.shifted(first, e).transposed(), static_cast<const T*>(score), Lanes, Keys, from_zero{},
                [&](std::size_t lane, auto& sums) HEED_INLINE_LAMBDA {
                    for_sums(lane, sums, [&]<class V>(std::size_t m, std::size_t l, V& sum) HEED_INLINE_LAMBDA {
                        T* const o = output + (e + m) * Lanes + l;
                        if (!is_first) sum = V(lanes<V>::load(o) * lanes<V>::load(factor + l)) + sum;
                        lanes<V>::store(o, sum);
                    });
                });
        });
    }

    /// Sums become what means are made with.
    constexpr void invert_totals() {
        for_registers<Lanes, T>([&]<class V>(std::size_t lane) HEED_INLINE_LAMBDA {
            const V sum = lanes<V>::load(total + lane), zero = lanes<V>::broadcast(T(0));
            lanes<V>::store(factor + lane, sum == zero ? zero : V(lanes<V>::broadcast(T(1)) / sum));
        });
    }

    constexpr void write() {
        invert_totals();
        if constexpr (!columns_in_lanes && k.epilogue == no_term &&
                      are_few_columns<Lanes, k.cols, T, cursor_in<Cursors, 0>>())
            if (!std::is_constant_evaluated())
                return write_few_columns(&boost::hana::at_c<0>(cursors).at(first_query, 0));
        for (std::size_t lane = 0; lane < queries; ++lane)
            if constexpr (columns_in_lanes)
                for_row<T>(k.cols, [&]<class V>(std::size_t e) HEED_INLINE_LAMBDA {
                    write_some(lane, e, V(lanes<V>::load(output + lane * k.cols + e) * factor[lane]));
                });
            else
                for (std::size_t e = 0; e < k.cols; ++e)
                    write_some(lane, e, T(output[e * Lanes + lane] * factor[lane]));
    }
    /// The output of a query from column e on.
    template <class V>
    HEED_INLINE constexpr void write_some(std::size_t lane, std::size_t e, const V& mean) {
        const auto& out = boost::hana::at_c<0>(cursors);
        const std::size_t i = first_query + lane;
        if constexpr (lanes<V>::count == 1 ||
                      (is_dense_in<T, cursor_in<Cursors, 0>> && finishes_in_registers<Plan, K, T, Cursors>()))
            lanes<V>::store(&out.at(i, e), finished<Plan, K, V, along_row>(cursors, i, e, mean));
        else
            for (std::size_t l = 0; l < lanes<V>::count; ++l) write_some(lane, e + l, T(mean[l]));
    }
    void write_few_columns(T* out) {
        using V = pack<T, Lanes>;
        V columns[k.cols], lines[k.cols];
        for (std::size_t e = 0; e < k.cols; ++e)
            columns[e] = lanes<V>::load(output + e * Lanes) * lanes<V>::load(factor);
        interleave(columns, lines);
        const std::size_t all = queries * k.cols;
        for (std::size_t e = 0; e < k.cols && e * Lanes < all; ++e)
            store_some(out + e * Lanes, lines[e], all - e * Lanes);
    }
};

/// Any number of queries, a tile after the other. Lanes without a query are not computed in constant expressions.
template <class Plan, std::size_t K, std::size_t Lanes, class T, class Count, class Cursors>
constexpr void run_query_tiles(Count queries, const Cursors& cursors, T* scratch) {
    if constexpr (fixed_count<Count> <= Lanes) {  // few: unrolled
        streaming<Plan, K, Lanes, T, Count, Cursors>(cursors, 0, queries, scratch).run();
    } else {
        for (std::size_t first = 0; first < queries; first += Lanes)
            streaming<Plan, K, Lanes, T, std::size_t, Cursors>(cursors, first, smaller_of(Lanes, queries - first),
                                                               scratch)
                .run();
    }
}
template <class Plan, std::size_t K, std::size_t TileRows, class T, class Count, class Cursors>
constexpr void run_stream(Count queries, const Cursors& cursors, T* scratch) {
    constexpr std::size_t padded = Plan::value.kernels[K].lanes, exact = smaller_of(TileRows, padded);
    using count_type = std::conditional_t<(TileRows < lanes_for(sizeof(T))), Count, std::size_t>;
    if constexpr (Plan::value.kernels[K].depth_lanes > 0)
        run_few_queries<Plan, K>(queries, cursors, scratch);
    else if (!packable<T> || std::is_constant_evaluated())
        run_query_tiles<Plan, K, exact, T, count_type>(queries, cursors, scratch);
    else if constexpr (packable<T>)
        run_query_tiles<Plan, K, padded, T, count_type>(queries, cursors, scratch);
}

}  // namespace heed::detail
