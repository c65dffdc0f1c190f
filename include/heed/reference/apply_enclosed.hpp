// SPDX-License-Identifier: BSL-1.0
// Selects the functions of formulas on enclosures by their enumerator.
#pragma once

#include <heed/reference/enclosed_circle.hpp>
#include <heed/reference/enclosed_functions.hpp>
#include <heed/reference/enclosed_steps.hpp>
#include <heed/scalar/function.hpp>
#include <heed/scalar/surd.hpp>

namespace heed::detail::reference {

/// For indices: known whole numbers up to 2^52. For other arguments nothing is known of the result.
template <enclosure E>
constexpr E of_whole_numbers(function f, const E& a, const E& b) {
    const auto x = whole_number_of(a), y = whole_number_of(b);
    if (!x || !y || *y == 0) return whole_line<E>();
    return enclose_ratio<E>(f == function::quotient ? *x / *y : *x % *y, 1);
}

template <enclosure E>
constexpr E kept_where(const E& condition, const E& x, const E& elsewhere) {
    if (!contains_zero(condition)) return x;
    return is_point(condition) ? elsewhere : hull(elsewhere, x);
}

template <enclosure E>
constexpr E evaluate_function(function f, const E& a) {
    return with_description(f, [&a](auto described) { return described.enclosure(enclosing(), a); });
}

template <enclosure E>
constexpr E evaluate_function(function f, const E& a, const E& b) {
    switch (f) {
        case function::add: return a + b;
        case function::subtract: return a - b;
        case function::multiply: return a * b;
        case function::divide: return a / b;
        case function::pow: return pow(a, b);
        case function::min: return min(a, b);
        case function::max: return max(a, b);
        case function::less: return less(a, b);
        case function::less_equal: return less_equal(a, b);
        case function::equal: return less_equal(a, b) * less_equal(b, a);
        case function::both: return truth_of(a) * truth_of(b);
        case function::either: return E(1) - (E(1) - truth_of(a)) * (E(1) - truth_of(b));
        case function::quotient: return of_whole_numbers(f, a, b);
        case function::remainder: return of_whole_numbers(f, a, b);
        case function::where: return kept_where(a, b, lower_of(whole_line<E>()));
        case function::keep: return kept_where(a, b, E());
        default: break;
    }
    fail("heed: internal: not a function of two operands");
    return whole_line<E>();
}

/// numerator / denominator * sqrt(radicand)
template <enclosure E>
constexpr E exact_value(const surd& s) {
    const E ratio = enclose_ratio<E>(s.numerator, s.denominator);
    return s.radicand == 1 ? ratio : ratio * sqrt(enclose_ratio<E>(s.radicand, 1));
}

}  // namespace heed::detail::reference
