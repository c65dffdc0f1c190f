// SPDX-License-Identifier: BSL-1.0
// Formulas of indices: masks and score changes such as k <= q && q - k < 512 or S + (k - q) * slope. They have no shape
// of their own. Combined with scores [... queries x keys], q and k are the indices of the query and of the key.
#pragma once

#include <heed/expr/elementwise.hpp>
#include <heed/shape/index_law.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed {

namespace detail {

template <class A>
concept index_formula = is_index_formula<A>;

/// One operand is a formula of indices; the other is one too, or a number, or an exact scalar.
template <class A, class B>
concept index_operands = (index_formula<A> || index_formula<B>)&&(formula<A> || plain_number<A>)&&(formula<B> ||
                                                                                                   plain_number<B>);

/// Whether a formula is a condition, whose values are 1 and 0.
template <class F>
inline constexpr bool gives_truth = false;
template <function F, class... A>
inline constexpr bool gives_truth<formula_of<op::elementwise<F>, A...>> = is_truth(F);

/// a < b, of what is no condition: 0 < x < 2 is a mistake.
template <function F, class A, class B>
constexpr auto make_compared(A&& a, B&& b) {
    if constexpr (gives_truth<std::remove_cvref_t<A>> || gives_truth<std::remove_cvref_t<B>>) {
        (void)sizeof(law::chained_comparison<!sizeof(op::elementwise<F>)>);
        return broken{};
    } else {
        return make_elementwise<F>(std::forward<A>(a), std::forward<B>(b));
    }
}
/// a > b becomes b < a.
template <function F, class A, class B>
constexpr auto make_swapped(A&& a, B&& b) {
    return make_compared<F>(std::forward<B>(b), std::forward<A>(a));
}
template <class A, class B>
constexpr auto make_unequal(A&& a, B&& b) {
    return make_elementwise<function::is_zero>(
        make_elementwise<function::equal>(std::forward<A>(a), std::forward<B>(b)));
}

namespace op {
/// The element of a tensor at indices of the scores: the n-th index applies to axis n. It has no axes of its own.
template <index_kind... I>
struct at {
    static constexpr shape shape_of_result(const shape&) { return shape(); }
};
}  // namespace op

template <index_kind... I, class A>
inline constexpr bool is_index_formula<formula_of<op::at<I...>, A>> = true;

/// Whether an axis of a tensor goes with an index of the scores, as for A + B: it is as long as that axis, or of
/// size 1.
constexpr bool goes_with_index(const extent& own, index_kind i, const shape& scores) {
    const extent& beside = scores[axis_of_index(i, scores)];
    return (own.size == 1 || sizes_agree(own, beside)) && names_agree(own, beside);
}

template <index_kind... I, class A>
struct index_fit<formula_of<op::at<I...>, A>> {
    static constexpr bool has_axes(const shape& scores) { return (index_fit<index_leaf<I>>::holds(scores) && ...); }
    static constexpr bool holds(const shape& scores) {
        std::size_t axis = 0;
        return has_axes(scores) && (goes_with_index(A::shape_value[axis++], I, scores) && ...);
    }
    template <class Scores>
    static constexpr auto report() {
        if constexpr (!has_axes(Scores::value))
            return (index_fit<index_leaf<I>>::template report<Scores>() + ...);
        else if constexpr (!holds(Scores::value))
            (void)sizeof(law::index_size<typename law_shape<A>::type, Scores, false>);
        return 0;
    }
};

template <index_kind... I, class A>
constexpr auto make_at(A&& a) {
    if constexpr (is_broken<A>) {
        return broken{};
    } else if constexpr (shape_of<operand_t<A>>.rank != sizeof...(I)) {
        (void)sizeof(law::index_count<law_shape_t<A>, sizeof...(I)>);
        return broken{};
    } else {
        return make_formula<op::at<I...>>(std::forward<A>(a));
    }
}

}  // namespace detail

namespace detail {

/// A vector beside a condition on indices is a mask of keys: its element at k.
template <class A>
constexpr auto as_index_condition(A&& a) {
    if constexpr (formula<A> && !is_index_formula<A>) {
        if constexpr (shape_of<operand_t<A>>.rank == 1)
            return make_at<index_kind::key>(std::forward<A>(a));
        else
            return as_operand(std::forward<A>(a));
    } else {
        return std::forward<A>(a);
    }
}
template <function F, class A, class B>
constexpr auto make_joined(A&& a, B&& b) {
    return make_elementwise<F>(as_index_condition(std::forward<A>(a)), as_index_condition(std::forward<B>(b)));
}

}  // namespace detail

/// HEED_INDEX_BINARY(name, make): name(A, B) calls make(A, B) for formulas of indices, numbers and constants.
#define HEED_INDEX_BINARY(name, make)                                                                        \
    template <class A, class B>                                                                              \
    requires ::heed::detail::index_operands<A, B>                                                            \
    [[nodiscard]] constexpr auto name(A&& a, B&& b) { return make(std::forward<A>(a), std::forward<B>(b)); } \
    HEED_CONSTANT_BESIDE(::heed::detail::index_formula, name, make)

// Conditions: 1 where they hold, else 0. % is the remainder of whole numbers, as in C++.
/// Less than: 1 where it holds, else 0; a or b is a formula of indices.
/// example const tensor Y = softmax(where(k < 4, S));
HEED_INDEX_BINARY(operator<, detail::make_compared<detail::function::less>)
/// Less than or equal.
/// example const tensor Y = softmax(where(k <= q, S));
HEED_INDEX_BINARY(operator<=, detail::make_compared<detail::function::less_equal>)
/// Greater than.
/// example const tensor Y = softmax(where(q > k, S));
HEED_INDEX_BINARY(operator>, detail::make_swapped<detail::function::less>)
/// Greater than or equal.
/// example const tensor Y = softmax(where(q >= k, S));
HEED_INDEX_BINARY(operator>=, detail::make_swapped<detail::function::less_equal>)
/// Equal.
/// example const tensor Y = softmax(where(q == k, S));
HEED_INDEX_BINARY(operator==, detail::make_elementwise<detail::function::equal>)
/// Not equal.
/// example const tensor Y = softmax(where(q != k, S));
HEED_INDEX_BINARY(operator!=, detail::make_unequal)
/// The same as a == b.
/// example const tensor Y = softmax(where(equal(k / 2, q / 2), S));
HEED_INDEX_BINARY(equal, detail::make_elementwise<detail::function::equal>)
/// The same as a != b.
/// example const tensor Y = softmax(where(not_equal(k, q), S));
HEED_INDEX_BINARY(not_equal, detail::make_unequal)
/// Logical and. A vector is a mask of keys: k <= q && visible is k <= q && at(visible, k).
/// example const tensor Y = softmax(where(k <= q && q - k < 3, S));
HEED_INDEX_BINARY(operator&&, detail::make_joined<detail::function::both>)
/// Logical or; a vector is a mask of keys.
/// example const tensor Y = softmax(where(k < 2 || q == k, S));
HEED_INDEX_BINARY(operator||, detail::make_joined<detail::function::either>)
/// Remainder of whole numbers, with the sign of the first, as in C++; by 0 it is 0.
/// example const tensor Y = softmax(where((q - k) % 2 == 0, S));
HEED_INDEX_BINARY(operator%, detail::make_elementwise<detail::function::remainder>)
/// Logical not.
/// example const tensor Y = softmax(where(!(q == k), S));
template <detail::index_formula A>
[[nodiscard]] constexpr auto operator!(A&& a) {
    return detail::make_elementwise<detail::function::is_zero>(std::forward<A>(a));
}
#undef HEED_INDEX_BINARY
///@cond
/// An error: see law::joined_conditions.
template <class A, class B>
requires detail::index_operands<A, B>
constexpr auto operator|(const A&, const B&) {
    (void)sizeof(law::joined_conditions<!sizeof(A)>);
    return detail::broken{};
}
template <class A, class B>
requires detail::index_operands<A, B>
constexpr auto operator&(const A&, const B&) {
    (void)sizeof(law::joined_conditions<!sizeof(A)>);
    return detail::broken{};
}
///@endcond

/// The indices of query, key, head and batch, for scores [... x queries x keys]. Head and batch are the axes of these
/// names, else the axis before the queries and the one before that: [batch x head x queries x keys]. An axis that is
/// called batch is never the head, nor the other way round.
namespace index {
/// Index of the query, from 0.
inline constexpr detail::index_leaf<detail::index_kind::query> q{};
/// Index of the key, from 0.
inline constexpr detail::index_leaf<detail::index_kind::key> k{};
/// Index of the query among the keys, of which the last query has the last, as in causal_lower_right: with a cache, the
/// past comes first. For as many queries as keys it is q.
/// example const tensor Y = softmax(where(k <= index::position && index::position - k < 3, S));  // the last three
inline constexpr detail::index_leaf<detail::index_kind::position> position{};
/// Index of the head, from 0.
inline constexpr detail::index_leaf<detail::index_kind::head> h{};
/// Index of the batch entry, from 0.
inline constexpr detail::index_leaf<detail::index_kind::batch> b{};
}  // namespace index

/// The element of a tensor at indices: at(lengths, b), at(ids, q) == at(ids, k), at(bias, h, q, k).
/// shapes  an axis of A for each index, with the extent of that axis of the scores, or 1, which broadcasts
/// cost    nothing is copied. What is in memory is not known in advance, so such a condition alone decides no tile of
///         scores; causal && same_document(ids) skips what causal skips
/// errors  law::index_count, law::index_size
/// example const tensor Y = softmax(where(at(ids, q) == at(ids, k), S));
template <detail::named_operand A, detail::index_kind... I>
requires(detail::is_plain(I) && ...)
    [[nodiscard]] constexpr auto at(const A& a HEED_LIFETIMEBOUND, detail::index_leaf<I>...) {
    return detail::make_at<I...>(a);
}
template <detail::owned_formula A, detail::index_kind... I>
requires(detail::is_plain(I) && ...) [[nodiscard]] constexpr auto at(A&& a, detail::index_leaf<I>...) {
    return detail::make_at<I...>(std::forward<A>(a));
}

}  // namespace heed
