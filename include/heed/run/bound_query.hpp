// SPDX-License-Identifier: BSL-1.0
// The machine that runs one query of attention, of a few that share each block of keys.
#pragma once

#include <heed/kernel/few_queries.hpp>
#include <heed/lower/stream_order.hpp>
#include <heed/machine/executing.hpp>
#include <heed/run/in_loop.hpp>
#include <heed/run/key_blocks.hpp>
#include <heed/run/load_row.hpp>
#include <heed/run/scattered_keys.hpp>
#include <heed/run/scores.hpp>
#include <heed/simd/for_registers.hpp>
#include <heed/simd/lane_sums.hpp>

#include <cstddef>
#include <limits>
#include <type_traits>

namespace heed::detail {

/// One query, a row of its cursors. Register is a register of T, or T itself: the same sums in the same order.
template <class Plan, std::size_t K, class Register, class Cursors>
class bound_query : public executing<lane_t<Register>> {
    using T = lane_t<Register>;
    static constexpr kernel k = Plan::value.kernels[K];
    using formula = score_formula<Plan, K, T, Cursors>;
    using key_cursor = cursor_in<Cursors, stream_slot::keys>;
    using value_cursor = cursor_in<Cursors, stream_slot::values>;
    static constexpr few_queries_order order =
        order_of_few_queries(k, lanes<Register>::count, is_dense_in<T, value_cursor>);
    static constexpr std::size_t all_parts = k.stream.depth_lanes, width = order.width, registers = order.registers;
    /// Columns whose values are summed together: the same number for registers of any length.
    static constexpr std::size_t panel =
        order.columns_in_lanes ? registers_of_one_row * vector_bytes / sizeof(T) : order.panel;
    static constexpr bool has_fixed_depth = is_fixed_size<Plan, k.stream.depth>;
    /// Whole parts of keys are read as unpack reads them: those of the query are stored in that order.
    static constexpr bool unpacks_keys = is_dense_in<T, key_cursor> && unpacks<Register, element_of<key_cursor>>;

    const Cursors& cursors;
    std::size_t row;
    weights_of_scores<T, k.stream.is_steep> turn_into_weights;
    T* query;  ///< [depth], scaled
    T maximum{}, before{}, shrink{};
    bool is_first = true;

public:
    using V = Register;

    T* score;
    T* output;
    alignas(all_parts * sizeof(T)) T total[all_parts];

    /// Scratch elements that one query needs.
    static constexpr std::size_t scratch_elements(const Cursors& c) {
        return depth_in(c) + order.block_keys + all_parts + size_in<Plan, k.cols>(c);
    }

    constexpr bound_query(const Cursors& c, std::size_t i, T* scratch)
        : cursors(c),
          row(i),
          turn_into_weights(formula::steepness(c)),
          query(scratch),
          score(query + depth_in(c)),
          output(score + order.block_keys + all_parts) {}

    template <loop_part Part, class F>
    HEED_INLINE constexpr void part(const F& f) const {
        in_loop<Plan::first_kernel + K, Part>(f);
    }
    template <class F>
    HEED_INLINE constexpr void with_mask(bool masked, const F& f) const {
        if (has_mask<Plan, K>() && masked)
            f(std::bool_constant<has_mask<Plan, K>()>());
        else
            f(std::false_type());
    }
    constexpr bool has_earlier() const { return !is_first; }
    constexpr void end_block() { is_first = false; }

    constexpr void read_query() {
        const T scale = formula::query_scale(cursors, turn_into_weights.steepness());
        const auto& from = cursor_at<stream_slot::queries>(cursors);
        for_row<T>(depth(), [&]<class W>(std::size_t d) HEED_INLINE_LAMBDA {
            if constexpr (lanes<W>::count == 1)
                query[d] = T(element_as<T>(from.at(row, d)) * scale);
            else
                lanes<W>::store(query + d, load_row<W>(from, row, d) * scale);
        });
        if constexpr (unpacks_keys)
            for (std::size_t d = 0; d + all_parts <= depth(); d += all_parts) exchange_in_memory<V>(query + d);
    }
    constexpr void start_from_nothing() {
        for (T& x : total) x = T(0);
        for (std::size_t e = 0; e < columns(); ++e) output[e] = T(0);
    }

    // Scores.

    constexpr void remember_maximum() { before = maximum; }
    constexpr T maximum_before() const { return before; }
    constexpr T maximum_now() const { return maximum; }
    constexpr void set_maximum(const T& x) { maximum = x; }
    /// The maximum of f(keys, j) over all lanes; each call computes a register of keys.
    template <class Keys, class F>
    HEED_INLINE static constexpr T largest_of_groups(Keys keys, const F& f) {
        V largest{};
        for_blocks<width>(keys, [&](auto group, std::size_t j) HEED_INLINE_LAMBDA {
            const V scores = f(group, j);
            largest = j == 0 ? scores : raised(largest, scores);
        });
        return largest_lane(largest);
    }
    /// Dot products of the query with the keys from `key` on, one per lane.
    template <std::size_t Keys>
    HEED_INLINE constexpr V products(static_count<Keys> keys, std::size_t key) const {
        V rows[width]{};
        if constexpr (width > 1 && !is_dense_in<T, key_cursor>)
            multiply_scattered_keys<all_parts>(keys, cursor_at<stream_slot::keys>(cursors).shifted(key, 0), query,
                                               depth(), rows);
        else if constexpr (width > 1 && has_fixed_depth)
            multiply_in_order(keys, cursor_at<stream_slot::keys>(cursors).shifted(key, 0), rows);
        else
            for_blocks<order.score_rows>(keys, [&](auto some, std::size_t i) HEED_INLINE_LAMBDA {
                V sums[decltype(some)::value][registers]{};
                begin_at_zero(sums);
                const auto from = cursor_at<stream_slot::keys>(cursors).shifted(key + i, 0);
                this->add_products(from, sums);
                HEED_UNROLL for (std::size_t m = 0; m < decltype(some)::value; ++m) rows[i + m] = halved(sums[m]);
            });
        return sums_of_rows(rows);
    }
    template <bool Masked, class Group>
    HEED_INLINE constexpr V finished_scores(std::bool_constant<Masked>, Group group, std::size_t key,
                                            const V& products_of_keys) const {
        return score_of<Masked>(group, key, products_of_keys);
    }
    template <class Group>
    HEED_INLINE constexpr V store_scores(Group, std::size_t j, const V& scores) const {
        lanes<V>::store(score + j, scores);
        return scores;
    }

    // Weights.

    struct sum_in_parts {
        V sums[registers]{};
    };
    static constexpr sum_in_parts parts_at_zero(const char*) {
        sum_in_parts sum;
        begin_at_zero(sum.sums);
        return sum;
    }
    HEED_INLINE static constexpr void add_to_part(sum_in_parts& sum, std::size_t r, const V& weights) {
        sum.sums[r % registers] += weights;
    }
    template <class F>
    HEED_INLINE static constexpr void each_part(const sum_in_parts& sum, const F& f) {
        HEED_UNROLL for (std::size_t r = 0; r < registers; ++r) f(r * width, sum.sums[r]);
    }
    /// f(r, weights) for each register of a block; the weights of several registers are computed together.
    template <class Keys, class F>
    HEED_INLINE constexpr void each_weights(Keys keys, const T& shift, const F& f) const {
        constexpr std::size_t at_once = registers > 4 ? registers : 4;
        for_blocks<at_once>(registers_of(keys), [&](auto block, std::size_t r) HEED_INLINE_LAMBDA {
            constexpr std::size_t count = decltype(block)::value;
            V weights[count];
            HEED_UNROLL for (std::size_t i = 0; i < count; ++i) weights[i] =
                below_shift<V>(lanes<V>::load(score + (r + i) * width), shift);
            turn_into_weights(weights);
            HEED_UNROLL for (std::size_t i = 0; i < count; ++i) f(r + i, weights[i]);
        });
    }
    HEED_INLINE constexpr void store_weights(std::size_t r, const V& weights) const {
        lanes<V>::store(score + r * width, weights);
    }
    HEED_INLINE constexpr T weight_of(const T& score_below_maximum) const {
        return weight_of_one(turn_into_weights, score_below_maximum);
    }
    constexpr void set_shrink(const T& x) { shrink = x; }
    constexpr T shrink_now() const { return shrink; }

    // Values.

    /// f(e, sum) over the keys in order, with columns in registers.
    template <class Keys, class F>
    HEED_INLINE constexpr void value_sums(Keys keys, std::size_t first, const F& f) const {
        for_panels([&](auto columns, std::size_t e) HEED_INLINE_LAMBDA {
            const auto value = cursor_at<stream_slot::values>(cursors).shifted(first, e);
            if constexpr (order.columns_in_lanes)
                this->sum_columns(keys, columns, e, value, f);
            else
                this->sum_any_columns(keys, columns, e, value, f);
        });
    }

    // Results.

    HEED_INLINE constexpr T sum_of_parts() const {
        V sums[registers];
        HEED_UNROLL for (std::size_t r = 0; r < registers; ++r) sums[r] = lanes<V>::load(total + r * width);
        return sum_of_lanes(halved(sums));
    }
    template <class F>
    HEED_INLINE constexpr void along_result(const F& f) const {
        for_row<T>(columns(), f);
    }
    template <class W>
    HEED_INLINE constexpr void write_mean(std::size_t e, const W& mean) const {
        const auto& out = cursor_at<result_slot>(cursors);
        if constexpr (lanes<W>::count == 1 ||
                      (is_dense_in<T, cursor_in<Cursors, result_slot>> && finishes_in_registers<Plan, K, T, Cursors>()))
            lanes<W>::store(&out.at(row, e), finished<Plan, K, W, along_row>(cursors, row, e, mean));
        else
            for (std::size_t l = 0; l < lanes<W>::count; ++l) write_mean(e + l, T(mean[l]));
    }

    HEED_INLINE static constexpr bool keeps_log_sums() { return k.log_sums != no_slot; }
    HEED_INLINE constexpr T in_units_of_one(const T& x) const { return turn_into_weights.in_units_of_one(x); }
    template <class F>
    HEED_INLINE constexpr void keep_log_sum(std::size_t, const F& f) const {
        if constexpr (k.log_sums != no_slot) cursor_at<k.log_sums>(cursors).at(row, 0) = f();
    }

private:
    HEED_INLINE constexpr auto columns() const { return size_in<Plan, k.cols>(cursors); }
    HEED_INLINE static constexpr auto depth_in(const Cursors& c) { return size_in<Plan, k.stream.depth>(c); }
    HEED_INLINE constexpr auto depth() const { return depth_in(cursors); }
    template <std::size_t Keys>
    static constexpr static_count<(Keys + width - 1) / width> registers_of(static_count<Keys>) {
        return {};
    }
    static constexpr std::size_t registers_of(std::size_t keys) { return (keys + width - 1) / width; }

    /// f(columns, first) for panels of columns and the remainder.
    template <class F>
    HEED_INLINE constexpr void for_panels(const F& f) const {
        if constexpr (is_fixed_size<Plan, k.cols> || !order.columns_in_lanes) {
            for_blocks<panel>(columns(), f);
        } else {
            std::size_t first = for_whole_units<panel / width, width>(columns(), f);
            for (; first < columns(); ++first) f(static_count<1>{}, first);
        }
    }

    /// One key after another, in the order that the hardware prefetcher follows.
    template <std::size_t Keys, class Cursor>
    HEED_INLINE void multiply_in_order(static_count<Keys>, Cursor from, V (&rows)[width]) const {
        HEED_UNROLL for (std::size_t i = 0; i < Keys; ++i) {
            V sums[1][registers]{};
            add_products(from, sums);
            rows[i] = halved(sums[0]);
            if (i + 1 == Keys) break;
            from = from.shifted(1, 0);
            from.data = read_after(rows[i], from.data);
        }
    }
    /// Adds whole parts of the depth, then the remainder.
    template <std::size_t Keys, class Cursor>
    HEED_INLINE constexpr void add_products(const Cursor& from, V (&sums)[Keys][registers]) const {
        if constexpr (width == 1) {
            const std::size_t whole = depth() / all_parts * all_parts;
            for (std::size_t d = 0; d < whole; d += all_parts) add_numbers(from, d, all_parts, sums[0]);
            add_numbers(from, whole, depth() - whole, sums[0]);
        } else {
            add_whole_parts(from, sums);
            if constexpr (unpacks_keys)
                for (auto& parts : sums) exchange(parts[0], parts[1]);
            if constexpr (has_fixed_depth)
                add_rest(from, sums);
            else if (depth() % all_parts != 0)
                add_rest_apart(from, sums);
        }
    }
    /// Not inlined: in the loop over keys it would take registers from that loop even if there is no remainder.
    template <std::size_t Keys, class Cursor>
    HEED_INLINE void add_rest_apart(const Cursor& from, V (&sums)[Keys][registers]) const {
        V so_far[Keys][registers];
        HEED_UNROLL for (std::size_t m = 0; m < Keys; ++m) HEED_UNROLL for (std::size_t r = 0; r < registers; ++r)
            so_far[m][r] = sums[m][r];
        add_rest_of_keys(from, so_far);
        HEED_UNROLL for (std::size_t m = 0; m < Keys; ++m) HEED_UNROLL for (std::size_t r = 0; r < registers; ++r)
            sums[m][r] = so_far[m][r];
    }
    template <std::size_t Keys, class Cursor>
    HEED_FLATTEN [[gnu::noinline]] void add_rest_of_keys(const Cursor& from, V (&sums)[Keys][registers]) const {
        add_rest(from, sums);
    }
    template <std::size_t Keys, class Cursor>
    HEED_INLINE void add_rest(const Cursor& from, V (&sums)[Keys][registers]) const {
        const std::size_t whole = depth() / all_parts * all_parts, rest = depth() - whole;
        HEED_UNROLL for (std::size_t r = 0; r < registers; ++r) if (rest > r * width) {
            const std::size_t at = whole + r * width, n = rest - r * width;
            const V x = first_lanes_at<V>(query + at, n);
            HEED_UNROLL for (std::size_t m = 0; m < Keys; ++m) sums[m][r] += x * load_first_of_row<V>(from, m, at, n);
        }
    }
    /// One key after another, several parts at once, so that memory is read sequentially.
    template <std::size_t Keys, class Cursor>
    HEED_INLINE void add_whole_parts(const Cursor& from, V (&sums)[Keys][registers]) const {
        constexpr std::size_t at_once = has_fixed_depth ? 8 : 8 / registers;
        const auto add = [&](auto parts, std::size_t part) HEED_INLINE_LAMBDA {
            auto key = from.shifted(0, part * all_parts);
            HEED_UNROLL for (std::size_t m = 0; m < Keys; ++m) {
                HEED_UNROLL for (std::size_t p = 0; p < decltype(parts)::value; ++p) {
                    this->add_part(query + (part + p) * all_parts, key, p * all_parts, sums[m]);
                }
                if (m + 1 == Keys) break;
                key = key.shifted(1, 0);
                key.data = read_after(sums[m][registers - 1], key.data);
            }
        };
        if constexpr (has_fixed_depth)
            for_blocks<at_once>(static_count<k.stream.depth / all_parts>{}, add);
        else
            for_blocks_and_halves<at_once>(depth() / all_parts, add);
    }
    template <class Cursor>
    HEED_INLINE void add_part(const T* factors, const Cursor& key, std::size_t d, V (&sums)[registers]) const {
        if constexpr (unpacks_keys) {
            V a, b;
            unpack(&key.at(0, d), a, b);
            sums[0] += lanes<V>::load(factors) * a;
            sums[1] += lanes<V>::load(factors + width) * b;
        } else {
            HEED_UNROLL for (std::size_t r = 0; r < registers; ++r) sums[r] +=
                lanes<V>::load(factors + r * width) * load_row<V>(key, 0, d + r * width);
        }
    }
    /// Takes few evaluation steps, because constant expressions limit them.
    template <class Cursor>
    constexpr void add_numbers(const Cursor& from, std::size_t d, std::size_t n, V (&sums)[registers]) const {
        for (std::size_t l = 0; l < n; ++l) sums[l] += query[d + l] * element_as<T>(from.at(0, d + l));
    }

    /// Lanes without a key get minus infinity.
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

    /// Sums over Columns columns from e on, which are read together.
    template <class Keys, std::size_t Columns, class F>
    HEED_INLINE void sum_columns(Keys keys, static_count<Columns>, std::size_t e, const value_cursor& value,
                                 const F& f) const {
        constexpr std::size_t whole = Columns / width;
        if constexpr (whole > 0) {
            V sums[whole]{};
            add_rows(keys, value, sums);
            HEED_UNROLL for (std::size_t r = 0; r < whole; ++r) f(e + r * width, sums[r]);
        }
        accumulate_registers<1, Columns, whole * width, T, true>(
            element_cursor<const T, 0, 1>{score},
            lines_with_stride<element_of<value_cursor>>{value.data, value.row_stride}, keys, from_zero(),
            [&](std::size_t lane, auto& sums) HEED_INLINE_LAMBDA { f(e + lane, sums[0][0]); }, nothing_beside());
    }
    /// One key per iteration: if clang 19 unrolls the loop, values come from the L2 cache at 4/5 of the speed.
    template <class Keys, std::size_t Registers>
    HEED_INLINE void add_rows(Keys keys, const value_cursor& value, V (&sums)[Registers]) const {
        constexpr bool unpacks_values = unpacks<V, element_of<value_cursor>> && Registers % 2 == 0;
        const std::size_t count = keys;
        HEED_ROLLED for (std::size_t j = 0; j < count; ++j)
            add_row<unpacks_values>(kept_in_register(lanes<V>::broadcast(score[j])), &value.at(j, 0), sums);
        if constexpr (unpacks_values)
            HEED_UNROLL for (std::size_t r = 0; r < Registers; r += 2) exchange(sums[r], sums[r + 1]);
    }
    template <bool Unpacks, std::size_t Registers, class S>
    HEED_INLINE static void add_row(const V& weight, const S* row, V (&sums)[Registers]) {
        if constexpr (Unpacks) {
            HEED_UNROLL for (std::size_t r = 0; r < Registers; r += 2) {
                V a, b;
                unpack(row + r * width, a, b);
                sums[r] += weight * a;
                sums[r + 1] += weight * b;
            }
        } else {
            HEED_UNROLL for (std::size_t r = 0; r < Registers; ++r) sums[r] += weight * load_as<V>(row + r * width);
        }
    }
    /// For constant expressions, and for values with columns that are not adjacent or of another type.
    template <class Keys, std::size_t Columns, class Cursor, class F>
    HEED_INLINE constexpr void sum_any_columns(Keys keys, static_count<Columns>, std::size_t e, const Cursor& value,
                                               const F& f) const {
        T sums[Columns];
        begin_at_zero(sums);
        add_scattered_values<Register, panel>(value, score, keys, sums);
        for (std::size_t c = 0; c < Columns; ++c) f(e + c, sums[c]);
    }
};

}  // namespace heed::detail
