// SPDX-License-Identifier: BSL-1.0
// The concepts that overloads use: formulas, tensors, views.
#pragma once

#include <heed/shape/shape.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace heed {

/// Tensors, views, exact scalars and everything built from them. Each declares what it is with `heed_formula` and has a
/// shape (`shape_value`) and an element type (`value_type`).
template <class F>
concept formula = requires {
    typename std::remove_cvref_t<F>::heed_formula;
};

namespace detail {

/// The tag of owners and views of elements.
struct elements_tag {};
/// The tag of all other formulas.
struct formula_tag {};

template <class F>
concept tensor_or_view = formula<F> && std::same_as<typename std::remove_cvref_t<F>::heed_formula, elements_tag>;

/// The same for a type without const and reference, as deduced for a parameter const F&. Compilers check this for every
/// type that is compared anywhere in heed, so it instantiates nothing.
template <class F>
concept tensor_or_view_type = requires {
    requires std::same_as<typename F::heed_formula, elements_tag>;
};

/// Several formulas as one value.
template <class F>
concept several_formulas = requires {
    typename std::remove_cvref_t<F>::heed_several_formulas;
};

/// Several formulas that are evaluated together, as results(...) are. They cannot be operands.
template <class F>
concept formula_with_results = several_formulas<F> && requires {
    typename std::remove_cvref_t<F>::heed_results;
};
/// Types that can be evaluated and studied.
template <class F>
concept evaluable = formula<F> || formula_with_results<F>;

/// Types that own their elements: a formula keeps a named one by pointer and moves a temporary in.
template <class F>
inline constexpr bool owns_elements = false;

/// Owners of elements of which some are unknown; they cannot be operands.
template <class F>
inline constexpr bool is_incomplete = false;

/// The number of columns of a panel, for owners whose elements lie in panels (packed), and for references to them.
template <class F>
inline constexpr std::size_t panel_columns = 0;
/// Through what such panels are read.
template <class F>
struct panels_of {
    using type = decltype(std::declval<const F&>().panels());
};

template <formula F>
inline constexpr shape shape_of = std::remove_cvref_t<F>::shape_value;

/// Tensors and views with a dynamic extent.
template <class F>
concept dynamic_elements = tensor_or_view<F> && shape_of<F>
.is_dynamic();

/// The sizes and names of the axes.
template <tensor_or_view F>
constexpr decltype(auto) dims_of(const F& f) {
    if constexpr (dynamic_elements<F>)
        return f.dims();
    else
        return (shape_of<F>);
}

template <evaluable F>
using value_of = typename std::remove_cvref_t<F>::value_type;

}  // namespace detail
}  // namespace heed
