// SPDX-License-Identifier: BSL-1.0
// Functions of text formulas and of gradients: reference/ evaluates them, and no loop computes them.
#pragma once

#include <heed/scalar/function_list.hpp>

namespace heed::detail {

template <>
struct described<function::sin> {
    static constexpr function_traits traits{"sin", 1, 0, 1};
    static constexpr emitted_function emitted{};

    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return m.sin(x);
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& x) {
        return sin(x);
    }
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node x, Node) {
        return b.times(d, b.apply(function::cos, x));
    }
    /// One more unit for reducing the argument.
    template <class M>
    static constexpr double error(const M& m, double, double y) {
        return m.units(m.format().tanh, y) + m.format().u;
    }
};

template <>
struct described<function::cos> {
    static constexpr function_traits traits{"cos", 1, 0, 1};
    static constexpr emitted_function emitted{};

    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return m.cos(x);
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& x) {
        return cos(x);
    }
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node x, Node) {
        return b.minus(b.times(d, b.apply(function::sin, x)));
    }
    template <class M>
    static constexpr double error(const M& m, double a, double y) {
        return described<function::sin>::error(m, a, y);
    }
};

/// The nearest whole number.
template <>
struct described<function::round> : jumping_description {
    static constexpr function_traits traits{"round", 1, 1, 0, rounding_of::jumps};
    static constexpr emitted_function emitted{};

    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return m.floor(T(x + T(1) / T(2)));
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& x) {
        return round(x);
    }
};

/// The slope of a piecewise constant function, from its value: 0 if the value is unique.
template <>
struct described<function::jump> : jumping_description {
    static constexpr function_traits traits{"jump", 1, 0, 0, rounding_of::jumps};
    static constexpr emitted_function emitted{};

    template <class M, class T>
    static constexpr T definition(const M&, const T&) {
        return T(0);
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& x) {
        return jump(x);
    }
};

}  // namespace heed::detail
