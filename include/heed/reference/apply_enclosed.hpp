// SPDX-License-Identifier: BSL-1.0
// The functions of formulas on enclosures, by their value.
#pragma once

#include <heed/reference/enclosed_functions.hpp>
#include <heed/scalar/function.hpp>
#include <heed/scalar/surd.hpp>

namespace heed::detail::reference {

template <enclosure E>
constexpr E evaluate_function(function f, const E& a) {
    using heed::step;  // and not what detail has under this name
    switch (f) {
        case function::copy: return a;
        case function::negate: return -a;
        case function::exp: return exp(a);
        case function::log: return log(a);
        case function::sqrt: return sqrt(a);
        case function::rsqrt: return rsqrt(a);
        case function::tanh: return tanh(a);
        case function::erf: return erf(a);
        case function::sigmoid: return sigmoid(a);
        case function::relu: return relu(a);
        case function::gelu: return gelu(a);
        case function::gelu_tanh: return gelu_tanh(a);
        case function::silu: return silu(a);
        case function::abs: return abs(a);
        case function::step: return step(a);
        case function::sign: return sign(a);
        case function::erf_slope: return erf_slope(a);
        case function::gelu_slope: return gelu_slope(a);
        case function::gelu_tanh_slope: return gelu_tanh_slope(a);
        case function::silu_slope: return silu_slope(a);
        default: return whole_line<E>();
    }
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
        default: return whole_line<E>();
    }
}

/// numerator / denominator * sqrt(radicand)
template <enclosure E>
constexpr E exact_value(const surd& s) {
    const E ratio = enclose_ratio<E>(s.numerator, s.denominator);
    return s.radicand == 1 ? ratio : ratio * sqrt(enclose_ratio<E>(s.radicand, 1));
}

}  // namespace heed::detail::reference
