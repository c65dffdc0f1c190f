// SPDX-License-Identifier: BSL-1.0
// `tensor Y = formula;`: deduces the type of the tensor from the formula.
#pragma once

#include <heed/expr/formula_of.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace heed {

namespace detail {

/// What elements of a formula are beside numbers: indices that argmax finds, truth values of conditions, and what only
/// rearranges them.
enum class elements_are : unsigned char { numbers, places, truth };
template <class F>
inline constexpr elements_are elements_of_formula = elements_are::numbers;
template <class A>
inline constexpr elements_are elements_of_formula<formula_of<op::places, A>> = elements_are::places;
template <function F, class... A>
requires(is_truth(F) && !is_index_formula<formula_of<op::elementwise<F>, A...>>)  //
    inline constexpr elements_are elements_of_formula<formula_of<op::elementwise<F>, A...>> = elements_are::truth;
template <std::size_t... Axes, class A>
inline constexpr elements_are elements_of_formula<formula_of<op::permute<Axes...>, A>> = elements_of_formula<A>;
template <std::size_t Axis, const axis* Name, class A>
inline constexpr elements_are elements_of_formula<formula_of<op::unit_axis<Axis, Name>, A>> = elements_of_formula<A>;
template <std::size_t Axis, std::size_t Begin, std::size_t Size, class A>
inline constexpr elements_are elements_of_formula<formula_of<op::slice<Axis, Begin, Size>, A>> = elements_of_formula<A>;
template <std::size_t Axis, std::size_t Index, class A>
inline constexpr elements_are elements_of_formula<formula_of<op::at_index<Axis, Index>, A>> = elements_of_formula<A>;
template <extent... E, class A>
inline constexpr elements_are elements_of_formula<formula_of<op::reshape<E...>, A>> = elements_of_formula<A>;
template <std::size_t First, std::size_t Count, class A>
inline constexpr elements_are elements_of_formula<formula_of<op::merge<First, Count>, A>> = elements_of_formula<A>;

template <std::size_t Axis, class A, class... B>
requires((elements_of_formula<A> == elements_of_formula<B>)&&...)  //
    inline constexpr elements_are elements_of_formula<formula_of<op::concat<Axis>, A, B...>> = elements_of_formula<A>;

template <class F>
inline constexpr bool holds_places = elements_of_formula<F> == elements_are::places;

template <elements_are Elements, class T>
struct element_stored_as {
    using type = T;
};
template <class T>
struct element_stored_as<elements_are::places, T> {
    using type = std::int64_t;
};
template <class T>
struct element_stored_as<elements_are::truth, T> {
    using type = bool;
};
/// The element type of a tensor that holds the value of F: that of its elements, but of indices std::int64_t, and of
/// truth values bool.
template <class F>
using stored_type = typename element_stored_as<elements_of_formula<std::remove_cvref_t<F>>, value_of<F>>::type;

template <class T, class F, class Indices>
struct tensor_for;
template <class T, class F, std::size_t... I>
struct tensor_for<T, F, std::index_sequence<I...>> {
    using type = tensor<T, shape_of<F>[I]...>;
};

/// The tensor of T that holds the value of F.
template <class T, formula F>
using tensor_of = typename tensor_for<T, F, std::make_index_sequence<shape_of<F>.rank>>::type;

/// A bound on an axis other than the first leaves gaps, because there is room for the maximum.
constexpr extent dense_extent(const extent& e, std::size_t axis) {
    return axis > 0 && e.is_dynamic() ? extent(dyn.size, e.name) : e;
}

template <class T, class F, class Indices>
struct dense_tensor_for;
template <class T, class F, std::size_t... I>
struct dense_tensor_for<T, F, std::index_sequence<I...>> {
    using type = tensor<T, dense_extent(shape_of<F>[I], I)...>;
};

/// A tensor without gaps.
template <class T, formula F>
using dense_tensor_of = typename dense_tensor_for<T, F, std::make_index_sequence<shape_of<F>.rank>>::type;

/// What an operator returned after a report.
template <class F>
concept broken_formula = formula<F> && is_broken<F>;

template <class F, std::size_t Rank>
concept formula_of_rank = formula<F> && !broken_formula<F> && shape_of<F>.rank == Rank;

/// Types that have no shape to deduce.
template <class F>
concept no_formula = !formula<F> && !number<F>;

}  // namespace detail

template <detail::no_formula F>
tensor(const F&) -> tensor<detail::reported>;
template <detail::broken_formula F>
tensor(const F&) -> tensor<detail::reported>;
template <detail::formula_of_rank<0> F>
tensor(const F&) -> tensor<detail::stored_type<F>>;
template <detail::formula_of_rank<1> F>
tensor(const F&) -> tensor<detail::stored_type<F>, detail::shape_of<F>[0]>;
template <detail::formula_of_rank<2> F>
tensor(const F&) -> tensor<detail::stored_type<F>, detail::shape_of<F>[0], detail::shape_of<F>[1]>;
template <detail::formula_of_rank<3> F>
tensor(const F&)
    -> tensor<detail::stored_type<F>, detail::shape_of<F>[0], detail::shape_of<F>[1], detail::shape_of<F>[2]>;
template <detail::formula_of_rank<4> F>
tensor(const F&) -> tensor<detail::stored_type<F>, detail::shape_of<F>[0], detail::shape_of<F>[1],
                           detail::shape_of<F>[2], detail::shape_of<F>[3]>;
template <detail::formula_of_rank<5> F>
tensor(const F&) -> tensor<detail::stored_type<F>, detail::shape_of<F>[0], detail::shape_of<F>[1],
                           detail::shape_of<F>[2], detail::shape_of<F>[3], detail::shape_of<F>[4]>;
template <detail::formula_of_rank<6> F>
tensor(const F&)
    -> tensor<detail::stored_type<F>, detail::shape_of<F>[0], detail::shape_of<F>[1], detail::shape_of<F>[2],
              detail::shape_of<F>[3], detail::shape_of<F>[4], detail::shape_of<F>[5]>;

}  // namespace heed
