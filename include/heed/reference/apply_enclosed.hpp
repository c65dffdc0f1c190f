// SPDX-License-Identifier: BSL-1.0
// The functions of formulas on enclosures, by their value.
#pragma once

#include <heed/reference/enclosed_circle.hpp>
#include <heed/reference/enclosed_functions.hpp>
#include <heed/reference/enclosed_steps.hpp>
#include <heed/scalar/function.hpp>
#include <heed/scalar/surd.hpp>

namespace heed::detail::reference {

/// 1 where x is not 0, 0 where it is, [0, 1] where that is not certain.
template <enclosure E>
constexpr E truth(const E& x) {
    if (!contains_zero(x)) return E(1);
    return is_point(x) ? E() : hull(E(), E(1));
}

/// Of indices, which are known and whole numbers below 2^53; of anything else nothing is.
template <enclosure E>
constexpr E of_whole_numbers(function f, const E& a, const E& b) {
    const E largest = enclose_ratio<E>(1LL << 53, 1);
    if (!is_point(a) || !is_point(b) || contains_zero(b)) return whole_line<E>();
    if (!certainly_at_most(abs(a), largest) || !certainly_at_most(abs(b), largest)) return whole_line<E>();
    const auto x = static_cast<long long>(to_double(a)), y = static_cast<long long>(to_double(b));
    return enclose_ratio<E>(f == function::quotient ? x / y : x % y, 1);
}

template <enclosure E>
constexpr E kept_where(const E& condition, const E& x, const E& elsewhere) {
    if (!contains_zero(condition)) return x;
    return is_point(condition) ? elsewhere : hull(elsewhere, x);
}

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
        case function::is_zero: return E(1) - truth(a);
        case function::step: return step(a);
        case function::sign: return sign(a);
        case function::erf_slope: return erf_slope(a);
        case function::gelu_slope: return gelu_slope(a);
        case function::gelu_tanh_slope: return gelu_tanh_slope(a);
        case function::silu_slope: return silu_slope(a);
        case function::sin: return sin(a);
        case function::cos: return cos(a);
        case function::round: return round(a);
        case function::jump: return jump(a);
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
        case function::equal: return less_equal(a, b) * less_equal(b, a);
        case function::both: return truth(a) * truth(b);
        case function::either: return E(1) - (E(1) - truth(a)) * (E(1) - truth(b));
        case function::quotient: return of_whole_numbers(f, a, b);
        case function::remainder: return of_whole_numbers(f, a, b);
        case function::where: return kept_where(a, b, lower_of(whole_line<E>()));
        case function::keep: return kept_where(a, b, E());
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
