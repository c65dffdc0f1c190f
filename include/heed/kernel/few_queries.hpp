// SPDX-License-Identifier: BSL-1.0
// Attention of one query, or of a few, over many keys: online softmax with the depth in lanes for the scores, keys in
// lanes for the weights, columns in lanes for the values. Keys and values are read as they lie, each once: a few
// queries share each block of keys.
//
// Memory of a query: score [key of the block], then the weights, where lanes without a key weigh 0; total, the parts of
// a sum of weights; output [column], sums of values so far; before and shrink belong to the block that is added.
#pragma once

#include <heed/kernel/online_softmax.hpp>
#include <heed/kernel/shift.hpp>
#include <heed/lower/loop_part.hpp>
#include <heed/meta/config.hpp>

#include <cstddef>

namespace heed::detail {

/// Scores of a block of keys, as many at a time as a register has lanes; the largest so far.
template <class M, class Keys, class First, class Mask>
HEED_INLINE constexpr void compute_scores_of_query(M& m, Keys keys, const First& first, const Mask& mask) {
    using V = typename M::V;
    using T = typename M::number;
    const T largest = m.largest_of_groups(keys, [&](auto group, auto j) HEED_INLINE_LAMBDA {
        const V products = m.products(group, first + j);
        return m.store_scores(group, j, m.finished_scores(mask, group, first + j, products));
    });
    m.set_maximum(m.has_earlier() ? T(raised(m.maximum_before(), largest)) : largest);
}

/// Scores become weights; where all are minus infinity, all weigh 0. What was summed so far shrinks.
template <class M, class Keys>
HEED_INLINE constexpr void exponentiate_scores_of_query(M& m, Keys keys) {
    using V = typename M::V;
    using T = typename M::number;
    m.note("scores become weights; where all are minus infinity, all weigh 0");
    const T shift = known_as("shift", finite_shift<T>(m.maximum_now()));
    auto sums = m.parts_at_zero("weights");
    m.each_weights(keys, shift, [&](auto r, const V& weights) HEED_INLINE_LAMBDA {
        m.store_weights(r, weights);
        m.add_to_part(sums, r, weights);
    });
    if (m.has_earlier()) {
        m.note("what was summed so far belongs to the old maximum");
        m.set_shrink(known_as("shrink", m.weight_of(below_shift<T>(m.maximum_before(), shift))));
    }
    m.each_part(sums, [&](auto at, const V& sum) HEED_INLINE_LAMBDA { grow(m, m.total, at, m.shrink_now(), sum); });
}

/// A block of keys, of which some may be masked.
template <class M, class Keys, class First, class Mask>
HEED_INLINE constexpr void add_key_block_of_query(M& m, Keys keys, const First& first, const Mask& mask) {
    m.template part<loop_part::scores>([&]() HEED_INLINE_LAMBDA {
        m.remember_maximum();
        m.with_mask(mask,
                    [&](auto is_masked) HEED_INLINE_LAMBDA { compute_scores_of_query(m, keys, first, is_masked); });
    });
    m.template part<loop_part::weights>([&]() HEED_INLINE_LAMBDA { exponentiate_scores_of_query(m, keys); });
    m.template part<loop_part::values>([&]() HEED_INLINE_LAMBDA {
        m.note("the sums of the values, each times its weight");
        m.value_sums(keys, first,
                     [&](auto e, const auto& sum) HEED_INLINE_LAMBDA { grow(m, m.output, e, m.shrink_now(), sum); });
    });
}

/// The mean; 0 where no key has a weight.
template <class M>
HEED_INLINE constexpr void write_mean_of_query(M& m) {
    using T = typename M::number;
    const T sum = m.sum_of_parts();
    const T factor =
        known_as("one_over_total",
                 m.zero_where(sum == lane_t<T>(0), [&]() HEED_INLINE_LAMBDA { return T(T(lane_t<T>(1)) / sum); }));
    m.along_result([&]<class W>(auto e)
                       HEED_INLINE_LAMBDA { m.write_mean(e, W(m.template load<W>(m.output, e) * factor)); });
    if (m.keeps_log_sums())
        keep_log_sum(
            m, std::size_t{0}, [&]() HEED_INLINE_LAMBDA { return sum; },
            [&]() HEED_INLINE_LAMBDA { return T(m.maximum_now()); });
}

template <class M>
HEED_INLINE constexpr void few_queries_kernel(M& m) {
    m.template part<loop_part::read>(
        [&]() HEED_INLINE_LAMBDA { m.each_query([](auto& one) HEED_INLINE_LAMBDA { one.read_query(); }); });
    m.template part<loop_part::blocks>([&]() HEED_INLINE_LAMBDA {
        m.start();
        m.key_blocks([&](auto keys, auto first, auto mask) HEED_INLINE_LAMBDA {
            m.each_query([&](auto& one) HEED_INLINE_LAMBDA { add_key_block_of_query(one, keys, first, mask); });
        });
    });
    m.template part<loop_part::write>(
        [&]() HEED_INLINE_LAMBDA { m.each_query([](auto& one) HEED_INLINE_LAMBDA { write_mean_of_query(one); }); });
}

}  // namespace heed::detail
