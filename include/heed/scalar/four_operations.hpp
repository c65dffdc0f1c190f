// SPDX-License-Identifier: BSL-1.0
// The four operations + - * /.
#pragma once

#include <heed/scalar/function_list.hpp>

namespace heed::detail {

/// a + b
template <>
struct described<function::add> : description_of_two {
    static constexpr function_traits traits{"+", 2, 1, 0, rounding_of::once, function_kind::whole, 5};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& a, const V& b) {
        return a + b;
    }
    template <class M, class T>
    static constexpr T definition(const M&, const T& a, const T& b) {
        return T(a + b);
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& a, const E& b) {
        return a + b;
    }
    template <class B, class Node>
    static constexpr Node adjoint_of_first(B&, Node d, Node, Node, Node) {
        return d;
    }
    template <class B, class Node>
    static constexpr Node adjoint_of_second(B&, Node d, Node, Node, Node) {
        return d;
    }
    template <class R>
    HEED_ALWAYS_INLINE static constexpr R range(const R& a, const R& b) {
        if (!are_known(a, b)) return {};
        return R::from(a.low + b.low, a.high + b.high);
    }
    template <class M, class Size>
    static constexpr double error(const M& m, const Size&, double y) {
        return m.units(1, y);
    }
};

/// a - b
template <>
struct described<function::subtract> : description_of_two {
    static constexpr function_traits traits{"-", 2, 1, 0, rounding_of::once, function_kind::whole, 5};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& a, const V& b) {
        return a - b;
    }
    template <class M, class T>
    static constexpr T definition(const M&, const T& a, const T& b) {
        return T(a - b);
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& a, const E& b) {
        return a - b;
    }
    template <class B, class Node>
    static constexpr Node adjoint_of_first(B&, Node d, Node, Node, Node) {
        return d;
    }
    template <class B, class Node>
    static constexpr Node adjoint_of_second(B& n, Node d, Node, Node, Node) {
        return n.minus(d);
    }
    template <class R>
    HEED_ALWAYS_INLINE static constexpr R range(const R& a, const R& b) {
        if (!are_known(a, b)) return {};
        return R::from(a.low - b.high, a.high - b.low);
    }
    template <class M, class Size>
    static constexpr double error(const M& m, const Size&, double y) {
        return m.units(1, y);
    }
};

/// The product of two elements; that with a number is written with *.
template <>
struct described<function::multiply> : description_of_two {
    static constexpr function_traits traits{"hadamard", 2, 1, 0, rounding_of::once, function_kind::whole};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& a, const V& b) {
        return a * b;
    }
    template <class M, class T>
    static constexpr T definition(const M&, const T& a, const T& b) {
        return T(a * b);
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& a, const E& b) {
        return a * b;
    }
    template <class B, class Node>
    static constexpr Node adjoint_of_first(B& n, Node d, Node, Node b, Node) {
        return n.times(d, b);
    }
    template <class B, class Node>
    static constexpr Node adjoint_of_second(B& n, Node d, Node a, Node, Node) {
        return n.times(d, a);
    }
    template <class R>
    HEED_ALWAYS_INLINE static constexpr R range(const R& a, const R& b) {
        if (!are_known(a, b)) return {};
        return product_of(a, b);
    }
    template <class M, class Size>
    static constexpr double error(const M& m, const Size&, double y) {
        return m.units(1, y);
    }
    template <class M, class Size>
    static constexpr bool is_shift(const M& m, const Size& a, const Size& b) {
        return m.is_power_of_two(a) || m.is_power_of_two(b);
    }
};

/// a / b
template <>
struct described<function::divide> : description_of_two {
    static constexpr function_traits traits{"/", 2, 1, 0, rounding_of::once, function_kind::number, 6};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& a, const V& b) {
        return a / b;
    }
    template <class M, class T>
    static constexpr T definition(const M&, const T& a, const T& b) {
        return T(a / b);
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& a, const E& b) {
        return a / b;
    }
    template <class B, class Node>
    static constexpr Node adjoint_of_first(B& n, Node d, Node, Node b, Node) {
        return n.apply(function::divide, d, b);
    }
    template <class B, class Node>
    static constexpr Node adjoint_of_second(B& n, Node d, Node, Node b, Node y) {
        return n.minus(n.apply(function::divide, n.times(d, y), b));
    }
    template <class M, class Size>
    static constexpr double error(const M& m, const Size&, double y) {
        return m.units(m.format().quotient, y);
    }
    template <class M, class Size>
    static constexpr bool is_shift(const M& m, const Size&, const Size& b) {
        return m.is_power_of_two(b);
    }
    /// It may be the product with 1 / b.
    template <class M, class Size>
    static constexpr double error_of_steps(const M& m, const Size& a, const Size& b, const Size&) {
        return m.of_reciprocal(a.most(), b);
    }
};

}  // namespace heed::detail
