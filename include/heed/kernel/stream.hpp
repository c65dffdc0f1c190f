// SPDX-License-Identifier: BSL-1.0
// softmax(scores) * V without storing the scores: online softmax over blocks of keys, with queries in lanes.
//
// For one query, after the keys seen so far: m is the largest score, l = sum exp(s - m), o = sum exp(s - m) v.
// A block with a larger maximum m' replaces m, and l and o are rescaled by exp(m - m') before the block is added.
// The output is o / l. The result does not depend on the division into blocks, so blocks in which every query is masked
// are skipped.
// source  Milakov and Gimelshein 2018, Online normalizer calculation for softmax; Dao et al. 2022, FlashAttention
//
// Memory of a tile of queries: score [key of the block][lane], overwritten by the weights; maximum, before (the maximum
// of earlier blocks), total (the sum of weights) and factor [lane]; output [query][column] if columns are in lanes,
// else [column][lane].
#pragma once

#include <heed/kernel/online_softmax.hpp>
#include <heed/kernel/shift.hpp>
#include <heed/lower/loop_part.hpp>
#include <heed/meta/config.hpp>

namespace heed::detail {

/// The first key of the first block sets the maximum, later ones raise it.
template <class M, class Key, class Lane, class V>
HEED_INLINE constexpr void raise_maximum(M& m, const Key& j, const Lane& lane, const V& largest) {
    if (m.is_first_key(j))
        m.store(m.maximum, lane, largest);
    else
        m.store(m.maximum, lane, V(raised(m.template load<V>(m.maximum, lane), largest)));
}

template <class M>
constexpr void remember_maxima(M& m) {
    m.along_lanes([&]<class V>(auto lane)
                      HEED_INLINE_LAMBDA { m.store(m.before, lane, m.template load<V>(m.maximum, lane)); });
}

/// Computes the scores of a block of keys and updates the maximum of each query.
template <class M, class Keys, class First, class Mask>
HEED_INLINE constexpr void compute_scores(M& m, Keys keys, const First& first, const Mask& mask) {
    if (m.has_earlier()) remember_maxima(m);
    m.score_blocks(keys, first, mask, [&](auto j, auto lane, auto& sums, auto is_masked) HEED_INLINE_LAMBDA {
        // All scores are finished before the first store: as far as the compiler knows, a store may change the mask,
        // which it would read again for each register.
        m.finish_scores(is_masked, lane, first + j, sums);
        m.each_sum(lane, sums, [&]<class V>(auto row, auto l, const V& score) HEED_INLINE_LAMBDA {
            m.store(m.score, m.lane_of(j + row, l), score);
        });
        m.each_largest(lane, sums,
                       [&]<class V>(auto l, const V& largest) HEED_INLINE_LAMBDA { raise_maximum(m, j, l, largest); });
    });
}

/// Scores become weights; if all scores of a query are minus infinity, its weights are 0.
/// Not forced inline: otherwise g++ 12 optimises a copy of it for each lambda that encloses it.
template <class M, class Keys>
constexpr void exponentiate_scores(M& m, Keys keys) {
    m.note("scores become weights; where all are minus infinity, all weigh 0");
    m.along_lanes([&]<class V>(auto lane) HEED_INLINE_LAMBDA {
        const V shift = known_as("shift", finite_shift<V>(m.template load<V>(m.maximum, lane)));
        typename lanes<V>::variable sum = m.template zero<V>("weights");
        m.each_weight(keys, lane, shift, [&](auto j, const V& weight) HEED_INLINE_LAMBDA {
            m.store(m.score, m.lane_of(j, lane), weight);
            sum = V(V(sum) + weight);
        });
        V shrink = lanes<V>::broadcast(lane_t<V>(0));
        if (m.has_earlier()) {
            m.note("what was summed so far belongs to the old maximum");
            shrink = known_as("shrink", m.weight_of(below_shift<V>(m.template load<V>(m.before, lane), shift)));
            m.store(m.factor, lane, shrink);
        }
        grow(m, m.total, lane, shrink, V(sum));
    });
}

/// The factor of each query becomes 1 / total, or 0 if the total is 0.
template <class M>
HEED_INLINE constexpr void invert_totals(M& m) {
    m.along_lanes([&]<class V>(auto lane) HEED_INLINE_LAMBDA {
        const V total = m.template load<V>(m.total, lane);
        m.store(m.factor, lane,
                known_as("one_over_total", m.zero_where(total == lane_t<V>(0), [&]() HEED_INLINE_LAMBDA {
                    return V(lanes<V>::broadcast(lane_t<V>(1)) / total);
                })));
    });
}

/// A sum over a block of values, for columns from e on. It is rescaled and added, or written at once if there is only
/// one block.
template <class M, class Lane, class Column, class V>
HEED_INLINE constexpr void finish_value(M& m, const Lane& lane, const Column& e, const V& sum) {
    if (m.writes_at_once())
        m.where_query_is(lane, [&]() HEED_INLINE_LAMBDA { m.write_mean(lane, e, V(sum * m.factor_of(lane))); });
    else
        grow(m, m.output, m.row_of(lane, e), m.factor_of(lane), sum);
}

/// Weights times values, with columns in lanes.
template <class M, class Keys, class First>
HEED_INLINE constexpr void add_values_of_rows(M& m, Keys keys, const First& first) {
    m.value_blocks_of_rows(keys, first, [&](auto i, auto e, auto lane, auto& sums) HEED_INLINE_LAMBDA {
        m.each_sum(lane, sums, [&]<class V>(auto row, auto l, const V& sum) HEED_INLINE_LAMBDA {
            finish_value(m, i + row, e + l, sum);
        });
    });
}

/// Weights times values, with queries in lanes.
template <class M, class Keys, class First>
HEED_INLINE constexpr void add_values_of_lanes(M& m, Keys keys, const First& first) {
    m.value_blocks_of_lanes(keys, first, [&](auto e, auto lane, auto& sums) HEED_INLINE_LAMBDA {
        m.each_sum(lane, sums, [&]<class V>(auto column, auto l, const V& sum) HEED_INLINE_LAMBDA {
            grow(m, m.output, m.lane_of(e + column, l), m.template load<V>(m.factor, l), sum);
        });
    });
}

template <class M, class Keys, class First>
HEED_INLINE constexpr void add_values(M& m, Keys keys, const First& first) {
    m.columns_in_lanes([&](auto they_are) HEED_INLINE_LAMBDA {
        if constexpr (decltype(they_are)::value)
            add_values_of_rows(m, keys, first);
        else
            add_values_of_lanes(m, keys, first);
    });
}

/// One block of keys. `mask` says whether some of them are masked for some of the queries.
template <class M, class Keys, class First, class Mask>
constexpr void add_key_block(M& m, Keys keys, const First& first, const Mask& mask) {
    m.template part<loop_part::scores>([&]() HEED_INLINE_LAMBDA { compute_scores(m, keys, first, mask); });
    m.template part<loop_part::weights>([&]() HEED_INLINE_LAMBDA {
        exponentiate_scores(m, keys);
        if (m.writes_at_once()) invert_totals(m);
    });
    m.template part<loop_part::values>([&]() HEED_INLINE_LAMBDA { add_values(m, keys, first); });
}

/// Divides the sums of values by the sums of weights, with columns in lanes.
template <class M>
HEED_INLINE constexpr void write_means_of_rows(M& m) {
    m.each_query([&](auto lane) HEED_INLINE_LAMBDA {
        m.along_result([&]<class V>(auto e) HEED_INLINE_LAMBDA {
            m.write_mean(lane, e, V(m.template load<V>(m.output, m.row_of(lane, e)) * m.factor_of(lane)));
        });
    });
}

/// The same with queries in lanes.
template <class M>
HEED_INLINE constexpr void write_means_of_lanes(M& m) {
    using T = typename M::number;
    if (m.write_few_columns()) return;
    m.each_query([&](auto lane) HEED_INLINE_LAMBDA {
        m.each_column([&](auto e) HEED_INLINE_LAMBDA {
            m.write_mean(lane, e, T(m.template load<T>(m.output, m.lane_of(e, lane)) * m.factor_of(lane)));
        });
    });
}

template <class M>
constexpr void write_means(M& m) {
    invert_totals(m);
    m.columns_in_lanes([&](auto they_are) HEED_INLINE_LAMBDA {
        if constexpr (decltype(they_are)::value)
            write_means_of_rows(m);
        else
            write_means_of_lanes(m);
    });
}

template <class M>
HEED_INLINE constexpr void write_log_sums(M& m) {
    using T = typename M::number;
    m.each_query([&](auto lane) HEED_INLINE_LAMBDA {
        keep_log_sum(
            m, lane, [&]() HEED_INLINE_LAMBDA { return m.template load<T>(m.total, lane); },
            [&]() HEED_INLINE_LAMBDA { return m.template load<T>(m.maximum, lane); });
    });
}

/// One tile of queries.
template <class M>
constexpr void stream_kernel(M& m) {
    m.template part<loop_part::read>([&]() HEED_INLINE_LAMBDA { m.read_queries(); });
    m.template part<loop_part::blocks>([&]() HEED_INLINE_LAMBDA {
        m.start();
        m.key_blocks([&](auto keys, auto first, auto mask) HEED_INLINE_LAMBDA { add_key_block(m, keys, first, mask); });
    });
    if (!m.is_written()) m.template part<loop_part::write>([&]() HEED_INLINE_LAMBDA { write_means(m); });
    if (m.keeps_log_sums()) m.template part<loop_part::write>([&]() HEED_INLINE_LAMBDA { write_log_sums(m); });
}

}  // namespace heed::detail
