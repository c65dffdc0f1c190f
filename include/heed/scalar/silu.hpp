// SPDX-License-Identifier: BSL-1.0
// x sigmoid(x), also called swish, and its slope.
#pragma once

#include <heed/scalar/function_list.hpp>
#include <heed/scalar/sigmoid.hpp>
#include <heed/scalar/within.hpp>

namespace heed::detail {

/// x / (1 + exp(-x)) of each element; 0 for minus infinity.
/// error   <= 1.6 ulp, denormal results included (tests/scalar/function_test.cpp)
/// example const tensor Y = silu(A);
template <>
struct described<function::silu> {
    static constexpr function_traits traits{"silu", 1, 3, 1, rounding_of::each_step};
    static constexpr emitted_function emitted{.name = "silu"};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        if constexpr (has_exp2<lane_t<V>>) {
            if constexpr (std::floating_point<V>)
                if (std::is_constant_evaluated() && x != x) return x;
            return sigmoid_in_lanes<times_argument>(x);
        } else {
            return finite_below(x) * apply<function::sigmoid>(x);
        }
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return T(x / (T(1) + m.exp(T(-x))));
    }
    template <class M, class E>
    static constexpr E enclosure(const M& m, const E& x) {
        return m.by_slope(
            x, [&m](const E& range) { return enclosed<function::silu_slope>(m, range); },
            [&m](const E& range) { return range * enclosed<function::sigmoid>(m, range); });
    }
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node x, Node) {
        return b.times(d, b.apply(function::silu_slope, x));
    }
    template <class M>
    static constexpr double error(const M& m, double a, double y) {
        return m.in_steps(m.units(m.sigmoid_units(), a) + m.units(m.format().exp + 6, y));
    }
};

/// s (1 + x (1 - s)) with s = sigmoid(x)
template <>
struct described<function::silu_slope> : slope_description {
    static constexpr function_traits traits{"silu_slope", 1, 6, 1, rounding_of::each_step};
    static constexpr emitted_function emitted{.name = "silu_slope"};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        using T = lane_t<V>;
        const V s = known_as("s", apply<function::sigmoid>(x));
        return s * (T(1) + within<V>(x, T(20000)) * (T(1) - s));
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        const T s = defined<function::sigmoid>(m, x);
        return T(s * (T(1) + x * (T(1) - s)));
    }
    template <class M, class E>
    static constexpr E enclosure(const M& m, const E& x) {
        return enclosed<function::sigmoid>(m, x) * (E(1) + x * enclosed<function::sigmoid>(m, E(-x)));
    }
};

}  // namespace heed::detail
