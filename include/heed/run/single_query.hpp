// SPDX-License-Identifier: BSL-1.0
// Attention of one query, or of a few, over many keys: online softmax with the depth in lanes for the scores, keys in
// lanes for the weights, columns in lanes for the values. Keys and values are read as they lie, each once.
#pragma once

#include <heed/kernel/shift.hpp>
#include <heed/run/in_loop.hpp>
#include <heed/run/key_blocks.hpp>
#include <heed/run/scores.hpp>
#include <heed/simd/for_registers.hpp>
#include <heed/simd/lane_sums.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace heed::detail {

/// One query, a row of its cursors. V is a register of T, or T itself: the sums are the same, in the same
/// order.
template <class Plan, std::size_t K, class V, class Cursors>
class single_query {
    using T = lane_t<V>;
    static constexpr kernel k = Plan::value.kernels[K];
    static constexpr std::size_t width = lanes<V>::count;
    static constexpr std::size_t parts = k.depth_lanes, registers = parts / width;
    static constexpr std::size_t block_keys = smaller_of(k.inner, key_block);
    /// Keys whose sums fill half of the registers that there are.
    static constexpr std::size_t keys_at_once = width == 1 ? 1 : smaller_of(width, 2 * accumulator_rows / registers);
    static constexpr std::size_t fetched_bytes = 8192;  ///< at most, of keys and of values each
    using formula = score_formula<Plan, K, T, Cursors>;
    using value_cursor = cursor_in<Cursors, 1>;

    const Cursors& cursors;
    std::size_t row;
    T* query;                                   ///< [depth], scaled
    T* score;                                   ///< [key of the block], then the weights; lanes without a key weigh 0
    T* output;                                  ///< [column], sums of values so far
    alignas(parts * sizeof(T)) T total[parts];  ///< of the weights so far
    T maximum{};
    T shrink{};  ///< by what sums shrink with this block
    bool is_first = true;

public:
    /// Elements that it takes.
    static constexpr std::size_t scratch_elements = k.depth + block_keys + parts + k.cols;

    constexpr single_query(const Cursors& c, std::size_t i, T* scratch)
        : cursors(c), row(i), query(scratch), score(query + k.depth), output(score + block_keys + parts) {}

    constexpr void read_query() {
        const T scale = formula::query_scale(cursors);
        for (std::size_t d = 0; d < k.depth; ++d)
            query[d] = T(static_cast<T>(boost::hana::at_c<2>(cursors).at(row, d)) * scale);
    }

    template <std::size_t Keys>
    constexpr void add_block(static_count<Keys> keys, std::size_t first, bool masked) {
        const T before = maximum;
        in_loop<K, loop_part::scores>([&]() HEED_INLINE_LAMBDA {
            const T largest =
                has_mask<Plan, K>() && masked ? compute_scores<true>(keys, first) : compute_scores<false>(keys, first);
            maximum = !is_first && !(maximum < largest) ? maximum : largest;
        });
        if constexpr (width > 1 && k.inner > key_block) {  // else there is little to read
            if (row == 0) fetch<k.cols>(boost::hana::at_c<1>(cursors), first);
            if (row == 0) fetch<k.depth>(boost::hana::at_c<3>(cursors), first + Keys);
        }
        in_loop<K, loop_part::weights>([&]() HEED_INLINE_LAMBDA { exponentiate(keys, before); });
        in_loop<K, loop_part::values>([&]() HEED_INLINE_LAMBDA { add_values(keys, first); });
        is_first = false;
    }

    /// The mean; 0 where no key has a weight.
    constexpr void write() {
        if (has_mask<Plan, K>() && is_first) {
            for (T& x : total) x = T(0);
            for (std::size_t e = 0; e < k.cols; ++e) output[e] = T(0);
        }
        V sums[registers];
        HEED_UNROLL for (std::size_t r = 0; r < registers; ++r) sums[r] = lanes<V>::load(total + r * width);
        const T sum = sum_of_lanes(halved(sums)), factor = sum == T(0) ? T(0) : T(T(1) / sum);
        for_row<T>(k.cols, [&]<class W>(std::size_t e)
                               HEED_INLINE_LAMBDA { this->write_some(e, W(lanes<W>::load(output + e) * factor)); });
    }

private:
    /// Elements from (i, j) on along a row, of whatever type.
    template <register_of_lanes W, class Cursor>
    HEED_INLINE static W read(const Cursor& cursor, std::size_t i, std::size_t j) {
        if constexpr (is_dense_in<T, Cursor>) {
            return lanes<W>::load(&cursor.at(i, j));
        } else {
            W x{};
            HEED_UNROLL for (std::size_t l = 0; l < lanes<W>::count; ++l) x[l] = static_cast<T>(cursor.at(i, j + l));
            return x;
        }
    }

    /// While weights are computed nothing else is read: the first values of the block and the first keys of the next
    /// are fetched meanwhile. After the last block there may be no keys: their address is a number.
    template <std::size_t Columns, class Cursor>
    HEED_INLINE static void fetch(const Cursor& cursor, std::size_t from_row) {
        if constexpr (has_dense_rows<Cursor>()) {
            constexpr std::size_t bytes = sizeof(typename Cursor::element);
            const auto from = reinterpret_cast<std::uintptr_t>(cursor.data) + from_row * Cursor::row_stride * bytes;
            constexpr std::size_t rows = smaller_of(key_block / 4, fetched_bytes / (Columns * bytes));
            for (std::size_t i = 0; i < rows; ++i)
                for (std::size_t at = 0; at < Columns * bytes; at += cache_line_bytes)
                    __builtin_prefetch(reinterpret_cast<const void*>(from + i * Cursor::row_stride * bytes + at));
        }
    }

    /// Scores of a block, of as many keys at a time as a register has lanes; the largest of them.
    template <bool Masked, std::size_t Keys>
    HEED_INLINE constexpr T compute_scores(static_count<Keys> keys, std::size_t first) {
        V largest{};
        for_blocks<width>(keys, [&](auto group, std::size_t j) HEED_INLINE_LAMBDA {
            const V scores = score_of<Masked>(group, first + j, products(group, first + j));
            lanes<V>::store(score + j, scores);
            if (j == 0)
                largest = scores;
            else
                largest = largest < scores ? scores : largest;
        });
        return largest_lane(largest);
    }

    /// The query times keys from `key` on, a lane for each.
    template <std::size_t Keys>
    HEED_INLINE constexpr V products(static_count<Keys> keys, std::size_t key) const {
        V rows[width]{};
        for_blocks<keys_at_once>(keys, [&](auto some, std::size_t i) HEED_INLINE_LAMBDA {
            V sums[decltype(some)::value][registers]{};
            const auto from = boost::hana::at_c<3>(cursors).shifted(key + i, 0);
            for (std::size_t d = 0; d < k.depth; d += parts) this->add_products(from, d, sums);
            HEED_UNROLL for (std::size_t m = 0; m < decltype(some)::value; ++m) rows[i + m] = halved(sums[m]);
        });
        return sums_of_rows(rows);
    }
    template <std::size_t Keys, class Cursor>
    HEED_INLINE constexpr void add_products(const Cursor& from, std::size_t d, V (&sums)[Keys][registers]) const {
        if constexpr (width == 1)  // few steps: in constant expressions there is a limit
            for (std::size_t l = 0; l < parts; ++l) sums[0][l] += query[d + l] * static_cast<T>(from.at(0, d + l));
        else
            HEED_UNROLL for (std::size_t m = 0; m < Keys; ++m) HEED_UNROLL for (std::size_t r = 0; r < registers; ++r)
                sums[m][r] += lanes<V>::load(query + d + r * width) * read<V>(from, m, d + r * width);
    }
    HEED_INLINE static constexpr V halved(V (&sums)[registers]) {
        HEED_UNROLL for (std::size_t half = registers / 2; half > 0; half /= 2)
            HEED_UNROLL for (std::size_t r = 0; r < half; ++r) sums[r] += sums[r + half];
        return sums[0];
    }

    /// Lanes without a key are masked.
    template <bool Masked, std::size_t Keys, class W>
    HEED_INLINE constexpr W score_of(static_count<Keys>, std::size_t key, const W& sums) const {
        if constexpr (lanes<W>::count == 1) {
            return formula::template score<Masked, along_row, W>(cursors, row, key, sums);
        } else if constexpr (Keys == lanes<W>::count && formula::template runs_in_registers<along_row>()) {
            return formula::template score<Masked, along_row, W>(cursors, row, key, sums);
        } else {
            W scores = lanes<W>::broadcast(-std::numeric_limits<T>::infinity());
            for (std::size_t l = 0; l < Keys; ++l)
                scores[l] = score_of<Masked>(static_count<1>{}, key + l, static_cast<T>(sums[l]));
            return scores;
        }
    }

    /// Scores become weights; what was summed so far belongs to the maximum before.
    template <std::size_t Keys>
    HEED_INLINE constexpr void exponentiate(static_count<Keys>, const T& before) {
        constexpr std::size_t at_once = registers > 4 ? registers : 4;
        const T shift = finite_shift<T>(maximum);
        V sums[registers]{};
        for_blocks<at_once>(static_count<(Keys + width - 1) / width>{},
                            [&](auto block, std::size_t r) HEED_INLINE_LAMBDA {
                                constexpr std::size_t count = decltype(block)::value;
                                V weights[count];
                                HEED_UNROLL for (std::size_t i = 0; i < count; ++i) weights[i] =
                                    lanes<V>::load(score + (r + i) * width) - shift;
                                turn_into_weights(weights);
                                HEED_UNROLL for (std::size_t i = 0; i < count; ++i) {
                                    lanes<V>::store(score + (r + i) * width, weights[i]);
                                    sums[i % registers] += weights[i];
                                }
                            });
        if (!is_first) {
            T by[]{T(before - shift)};
            turn_into_weights(by);
            shrink = by[0];
        }
        HEED_UNROLL for (std::size_t r = 0; r < registers; ++r) add_to(total + r * width, sums[r]);
    }

    /// What was summed so far shrinks, and a sum of this block is added.
    template <class W>
    HEED_INLINE constexpr void add_to(T* sum, const W& more) const {
        lanes<W>::store(sum, is_first ? more : W(lanes<W>::load(sum) * shrink + more));
    }

    /// Keys one after the other, columns in registers.
    template <std::size_t Keys>
    HEED_INLINE constexpr void add_values(static_count<Keys> keys, std::size_t first) {
        constexpr bool in_registers = width > 1 && is_dense_in<T, value_cursor>;
        for_blocks<in_registers ? registers_of_one_row * width : accumulator_rows>(
            static_count<k.cols>{}, [&](auto columns, std::size_t e) HEED_INLINE_LAMBDA {
                const auto value = boost::hana::at_c<1>(cursors).shifted(first, e);
                if constexpr (in_registers)
                    this->add_columns(keys, columns, e, value);
                else
                    this->add_any_columns(keys, columns, e, value);
            });
    }
    /// Columns from e on, of which a row is read at once.
    template <std::size_t Keys, std::size_t Columns>
    HEED_INLINE void add_columns(static_count<Keys>, static_count<Columns>, std::size_t e, const value_cursor& value) {
        constexpr std::size_t whole = Columns / width;
        if constexpr (whole > 0) {
            V sums[whole]{};
            add_rows<Keys>(value, sums);
            HEED_UNROLL for (std::size_t r = 0; r < whole; ++r) add_to(output + e + r * width, sums[r]);
        }
        accumulate_registers<1, Columns, whole * width>(
            element_cursor<const T, 0, 1>{score}, value.data, value.row_stride, Keys, from_zero(),
            [&](std::size_t lane, auto& sums) HEED_INLINE_LAMBDA { this->add_to(output + e + lane, sums[0][0]); },
            nothing_beside());
    }
    /// One key a round: where clang 19 unrolls the loop, values come from the second-level cache at 4/5 of the speed.
    template <std::size_t Keys, std::size_t Registers>
    HEED_INLINE void add_rows(const value_cursor& value, V (&sums)[Registers]) const {
        HEED_ROLLED for (std::size_t j = 0; j < Keys; ++j) {
            const V weight = lanes<V>::broadcast(score[j]);
            HEED_UNROLL for (std::size_t r = 0; r < Registers; ++r) sums[r] +=
                weight * lanes<V>::load(&value.at(j, r * width));
        }
    }
    /// In constant expressions, and of values whose columns are no neighbours, or of another type.
    template <std::size_t Keys, std::size_t Columns, class Cursor>
    HEED_INLINE constexpr void add_any_columns(static_count<Keys>, static_count<Columns>, std::size_t e,
                                               const Cursor& value) {
        T sums[Columns]{};
        for (std::size_t j = 0; j < Keys; ++j)
            for (std::size_t c = 0; c < Columns; ++c) sums[c] += score[j] * static_cast<T>(value.at(j, c));
        for (std::size_t c = 0; c < Columns; ++c) add_to(output + e + c, sums[c]);
    }

    template <class W>
    HEED_INLINE constexpr void write_some(std::size_t e, const W& mean) const {
        const auto& out = boost::hana::at_c<0>(cursors);
        if constexpr (lanes<W>::count == 1 ||
                      (is_dense_in<T, cursor_in<Cursors, 0>> && finishes_in_registers<Plan, K, T, Cursors>()))
            lanes<W>::store(&out.at(row, e), finished<Plan, K, W, along_row>(cursors, row, e, mean));
        else
            for (std::size_t l = 0; l < lanes<W>::count; ++l) write_some(e + l, T(mean[l]));
    }
};

/// Each block of keys is read by all queries before the next.
template <class Plan, std::size_t K, class V, class Cursors, std::size_t... Row>
constexpr void run_single_queries(const Cursors& cursors, lane_t<V>* scratch, std::index_sequence<Row...>) {
    using single = single_query<Plan, K, V, Cursors>;
    single queries[]{single(cursors, Row, scratch + Row * single::scratch_elements)...};
    in_loop<K, loop_part::read>([&]() HEED_INLINE_LAMBDA {
        for (single& q : queries) q.read_query();
    });
    in_loop<K, loop_part::blocks>([&]() HEED_INLINE_LAMBDA {
        for_key_blocks<Plan, K, lane_t<V>>(cursors, 0, static_count<sizeof...(Row)>{},
                                           [&](auto keys, std::size_t first, bool masked) HEED_INLINE_LAMBDA {
                                               for (single& q : queries) q.add_block(keys, first, masked);
                                           });
    });
    in_loop<K, loop_part::write>([&]() HEED_INLINE_LAMBDA {
        for (single& q : queries) q.write();
    });
}

/// Attention of one query, or of a few, where a plan has its depth in lanes: a score is the sum of kernel::depth_lanes
/// parts.
/// error   float <= 6e-7 and double <= 1.2e-15 of the largest value, for scores of moderate size
///         (tests/run/single_query_test.cpp)
/// cost    depth + columns multiply-adds a key in registers; each key and each value is read once, as it lies
template <class Plan, std::size_t K, class T, std::size_t Queries, class Cursors>
constexpr void run_few_queries(static_count<Queries>, const Cursors& cursors, T* scratch) {
    constexpr auto rows = std::make_index_sequence<Queries>();
    if constexpr (packable<T>) {
        if (!std::is_constant_evaluated())
            return run_single_queries<Plan, K, pack<T, vector_bytes / sizeof(T)>>(cursors, scratch, rows);
    }
    run_single_queries<Plan, K, T>(cursors, scratch, rows);
}

}  // namespace heed::detail
