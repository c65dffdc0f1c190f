// SPDX-License-Identifier: BSL-1.0
// The approximation of gelu by tanh of a cubic, and its slope.
#pragma once

#include <heed/scalar/abs.hpp>
#include <heed/scalar/constants.hpp>
#include <heed/scalar/function_list.hpp>
#include <heed/scalar/sigmoid.hpp>
#include <heed/scalar/tanh.hpp>
#include <heed/scalar/within.hpp>

namespace heed::detail {

/// sqrt(8/pi) (x + 0.044715 x^3): gelu_tanh(x) = x sigmoid of this
template <class M, class E>
constexpr E enclosed_gelu_tanh_inner(const M& m, const E& x) {
    const E root = E(2) * m.template two_over_root_pi<E>() * m.template root_of_half<E>();
    return m.increasing(x, [&](const E& p) { return root * p * (E(1) + E::ratio(8943, 200000) * p * p); });
}

/// x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) of each element; 0 for minus infinity.
/// error   <= 4 ulp of max(|y|, |x| / 2)
/// source  Hendrycks and Gimpel 2016, Gaussian error linear units
/// example const tensor Y = gelu_tanh(A);
template <>
struct described<function::gelu_tanh> {
    static constexpr function_traits traits{"gelu_tanh", 1, 8, 1, rounding_of::each_step};
    static constexpr emitted_function emitted{.name = "gelu_tanh",
                                              .about = "gelu, approximated by tanh(sqrt(2 / pi) (x + 0.044715 x^3))"};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        using T = lane_t<V>;
        const V z = known_as("z", within<V>(x, T(16)), "beyond, tanh(inner) is -1 or 1");
        const V inner = known_as("inner", V(root_of_two_over_pi<T>() * (z + T(44715) / T(1000000) * z * z * z)));
        return choose(x > z, x, z) / T(2) * (T(1) + apply<function::tanh>(inner));
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        const T inner = T(m.sqrt(T(T(2) / m.pi(x))) * (x + T(44715) / T(1000000) * m.cube(x)));
        return T(x / T(2) * (T(1) + m.tanh(inner)));
    }
    template <class M, class E>
    static constexpr E enclosure(const M& m, const E& x) {
        return m.by_slope(
            x, [&m](const E& range) { return enclosed<function::gelu_tanh_slope>(m, range); },
            [&m](const E& range) {
                return range * enclosed<function::sigmoid>(m, enclosed_gelu_tanh_inner(m, range));
            });
    }
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node x, Node) {
        return b.times(d, b.apply(function::gelu_tanh_slope, x));
    }
    /// As in gelu: w tanh'(w) <= 0.45, and w has an error of 7 u.
    template <class M>
    static constexpr double error(const M& m, double a, double y) {
        return m.in_steps(m.units((m.format().tanh + 5) / 2, a) + m.units(4, y));
    }
};

/// With w = sqrt(8/pi) (x + 0.044715 x^3): sigmoid(w) (1 + x w' sigmoid(-w)).
template <>
struct described<function::gelu_tanh_slope> : slope_description {
    static constexpr function_traits traits{"gelu_tanh_slope", 1, 16, 1, rounding_of::each_step};
    static constexpr emitted_function emitted{.name = "gelu_tanh_slope"};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        using T = lane_t<V>;
        const T c = T(44715) / T(1000000);
        const V z = known_as("z", within<V>(x, T(16)));
        const V t = known_as("t", apply<function::tanh>(V(root_of_two_over_pi<T>() * (z + c * z * z * z))));
        return (T(1) + t) / T(2) + z / T(2) * (T(1) - t * t) * root_of_two_over_pi<T>() * (T(1) + T(3) * c * z * z);
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        const T root = m.sqrt(T(T(2) / m.pi(x))), cubic = T(T(44715) / T(1000000));
        const T t = m.tanh(T(root * (x + cubic * m.cube(x))));
        return T((T(1) + t + x * (T(1) - t * t) * root * (T(1) + T(3) * cubic * x * x)) / T(2));
    }
    template <class M, class E>
    static constexpr E enclosure(const M& m, const E& x) {
        const E w = enclosed_gelu_tanh_inner(m, x), size = enclosed<function::abs>(m, x);
        const E root = E(2) * m.template two_over_root_pi<E>() * m.template root_of_half<E>();
        const E rise = root * (E(1) + E::ratio(26829, 200000) * size * size);
        return enclosed<function::sigmoid>(m, w) * (E(1) + x * rise * enclosed<function::sigmoid>(m, E(-w)));
    }
};

}  // namespace heed::detail
