// SPDX-License-Identifier: BSL-1.0
// Parts of formulas at indices: f(all, 2_c) is column 2 of a matrix.
#pragma once

#include <heed/expr/formula_of.hpp>

#include <concepts>
#include <cstddef>
#include <utility>

namespace heed {

namespace detail {

/// Whether there is an index for each axis, each of them `all` or a constant within the axis.
template <const shape& Dims, class... I>
inline constexpr bool part_of_formula_holds = [] {
    if constexpr (sizeof...(I) != Dims.rank || !((std::same_as<I, all_indices> || is_constant<I>)&&...)) {
        return false;
    } else {
        std::size_t axis = 0;
        const auto is_index = [&]<class Index>(const Index* index) {
            const std::size_t size = Dims[axis++].size;
            if constexpr (std::same_as<Index, all_indices>)
                return index == nullptr;
            else
                return Index::value < size;
        };
        return (is_index(static_cast<const I*>(nullptr)) && ...);
    }
}();

/// The part at the indices First, Rest ... of the axes from Axis on.
template <std::size_t Axis, class F>
constexpr auto parts_of_formula(F&& f) {
    return std::forward<F>(f);
}
template <std::size_t Axis, class First, class... Rest, class F>
constexpr auto parts_of_formula(F&& f) {
    if constexpr (std::same_as<First, all_indices>)
        return parts_of_formula<Axis + 1, Rest...>(std::forward<F>(f));
    else
        return parts_of_formula<Axis, Rest...>(make_formula<op::at_index<Axis, First::value>>(std::forward<F>(f)));
}

template <class F>
inline constexpr shape shape_of_parts = F::shape_value;

template <class F, class... I>
constexpr auto part_of(const F& f, const I&...) {
    if constexpr (is_broken<F>) {
        return broken{};
    } else if constexpr (part_of_formula_holds<shape_of_parts<F>, I...>) {
        return parts_of_formula<0, I...>(f);
    } else {
        (void)sizeof(law::part_of_formula<law_shape_t<F>, part_of_formula_holds<shape_of_parts<F>, I...>>);
        return broken{};
    }
}
/// The part at an index of the first axis.
template <class F, class I>
constexpr auto first_part_of(const F& f, const I& i) {
    if constexpr (F::shape_value.rank == 0)
        return part_of(f, i);
    else
        return [&]<std::size_t... Rest>(std::index_sequence<Rest...>) { return part_of(f, i, ((void)Rest, all)...); }
    (std::make_index_sequence<F::shape_value.rank - 1>{});
}

}  // namespace detail

/// The part of a formula at indices that are constants, and all of an axis where all stands. Costs nothing: it changes
/// how elements are read.
/// shapes  the axes at which all stands
/// errors  law::part_of_formula
template <class Operation, class... Operands>
template <class... I>
requires detail::part_indices<I...>
constexpr auto formula_of<Operation, Operands...>::operator()(const I&... i) const {
    return detail::part_of(*this, i...);
}
/// The part at an index of the first axis: W[2_c], or W[i] in heads<h>([&](auto i) { ... }).
/// shapes  the axes behind the first one
/// errors  law::part_of_formula
template <class Operation, class... Operands>
template <std::size_t I>
constexpr auto formula_of<Operation, Operands...>::operator[](constant<I> i) const {
    return detail::first_part_of(*this, i);
}

}  // namespace heed
