// SPDX-License-Identifier: BSL-1.0
// Selects the functions of formulas on enclosures by their enumerator.
#pragma once

#include <heed/reference/enclosed_circle.hpp>
#include <heed/reference/enclosed_functions.hpp>
#include <heed/reference/enclosed_steps.hpp>
#include <heed/scalar/function.hpp>
#include <heed/scalar/surd.hpp>

namespace heed::detail::reference {

template <enclosure E>
constexpr E evaluate_function(function f, const E& a) {
    return with_description(f, [&a](auto described) { return described.enclosure(enclosing(), a); });
}

template <enclosure E>
constexpr E evaluate_function(function f, const E& a, const E& b) {
    switch (f) {
#define HEED_ENCLOSED(name) \
    case function::name: return described<function::name>::enclosure(enclosing(), a, b);
        HEED_FUNCTIONS_OF_TWO(HEED_ENCLOSED)
#undef HEED_ENCLOSED
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
