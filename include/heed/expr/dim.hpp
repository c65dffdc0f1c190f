// SPDX-License-Identifier: BSL-1.0
// The size of an axis as an exact constant.
#pragma once

#include <heed/expr/overloads.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed {

namespace detail {

namespace op {
/// A dynamic extent as a scalar formula. It is exact in any number type.
template <std::size_t Axis>
struct length {
    static constexpr shape shape_of_result(const shape&) { return shape(); }
};
}  // namespace op

/// It says nothing of the type of elements.
template <std::size_t Axis, class A>
struct element_type_of<op::length<Axis>, A> {
    using type = double;
};
template <std::size_t Axis, class A>
inline constexpr int element_weight<formula_of<op::length<Axis>, A>> = 0;
template <std::size_t Axis, class A>
inline constexpr bool is_whole_length<formula_of<op::length<Axis>, A>> = true;
template <function F, class A, class B>
inline constexpr bool is_whole_length<formula_of<op::elementwise<F>, A, B>> =
    (F == function::add || F == function::subtract || F == function::multiply) &&
    ((is_whole_length<A> && (is_whole_length<B> || is_whole_exact<B>)) || (is_whole_exact<A> && is_whole_length<B>));
template <std::size_t Axis, class A>
inline constexpr int element_weight<formula_of<op::elementwise<function::sqrt>, formula_of<op::length<Axis>, A>>> = 0;

template <std::size_t Axis, class F>
constexpr auto make_length(const F& f) {
    return make_formula<op::length<Axis>>(f);
}
/// Of heads that others share: of those that have the axis.
template <std::size_t Axis, std::size_t Grouped, std::size_t HeadsAxis, class A, class Like>
constexpr auto make_length(const formula_of<op::group_as<Grouped, HeadsAxis>, A, Like>& f) {
    if constexpr (Axis == Grouped)
        return make_formula<op::length<HeadsAxis>>(boost::hana::at_c<1>(f.operands));
    else
        return make_formula<op::length<Axis>>(boost::hana::at_c<0>(f.operands));
}

template <class Selector, class F>
constexpr auto make_dim(const F& f) {
    constexpr std::size_t position = Selector::position(shape_of<F>);
    if constexpr (is_broken<F>) {
        return constant<1>{};
    } else if constexpr (position == no_axis) {
        (void)sizeof(typename Selector::template law<typename law_shape<F>::type>);
        return constant<1>{};
    } else if constexpr (shape_of<F>[position].is_dynamic()) {
        return make_length<position>(f);
    } else {
        return constant<shape_of<F>[position].size>{};
    }
}

/// A temporary tensor moves into the formula of its size.
template <class Selector, class F>
constexpr auto make_dim_of_temporary(F&& f) {
    using tensor = std::remove_cvref_t<F>;
    constexpr std::size_t position = Selector::position(shape_of<tensor>);
    if constexpr (position < shape_of<tensor>.rank && shape_of<tensor>[position].is_dynamic())
        return make_formula<op::length<position>>(std::forward<F>(f));
    else
        return make_dim<Selector>(f);
}

}  // namespace detail

/// The size of an axis, by number (negative counts from the right) or by name: dim<1>(K), dim<-1>(K), dim<d_k>(K). It
/// is an integral constant, so sqrt(dim<1>(K)) is exact. For a dynamic extent it is a formula without axes, just as
/// exact; the size as a run-time value is K.extent(1).
/// errors  law::axis_number, law::axis_name
/// example const tensor Y = Q * transpose(K) / sqrt(dim<d_k>(K));  // dim<1>(K), dim<-1>(K): the same
template <int Axis, formula F>
[[nodiscard]] constexpr auto dim(const F& f) {
    return detail::make_dim<detail::by_number<Axis>>(f);
}
template <int Axis, formula F>
requires(detail::owned_formula<F>&& detail::owns_elements<std::remove_cvref_t<F>>)
    [[nodiscard]] constexpr auto dim(F&& f) {
    return detail::make_dim_of_temporary<detail::by_number<Axis>>(std::forward<F>(f));
}
template <const axis& Name, formula F>
[[nodiscard]] constexpr auto dim(const F& f) {
    return detail::make_dim<detail::by_name<Name>>(f);
}
template <const axis& Name, formula F>
requires(detail::owned_formula<F>&& detail::owns_elements<std::remove_cvref_t<F>>)
    [[nodiscard]] constexpr auto dim(F&& f) {
    return detail::make_dim_of_temporary<detail::by_name<Name>>(std::forward<F>(f));
}

}  // namespace heed
