// SPDX-License-Identifier: BSL-1.0
// How the streaming loop computes a score: a dot product, a scale, a formula, a mask.
//
// Weights are exp(score - maximum). If they are computed as powers of two, scores are kept in units of ln 2: the factor
// 1 / ln 2 and a constant scale are multiplied into the queries, once. If the formula is not a scale, its result is
// multiplied by 1 / ln 2.
#pragma once

#include <heed/run/mask_tile.hpp>
#include <heed/scalar/exp2.hpp>

#include <type_traits>

namespace heed::detail {

/// The product of the factors that a term multiplies the core with.
template <class Plan, std::size_t K, std::size_t Term, class T, class Cursors>
constexpr T scale_of_core(const Cursors& cursors) {
    constexpr term t = Plan::value.terms[Plan::value.kernels[K].first_term + Term];
    if constexpr (t.kind == term::core) {
        return T(1);
    } else if constexpr (t.kind == term::load) {
        return cursor_at<t.slot>(cursors).value;
    } else {
        return scale_of_core<Plan, K, t.operands[0], T>(cursors) * scale_of_core<Plan, K, t.operands[1], T>(cursors);
    }
}

/// The scores of a kernel, in the units that turn_into_weights takes.
template <class Plan, std::size_t K, class T, class Cursors>
struct score_formula {
    static constexpr kernel k = Plan::value.kernels[K];
    static constexpr std::size_t unmasked = scores_without_mask<Plan, K>();

    template <class Lanes>
    static constexpr bool runs_in_registers() {
        return (k.stream.scales_queries || detail::runs_in_registers<Plan, K, unmasked, T, Lanes, Cursors>()) &&
               (!has_mask<Plan, K>() || detail::runs_in_registers<Plan, K, k.prologue, T, Lanes, Cursors>());
    }

    static constexpr T unit() {
        if constexpr (has_exp2<T>)
            return log2_of_e<T>;
        else
            return T(1);
    }

    /// Converts a score from the units of weights to natural units.
    static constexpr T in_units_of_one(const T& score) {
        if constexpr (has_exp2<T>)
            return score * ln_2<T>;
        else
            return score;
    }

    /// The factor that queries are multiplied by.
    static constexpr T query_scale(const Cursors& cursors) {
        if constexpr (k.stream.scales_queries)
            return scale_of_core<Plan, K, unmasked, T>(cursors) * unit();
        else
            return T(1);
    }

    /// A score, or a register of scores of consecutive queries, from the dot product.
    template <bool Masked, class Lanes, class V>
    HEED_INLINE static constexpr V score(const Cursors& cursors, std::size_t query, std::size_t key, const V& core) {
        if constexpr (Masked && has_mask<Plan, K>()) {
            constexpr std::size_t mask = Plan::value.terms[k.first_term + k.prologue].operands[0];
            return apply<function::where, V>(element<Plan, K, mask, V, Lanes>(cursors, query, key, core),
                                             score<false, Lanes, V>(cursors, query, key, core));
        } else if constexpr (k.stream.scales_queries) {
            return core;
        } else if constexpr (has_exp2<T>) {
            return element<Plan, K, unmasked, V, Lanes>(cursors, query, key, core) * unit();
        } else {
            return element<Plan, K, unmasked, V, Lanes>(cursors, query, key, core);
        }
    }
};

/// Scores in these units, none of them positive, become weights.
template <class V, std::size_t Count>
HEED_INLINE constexpr void turn_into_weights(V (&scores)[Count]) {
    if constexpr (has_exp2<lane_t<V>>)
        exp2_of_non_positives(scores);
    else
        for (V& x : scores) x = exp(x);
}

}  // namespace heed::detail
