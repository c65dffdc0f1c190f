// SPDX-License-Identifier: BSL-1.0
// The larger and the smaller of two numbers.
#pragma once

#include <heed/scalar/function_list.hpp>

namespace heed::detail {

/// The larger of two numbers; NaN if either is.
template <class V>
HEED_ALWAYS_INLINE constexpr V larger(const V& a, const V& b) {
    return choose(one_holds(a < b, b != b), b, a);
}

/// The smaller of two numbers; NaN if either is.
template <class V>
HEED_ALWAYS_INLINE constexpr V smaller(const V& a, const V& b) {
    return choose(one_holds(b < a, b != b), b, a);
}

/// b if it is larger, else a.
template <class V>
HEED_ALWAYS_INLINE constexpr V raised(const V& a, const V& b) {
    return choose(a < b, b, a);
}

/// The smaller of two elements; its slope is that of a where a <= b.
template <>
struct described<function::min> : description_of_two {
    static constexpr function_traits traits{"min", 2, 1, 0, rounding_of::never, function_kind::choice};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& a, const V& b) {
        return smaller(a, b);
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& a, const T& b) {
        return m.choose(a != a, a, m.choose(one_holds(b < a, b != b), b, a));
    }
    template <class M, class E>
    static constexpr E enclosure(const M& m, const E& a, const E& b) {
        return m.smaller(a, b);
    }
    template <class B, class Node>
    static constexpr Node adjoint_of_first(B& n, Node d, Node a, Node b, Node y) {
        return n.times(d, n.apply_like(y, function::less_equal, a, b));
    }
    template <class B, class Node>
    static constexpr Node adjoint_of_second(B& n, Node d, Node a, Node b, Node y) {
        return n.times(d, n.apply_like(y, function::less, b, a));
    }
    template <class R>
    HEED_ALWAYS_INLINE static constexpr R range(const R& a, const R& b) {
        if (!are_known(a, b)) return {};
        return {smaller(a.low, b.low), smaller(a.high, b.high)};
    }
};

/// The larger of two elements; its slope is that of a where b <= a.
template <>
struct described<function::max> : description_of_two {
    static constexpr function_traits traits{"max", 2, 1, 0, rounding_of::never, function_kind::choice};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& a, const V& b) {
        return larger(a, b);
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& a, const T& b) {
        return m.choose(a != a, a, m.choose(one_holds(a < b, b != b), b, a));
    }
    template <class M, class E>
    static constexpr E enclosure(const M& m, const E& a, const E& b) {
        return m.larger(a, b);
    }
    template <class B, class Node>
    static constexpr Node adjoint_of_first(B& n, Node d, Node a, Node b, Node y) {
        return n.times(d, n.apply_like(y, function::less_equal, b, a));
    }
    template <class B, class Node>
    static constexpr Node adjoint_of_second(B& n, Node d, Node a, Node b, Node y) {
        return n.times(d, n.apply_like(y, function::less, a, b));
    }
    template <class R>
    HEED_ALWAYS_INLINE static constexpr R range(const R& a, const R& b) {
        if (!are_known(a, b)) return {};
        return {larger(a.low, b.low), larger(a.high, b.high)};
    }
};

}  // namespace heed::detail
