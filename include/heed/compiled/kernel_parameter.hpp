// SPDX-License-Identifier: BSL-1.0
// Converts parameters, results and arguments of a kernel to views and numbers. It has no loops.
#pragma once

#include <heed/compiled/kernel_law.hpp>
#include <heed/tensor/compare.hpp>
#include <heed/tensor/lengths.hpp>
#include <heed/tensor/strides_of.hpp>
#include <heed/tensor/tensor.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// A type in the declaration of a kernel. `operand` is the type of the argument that its formula gets, `value` the type
/// that it returns for a result, `place` the type that says where to write a result.
template <class P>
struct kernel_parameter {
    static constexpr bool is_number = true;
    using operand = P;
};
/// Owners other than tensors, such as packed matrices, are passed on unchanged.
template <formula P>
struct kernel_parameter<P> {
    static constexpr bool is_number = false, is_tensor = false;
    using operand = const P&;
};
template <class T, extent... E>
struct kernel_parameter<tensor<T, E...>> {
    static constexpr bool is_number = false, is_tensor = true, has_strides = false;
    using operand = view<const T, E...>;
    using value = tensor<T, E...>;
    using place = view<T, E...>;
};
template <class T, extent... E>
struct kernel_parameter<view<T, E...>> : kernel_parameter<tensor<std::remove_const_t<T>, E...>> {};
template <class T, extent... E>
struct kernel_parameter<strided_view<T, E...>> : kernel_parameter<tensor<std::remove_const_t<T>, E...>> {
    static constexpr bool has_strides = true;
    using operand = strided_view<const T, E...>;
    using place = strided_view<std::remove_const_t<T>, E...>;
};

/// Whether the strides of a tensor or view follow from its extents.
template <class A>
inline constexpr bool has_steps_in_room = requires {
    A::strides_value;
};
template <class T, extent... E>
requires(E.is_dynamic() || ...) inline constexpr bool has_steps_in_room<tensor<T, E...>> = true;
template <class T, extent... E>
requires(E.is_dynamic() || ...) inline constexpr bool has_steps_in_room<view<T, E...>> = true;

/// Whether A can be passed to a parameter without a copy, if its dynamic extents fit.
template <class A, class Parameter>
inline constexpr bool is_viewed_as = [] {
    if constexpr (Parameter::has_strides)
        return true;
    else
        return has_steps_in_room<A> && has_room_of(A::shape_value, Parameter::operand::shape_value);
}();

/// Replaces the code after a reported error, so that there is only one error.
template <class T>
T after_report();

/// A view of A, whose type fits; no copy.
/// errors  shape_error
template <class View, class A>
constexpr View viewed_as(const char* law, std::size_t position, A& a) {
    const shape dims = dims_of(a);
    bool fits = true;
    for (std::size_t axis = 0; axis < dims.rank; ++axis)
        fits = fits && sizes_agree(View::shape_value[axis], dims[axis]);
    if (!fits)
        fail_shape_sentence(law, [&](shape_writer& out) {
            if (position != 0) {
                out.add("argument ");
                out.add(position);
                out.add(", ");
            }
            add_shape(out, dims);
            out.add(" and ");
            add_shape(out, View::shape_value);
        });
    return make_view<View>(a.data(), dims, strides_of(a));
}

/// A whole number as another type, if that has it.
/// errors  shape_error
template <std::integral P, std::integral A>
constexpr P whole_number_as(std::size_t position, A a) {
    const P n = static_cast<P>(a);
    const given_length given(a), kept(n);
    if (static_cast<A>(n) != a || given.is_negative != kept.is_negative)
        fail_shape_sentence("heed: an argument of a kernel needs to be a number that the type of its parameter has",
                            [&](shape_writer& out) {
                                out.add("argument ");
                                out.add(position);
                                out.add(" is ");
                                given.add_to(out);
                                out.add(", and as that type ");
                                kept.add_to(out);
                            });
    return n;
}

/// Converts an argument to what the formula of a kernel gets.
/// errors  law::kernel_of_formula, law::kernel_parameter, law::kernel_whole_number, law::kernel_argument,
///         law::kernel_element_type, law::kernel_strides; shape_error
template <std::size_t Position, class P, class A>
constexpr decltype(auto) pass_argument(const A& a) {
    using parameter = kernel_parameter<P>;
    using operand = typename parameter::operand;
    if constexpr (parameter::is_number && std::integral<P> && std::integral<A>) {
        return whole_number_as<P>(Position, a);
    } else if constexpr (parameter::is_number && std::integral<P> && !formula<A> && std::convertible_to<A, P>) {
        (void)sizeof(law::kernel_whole_number<Position, A, P, false>);
    } else if constexpr (parameter::is_number) {
        constexpr bool holds = !formula<A> && std::convertible_to<A, P>;
        (void)sizeof(law::kernel_parameter<Position, A, P, holds>);
        if constexpr (holds) return static_cast<operand>(a);
    } else if constexpr (!parameter::is_tensor) {
        (void)sizeof(law::kernel_parameter<Position, A, P, std::same_as<A, P>>);
        if constexpr (std::same_as<A, P>) return static_cast<operand>(a);
    } else if constexpr (!tensor_or_view<A>) {
        (void)sizeof(law::kernel_of_formula<Position, !formula<A>>);
        (void)sizeof(law::kernel_parameter<Position, A, P, formula<A>>);
    } else if constexpr (!assignable(A::shape_value, P::shape_value)) {
        (void)sizeof(law::kernel_argument<Position, typename law_shape_of<A>::type, typename law_shape_of<P>::type>);
    } else if constexpr (!std::same_as<value_of<A>, value_of<P>>) {
        (void)sizeof(law::kernel_element_type<Position, value_of<A>, value_of<P>, false>);
    } else if constexpr (!is_viewed_as<A, parameter>) {
        (void)sizeof(law::kernel_strides<Position, A, false>);
    } else {
        return viewed_as<operand>("heed: an argument of a kernel needs the shape and the names of its parameter",
                                  Position, a);
    }
    return after_report<operand>();
}

/// Whether a result of type R is written directly to the elements of Out: this needs sizes that are known before.
template <class R, class Out>
inline constexpr bool is_place_for =
    is_viewed_as<Out, kernel_parameter<R>> && !(owns_elements<Out> && Out::shape_value.is_dynamic());

template <class R, class Out>
constexpr typename kernel_parameter<R>::place place_of_result(Out& out) {
    return viewed_as<typename kernel_parameter<R>::place>(
        "heed: into(Y, ...) of a kernel needs the shape and the names of Y to be those of its result", 0, out);
}

}  // namespace heed::detail
