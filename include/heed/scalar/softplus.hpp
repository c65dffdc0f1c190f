// SPDX-License-Identifier: BSL-1.0
// log(1 + exp(x)), a smooth relu.
#pragma once

#include <heed/scalar/exp.hpp>
#include <heed/scalar/function_list.hpp>
#include <heed/scalar/log.hpp>

#include <concepts>
#include <type_traits>

namespace heed::detail {

/// log(1 + e) for e in [0, 1]. By log; if 1 + e loses digits of e, by 2 artanh(s) with s = e / (2 + e), which is 2 s (1
/// + s^2 / 3 + s^4 / 5 c), 1 <= c <= 1 / (1 - s^2).
template <class M, class E>
constexpr E enclosed_log_of_one_plus(const M& m, const E& e) {
    const E s = e / (E(2) + e), square = s * s, fifth = square * square / E(5);
    const E series = E(2) * s * (E(1) + square / E(3) + hull(fifth, fifth / (E(1) - square)));
    return m.common(log(E(1) + e), series);
}

/// log(1 + exp(x)) of each element, without overflow: max(x, 0) + log(1 + exp(-|x|)).
/// error   <= 1.96 ulp, all floats tried; denormal results 0.77 ulp (tests/scalar/elementary_test.cpp)
/// source  Dugas et al. 2001, Incorporating second-order functional knowledge for better option pricing
/// example const tensor Y = softplus(A);
template <>
struct described<function::softplus> {
    static constexpr function_traits traits{"softplus", 1, 7, 2, rounding_of::each_step};
    static constexpr emitted_function emitted{
        .name = "softplus", .about = "max(x, 0) + log(1 + exp(-|x|)), which is log(1 + exp(x)) without overflow"};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        using T = lane_t<V>;
        if constexpr (std::floating_point<V>)
            if (std::is_constant_evaluated() && x != x) return x;
        const V above = choose(x < T(0), zero<V>(), x);
        const V e = known_as("e", apply<function::exp>(V(choose(x < T(0), x, V(-x)))));
        const V sum = known_as("sum", V(T(1) + e));
        const V rest = e - (sum - T(1));  // exact: the rounding error of 1 + e
        return above + (apply<function::log>(sum) + rest / sum);
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return T(m.larger(x, T(0)) + m.log1p(m.exp(T(-m.abs(x)))));
    }
    template <class M, class E>
    static constexpr E enclosure(const M& m, const E& x) {
        return m.increasing(x, [&m](const E& p) {
            return certainly_positive(p) ? p + enclosed_log_of_one_plus(m, exp(-p))
                                         : enclosed_log_of_one_plus(m, exp(p));
        });
    }
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node x, Node) {
        return b.times(d, b.apply(function::sigmoid, x));
    }
    /// Computed as log(1 + exp(x)), 1 + exp(x) has the relative errors of exp and of the sum, and log has the same
    /// absolute error. PyTorch returns x above 20, with an error of exp(-20).
    template <class M>
    static constexpr double error(const M& m, double, double y) {
        return m.in_steps(m.units(m.format().exp + 1, 1) + m.units(m.format().log + 2, y)) + (y < 20 ? 0 : 2.1e-9);
    }
};

}  // namespace heed::detail
