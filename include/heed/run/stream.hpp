// SPDX-License-Identifier: BSL-1.0
// softmax(scores) * V without the scores: online softmax over blocks of keys, queries side by side.
//
// For one query, after the keys seen so far: m the largest score, l = sum exp(s - m), o = sum exp(s - m) v.
// A new block with maximum m' > m changes m to m', so that l and o are multiplied by exp(m - m') before they grow.
// At the end o / l is the output: the identity does not depend on the blocks, so those that a mask leaves no query are
// not computed at all.
// source  Milakov and Gimelshein 2018, Online normalizer calculation for softmax; Dao et al. 2022, FlashAttention
#pragma once

#include <heed/lower/tiles.hpp>
#include <heed/run/element.hpp>
#include <heed/run/in_loop.hpp>
#include <heed/run/mask_tile.hpp>
#include <heed/run/micro_kernel.hpp>
#include <heed/run/row_sums.hpp>
#include <heed/simd/for_registers.hpp>

namespace heed::detail {

/// A tile of queries. Lanes is the number of queries that the tile has room for.
template <class Plan, std::size_t K, std::size_t Lanes, class T, class Cursors>
struct streaming {
    static constexpr kernel k = Plan::value.kernels[K];
    static constexpr std::size_t block_keys = smaller_of(k.inner, key_block);

    const Cursors& cursors;
    std::size_t queries;  ///< of the tile that exist
    T* query;             ///< [depth][lane]
    T* score;             ///< [key of the block][lane]
    T* output;            ///< [column][lane]
    T maximum[Lanes];
    T total[Lanes];        ///< sum of the weights so far
    T factor[Lanes];       ///< by which they shrink
    bool is_first = true;  ///< no block has been added

    constexpr streaming(const Cursors& c, std::size_t n, T* scratch)
        : cursors(c), queries(n), query(scratch), score(query + k.depth * Lanes), output(score + block_keys * Lanes) {}

    constexpr void run() {
        in_loop<K, loop_part::read>([&]() HEED_INLINE_LAMBDA { load_queries(); });
        add_blocks(0, k.inner / block_keys);
        if constexpr (k.inner % block_keys != 0) {
            constexpr std::size_t left = k.inner % block_keys;
            add_tile(static_count<left>{}, k.inner - left, kind_of(k.inner - left, left));
        }
        if (has_mask<Plan, K>() && is_first) start_from_nothing();
        in_loop<K, loop_part::write>([&]() HEED_INLINE_LAMBDA { write(); });
    }

private:
    constexpr void load_queries() {
        if constexpr (k.depth > 0) {
            const auto& q = boost::hana::at_c<2>(cursors);
            for (std::size_t lane = 0; lane < Lanes; ++lane)
                for (std::size_t d = 0; d < k.depth; ++d)
                    query[d * Lanes + lane] = lane < queries ? static_cast<T>(q.at(lane, d)) : T(0);
        }
    }

    /// Every key is masked for every query of the tile.
    constexpr void start_from_nothing() {
        for (T& x : total) x = T(0);
        for (std::size_t i = 0; i < k.cols * Lanes; ++i) output[i] = T(0);
    }

    constexpr tile_kind kind_of(std::size_t first_key, std::size_t keys) const {
        return kind_of_tile<Plan, K, T>(cursors, {0, queries, first_key, keys});
    }

    /// Blocks of which nothing is left are not asked for one by one: 4096 keys are 64 blocks, a causal mask takes 6 to
    /// 12 questions.
    constexpr void add_blocks(std::size_t begin, std::size_t end) {
        const tile_kind kind = kind_of(begin * block_keys, (end - begin) * block_keys);
        if (kind == tile_kind::none) return;
        if (kind == tile_kind::all || end - begin == 1) {
            for (std::size_t b = begin; b < end; ++b) add_tile(static_count<block_keys>{}, b * block_keys, kind);
        } else {
            const std::size_t middle = begin + (end - begin) / 2;
            add_blocks(begin, middle);
            add_blocks(middle, end);
        }
    }

    template <std::size_t Keys>
    constexpr void add_tile(static_count<Keys> keys, std::size_t first, tile_kind kind) {
        if (kind == tile_kind::none) return;
        in_loop<K, loop_part::scores>([&]() HEED_INLINE_LAMBDA {
            compute_products(keys, first);
            if (kind == tile_kind::all)
                apply_score_formula<scores_without_mask<Plan, K>()>(keys, first);
            else
                apply_score_formula<k.prologue>(keys, first);
            update_maximum(keys);
        });
        in_loop<K, loop_part::weights>([&]() HEED_INLINE_LAMBDA { exponentiate(keys); });
        in_loop<K, loop_part::values>([&]() HEED_INLINE_LAMBDA { add_values(keys, first); });
        is_first = false;
    }

    template <std::size_t Keys>
    constexpr void compute_products(static_count<Keys> keys, std::size_t first) {
        if constexpr (k.depth > 0) {
            const auto& key = boost::hana::at_c<3>(cursors);
            for_blocks<accumulator_rows>(keys, [&](auto block, std::size_t j) {
                constexpr std::size_t rows = decltype(block)::value;
                T sums[rows * Lanes];  // of its own: 13 % faster than summing into score (g++ 12.2, 512 x 64)
                accumulate<true, rows, Lanes>(sums, key.shifted(first + j, 0), static_cast<const T*>(query), Lanes,
                                              k.depth);
                for (std::size_t i = 0; i < rows * Lanes; ++i) score[j * Lanes + i] = sums[i];
            });
        }
    }

    template <std::size_t Term, std::size_t Keys>
    constexpr void apply_score_formula(static_count<Keys>, std::size_t first) {
        if constexpr (is_core<Plan, K, Term>) return;
        if constexpr (runs_in_registers<Plan, K, Term, T, along_rows, Cursors>()) {
            for_registers<Lanes, T>([&]<class V>(std::size_t lane) {
                for (std::size_t j = 0; j < Keys; ++j) {
                    V core = lanes<V>::broadcast(T(0));
                    if constexpr (k.depth > 0) core = lanes<V>::load(score + j * Lanes + lane);
                    lanes<V>::store(score + j * Lanes + lane,
                                    element<Plan, K, Term, V>(cursors, lane, first + j, core));
                }
            });
        } else {
            for (std::size_t j = 0; j < Keys; ++j)
                for (std::size_t lane = 0; lane < Lanes; ++lane) {
                    // A lane without a query repeats the last one: its elements exist.
                    const std::size_t i = lane < queries ? lane : queries - 1;
                    const T core = k.depth > 0 ? score[j * Lanes + lane] : T(0);
                    score[j * Lanes + lane] = element<Plan, K, Term, T>(cursors, i, first + j, core);
                }
        }
    }

    /// The new maximum, and by what sums so far shrink.
    template <std::size_t Keys>
    constexpr void update_maximum(static_count<Keys>) {
        for_registers<Lanes, T>([&]<class V>(std::size_t lane) {
            V largest = lanes<V>::load(is_first ? score + lane : maximum + lane);
            for (std::size_t j = 0; j < Keys; ++j) {
                const V s = lanes<V>::load(score + j * Lanes + lane);
                largest = largest < s ? s : largest;
            }
            if (!is_first) {
                const V before = lanes<V>::load(maximum + lane);
                lanes<V>::store(factor + lane, exp(V(before - finite_shift<V>(largest))));
            }
            lanes<V>::store(maximum + lane, largest);
        });
    }

    /// Scores become weights.
    template <std::size_t Keys>
    constexpr void exponentiate(static_count<Keys>) {
        for_registers<Lanes, T>([&]<class V>(std::size_t lane) {
            const V shift = finite_shift<V>(lanes<V>::load(maximum + lane));
            V sum = lanes<V>::broadcast(T(0));
            for (std::size_t j = 0; j < Keys; ++j) {
                const V weight = exp(V(lanes<V>::load(score + j * Lanes + lane) - shift));
                lanes<V>::store(score + j * Lanes + lane, weight);
                sum += weight;
            }
            if (!is_first) sum = V(lanes<V>::load(total + lane) * lanes<V>::load(factor + lane)) + sum;
            lanes<V>::store(total + lane, sum);
        });
    }

    template <std::size_t Keys>
    constexpr void add_values(static_count<Keys>, std::size_t first) {
        const auto& value = boost::hana::at_c<1>(cursors);
        for_blocks<accumulator_rows>(static_count<k.cols>{}, [&](auto block, std::size_t e) {
            constexpr std::size_t columns = decltype(block)::value;
            T sums[columns * Lanes];
            accumulate<true, columns, Lanes>(sums, value.shifted(first, e).transposed(), static_cast<const T*>(score),
                                             Lanes, Keys);
            for_registers<Lanes, T>([&]<class V>(std::size_t lane) {
                for (std::size_t c = 0; c < columns; ++c) {
                    T* const o = output + (e + c) * Lanes + lane;
                    V sum = lanes<V>::load(sums + c * Lanes + lane);
                    if (!is_first) sum = V(lanes<V>::load(o) * lanes<V>::load(factor + lane)) + sum;
                    lanes<V>::store(o, sum);
                }
            });
        });
    }

    constexpr void write() {
        const auto& out = boost::hana::at_c<0>(cursors);
        for (std::size_t lane = 0; lane < Lanes; ++lane)
            factor[lane] = total[lane] == T(0) ? T(0) : T(T(1) / total[lane]);
        for (std::size_t lane = 0; lane < queries; ++lane)
            for (std::size_t e = 0; e < k.cols; ++e)
                out.at(lane, e) = finished<Plan, K, T>(cursors, lane, e, T(output[e * Lanes + lane] * factor[lane]));
    }
};

template <class Plan, std::size_t K, std::size_t Lanes, class T, class Cursors>
constexpr void run_stream(std::size_t queries, const Cursors& cursors, T* scratch) {
    streaming<Plan, K, Lanes, T, Cursors>(cursors, queries, scratch).run();
}

}  // namespace heed::detail
