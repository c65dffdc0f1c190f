// SPDX-License-Identifier: BSL-1.0
// Variance and standard deviation along one axis or several.
#pragma once

#include <heed/expr/dim.hpp>
#include <heed/expr/elementwise.hpp>
#include <heed/expr/let.hpp>
#include <heed/expr/reduce.hpp>

#include <concepts>
#include <cstddef>
#include <utility>

namespace heed {

/// var(A, unbiased): the sum of squares is divided by n - 1, not by n.
enum class variance_estimate {
    unbiased  ///< divided by n - 1
};
using enum variance_estimate;

namespace detail {

/// keep, unbiased
template <class Option>
concept variance_option = std::same_as<Option, keep_axes> || std::same_as<Option, variance_estimate>;

/// How many elements each reduction has, as far as that is known.
struct reduced_elements {
    std::size_t known = 1;    ///< the product of the static sizes
    bool is_dynamic = false;  ///< whether there are dynamic ones
};

template <chosen_axis... Axes>
constexpr reduced_elements reduced_count(const shape& s) {
    reduced_elements count;
    for (const std::size_t axis : {selector<Axes>::position(s)...}) {
        if (s[axis].is_dynamic())
            count.is_dynamic = true;
        else
            count.known *= s[axis].size;
    }
    return count;
}

/// n - 1 for n elements, but at least 0: an empty sum is then divided by 0, and the quotient is NaN.
template <chosen_axis... Axes, class X>
constexpr auto one_less_than_reduced(const X& x) {
    constexpr reduced_elements count = reduced_count<Axes...>(shape_of<X>);
    if constexpr (count.is_dynamic) {
        constexpr auto times = [](const auto& a, const auto& b) { return make_elementwise<function::multiply>(a, b); };
        const auto product = [&]<class First, class... Rest>(const auto& self, const First& n, const Rest&... rest) {
            if constexpr (sizeof...(Rest) == 0)
                return n;
            else
                return times(n, self(self, rest...));
        };
        return make_elementwise<function::relu>(
            make_elementwise<function::subtract>(product(product, make_dim<selector<Axes>>(x)...), constant<1>{}));
    } else {
        return constant<count.known - 1>{};
    }
}

/// The operand and its distance from the mean are named by let, also where the operand is stored: a value that occurs
/// twice is known to be one, so that lowering can correct it for the rounding of the mean (lower/centred_squares.hpp).
template <bool Keeps, bool Unbiased, chosen_axis... Axes, class A>
constexpr auto make_variance_along(A&& a) {
    return make_let(std::forward<A>(a), [](const auto& x) {
        auto distance =
            make_elementwise<function::subtract>(x, make_reduction_along<reduction::mean, true, Axes...>(x));
        return make_let(std::move(distance), [&](const auto& d) {
            auto squares = make_elementwise<function::multiply>(d, d);
            if constexpr (Unbiased)
                return make_elementwise<function::divide>(
                    make_reduction_along<reduction::sum, Keeps, Axes...>(std::move(squares)),
                    one_less_than_reduced<Axes...>(x));
            else
                return make_reduction_along<reduction::mean, Keeps, Axes...>(std::move(squares));
        });
    });
}

template <bool Keeps, bool Unbiased, chosen_axis... Axes, class A>
constexpr auto make_checked_variance(A&& a) {
    if constexpr (is_broken<A>) {
        return broken{};
    } else if constexpr (!axes_fit<operand_t<A>, Axes...>) {
        report_axes<law_shape_t<A>, Axes...>();
        return broken{};
    } else if constexpr (std::integral<value_of<operand_t<A>>>) {
        (void)sizeof(law::real_elements<value_of<operand_t<A>>, false>);
        return broken{};
    } else if constexpr (Unbiased && !reduced_count<Axes...>(shape_of<operand_t<A>>).is_dynamic &&
                         reduced_count<Axes...>(shape_of<operand_t<A>>).known < 2) {
        (void)sizeof(law::unbiased<law_shape_t<A>, reduced_count<Axes...>(shape_of<operand_t<A>>).known>);
        return broken{};
    } else {
        return make_variance_along<Keeps, Unbiased, Axes...>(std::forward<A>(a));
    }
}

/// Along the last axis unless another one is given.
template <chosen_axis... Axes, class A, class... Option>
constexpr auto make_variance(A&& a, Option...) {
    constexpr bool keeps = (std::same_as<Option, keep_axes> || ...);
    constexpr bool is_unbiased = (std::same_as<Option, variance_estimate> || ...);
    if constexpr (sizeof...(Axes) == 0)
        return make_checked_variance<keeps, is_unbiased, chosen_axis(-1)>(std::forward<A>(a));
    else
        return make_checked_variance<keeps, is_unbiased, Axes...>(std::forward<A>(a));
}

template <class A>
constexpr auto make_root(A&& a) {
    return make_elementwise<function::sqrt>(std::forward<A>(a));
}

}  // namespace detail

/// Variance along an axis (default: the last), or along several: the mean of the squares of x - mean(x). Options, in
/// any order: keep, as for sum; unbiased divides the sum of squares by n - 1. With a dynamic extent, unbiased gives NaN
/// for fewer than two elements.
///     var(A)  var<0>(A)  var<tokens, d_model>(A, keep)  var<1>(A, unbiased)  var<1>(A, keep, unbiased)
/// shapes  as for sum
/// cost    three passes over the elements: the mean, what rounding took from it, the squares; a formula is computed once
/// error   does not depend on the mean: relative 4e-6 in float, 1e-14 in double, for means up to 1e6 (1e12) times the
///         distances from it (tests/run/long_sums_test.cpp)
/// errors  law::axis_number, law::axis_name, law::axes_once, law::real_elements, law::unbiased
/// example const tensor of_rows = var(X), unbiased_too = var(X, unbiased);
template <chosen_axis... Axes, detail::named_operand A, detail::variance_option... Option>
[[nodiscard]] constexpr auto var(const A& a HEED_LIFETIMEBOUND, Option... options) {
    return detail::make_variance<Axes...>(a, options...);
}
template <chosen_axis... Axes, detail::owned_formula A, detail::variance_option... Option>
[[nodiscard]] constexpr auto var(A&& a, Option... options) {
    return detail::make_variance<Axes...>(std::forward<A>(a), options...);
}

/// Standard deviation: the square root of var, with the same options, shapes, cost and errors.
/// example const tensor of_columns = stddev<tokens>(X);
template <chosen_axis... Axes, detail::named_operand A, detail::variance_option... Option>
[[nodiscard]] constexpr auto stddev(const A& a HEED_LIFETIMEBOUND, Option... options) {
    return detail::make_root(detail::make_variance<Axes...>(a, options...));
}
template <chosen_axis... Axes, detail::owned_formula A, detail::variance_option... Option>
[[nodiscard]] constexpr auto stddev(A&& a, Option... options) {
    return detail::make_root(detail::make_variance<Axes...>(std::forward<A>(a), options...));
}

HEED_AXIS_IN_BRACKETS(var, any_axis)
HEED_AXIS_IN_BRACKETS(stddev, any_axis)

}  // namespace heed
