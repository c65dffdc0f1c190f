// SPDX-License-Identifier: BSL-1.0
// How the streaming loop computes a score: a dot product, a scale, a formula, a mask.
//
// Weights are exp(score - maximum). A formula that is only a scale is multiplied into the queries, once, as far as it
// makes them smaller: scores then are at most as large as the products of which they are made, and what is left of the
// scale (steepness) multiplies the difference from the maximum. No score overflows that the formula does not. (Of
// several given scales the formula is computed as it is written: lower/score_scale.hpp.)
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

/// The scores of a kernel, divided by their steepness.
template <class Plan, std::size_t K, class T, class Cursors>
struct score_formula {
    static constexpr kernel k = Plan::value.kernels[K];
    static constexpr std::size_t unmasked = scores_without_mask<Plan, K>();

    template <class Lanes>
    static constexpr bool runs_in_registers() {
        return (k.stream.scales_queries || detail::runs_in_registers<Plan, K, unmasked, T, Lanes, Cursors>()) &&
               (!has_mask<Plan, K>() || detail::runs_in_registers<Plan, K, k.prologue, T, Lanes, Cursors>());
    }

    /// The magnitude of a scale beyond 1, at most half of the largest number, else 1.
    static constexpr T steepness(const Cursors& cursors) {
        if constexpr (k.stream.is_steep) {
            const T scale = scale_of_core<Plan, K, unmasked, T>(cursors);
            const T size = scale < T(0) ? T(T(0) - scale) : scale;
            if constexpr (has_exp2<T>)
                if (most_steepness<T> < size) return most_steepness<T>;
            return T(1) < size ? size : T(1);
        } else {
            return T(1);
        }
    }
    /// The factor that queries are multiplied by, at most 2.
    static constexpr T query_scale(const Cursors& cursors, const T& steepness) {
        if constexpr (k.stream.scales_queries) {
            const T scale = scale_of_core<Plan, K, unmasked, T>(cursors);
            return !k.stream.is_steep || steepness == T(1) ? scale : T(scale / steepness);
        } else {
            return T(1);
        }
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
        } else {
            return element<Plan, K, unmasked, V, Lanes>(cursors, query, key, core);
        }
    }
};

/// Scores minus their maximum, divided by the steepness, become weights.
template <class T, bool IsSteep>
class weights_of_scores {
public:
    explicit constexpr weights_of_scores(const T& steepness) : steepness_(steepness) {}

    constexpr const T& steepness() const { return steepness_; }
    constexpr T in_units_of_one(const T& x) const { return IsSteep ? T(x * steepness_) : x; }
    template <class V, std::size_t Count>
    HEED_INLINE constexpr void operator()(V (&scores)[Count]) const {
        for (V& x : scores) {
            if constexpr (IsSteep)
                x = exp(V(x * steepness_));
            else
                x = exp(x);
        }
    }

private:
    T steepness_;
};
template <has_exp2 T>
class weights_of_scores<T, true> {
public:
    explicit constexpr weights_of_scores(T steepness) : steepness_(steepness) {}

    constexpr T steepness() const { return steepness_; }
    constexpr T in_units_of_one(T x) const { return x * steepness_; }
    template <class V, std::size_t Count>
    HEED_INLINE constexpr void operator()(V (&scores)[Count]) const {
        exp2_of_non_positives(scores, argument_);
    }

private:
    T steepness_;
    times_factor<T> argument_{log2_of_e<T> * steepness_};
};
/// The steepness is 1.
template <has_exp2 T>
class weights_of_scores<T, false> {
public:
    explicit constexpr weights_of_scores(T) {}

    static constexpr T steepness() { return 1; }
    static constexpr T in_units_of_one(T x) { return x; }
    template <class V, std::size_t Count>
    HEED_INLINE constexpr void operator()(V (&scores)[Count]) const {
        constexpr times_factor<T> argument{log2_of_e<T>};
        exp2_of_non_positives(scores, argument);
    }
};

template <class Weights, class V>
HEED_INLINE constexpr V weight_of_one(const Weights& turn_into_weights, const V& score) {
    V one[]{score};
    turn_into_weights(one);
    return one[0];
}

}  // namespace heed::detail
