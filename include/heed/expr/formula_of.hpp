// SPDX-License-Identifier: BSL-1.0
// A formula: an operation and its operands. It has no loop and computes nothing.
#pragma once

#include <heed/expr/operand.hpp>
#include <heed/expr/operation.hpp>
#include <heed/scalar/half_precision.hpp>
#include <heed/shape/index_law.hpp>
#include <heed/tensor/tensor.hpp>

#include <boost/hana/tuple.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace heed {

namespace detail {

/// The weight of an operand in deducing the element type. Run-time scalars and exact scalars do not count if there are
/// tensors; tensors without axes do not count if there are tensors with axes.
template <class F>
inline constexpr int element_weight = F::shape_value.rank > 0 ? 2 : 1;
template <class T>
inline constexpr int element_weight<literal<T>> = 0;
template <leafless F>
inline constexpr int element_weight<F> = 0;

/// Whether both count for the element type: operands of one weight, and tensors of integers with and without axes.
template <class A, class B>
inline constexpr bool decide_together = element_weight<A> == element_weight<B> ||
                                        (element_weight<A> > 0 && element_weight<B> > 0 &&
                                         std::integral<typename A::value_type> &&
                                         std::integral<typename B::value_type>);

/// The common element type of the operands with the highest weight. Half precision is computed in float.
template <class... F>
struct value_type_of {
    using type = std::common_type_t<computed_t<typename F::value_type>...>;
};
template <class A, class B>
requires(!decide_together<A, B>) struct value_type_of<A, B> {
    using type = typename std::conditional_t<(element_weight<A> < element_weight<B>), B, A>::value_type;
};
template <class A, class B>
requires(
    decide_together<A, B>&& std::same_as<typename A::value_type, typename B::value_type>) struct value_type_of<A, B> {
    using type = typename A::value_type;
};
template <class A>
struct value_type_of<A> {
    using type = typename A::value_type;
};

/// Compilers check this for every type that is compared anywhere in heed, as its operators see it: const, a reference.
template <class F>
inline constexpr bool is_index_formula = false;
template <index_kind I>
inline constexpr bool is_index_formula<index_leaf<I>> = true;
template <class F>
inline constexpr bool is_index_formula<const F> = is_index_formula<F>;
template <class F>
inline constexpr bool is_index_formula<F&> = is_index_formula<F>;
template <class F>
inline constexpr bool is_index_formula<F&&> = is_index_formula<F>;

/// An exact scalar without a fraction, such as 8_c.
template <class F>
inline constexpr bool is_whole_exact = false;
template <surd S>
inline constexpr bool is_whole_exact<exact_scalar<S>> = S.denominator == 1 && S.radicand == 1;

/// A dynamic extent, and whole numbers computed from extents: integers when combined with integers.
template <class F>
inline constexpr bool is_whole_length = false;

/// Next to indices it is a whole number like them.
template <class A, class B>
concept whole_beside_indices = (is_whole_exact<B> || is_whole_length<B>)&&is_index_formula<A>&& element_weight<A> ==
                                   0 &&
                               std::integral<typename A::value_type>;
template <class A, class B>
requires(whole_beside_indices<A, B>&& is_whole_length<B>) struct value_type_of<A, B> {
    using type = typename A::value_type;
};
template <class B, class A>
requires(whole_beside_indices<A, B>&& is_whole_length<B>) struct value_type_of<B, A> {
    using type = typename A::value_type;
};
template <class A, surd S>
requires whole_beside_indices<A, exact_scalar<S>>
struct value_type_of<A, exact_scalar<S>> {
    using type = typename A::value_type;
};
template <surd S, class A>
requires whole_beside_indices<A, exact_scalar<S>>
struct value_type_of<exact_scalar<S>, A> {
    using type = typename A::value_type;
};

/// The same, but the condition does not affect the element type.
template <class Operation, class... F>
struct element_type_of : value_type_of<F...> {};
template <class C, class A>
struct element_type_of<op::elementwise<function::where>, C, A> : value_type_of<A> {};
template <class C, class A>
struct element_type_of<op::elementwise<function::keep>, C, A> : value_type_of<A> {};
/// A number that a condition chooses has no tensor beside it but those of the condition.
template <class C, class A>
requires(element_weight<A> == 0 && element_weight<C> > 0 && !std::integral<typename C::value_type>)  //
    struct element_type_of<op::elementwise<function::keep>, C, A> : value_type_of<C> {
};

/// Sizes do not affect the element type.
template <class Operation, class A, class Like>
requires(Operation::reads_sizes_of_second) struct element_type_of<Operation, A, Like> : value_type_of<A> {
};

/// For a norm without its epsilon.
template <normalisation N, std::size_t Axis, class A, class E>
struct element_type_of<op::norm<N, Axis>, A, E> : value_type_of<A> {};
template <normalisation N, std::size_t Axis, class A, class Gain, class E>
struct element_type_of<op::norm<N, Axis>, A, Gain, E> : value_type_of<A, Gain> {};
template <normalisation N, std::size_t Axis, class A, class Gain, class Bias, class E>
struct element_type_of<op::norm<N, Axis>, A, Gain, Bias, E> : value_type_of<A, Gain, Bias> {};

/// Whether an operation computes numbers that its operands need not have room for. Others choose or move elements;
/// where(c, a, b) is a sum.
template <class Operation>
inline constexpr bool is_arithmetic = false;
template <>
inline constexpr bool is_arithmetic<op::product> = true;
template <reduction R, std::size_t Axis>
inline constexpr bool is_arithmetic<op::reduce<R, Axis>> = !is_choice(R);
template <function F>
inline constexpr bool is_arithmetic<op::elementwise<F>> = kind_of(F) == function_kind::whole ||
                                                          kind_of(F) == function_kind::number;

/// The same for these operands: min and max choose one of two elements of one type, and compute with two types.
template <class Operation, class... F>
inline constexpr bool computes = is_arithmetic<Operation>;
template <class A, class B>
inline constexpr bool computes<op::elementwise<function::min>, A, B> =
    !std::same_as<typename A::value_type, typename B::value_type>;
template <class A, class B>
inline constexpr bool computes<op::elementwise<function::max>, A, B> = computes<op::elementwise<function::min>, A, B>;

/// As C++ promotes operands of arithmetic: integers narrower than int, and bool, to int.
template <bool Computes, class T>
struct promoted {
    using type = T;
};
template <std::integral T>
struct promoted<true, T> {
    using type = decltype(+T());
};

}  // namespace detail

/// An operation on operands: `Q * transpose(K)` is formula_of<op::product, named Q, formula_of<op::transpose, named
/// K>>. Nodes and numbers are held by value, named tensors by pointer, temporaries moved in.
template <class Operation, class... Operands>
struct HEED_CODE_ABI formula_of {
    using heed_formula = detail::formula_tag;
    using value_type = typename detail::promoted<
        detail::computes<Operation, Operands...>,
        detail::computed_t<typename detail::element_type_of<Operation, Operands...>::type>>::type;
    static constexpr detail::shape shape_value = Operation::shape_of_result(Operands::shape_value...);

    boost::hana::tuple<Operands...> operands;

    /// A formula has no memory to write to: see law::assigned_formula. Nor are two of one type assigned, because named
    /// operands are not.
    template <class Other>
    constexpr formula_of& operator=(Other&&) {
        (void)sizeof(law::assigned_formula<!sizeof(Other)>);
        return *this;
    }
    /// A formula has no elements: see law::indexing.
    template <class... I>
    constexpr value_type& operator()(const I&...) const;
    template <class I>
    constexpr decltype(auto) operator[](const I&) const;
    /// But it has parts at indices that are constants: f(all, 2_c), f[2_c] (expr/part_of_formula.hpp).
    template <class... I>
    requires detail::part_indices<I...>
    constexpr auto operator()(const I&... i) const;
    template <std::size_t I>
    constexpr auto operator[](constant<I> i) const;

    /// Nor is one without axes a number: see law::number_of_formula.
    template <class N>
    requires(shape_value.rank == 0 && !detail::is_index_formula<formula_of> && std::is_arithmetic_v<N>)  //
        constexpr
        operator N() const {
        (void)sizeof(law::number_of_formula<!sizeof(N)>);
        return N();
    }
    /// And one with axes has no truth value: see law::truth_of_formula.
    template <std::same_as<bool> Truth>
    requires(shape_value.rank > 0) explicit constexpr operator Truth() const {
        (void)sizeof(law::truth_of_formula<!sizeof(Truth)>);
        return false;
    }
};

namespace detail {

template <class Operation, class... Operands>
inline constexpr bool is_index_formula<formula_of<Operation, Operands...>> =
    formula_of<Operation, Operands...>::shape_value.rank == 0 && (is_index_formula<Operands> || ...);
/// Whether the indices and the tensors in a formula of indices fit scores of a shape; report() names the law for one
/// that does not.
template <class F>
struct index_fit {
    static constexpr bool holds(const shape&) { return true; }
    template <class Scores>
    static constexpr auto report() {
        return 0;
    }
};
template <index_kind I>
struct index_fit<index_leaf<I>> {
    static constexpr bool holds(const shape& scores) { return axis_of_index(I, scores) != max_rank; }
    template <class Scores>
    static constexpr auto report() {
        if constexpr (!holds(Scores::value)) (void)sizeof(law::index_axes<Scores, false>);
        return 0;
    }
};
template <class Operation, class... Operands>
requires is_index_formula<formula_of<Operation, Operands...>>
struct index_fit<formula_of<Operation, Operands...>> {
    static constexpr bool holds(const shape& scores) { return (index_fit<Operands>::holds(scores) && ...); }
    template <class Scores>
    static constexpr auto report() {
        return (index_fit<Operands>::template report<Scores>() + ... + 0);
    }
};

/// Whether an operand decides the element type. A choice of numbers, where(A > 0, 1, 2), decides no more than they do.
template <class Operation, class... Operands>
inline constexpr bool is_decided = ((element_weight<Operands> > 0) || ...);
template <class C, class A>
inline constexpr bool is_decided<op::elementwise<function::keep>, C, A> = element_weight<A> > 0;
template <class C, class A>
inline constexpr bool is_decided<op::elementwise<function::where>, C, A> = element_weight<A> > 0;
template <class Operation, class A, class Like>
requires(Operation::reads_sizes_of_second)  //
    inline constexpr bool is_decided<Operation, A, Like> = element_weight<A> > 0;

/// A formula has the weight of the operands that decided its element type.
template <class Operation, class... Operands>
inline constexpr int element_weight<formula_of<Operation, Operands...>> =
    !is_decided<Operation, Operands...>                        ? 0
    : formula_of<Operation, Operands...>::shape_value.rank > 0 ? 2
                                                               : 1;

/// An operand that a formula stores as a pointer.
template <class F>
concept named_operand = owns_elements<F>;

/// A number that is not a formula.
template <class S>
concept plain_number = !formula<S> && number<std::remove_cvref_t<S>>;

/// An operand that a formula stores by value: everything except a named tensor.
template <class F>
concept owned_formula = formula<F> && !(std::is_lvalue_reference_v<F> && owns_elements<std::remove_cvref_t<F>>);
template <class F>
concept owned_operand = owned_formula<F> || plain_number<F>;
/// Two of them, at least one of them a formula.
template <class A, class B>
concept owned_operands = (formula<A> || formula<B>)&&owned_operand<A>&& owned_operand<B>;

template <named_operand Tensor>
constexpr named<Tensor> as_operand(const Tensor& t) {
#if defined(HEED_CHECK_LIFETIMES)
    return {&t, lifetime_mark(t)};
#else
    return {&t};
#endif
}
template <class Tensor>
requires named_operand<std::remove_const_t<Tensor>>
constexpr owned<std::remove_const_t<Tensor>> as_operand(Tensor&& t) { return {std::move(t)}; }
template <class T, extent... E>
constexpr view<const T, E...> as_operand(const view<T, E...>& v) {
    return make_view<view<const T, E...>>(v.data(), v.dims(), v.strides());
}
template <class T, extent... E>
constexpr strided_view<const T, E...> as_operand(const strided_view<T, E...>& v) {
    return make_view<strided_view<const T, E...>>(v.data(), v.dims(), v.strides());
}
template <class T, strides Steps, extent... E>
constexpr part_view<const T, Steps, E...> as_operand(const part_view<T, Steps, E...>& v) {
    return make_view<part_view<const T, Steps, E...>>(v.data(), v.dims(), v.strides());
}
template <class F>
requires(formula<F> && !tensor_or_view<F> &&
         !exact_operand<std::remove_cvref_t<F>>) constexpr std::remove_cvref_t<F> as_operand(F&& f) {
    return std::forward<F>(f);
}
template <exact_operand F>
constexpr auto as_operand(const F& f) {
    return as_exact(f);
}
template <plain_number S>
constexpr literal<std::remove_cvref_t<S>> as_operand(const S& value) {
    return {value};
}

template <class F>
using operand_t = decltype(as_operand(std::declval<F>()));

/// A reference operand for a formula, without a copy of what it holds.
template <class F>
constexpr decltype(auto) operand_of(const F& f) {
    if constexpr (tensor_or_view<F> || exact_operand<F>)
        return as_operand(f);
    else
        return (f);
}

template <class Operation, class... F>
constexpr auto make_formula(F&&... operands) {
    return formula_of<Operation, operand_t<F>...>{
        boost::hana::tuple<operand_t<F>...>(as_operand(std::forward<F>(operands))...)};
}

template <class F>
using law_shape_t = typename law_shape<operand_t<F>>::type;

/// Replaces the elements of a formula after law::indexing was reported, so that there is only one error.
template <class T, std::size_t Rank>
struct reported_elements {
    T* none = nullptr;

    template <class... I>
    constexpr T& operator()(const I&...) const {
        return *none;
    }
    template <class I>
    constexpr decltype(auto) operator[](const I&) const {
        if constexpr (Rank <= 1)
            return (*none);
        else
            return reported_elements<T, Rank - 1>{};
    }
};

template <class F>
constexpr auto report_indexing() {
    if constexpr (!is_broken<F>) (void)sizeof(law::indexing<law_shape_t<F>, false>);
    return reported_elements<value_of<F>, shape_of<F>.rank>{};
}

}  // namespace detail

template <class Operation, class... Operands>
template <class... I>
constexpr typename formula_of<Operation, Operands...>::value_type& formula_of<Operation, Operands...>::operator()(
    const I&... i) const {
    return detail::report_indexing<formula_of>()(i...);
}
template <class Operation, class... Operands>
template <class I>
constexpr decltype(auto) formula_of<Operation, Operands...>::operator[](const I& i) const {
    return detail::report_indexing<formula_of>()[i];
}

}  // namespace heed
