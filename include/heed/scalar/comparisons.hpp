// SPDX-License-Identifier: BSL-1.0
// The comparisons of two numbers, as 1 and 0.
#pragma once

#include <heed/scalar/function_list.hpp>

namespace heed::detail {

/// Whether a <= b, also for types that have only < and ==.
template <class V>
HEED_ALWAYS_INLINE constexpr auto at_most(const V& a, const V& b) {
    if constexpr (requires { a <= b; })
        return a <= b;
    else
        return a < b || a == b;
}

/// 1 where a < b, else 0
template <>
struct described<function::less> : jumping_description_of_two {
    static constexpr function_traits traits{"<", 2, 1, 0, rounding_of::jumps, function_kind::comparison, 4};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& a, const V& b) {
        return choose(a < b, one<V>(), zero<V>());
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& a, const T& b) {
        return m.choose(a < b, T(1), T(0));
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& a, const E& b) {
        return less(a, b);
    }
    template <class R>
    HEED_ALWAYS_INLINE static constexpr R range(const R& a, const R& b) {
        return R::truth(a.high < b.low, a.low >= b.high);
    }
};

/// 1 where a <= b, else 0
template <>
struct described<function::less_equal> : jumping_description_of_two {
    static constexpr function_traits traits{"<=", 2, 1, 0, rounding_of::jumps, function_kind::comparison, 4};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& a, const V& b) {
        return choose(at_most(a, b), one<V>(), zero<V>());
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& a, const T& b) {
        return m.choose(a <= b, T(1), T(0));
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& a, const E& b) {
        return less_equal(a, b);
    }
    template <class R>
    HEED_ALWAYS_INLINE static constexpr R range(const R& a, const R& b) {
        return R::truth(a.high <= b.low, a.low > b.high);
    }
};

/// 1 where a == b, else 0
template <>
struct described<function::equal> : jumping_description_of_two {
    static constexpr function_traits traits{"==", 2, 1, 0, rounding_of::jumps, function_kind::comparison, 3};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& a, const V& b) {
        return choose(a == b, one<V>(), zero<V>());
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& a, const T& b) {
        return m.choose(a == b, T(1), T(0));
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& a, const E& b) {
        return less_equal(a, b) * less_equal(b, a);
    }
    template <class R>
    HEED_ALWAYS_INLINE static constexpr R range(const R& a, const R& b) {
        return R::truth(a.low == a.high && b.low == b.high && a.low == b.low, a.high < b.low || b.high < a.low);
    }
};

}  // namespace heed::detail
