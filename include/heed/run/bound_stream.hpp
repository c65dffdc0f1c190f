// SPDX-License-Identifier: BSL-1.0
// The machine that runs a tile of queries of streaming attention on its operands.
#pragma once

#include <heed/kernel/stream.hpp>
#include <heed/lower/stream_order.hpp>
#include <heed/machine/executing.hpp>
#include <heed/run/converted_rows.hpp>
#include <heed/run/fetching.hpp>
#include <heed/run/in_loop.hpp>
#include <heed/run/key_blocks.hpp>
#include <heed/run/micro_kernel.hpp>
#include <heed/run/panel.hpp>
#include <heed/run/score_operands.hpp>
#include <heed/run/scores.hpp>
#include <heed/simd/for_registers.hpp>
#include <heed/tensor/storage.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace heed::detail {

/// Lanes is the capacity of the tile in queries. IsOneBlock: a dynamic number of keys is at most that of a block.
template <class Plan, std::size_t K, std::size_t Lanes, bool IsOneBlock, class T, class Count, class Cursors>
struct bound_stream : executing<T> {
    static constexpr kernel k = Plan::value.kernels[K];
    static constexpr stream_order order =
        order_of_stream(k, Lanes, sizeof(T), is_dense_in<T, cursor_in<Cursors, stream_slot::values>>, IsOneBlock);
    using formula = score_formula<Plan, K, T, Cursors>;

    const Cursors& cursors;
    std::size_t first_query;
    Count queries;  ///< in this tile
    weights_of_scores<T, k.stream.is_steep> turn_into_weights;
    T* query;  ///< [depth][lane], scaled
    T* score;
    T* output;
    static constexpr std::size_t alignment = alignof(T) > heap_alignment ? alignof(T) : heap_alignment;
    alignas(alignment) T maximum[Lanes];
    alignas(alignment) T before[Lanes];
    alignas(alignment) T total[Lanes];
    alignas(alignment) T factor[Lanes]{};
    bool is_first = true;  ///< no block has been added
    // Copies of the keys and values that a block of sums reads, if they are converted from half precision.
    static constexpr std::size_t most_depth = is_fixed_size<Plan, k.stream.depth> ? k.stream.depth : unknown_count;
    row_block<T, cursor_in<Cursors, last_operand_of(k.stream)>, order.score_rows, most_depth> some_keys;
    static constexpr std::size_t most_columns = order.panel > order.value_rows ? order.panel : order.value_rows;
    row_block<T, cursor_in<Cursors, stream_slot::values>, order.block_keys, most_columns> some_values;
    score_operands<Plan, K, order.block_keys, Lanes, T, Cursors> beside_scores;

    constexpr bound_stream(const Cursors& c, std::size_t first, Count n, T* scratch)
        : cursors(c),
          first_query(first),
          queries(n),
          turn_into_weights(formula::steepness(c)),
          query(scratch),
          score(query + size_in<Plan, k.stream.depth>(c) * Lanes),
          output(score + order.block_keys * Lanes) {}

    // Parts of the loop, and decisions of the plan.

    template <loop_part Part, class F>
    HEED_INLINE constexpr void part(const F& f) const {
        if constexpr (Part == loop_part::scores && has_mask<Plan, K>() && order.has_blocks && packable<T>)
            apart([&]() HEED_INLINE_LAMBDA { in_loop<Plan::first_kernel + K, Part>(f); });
        else
            in_loop<Plan::first_kernel + K, Part>(f);
    }
    HEED_INLINE constexpr auto columns() const { return size_in<Plan, k.cols>(cursors); }
    HEED_INLINE constexpr auto depth() const { return size_in<Plan, k.stream.depth>(cursors); }
    /// Whether a block of keys has been added.
    HEED_INLINE constexpr bool has_earlier() const { return order.has_blocks && !is_first; }
    /// f(std::true_type) if columns of values are in lanes, f(std::false_type) if queries are.
    template <class F>
    HEED_INLINE static constexpr void columns_in_lanes(const F& f) {
        f(std::bool_constant<order.columns_in_lanes>());
    }
    HEED_INLINE static constexpr bool writes_at_once() { return order.writes_at_once(); }
    HEED_INLINE constexpr bool is_written() const { return writes_at_once() && !is_all_masked; }

    // Layout of the memory.

    HEED_INLINE static constexpr std::size_t lane_of(std::size_t row, std::size_t lane) { return row * Lanes + lane; }
    HEED_INLINE constexpr std::size_t row_of(std::size_t query_of_tile, std::size_t column) const {
        return query_of_tile * columns() + column;
    }
    HEED_INLINE constexpr const T& factor_of(std::size_t lane) const { return factor[lane]; }
    // Loops.

    constexpr void read_queries() {
        if constexpr (k.stream.depth > 0)
            copy_rows_to_lanes<Lanes>(cursor_at<stream_slot::queries>(cursors).shifted(first_query, 0), queries,
                                      depth(), formula::query_scale(cursors, turn_into_weights.steepness()), query);
    }
    HEED_INLINE static constexpr void start() {}
    /// Starts from zero if every key is masked for every query of the tile, or if there are no keys.
    template <class F>
    HEED_INLINE constexpr void key_blocks(const F& f) {
        for_key_blocks<Plan, K, T, IsOneBlock>(cursors, first_query, queries,
                                               [&](auto keys, std::size_t first, bool masked) HEED_INLINE_LAMBDA {
                                                   if constexpr (order.has_blocks && packable<T>)
                                                       add_block_apart(keys, first, masked, f);
                                                   else
                                                       f(keys, first, masked);
                                                   is_first = false;
                                               });
        constexpr bool may_be_empty = has_mask<Plan, K>() || !is_fixed_size<Plan, k.stream.keys>;
        if (may_be_empty && is_first) start_from_nothing();
    }
    template <class F>
    HEED_INLINE constexpr void along_lanes(const F& f) const {
        for_registers<Lanes, T>(f);
    }
    template <class F>
    HEED_INLINE constexpr void along_result(const F& f) const {
        for_row<T>(columns(), f);
    }
    template <class F>
    HEED_INLINE constexpr void each_column(const F& f) const {
        for (std::size_t e = 0; e < columns(); ++e) f(e);
    }
    template <class F>
    HEED_INLINE constexpr void each_query(const F& f) const {
        for (std::size_t lane = 0; lane < queries; ++lane) f(lane);
    }

    // Scores and weights.

    /// f(j, lane, sums, mask) for blocks of dot products of the queries with the keys from first + j on.
    template <class Keys, class F>
    HEED_INLINE constexpr void score_blocks(Keys keys, std::size_t first, bool masked, const F& f) {
        beside_scores.read(cursors, first_query, queries, first, keys);
        for_blocks<order.score_rows>(keys, [&](auto block, std::size_t j) HEED_INLINE_LAMBDA {
            const auto finish = [&](std::size_t lane, auto& sums) HEED_INLINE_LAMBDA {
                // A single block compiles both calls even without a mask: with only one of them, g++ 12's code takes
                // 1.15 times as long for 12 x 3.
                if constexpr (has_mask<Plan, K>() || !order.has_blocks)
                    if (masked) return f(j, lane, sums, std::true_type());
                f(j, lane, sums, std::false_type());
            };
            constexpr std::size_t rows = decltype(block)::value;
            if constexpr (k.stream.depth > 0) {
                some_keys.read(cursor_at<stream_slot::keys>(cursors), first + j, 0, rows, depth());
                accumulate<rows, Lanes, T, block_of_terms(fixed_count<decltype(depth())>, score_depth)>(
                    some_keys.rows(cursor_at<stream_slot::keys>(cursors), first + j, 0),
                    lines_with_stride<T>{query, Lanes}, depth(), from_zero(), finish, fetched_values(keys, first, j));
            } else {
                accumulate<rows, Lanes, T, one_block>(number_cursor<T>{}, lines_with_stride<T>{nullptr, 0},
                                                      std::size_t{0}, from_zero(), finish);
            }
        });
    }
    template <bool Masked, class V, std::size_t Rows, std::size_t Registers>
    HEED_INLINE constexpr void finish_scores(std::bool_constant<Masked>, std::size_t lane, std::size_t key,
                                             V (&sums)[Rows][Registers]) const {
        for_sums(lane, sums, [&](std::size_t m, std::size_t l, V& sum) HEED_INLINE_LAMBDA {
            sum = score_of<Masked>(l, key + m, sum);
        });
    }
    template <class V, std::size_t Rows, std::size_t Registers, class F>
    HEED_INLINE static constexpr void each_sum(std::size_t lane, V (&sums)[Rows][Registers], const F& f) {
        for_sums(lane, sums, f);
    }
    template <class V, std::size_t Rows, std::size_t Registers, class F>
    HEED_INLINE static constexpr void each_largest(std::size_t lane, const V (&sums)[Rows][Registers], const F& f) {
        HEED_UNROLL for (std::size_t r = 0; r < Registers; ++r)
            f(lane + r * lanes<V>::count, largest_of<0, Rows>(r, sums));
    }
    HEED_INLINE constexpr bool is_first_key(std::size_t j) const { return !has_earlier() && j == 0; }
    template <class V>
    HEED_INLINE static constexpr V zero(const char*) {
        return lanes<V>::broadcast(T(0));
    }
    template <class V>
    HEED_INLINE constexpr V weight_of(const V& score_below_maximum) const {
        return weight_of_one(turn_into_weights, score_below_maximum);
    }
    /// f(j, weight) for each key of a block; the weights of several keys are computed together.
    template <class Keys, class V, class F>
    HEED_INLINE constexpr void each_weight(Keys keys, std::size_t lane, const V& shift, const F& f) const {
        for_blocks<4>(keys, [&](auto block, std::size_t j) HEED_INLINE_LAMBDA {
            constexpr std::size_t count = decltype(block)::value;
            V some[count];
            for (std::size_t i = 0; i < count; ++i)
                some[i] = below_shift<V>(lanes<V>::load(score + lane_of(j + i, lane)), shift);
            turn_into_weights(some);
            for (std::size_t i = 0; i < count; ++i) f(j + i, some[i]);
        });
    }

    // Values.

    /// f(i, e, lane, sums): rows are queries from i on, lanes are columns from e on.
    template <class Keys, class F>
    HEED_INLINE constexpr void value_blocks_of_rows(Keys keys, std::size_t first, const F& f) {
        const auto& value = cursor_at<stream_slot::values>(cursors);
        const element_cursor<const T, 1, Lanes> weight_rows{score};
        for_columns<order.panel, T>(columns(), [&](auto width, std::size_t e) HEED_INLINE_LAMBDA {
            some_values.read(value, first, e, keys, width);
            for_blocks<order.value_rows>(static_count<Lanes>{}, [&](auto block, std::size_t i) HEED_INLINE_LAMBDA {
                if (i >= queries) return;
                const auto some = some_values.rows(value, first, e);
                accumulate<decltype(block)::value, decltype(width)::value, T, one_block>(
                    weight_rows.shifted(i, 0),
                    lines_with_stride<element_of<decltype(some)>>{&some.at(0, 0), some.row_stride}, keys, from_zero(),
                    [&](std::size_t lane, auto& sums) HEED_INLINE_LAMBDA { f(i, e, lane, sums); },
                    fetched_keys(keys, first, i, e));
            });
        });
    }
    /// f(e, lane, sums): rows are columns from e on, lanes are queries.
    template <class Keys, class F>
    HEED_INLINE constexpr void value_blocks_of_lanes(Keys keys, std::size_t first, const F& f) {
        const auto& value = cursor_at<stream_slot::values>(cursors);
        for_blocks<order.value_rows>(columns(), [&](auto block, std::size_t e) HEED_INLINE_LAMBDA {
            some_values.read(value, first, e, keys, block);
            accumulate<decltype(block)::value, Lanes, T, one_block>(
                some_values.rows(value, first, e).transposed(), lines_with_stride<T>{score, Lanes}, keys, from_zero(),
                [&](std::size_t lane, auto& sums) HEED_INLINE_LAMBDA { f(e, lane, sums); });
        });
    }
    template <class F>
    HEED_INLINE constexpr void where_query_is(std::size_t lane, const F& f) const {
        if (lane < queries) f();
    }
    /// Writes means of queries in lanes if there are few columns: one register per column, interleaved into rows.
    HEED_INLINE constexpr bool write_few_columns() const {
        if constexpr (k.epilogue == no_term && are_few_columns<Lanes, k.cols, T, cursor_in<Cursors, result_slot>>()) {
            if (HEED_CONSTANT_EVALUATED) return false;
            using V = pack<T, Lanes>;
            T* const out = &cursor_at<result_slot>(cursors).at(first_query, 0);
            V columns[k.cols], lines[k.cols];
            for (std::size_t e = 0; e < k.cols; ++e)
                columns[e] = lanes<V>::load(output + e * Lanes) * lanes<V>::load(factor);
            interleave(columns, lines);
            const std::size_t all = queries * k.cols;
            for (std::size_t e = 0; e < k.cols && e * Lanes < all; ++e)
                store_some(out + e * Lanes, lines[e], all - e * Lanes);
            return true;
        }
        return false;
    }
    /// Writes the output of a query from column e on.
    template <class V>
    HEED_INLINE constexpr void write_mean(std::size_t lane, std::size_t e, const V& mean) const {
        const auto& out = cursor_at<result_slot>(cursors);
        const std::size_t i = first_query + lane;
        if constexpr (lanes<V>::count == 1 ||
                      (is_dense_in<T, cursor_in<Cursors, result_slot>> && finishes_in_registers<Plan, K, T, Cursors>()))
            lanes<V>::store(&out.at(i, e), finished<Plan, K, V, along_row>(cursors, i, e, mean));
        else
            for (std::size_t l = 0; l < lanes<V>::count; ++l) write_mean(lane, e + l, T(mean[l]));
    }

    // The log-sum-exp of each query.

    HEED_INLINE static constexpr bool keeps_log_sums() { return k.log_sums != no_slot; }
    HEED_INLINE constexpr T in_units_of_one(const T& x) const { return turn_into_weights.in_units_of_one(x); }
    template <class F>
    HEED_INLINE constexpr void keep_log_sum(std::size_t lane, const F& f) const {
        if constexpr (k.log_sums != no_slot) cursor_at<k.log_sums>(cursors).at(first_query + lane, 0) = f();
    }

private:
    bool is_all_masked = false;

    /// Not inlined: otherwise g++ 12 keeps values that the mask writes for later parts in registers that the sums need.
    template <class F>
    HEED_FLATTEN [[gnu::noinline]] static constexpr void apart(const F& f) {
        f();
    }

    template <class Keys, class F>
    HEED_APART static constexpr void add_block_apart(Keys keys, std::size_t first, bool masked, const F& f) {
        in_loop<Plan::first_kernel + K, loop_part::blocks>([&]() HEED_INLINE_LAMBDA { f(keys, first, masked); });
    }

    constexpr void start_from_nothing() {
        is_all_masked = true;
        for (T& x : total) x = T(0);
        for (std::size_t i = 0; i < columns() * Lanes; ++i) output[i] = T(0);
    }

    /// Pairwise, for a short dependency chain.
    template <std::size_t First, std::size_t Number, class V, std::size_t Rows, std::size_t Registers>
    HEED_INLINE static constexpr V largest_of(std::size_t r, const V (&sums)[Rows][Registers]) {
        if constexpr (Number == 1) {
            return sums[First][r];
        } else {
            return raised(largest_of<First, Number / 2>(r, sums),
                          largest_of<First + Number / 2, Number - Number / 2>(r, sums));
        }
    }

    template <bool Masked, class V>
    HEED_INLINE constexpr V score_of(std::size_t lane, std::size_t key, const V& sum) const {
        if constexpr (lanes<V>::count == 1) {
            // A lane without a query repeats the last query, whose elements exist.
            const std::size_t i = lane < queries ? lane : queries - 1;
            return formula::template score<Masked, along_rows, V>(cursors, first_query + i, key, sum);
        } else if constexpr (formula::template runs_in_registers<along_rows>()) {
            return formula::template score<Masked, along_rows, V>(cursors, first_query + lane, key, sum);
        } else {
            if constexpr (formula::template runs_in_registers<along_any_rows>())
                if (lane + lanes<V>::count <= queries) return score_in_lanes<Masked>(lane, key, sum);
            T each[lanes<V>::count];  // into a register one by one, g++ 14 warns of lanes that nobody wrote
            for (std::size_t l = 0; l < lanes<V>::count; ++l) each[l] = score_of<Masked, T>(lane + l, key, sum[l]);
            return lanes<V>::load(each);
        }
    }

    template <bool Masked, class V>
    HEED_INLINE constexpr V score_in_lanes(std::size_t lane, std::size_t key, const V& sum) const {
        if constexpr (decltype(beside_scores)::copies) {
            const auto copied = beside_scores.cursors(cursors, first_query);
            using formula_of_copies = score_formula<Plan, K, T, std::remove_const_t<decltype(copied)>>;
            return formula_of_copies::template score<Masked, along_any_rows, V>(copied, first_query + lane, key, sum);
        } else {
            return formula::template score<Masked, along_any_rows, V>(cursors, first_query + lane, key, sum);
        }
    }

    /// Prefetches Rows rows of Columns columns, from `row` on, evenly over Rounds iterations, of which `begin` are
    /// done.
    template <std::size_t Columns, std::size_t Rounds, std::size_t Rows, class Cursor>
    HEED_INLINE static constexpr auto fetched(const Cursor& from, std::size_t row, std::size_t begin) {
        using element = typename Cursor::element;
        constexpr std::size_t lines = cache_lines_of<element>(Columns);
        if constexpr (order.fetches && is_dense_in<T, Cursor> && Rounds >= Rows * lines) {
            std::uintptr_t address = 0;
            if (!HEED_CONSTANT_EVALUATED) address = reinterpret_cast<std::uintptr_t>(&from.at(row, 0));
            return fetching<lines>{address, sizeof(element) * from.row_stride, begin,
                                   fetch_shift(Rounds, Rows * lines)};
        } else {
            return nothing_beside();
        }
    }
    /// Nothing is prefetched for blocks with a dynamic size.
    template <class Keys>
    static constexpr bool fetches = order.fetches&& fixed_count<Keys> !=
                                    unknown_count&& is_fixed_size<Plan, k.cols>&& is_fixed_size<Plan, k.stream.depth>;
    /// Prefetches the values of this block during the sums of scores from key j on.
    template <class Keys>
    HEED_INLINE constexpr auto fetched_values(Keys, std::size_t first, std::size_t j) const {
        if constexpr (fetches<Keys>)
            return fetched<k.cols, order.sums_of_scores(Keys::value), Keys::value>(
                cursor_at<stream_slot::values>(cursors), first, order.sums_before_scores(j));
        else
            return nothing_beside();
    }
    /// Prefetches the keys of the next block during the sums of values from row i and column e on.
    template <class Keys>
    HEED_INLINE constexpr auto fetched_keys(Keys keys, std::size_t first, std::size_t i, std::size_t e) const {
        if constexpr (fetches<Keys>)
            return fetched<k.stream.depth, order.sums_of_values(Keys::value, k.cols), Keys::value>(
                cursor_at<stream_slot::keys>(cursors),
                first + keys < size_in<Plan, k.stream.keys>(cursors) ? first + keys : 0,
                order.sums_before_values(Keys::value, i, e));
        else
            return nothing_beside();
    }
};

}  // namespace heed::detail
