// SPDX-License-Identifier: BSL-1.0
// The elements that a condition selects.
#pragma once

#include <heed/scalar/function_list.hpp>

#include <limits>

namespace heed::detail {

/// The slope of a is that of a jump at 0, that of b is 1 where a is not 0.
struct selecting_description : description_of_two {
    template <class B, class Node>
    static constexpr Node adjoint_of_first(B& n, Node d, Node a, Node, Node) {
        return n.jumping(d, n.apply(function::is_zero, a));
    }
    template <class B, class Node>
    static constexpr Node adjoint_of_second(B& n, Node d, Node a, Node, Node) {
        return n.apply_like(d, function::keep, a, d);
    }
};

/// b where a is not 0, else minus infinity
template <>
struct described<function::where> : selecting_description {
    static constexpr function_traits traits{"where", 2, 1, 0, rounding_of::selects, function_kind::mask};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& a, const V& b) {
        using T = lane_t<V>;
        const T none(0);
        return choose(a != none, b, lanes<V>::broadcast(T(-std::numeric_limits<T>::infinity())));
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& a, const T& b) {
        return m.choose(a != T(0), b, m.minus_infinity(b));
    }
    template <class M, class E>
    static constexpr E enclosure(const M& m, const E& a, const E& b) {
        return m.kept_where(a, b, m.minus_infinity(b));
    }
};

/// b where a is not 0, else 0
template <>
struct described<function::keep> : selecting_description {
    static constexpr function_traits traits{"keep", 2, 1, 0, rounding_of::selects, function_kind::mask};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& a, const V& b) {
        const lane_t<V> none(0);
        return choose(a != none, b, zero<V>());
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& a, const T& b) {
        return m.choose(a != T(0), b, T(0));
    }
    template <class M, class E>
    static constexpr E enclosure(const M& m, const E& a, const E& b) {
        return m.kept_where(a, b, E());
    }
    template <class R>
    HEED_ALWAYS_INLINE static constexpr R range(const R& a, const R& b) {
        if (!a.has_zero()) return b;
        if (!are_known(a, b)) return {};
        return {b.low < 0 ? b.low : 0, b.high > 0 ? b.high : 0};
    }
};

}  // namespace heed::detail
