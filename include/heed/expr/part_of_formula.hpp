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

}  // namespace detail

/// The part of a formula at indices that are constants, and all of an axis where all stands. Costs nothing: it changes
/// how elements are read.
/// shapes  the axes at which all stands
/// errors  law::part_of_formula
template <class Operation, class... Operands>
template <class... I>
requires detail::part_indices<I...>
constexpr auto formula_of<Operation, Operands...>::operator()(const I&...) const {
    if constexpr (detail::part_of_formula_holds<shape_value, I...>) {
        return detail::parts_of_formula<0, I...>(*this);
    } else {
        (void)sizeof(
            law::part_of_formula<detail::law_shape_t<formula_of>, detail::part_of_formula_holds<shape_value, I...>>);
        return detail::broken{};
    }
}

}  // namespace heed
