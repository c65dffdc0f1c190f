// SPDX-License-Identifier: BSL-1.0
// The elementwise functions once more, straight from their definitions and from the library of the number type:
// std for built-in numbers, Boost.Multiprecision for its own. Nothing here is shared with scalar/.
#pragma once

#include <heed/reference/apply_enclosed.hpp>
#include <heed/scalar/function.hpp>
#include <heed/scalar/surd.hpp>

#include <cmath>
#include <limits>

namespace heed::detail::reference {

/// 2 / sqrt(pi) exp(-x^2) sum over n of 2^n x^(2n+1) / (1 3 5 ... (2n+1)): no cancellation.
template <class T>
T erf_by_series(const T& x) {
    using std::atan, std::exp, std::sqrt;
    T term = x, sum = x;
    for (int n = 1; term != 0 && (term < 0 ? T(-term) : term) > std::numeric_limits<T>::epsilon() * T(1e-3); ++n) {
        term *= 2 * x * x / T(2 * n + 1);
        sum += term;
    }
    return 2 / sqrt(T(4 * atan(T(1)))) * exp(T(-x * x)) * sum;
}

template <class T>
T erf_of(const T& x) {
    if constexpr (std::floating_point<T>) {
        return std::erf(x);
    } else {
        if (x > 40) return T(1);
        if (x < -40) return T(-1);
        return erf_by_series(x);
    }
}

template <class T>
T logistic(const T& x) {
    using std::exp;
    return T(1) / (T(1) + exp(T(-x)));
}

/// 2 / sqrt(pi) exp(-x^2)
template <class T>
T slope_of_erf(const T& x) {
    using std::atan, std::exp, std::sqrt;
    return T(T(2) / sqrt(T(4 * atan(T(1)))) * exp(T(-x * x)));
}

/// The slopes of functions.
template <class T>
T evaluate_slope(function f, const T& a) {
    using std::atan, std::sqrt, std::tanh;
    switch (f) {
        case function::is_zero: return T(a == 0 ? 1 : 0);
        case function::step: return T(a > 0 ? 1 : 0);
        case function::sign: return T(a > 0 ? 1 : a < 0 ? -1 : 0);
        case function::erf_slope: return slope_of_erf(a);
        case function::gelu_slope: {
            const T x = T(a / sqrt(T(2)));
            return T((1 + erf_of(x) + x * slope_of_erf(x)) / 2);
        }
        case function::gelu_tanh_slope: {
            const T root = sqrt(T(T(1) / (T(2) * atan(T(1))))), cubic = T(T(44715) / T(1000000));
            const T t = tanh(T(root * (a + cubic * a * a * a)));
            return T((1 + t + a * (1 - t * t) * root * (1 + 3 * cubic * a * a)) / 2);
        }
        case function::silu_slope: return T(logistic(a) * (1 + a * (1 - logistic(a))));
        case function::jump: return T(0);
        default: fail("heed: internal: a function without a value");
    }
    return a;
}

template <class T>
requires(!enclosure<T>) T evaluate_function(function f, const T& a) {
    using std::atan, std::cos, std::exp, std::floor, std::log, std::sin, std::sqrt, std::tanh;
    switch (f) {
        case function::copy: return a;
        case function::negate: return -a;
        case function::exp: return exp(a);
        case function::log: return log(a);
        case function::sqrt: return sqrt(a);
        case function::rsqrt: return T(1) / sqrt(a);
        case function::tanh: return tanh(a);
        case function::erf: return erf_of(a);
        case function::sigmoid: return logistic(a);
        case function::relu: return a < 0 ? T(0) : a;
        case function::gelu: return a * (T(1) + erf_of(T(a / sqrt(T(2))))) / T(2);
        case function::gelu_tanh: {
            const T root = sqrt(T(T(1) / (T(2) * atan(T(1)))));
            return a * (T(1) + tanh(T(root * (a + T(44715) * a * a * a / T(1000000))))) / T(2);
        }
        case function::silu: return a * logistic(a);
        case function::abs: return a < 0 ? T(-a) : a;
        case function::sin: return sin(a);
        case function::cos: return cos(a);
        case function::round: return floor(T(a + T(1) / T(2)));
        default: return evaluate_slope(f, a);
    }
}

template <class T>
requires(!enclosure<T>) T evaluate_function(function f, const T& a, const T& b) {
    using std::pow;
    switch (f) {
        case function::add: return a + b;
        case function::subtract: return a - b;
        case function::multiply: return a * b;
        case function::divide: return a / b;
        case function::pow: return pow(a, b);
        case function::min: return a != a || a < b ? a : b;
        case function::max: return a != a || b < a ? a : b;
        case function::less: return T(a < b ? 1 : 0);
        case function::less_equal: return T(a <= b ? 1 : 0);
        case function::equal: return T(a == b ? 1 : 0);
        case function::both: return T(a != 0 && b != 0 ? 1 : 0);
        case function::either: return T(a != 0 || b != 0 ? 1 : 0);
        case function::quotient: return T(b == 0 ? 0 : static_cast<long long>(a) / static_cast<long long>(b));
        case function::remainder: return T(b == 0 ? 0 : static_cast<long long>(a) % static_cast<long long>(b));
        case function::where: return a != 0 ? b : T(-std::numeric_limits<T>::infinity());
        case function::keep: return a != 0 ? b : T(0);
        default: return a;
    }
}

template <class T>
requires(!enclosure<T>) T exact_value(const surd& s) {
    using std::sqrt;
    return T(T(s.numerator) * sqrt(T(s.radicand)) / T(s.denominator));
}

}  // namespace heed::detail::reference
