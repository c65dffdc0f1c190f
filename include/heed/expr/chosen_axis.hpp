// SPDX-License-Identifier: BSL-1.0
// Axes as template arguments, by number or by name: sum<0>(A), sum<tokens>(A), permute<d_k, tokens>(A).
#pragma once

#include <heed/expr/overloads.hpp>

#include <array>
#include <concepts>
#include <cstddef>

namespace heed {

/// An axis by number, from the left or, negative, from the right; or by name.
struct chosen_axis {
    int number = 0;
    const axis* name = nullptr;

    template <std::integral I>
    constexpr chosen_axis(I n) : number(static_cast<int>(n)) {}
    constexpr chosen_axis(const axis& called) : name(&called) {}
};

namespace detail {

template <chosen_axis Axis, bool IsNamed = Axis.name != nullptr>
struct selector_of {
    using type = by_number<Axis.number>;
};
template <chosen_axis Axis>
struct selector_of<Axis, true> {
    using type = by_name<*Axis.name>;
};
template <chosen_axis Axis>
using selector = typename selector_of<Axis>::type;

/// The chosen axes of a shape, as numbers from the left; no_axis for one that does not exist.
template <chosen_axis... Axes>
struct chosen_axes {
    static constexpr std::size_t count = sizeof...(Axes);
    std::array<std::size_t, (count == 0 ? 1 : count)> items{};

    explicit constexpr chosen_axes(const shape& s) : items{selector<Axes>::position(s)...} {}

    constexpr bool all_exist() const {
        for (std::size_t i = 0; i < count; ++i)
            if (items[i] == no_axis) return false;
        return true;
    }
    /// Whether no axis occurs twice.
    constexpr bool are_different() const {
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t k = 0; k < i; ++k)
                if (items[i] == items[k]) return false;
        return true;
    }
    constexpr bool contains(std::size_t axis) const {
        for (std::size_t i = 0; i < count; ++i)
            if (items[i] == axis) return true;
        return false;
    }
    /// The same axes, the last one first.
    constexpr chosen_axes from_the_right() const {
        chosen_axes sorted = *this;
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t k = i; k > 0 && sorted.items[k - 1] < sorted.items[k]; --k) {
                const std::size_t other = sorted.items[k];
                sorted.items[k] = sorted.items[k - 1];
                sorted.items[k - 1] = other;
            }
        return sorted;
    }
};

/// Whether a formula has these axes, and each occurs once.
template <class A, chosen_axis... Axes>
inline constexpr bool axes_fit = [] {
    constexpr chosen_axes<Axes...> axes(shape_of<A>);
    return axes.all_exist() && axes.are_different();
}();

/// Names the law for the first axis that A does not have, or that occurs twice.
template <class Shape, chosen_axis First, chosen_axis... Rest>
constexpr void report_missing_axis() {
    if constexpr (selector<First>::position(Shape::value) == no_axis)
        (void)sizeof(typename selector<First>::template law<Shape>);
    else
        report_missing_axis<Shape, Rest...>();
}
/// Names the law of axes that do not fit.
template <class Shape, chosen_axis... Axes>
constexpr void report_axes() {
    if constexpr (chosen_axes<Axes...>(Shape::value).all_exist())
        (void)sizeof(law::axes_once<Shape, selector<Axes>::position(Shape::value)...>);
    else
        report_missing_axis<Shape, Axes...>();
}

}  // namespace detail
}  // namespace heed
