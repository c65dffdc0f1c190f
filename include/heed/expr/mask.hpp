// SPDX-License-Identifier: BSL-1.0
// Masks and changes of scores: where(mask, S), ready-made masks, ALiBi, softcap.
#pragma once

#include <heed/expr/equal_axes.hpp>
#include <heed/expr/index.hpp>
#include <heed/expr/let_unless_stored.hpp>
#include <heed/expr/matrix_product.hpp>
#include <heed/scalar/has_numbers.hpp>

#include <bit>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed {

namespace detail {

template <class F>
inline constexpr bool needs_square_scores = false;
template <>
inline constexpr bool needs_square_scores<index_leaf<index_kind::causal>> = true;
template <class Operation, class... Operands>
inline constexpr bool needs_square_scores<formula_of<Operation, Operands...>> =
    formula_of<Operation, Operands...>::shape_value.rank == 0 && (needs_square_scores<Operands> || ...);

/// Whether a mask sets elements of a formula to minus infinity.
template <class F>
inline constexpr bool is_masked = false;
template <class A, class B>
inline constexpr bool is_masked<formula_of<op::elementwise<function::where>, A, B>> = true;
template <function F, class... Operands>
requires(F != function::where) inline constexpr bool is_masked<formula_of<op::elementwise<F>, Operands...>> =
    (is_masked<Operands> || ...);

template <class M, class S>
constexpr bool is_square_enough() {
    constexpr shape scores = shape_of<S>;
    return !needs_square_scores<M> || scores.rank < 2 || sizes_agree(scores.from_right(0), scores.from_right(1));
}

template <class F>
inline constexpr bool is_elementwise_formula = false;
template <function F, class... Operands>
inline constexpr bool is_elementwise_formula<formula_of<op::elementwise<F>, Operands...>> = true;

/// The truth of elements that the type of the scores does not have: such as 1e-60, which is 0 in float.
template <class S, class Mask>
constexpr decltype(auto) as_truth(Mask&& mask) {
    using operand = operand_t<Mask>;
    using T = computed_t<value_of<S>>;
    if constexpr (changes_truth<T>(lost_in<T, value_of<operand>>) && !is_elementwise_formula<operand>)
        return make_elementwise<function::is_zero>(make_elementwise<function::is_zero>(std::forward<Mask>(mask)));
    else
        return std::forward<Mask>(mask);
}

template <class Mask, class S>
constexpr auto make_where(Mask&& mask, S&& s) {
    if constexpr (is_broken<Mask> || is_broken<S>) {
        return broken{};
    } else if constexpr (std::integral<value_of<operand_t<S>>>) {
        (void)sizeof(law::real_elements<value_of<operand_t<S>>, false>);
        return broken{};
    } else if constexpr (!is_square_enough<operand_t<Mask>, operand_t<S>>()) {
        (void)sizeof(law::causal<law_shape_t<S>, false>);
        return broken{};
    } else {
        return make_elementwise<function::where>(as_truth<operand_t<S>>(std::forward<Mask>(mask)), std::forward<S>(s));
    }
}

template <class C, class A>
using kept_t = formula_of<op::elementwise<function::keep>, operand_t<C>, operand_t<A>>;

/// Whether the scores whose indices a condition asks for are as large beside A as those of the whole choice.
template <class A, class B>
constexpr bool has_axes_of_choice() {
    constexpr shape own = shape_of<A>, whole = broadcast(own, shape_of<B>).result;
    for (std::size_t i = 0; i < own.rank; ++i)
        if (!sizes_agree(own.from_right(i), whole.from_right(i))) return false;
    return true;
}
template <class C, class A, class B>
inline constexpr bool chooses_by_index =
    !is_index_formula<C> || (has_axes_of_choice<A, B>() && has_axes_of_choice<B, A>());
/// The axes of A and B that a choice by index needs to be equal, if one of them would repeat.
template <class C, class A, class B>
constexpr axis_pairs axes_of_choice_that_repeat() {
    constexpr shape a = shape_of<A>, b = shape_of<B>;
    axis_pairs pairs;
    for (std::size_t i = 1; is_index_formula<C> && i <= a.rank && i <= b.rank; ++i)
        add_one_beside_length(pairs, a, a.rank - i, b, b.rank - i);
    return pairs;
}
/// Whether A is a vector of keys beside scores, of which a condition on indices takes the element at the key.
template <class C, class A, class Scores>
inline constexpr bool is_vector_of_keys = is_index_formula<C>&& shape_of<A>.rank == 1 && shape_of<Scores>.rank > 1;

/// a where the condition holds, b elsewhere, as a sum of two terms that are 0 otherwise. The condition occurs twice.
template <class C, class A, class B>
constexpr auto make_choice(C&& condition, A&& a, B&& b) {
    if constexpr (is_broken<C> || is_broken<A> || is_broken<B>) {
        return broken{};
    } else if constexpr (is_vector_of_keys<operand_t<C>, operand_t<A>, operand_t<B>>) {
        return make_choice(std::forward<C>(condition), make_at<index_kind::key>(std::forward<A>(a)),
                           std::forward<B>(b));
    } else if constexpr (is_vector_of_keys<operand_t<C>, operand_t<B>, operand_t<A>>) {
        return make_choice(std::forward<C>(condition), std::forward<A>(a),
                           make_at<index_kind::key>(std::forward<B>(b)));
    } else if constexpr (!chooses_by_index<operand_t<C>, operand_t<A>, operand_t<B>>) {
        (void)sizeof(law::choice_by_index<law_shape_t<A>, law_shape_t<B>, false>);
        return broken{};
    } else if constexpr (!is_square_enough<operand_t<C>, operand_t<A>>()) {
        (void)sizeof(law::causal<law_shape_t<A>, false>);
        return broken{};
    } else {
        using choice = formula_of<op::elementwise<function::add>, kept_t<C, A>, kept_t<C, B>>;
        return let_if_temporary(std::forward<C>(condition), [&](const auto& given) {
            const auto holds = as_operand(as_truth<choice>(given));
            constexpr axis_pairs pairs = axes_of_choice_that_repeat<operand_t<C>, operand_t<A>, operand_t<B>>();
            return use_with_equal_axes<law::sizes_of_choice_by_index, pairs>(
                std::forward<A>(a), std::forward<B>(b), [&]<class Chosen, class Other>(Chosen&& chosen, Other&& other) {
                    return make_elementwise<function::add>(
                        make_elementwise<function::keep>(holds, std::forward<Chosen>(chosen)),
                        make_elementwise<function::keep>(make_elementwise<function::is_zero>(holds),
                                                         std::forward<Other>(other)));
                });
        });
    }
}

template <class S, class C>
constexpr auto make_softcap(S&& s, const C& cap) {
    if constexpr (is_broken<S>) {
        return broken{};
    } else if constexpr (is_masked<operand_t<S>>) {
        (void)sizeof(law::softcap<law_shape_t<S>, false>);
        return broken{};
    } else {
        return make_elementwise<function::multiply>(
            make_elementwise<function::tanh>(make_elementwise<function::divide>(std::forward<S>(s), cap)), cap);
    }
}

template <class Mask, class S>
inline constexpr bool are_mask_and_scores = formula<Mask>&& formula<S>;

}  // namespace detail

/// Scores where a mask is true, minus infinity elsewhere. Softmax then gives 0 there; a row with every key masked gives
/// 0.
/// mask    a formula of indices (k <= q && q - k < 512), or a tensor that is 0 at masked keys and nowhere negative,
///         whose axes have the names of those of S
/// shapes  mask as for A + B, S [... x queries x keys] -> as S
/// cost    with softmax(...) * V, a formula of indices skips tiles that it masks completely, without reading K and V
///         there; tiles without a masked score run without the mask. A NaN or infinity at a masked key may reach the
///         output: it does if it is in V and its tile is computed.
/// errors  law::elementwise, law::causal, law::index_axes, law::index_size, law::real_elements; shape_error for a mask
///         of floating-point numbers one of which is negative (not of one that is looked up, packed or computed)
/// example examples/07_masks.cpp
/// example const tensor Y = softmax(where(causal, S)) * A, upper = where(k > q, S, 0);
HEED_BINARY(where, detail::are_mask_and_scores, detail::make_where)
/// A mask that is not a formula is an error: see law::mask.
template <class Mask, formula S>
requires(!formula<Mask>) constexpr auto where(const Mask&, const S&) {
    (void)sizeof(law::mask<!sizeof(S)>);
    return detail::broken{};
}

/// a where the condition is true, b elsewhere. The operand that is not taken may be infinite or NaN. -0 becomes 0.
/// shapes  as for A + B; by indices, a vector beside scores is one of keys
/// cost    no tile is skipped
/// errors  law::mask_beside, law::choice_condition, law::choice_by_index, law::causal, law::index_axes, law::index_size
template <detail::named_operand C, detail::named_operand A, detail::named_operand B>
[[nodiscard]] constexpr auto where(const C& condition HEED_LIFETIMEBOUND, const A& a HEED_LIFETIMEBOUND,
                                   const B& b HEED_LIFETIMEBOUND) {
    return detail::make_choice(condition, a, b);
}
template <formula C, class A, class B>
requires((formula<A> || detail::plain_number<A>)&&(formula<B> || detail::plain_number<B>)&&(detail::owned_operand<C> ||
                                                                                            detail::owned_operand<A> ||
                                                                                            detail::owned_operand<B>))
    [[nodiscard]] constexpr auto where(C&& condition, A&& a, B&& b) {
    return detail::make_choice(std::forward<C>(condition), std::forward<A>(a), std::forward<B>(b));
}

/// A condition that is no formula is an error: see law::choice_condition.
template <detail::plain_number C, class A, class B>
requires(formula<A> || formula<B>) constexpr auto where(const C&, const A&, const B&) {
    if constexpr (!detail::is_broken<A> && !detail::is_broken<B>) (void)sizeof(law::choice_condition<!sizeof(C)>);
    return detail::broken{};
}

/// cap * tanh(S / cap): limits scores to -cap to cap. Apply it before the mask.
/// errors  law::softcap
/// example const tensor Y = softmax(softcap(S, 50.0));
template <detail::named_operand S, detail::plain_number C>
[[nodiscard]] constexpr auto softcap(const S& s HEED_LIFETIMEBOUND, const C& cap) {
    return detail::make_softcap(s, cap);
}
template <detail::owned_formula S, detail::plain_number C>
[[nodiscard]] constexpr auto softcap(S&& s, const C& cap) {
    return detail::make_softcap(std::forward<S>(s), cap);
}

/// Causal, aligned at the upper left: a query sees the keys up to its own index (PyTorch's is_causal).
/// example const tensor Y = softmax(where(causal_upper_left, S));
inline constexpr detail::index_leaf<detail::index_kind::causal_upper_left> causal_upper_left{};
/// Causal, aligned at the lower right: the last query sees all keys (FlashAttention; a key-value cache).
/// example const tensor Y = softmax(where(causal_lower_right, S));
inline constexpr detail::index_leaf<detail::index_kind::causal_lower_right> causal_lower_right{};
/// Causal, for as many queries as keys, where both alignments are the same; otherwise a violation of law::causal.
/// example const tensor Y = softmax(where(causal, S)) * A;
inline constexpr detail::index_leaf<detail::index_kind::causal> causal{};

namespace detail {

/// q and k inside of templates: they depend on a parameter, so that nothing is compiled before the mask is used.
template <auto>
inline constexpr index_leaf<index_kind::query> query_index{};
template <auto>
inline constexpr index_leaf<index_kind::key> key_index{};
template <auto>
inline constexpr index_leaf<index_kind::position> position_index{};
/// The index of the text: of the batch, also where scores have no heads.
inline constexpr index_leaf<index_kind::text> text_index{};

}  // namespace detail

/// At most Left keys before the query's own and Right after it. A query's own key has the same index, as in
/// causal_upper_left.
/// example const tensor Y = softmax(where(sliding_window<2>, S));  // two keys before its own, and that
template <int Left, int Right = 0>
inline constexpr auto sliding_window = (detail::query_index<Left> - detail::key_index<Left> <= Left) &&
                                       (detail::key_index<Left> - detail::query_index<Left> <= Right);

/// All queries see the first N keys, and the others causally (upper left).
/// example const tensor Y = softmax(where(prefix<2>, S));
template <int N>
inline constexpr auto prefix = (detail::key_index<N> < N) || (detail::key_index<N> <= detail::query_index<N>);

/// Keys whose distance from the query is a multiple of Step, on both sides. With a window, dilated<4> &&
/// sliding_window<256>, these are the keys of a dilated window. On its own it skips no tile.
/// source  Child et al. 2019, Generating long sequences with sparse transformers
/// example const tensor Y = softmax(where(causal && dilated<2>, S));
template <int Step>
inline constexpr auto dilated = (detail::query_index<Step> - detail::key_index<Step>) % Step == 0;

/// The first N tokens see all and are seen by all; use it with a window, sliding_window<256, 256> || global_tokens<16>.
/// Tiles that the window masks completely are skipped, unless they contain these tokens.
/// source  Beltagy et al. 2020, Longformer: the long-document transformer
/// example const tensor Y = softmax(where(sliding_window<1, 1> || global_tokens<1>, S));
template <int N>
inline constexpr auto global_tokens = (detail::key_index<N> < N) || (detail::query_index<N> < N);

/// The first n keys; the others are padding.
/// example const tensor Y = softmax(where(padding(4), S));  // keys 4 and 5 are padding
template <detail::plain_number N>
[[nodiscard]] constexpr auto padding(const N& n) {
    return index::k < n;
}
/// The first lengths(b) keys of batch entry b. The batch is the axis of S called batch, else the one before the heads
/// or, of three axes, the one before the queries.
/// shapes  lengths [batch], S [batch x head x queries x keys] or [batch x queries x keys]
/// errors  law::index_axes, law::index_size
/// example const tensor Y = softmax(where(padding(vector<int, 2>{3, 6}), tensor<float, 2, 6, 6>()));
template <detail::named_operand Lengths>
[[nodiscard]] constexpr auto padding(const Lengths& lengths HEED_LIFETIMEBOUND) {
    return index::k < at(lengths, detail::text_index);
}
template <detail::owned_formula Lengths>
[[nodiscard]] constexpr auto padding(Lengths&& lengths) {
    return index::k < at(std::forward<Lengths>(lengths), detail::text_index);
}

namespace detail {

template <class A, class B>
constexpr auto make_same_document(A&& query_ids, B&& key_ids) {
    if constexpr (shape_of<A>.rank == 2)
        return at(std::forward<A>(query_ids), text_index, index::q) ==
               at(std::forward<B>(key_ids), text_index, index::k);
    else
        return at(std::forward<A>(query_ids), index::q) == at(std::forward<B>(key_ids), index::k);
}

}  // namespace detail

/// The slopes of ALiBi for a number of heads that is no power of two. For a power of two both are 2^(-8 / heads), ...,
/// 2^-8.
enum class alibi_slopes {
    released,  ///< those of the released code: all for the next lower power of two, then every other for twice as many
    paper      ///< 2^(-8 / heads), 2^(-16 / heads), ..., 2^-8
};

namespace detail {

template <std::size_t Heads, alibi_slopes Slopes>
constexpr auto slopes_of_alibi() {
    constexpr std::size_t first = Slopes == alibi_slopes::paper ? Heads : std::bit_floor(Heads);
    tensor<double, Heads> slopes;
    const auto power = [](std::size_t i, std::size_t n) {
        return pow(2.0, -8.0 * static_cast<double>(i) / static_cast<double>(n));
    };
    for (std::size_t h = 0; h < Heads; ++h)
        slopes(h) = h < first ? power(h + 1, first) : power(2 * (h - first) + 1, 2 * first);
    return slopes;
}

}  // namespace detail

/// Several texts in one sequence: a query sees the keys of its own text.
/// shapes  ids [tokens], S [... x tokens x tokens]; or ids [batch x tokens], S as for padding(lengths)
/// example const tensor Y = softmax(where(causal && same_document(ids), S));
template <detail::named_operand Ids>
[[nodiscard]] constexpr auto same_document(const Ids& ids HEED_LIFETIMEBOUND) {
    return detail::make_same_document(ids, ids);
}
template <detail::owned_formula Ids>
[[nodiscard]] constexpr auto same_document(Ids&& ids) {
    return detail::make_same_document(std::remove_cvref_t<Ids>(ids), std::forward<Ids>(ids));
}

/// Linear biases (ALiBi), added to scores: S + alibi<8>. A key n tokens before the query gets -n times the slope of the
/// head. The last query is at the last key, so that queries over a cache of keys get what they get among all.
///     alibi<8>  alibi<12>  alibi<12, alibi_slopes::paper>
/// shapes  S [... x Heads x queries x keys]
/// error   slopes <= 0.61 ulp of double
/// source  Press et al. 2022, Train short, test long: attention with linear biases
/// example const tensor Y = softmax(where(causal, scores + alibi<4>));
template <std::size_t Heads, alibi_slopes Slopes = alibi_slopes::released>
inline constexpr auto alibi = (detail::key_index<Heads> -
                               detail::position_index<Heads>)*at(detail::slopes_of_alibi<Heads, Slopes>(), index::h);

}  // namespace heed
