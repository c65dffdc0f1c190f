// SPDX-License-Identifier: BSL-1.0
// The rectifier, and its slope.
#pragma once

#include <heed/scalar/function_list.hpp>

namespace heed::detail {

/// max(x, 0) of each element.
/// example const tensor Y = relu(A);
template <>
struct described<function::relu> {
    static constexpr function_traits traits{"relu", 1, 1, 0, rounding_of::never};
    static constexpr emitted_function emitted{.name = "relu"};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        return choose(x < lane_t<V>(0), zero<V>(), x);
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return m.choose(x < T(0), T(0), x);
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& x) {
        return max(x, E());
    }
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node x, Node) {
        return b.times(d, b.apply(function::step, x));
    }
};

/// The slope of relu: 0 or 1; [0, 1] where x may be 0.
template <>
struct described<function::step> : jumping_description {
    static constexpr function_traits traits{"step", 1, 1, 0, rounding_of::jumps};
    static constexpr emitted_function emitted{.name = "step"};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        return choose(lane_t<V>(0) < x, one<V>(), zero<V>());
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return m.choose(x > T(0), T(1), T(0));
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& x) {
        return certainly_positive(x) ? E(1) : certainly_negative(x) ? E() : hull(E(), E(1));
    }
};

}  // namespace heed::detail
