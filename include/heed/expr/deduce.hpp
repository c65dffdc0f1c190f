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

/// Whether the elements of a formula are indices: those that argmax finds, and what only rearranges them.
template <class F>
inline constexpr bool holds_places = false;
template <class A>
inline constexpr bool holds_places<formula_of<op::places, A>> = true;
template <std::size_t... Axes, class A>
inline constexpr bool holds_places<formula_of<op::permute<Axes...>, A>> = holds_places<A>;
template <std::size_t Axis, const axis* Name, class A>
inline constexpr bool holds_places<formula_of<op::unit_axis<Axis, Name>, A>> = holds_places<A>;
template <std::size_t Axis, std::size_t Begin, std::size_t Size, class A>
inline constexpr bool holds_places<formula_of<op::slice<Axis, Begin, Size>, A>> = holds_places<A>;
template <std::size_t Axis, std::size_t Index, class A>
inline constexpr bool holds_places<formula_of<op::at_index<Axis, Index>, A>> = holds_places<A>;
template <extent... E, class A>
inline constexpr bool holds_places<formula_of<op::reshape<E...>, A>> = holds_places<A>;
template <std::size_t First, std::size_t Count, class A>
inline constexpr bool holds_places<formula_of<op::merge<First, Count>, A>> = holds_places<A>;

/// The element type of a tensor that holds the value of F: that of its elements, but of indices std::int64_t.
template <class F>
using stored_type = std::conditional_t<holds_places<std::remove_cvref_t<F>>, std::int64_t, value_of<F>>;

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

template <class F, std::size_t Rank>
concept formula_of_rank = formula<F> && shape_of<F>
.rank == Rank;

/// Types that have no shape to deduce.
template <class F>
concept no_formula = !formula<F> && !number<F>;

}  // namespace detail

template <detail::no_formula F>
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
