// SPDX-License-Identifier: BSL-1.0
// x times the share of a normal distribution below x, and its slope.
#pragma once

#include <heed/scalar/constants.hpp>
#include <heed/scalar/erf.hpp>
#include <heed/scalar/function_list.hpp>
#include <heed/scalar/within.hpp>

namespace heed::detail {

/// x / 2 (1 + erf(x / sqrt 2)) of each element; 0 for minus infinity.
/// error   <= 2 ulp of max(|y|, |x| / 2)
/// source  Hendrycks and Gimpel 2016, Gaussian error linear units
/// example const tensor Y = gelu(A);
template <>
struct described<function::gelu> {
    static constexpr function_traits traits{"gelu", 1, 4, 1, rounding_of::each_step};
    static constexpr emitted_function emitted{.name = "gelu",
                                              .about = "x times the share of a normal distribution below x"};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        using T = lane_t<V>;
        const V inside = known_as("inside", finite_below(x));
        return inside / T(2) * (T(1) + apply<function::erf>(V(inside * root_of_half<T>())));
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return T(x / T(2) * (T(1) + m.erf(T(x / m.sqrt(T(2))))));
    }
    template <class M, class E>
    static constexpr E enclosure(const M& m, const E& x) {
        return m.by_slope(
            x, [&m](const E& range) { return enclosed<function::gelu_slope>(m, range); },
            [&m](const E& range) { return range * (E(1) + erf(range * m.template root_of_half<E>())) / E(2); });
    }
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node x, Node) {
        return b.times(d, b.apply(function::gelu_slope, x));
    }
    /// v erf'(v) <= 0.49 for v = x / sqrt 2. Errors: v has 2 u, 1 + erf has u, the products have 3 u.
    template <class M>
    static constexpr double error(const M& m, double a, double y) {
        return m.in_steps(m.units((m.format().tanh + 2) / 2, a) + m.units(4, y));
    }
};

/// (1 + erf(v) + v erf_slope(v)) / 2 with v = x / sqrt(2)
template <>
struct described<function::gelu_slope> : slope_description {
    static constexpr function_traits traits{"gelu_slope", 1, 8, 2, rounding_of::each_step};
    static constexpr emitted_function emitted{.name = "gelu_slope"};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        using T = lane_t<V>;
        const V inner = known_as("inner", V(within<V>(x, T(200)) * root_of_half<T>()), "x / sqrt(2)");
        return (T(1) + apply<function::erf>(inner)) / T(2) + inner / T(2) * apply<function::erf_slope>(inner);
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        const T v = T(x / m.sqrt(T(2)));
        return T((T(1) + m.erf(v) + v * defined<function::erf_slope>(m, v)) / T(2));
    }
    template <class M, class E>
    static constexpr E enclosure(const M& m, const E& x) {
        const E v = x * m.template root_of_half<E>();
        return (E(1) + erf(v) + v * enclosed<function::erf_slope>(m, v)) / E(2);
    }
};

}  // namespace heed::detail
