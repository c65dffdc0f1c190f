// SPDX-License-Identifier: BSL-1.0
// The elementwise functions computed a second time, from their definitions and the library of the number type: std for
// built-in numbers, Boost.Multiprecision for its own. They share nothing with scalar/.
#pragma once

#include <heed/reference/apply_enclosed.hpp>
#include <heed/scalar/function.hpp>
#include <heed/scalar/surd.hpp>

#include <cmath>
#include <limits>

namespace heed::detail::reference {

/// erf(x) = 2 / sqrt(pi) exp(-x^2) sum over n of 2^n x^(2n+1) / (1 3 5 ... (2n+1)), without cancellation.
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

/// The operations with which definitions of functions are evaluated (scalar/function_list.hpp).
struct mathematics {
#define HEED_OF_LIBRARY(name)   \
    template <class T>          \
    static T name(const T& x) { \
        using std::name;        \
        return T(name(x));      \
    }
    HEED_OF_LIBRARY(exp)
    HEED_OF_LIBRARY(log)
    HEED_OF_LIBRARY(sqrt)
    HEED_OF_LIBRARY(tanh)
    HEED_OF_LIBRARY(sin)
    HEED_OF_LIBRARY(cos)
    HEED_OF_LIBRARY(floor)
#undef HEED_OF_LIBRARY
    /// log(1 + x); computed with log in types that have no log1p.
    template <class T>
    static T log1p(const T& x) {
        using std::log1p;
        if constexpr (requires { log1p(x); }) {
            return T(log1p(x));
        } else {
            const T sum = T(T(1) + x);
            return T(log(sum) + (x - T(sum - T(1))) / sum);
        }
    }
    template <class T>
    static T erf(const T& x) {
        return erf_of(x);
    }
    template <class T>
    static T pi(const T&) {
        using std::atan;
        return T(4 * atan(T(1)));
    }
    template <class T>
    static T cube(const T& x) {
        return T(x * x * x);
    }
    template <class T>
    static T abs(const T& x) {
        return x < 0 ? T(-x) : x;
    }
    template <class T>
    static T larger(const T& a, const T& b) {
        return a != a || b < a ? a : b;
    }
    template <class T>
    static T power(const T& a, const T& b) {
        using std::pow;
        return T(pow(a, b));
    }
    template <class T>
    static T whole_quotient(const T& a, const T& b) {
        return T(static_cast<long long>(a) / static_cast<long long>(b));
    }
    template <class T>
    static T whole_remainder(const T& a, const T& b) {
        return T(static_cast<long long>(a) % static_cast<long long>(b));
    }
    template <class T>
    static T choose(bool condition, const T& a, const T& b) {
        return condition ? a : b;
    }
    /// otherwise() is evaluated only where the condition is false.
    template <class T, class F>
    static T either(bool condition, const T& a, const F& otherwise) {
        return condition ? a : otherwise();
    }
    template <class T>
    static T minus_infinity(const T&) {
        return -std::numeric_limits<T>::infinity();
    }
};

template <class T>
requires(!enclosure<T>) T evaluate_function(function f, const T& a) {
    return with_description(f, [&a](auto described) { return described.definition(mathematics(), a); });
}

template <class T>
requires(!enclosure<T>) T evaluate_function(function f, const T& a, const T& b) {
    switch (f) {
#define HEED_DEFINED(name) \
    case function::name: return described<function::name>::definition(mathematics(), a, b);
        HEED_FUNCTIONS_OF_TWO(HEED_DEFINED)
#undef HEED_DEFINED
        default: break;
    }
    fail("heed: internal: not a function of two operands");
    return a;
}

template <class T>
requires(!enclosure<T>) T exact_value(const surd& s) {
    using std::sqrt;
    return T(T(s.numerator) * sqrt(T(s.radicand)) / T(s.denominator));
}

}  // namespace heed::detail::reference
