// SPDX-License-Identifier: BSL-1.0
// The attention function.
#pragma once

#include <heed/expr/along_axis.hpp>
#include <heed/expr/dim.hpp>
#include <heed/expr/let.hpp>
#include <heed/expr/mask.hpp>
#include <heed/expr/matrix_product.hpp>
#include <heed/expr/structure.hpp>

#include <type_traits>
#include <utility>

namespace heed {

namespace detail {

template <class Q, class K, class V, class... Mask>
constexpr auto make_attention(Q&& q, K&& k, V&& v, Mask&&... mask) {
    if constexpr (is_broken<Q> || is_broken<K> || is_broken<V> || (is_broken<Mask> || ...)) {
        return broken{};
    } else if constexpr (!fits(attention_rule(shape_of<Q>, shape_of<K>, shape_of<V>))) {
        (void)sizeof(law::attention<law_shape_t<Q>, law_shape_t<K>, law_shape_t<V>>);
        return broken{};
    } else if constexpr (owned_formula<K> && owns_elements<std::remove_cvref_t<K>> &&
                         shape_of<K>.from_right(0).is_dynamic()) {
        return make_let(std::forward<K>(k), [&](const auto& keys) {  // the scale refers to them too
            return make_attention(std::forward<Q>(q), keys, std::forward<V>(v), std::forward<Mask>(mask)...);
        });
    } else {
        const auto scale = sqrt(dim<-1>(k));
        auto scores = make_elementwise<function::divide>(
            make_product(std::forward<Q>(q), make_transpose(std::forward<K>(k))), scale);
        if constexpr (sizeof...(Mask) > 0)
            return make_product(make_softmax<by_number<-1>>(make_where(std::forward<Mask>(mask)..., std::move(scores))),
                                std::forward<V>(v));
        else
            return make_product(make_softmax<by_number<-1>>(std::move(scores)), std::forward<V>(v));
    }
}

}  // namespace detail

/// Scaled dot-product attention, softmax(Q * transpose(K) / sqrt(d)) * V with d = columns(K).
/// shapes  Q [... x queries x d] K [... x keys x d] V [... x keys x values] -> [... x queries x values]
///         a vector Q is one query, with matrices K and V
/// cost    2 queries keys (d + values) flops and one exp per score; no queries x keys matrix is stored
/// errors  law::attention
/// source  Vaswani et al. 2017, 3.2.1, eq. 1
/// example examples/04_attention.cpp
/// example const tensor Y = attention(Q, K, V);  // [query[6] x d_v[4]]
template <detail::named_operand Q, detail::named_operand K, detail::named_operand V>
[[nodiscard]] constexpr auto attention(const Q& q HEED_LIFETIMEBOUND, const K& k HEED_LIFETIMEBOUND,
                                       const V& v HEED_LIFETIMEBOUND) {
    return detail::make_attention(q, k, v);
}
template <formula Q, formula K, formula V>
requires(detail::owned_formula<Q> || detail::owned_formula<K> || detail::owned_formula<V>)
    [[nodiscard]] constexpr auto attention(Q&& q, K&& k, V&& v) {
    return detail::make_attention(std::forward<Q>(q), std::forward<K>(k), std::forward<V>(v));
}

/// Masked attention, softmax(where(mask, Q * transpose(K) / sqrt(d))) * V. A query whose keys are all masked gets
/// output 0.
/// mask    as for where: true = attend. A bias, such as alibi<8>, is added to the scores instead: write the formula.
/// errors  law::attention, those of where
/// example examples/07_masks.cpp
template <detail::named_operand Q, detail::named_operand K, detail::named_operand V, detail::named_operand Mask>
[[nodiscard]] constexpr auto attention(const Q& q HEED_LIFETIMEBOUND, const K& k HEED_LIFETIMEBOUND,
                                       const V& v HEED_LIFETIMEBOUND, const Mask& mask HEED_LIFETIMEBOUND) {
    return detail::make_attention(q, k, v, mask);
}
template <detail::named_operand Q, detail::named_operand K, detail::named_operand V, detail::owned_formula Mask>
[[nodiscard]] constexpr auto attention(const Q& q HEED_LIFETIMEBOUND, const K& k HEED_LIFETIMEBOUND,
                                       const V& v HEED_LIFETIMEBOUND, Mask&& mask) {
    return detail::make_attention(q, k, v, std::forward<Mask>(mask));
}
template <formula Q, formula K, formula V, formula Mask>
requires(detail::owned_formula<Q> || detail::owned_formula<K> || detail::owned_formula<V>)
    [[nodiscard]] constexpr auto attention(Q&& q, K&& k, V&& v, Mask&& mask) {
    return detail::make_attention(std::forward<Q>(q), std::forward<K>(k), std::forward<V>(v), std::forward<Mask>(mask));
}

/// A mask that is not a formula is an error: see law::mask.
template <formula Q, formula K, formula V, class Mask>
requires(!formula<Mask>) constexpr auto attention(const Q&, const K&, const V&, const Mask&) {
    (void)sizeof(law::mask<!sizeof(Q)>);
    return detail::broken{};
}
/// Without values it is an error: see law::attention_operands.
template <formula Q, formula K>
constexpr auto attention(const Q&, const K&) {
    (void)sizeof(law::attention_operands<!sizeof(Q)>);
    return detail::broken{};
}

}  // namespace heed
