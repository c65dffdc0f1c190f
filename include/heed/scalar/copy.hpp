// SPDX-License-Identifier: BSL-1.0
// The functions that change at most the sign, and the test for 0.
#pragma once

#include <heed/scalar/function_list.hpp>

namespace heed::detail {

/// x
template <>
struct described<function::copy> {
    static constexpr function_traits traits{"copy", 1, 0, 0, rounding_of::never, function_kind::choice};
    static constexpr emitted_function emitted{};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        return x;
    }
    template <class M, class T>
    static constexpr T definition(const M&, const T& x) {
        return x;
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& x) {
        return x;
    }
    template <class B, class Node>
    static constexpr Node adjoint(B&, Node d, Node, Node) {
        return d;
    }
};

/// -x
template <>
struct described<function::negate> {
    static constexpr function_traits traits{"negate", 1, 1, 0, rounding_of::never, function_kind::whole};
    static constexpr emitted_function emitted{};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        return -x;
    }
    template <class M, class T>
    static constexpr T definition(const M&, const T& x) {
        return T(-x);
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& x) {
        return -x;
    }
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node, Node) {
        return b.minus(d);
    }
};

/// 1 if x is 0, else 0
template <>
struct described<function::is_zero> : jumping_description {
    static constexpr function_traits traits{"!", 1, 1, 0, rounding_of::jumps, function_kind::truth};
    static constexpr emitted_function emitted{};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        return choose(x == lane_t<V>(0), one<V>(), zero<V>());
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return m.choose(x == T(0), T(1), T(0));
    }
    template <class M, class E>
    static constexpr E enclosure(const M& m, const E& x) {
        return E(1) - m.truth(x);
    }
};

}  // namespace heed::detail
