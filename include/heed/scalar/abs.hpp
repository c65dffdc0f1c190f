// SPDX-License-Identifier: BSL-1.0
// The absolute value of a number, and its slope.
#pragma once

#include <heed/scalar/function_list.hpp>

namespace heed::detail {

/// Size of each element; abs(-0) is 0.
/// example const tensor Y = abs(A);
template <>
struct described<function::abs> {
    static constexpr function_traits traits{"abs", 1, 1, 0, rounding_of::never, function_kind::whole};
    static constexpr emitted_function emitted{.name = "absolute"};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        return choose(x < lane_t<V>(0), V(-x), V(x + lane_t<V>(0)));
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return m.abs(x);
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& x) {
        if (certainly_at_most(E(), x)) return x;
        if (certainly_at_most(x, E())) return -x;
        return hull(E(), magnitude_of(x));
    }
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node x, Node) {
        return b.times(d, b.apply(function::abs_step, x));
    }
};

/// The slope of abs: -1, 0 or 1; [-1, 1] where x may be 0.
template <>
struct described<function::abs_step> : jumping_description {
    static constexpr function_traits traits{"abs_step", 1, 2, 0, rounding_of::jumps};
    static constexpr emitted_function emitted{.name = "abs_step"};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        using T = lane_t<V>;
        return choose(T(0) < x, one<V>(), choose(x < T(0), lanes<V>::broadcast(T(-1)), zero<V>()));
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return m.choose(x > T(0), T(1), m.choose(x < T(0), T(-1), T(0)));
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& x) {
        return certainly_positive(x) ? E(1) : certainly_negative(x) ? E(-1) : hull(E(-1), E(1));
    }
};

}  // namespace heed::detail
