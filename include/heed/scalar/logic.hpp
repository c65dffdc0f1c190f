// SPDX-License-Identifier: BSL-1.0
// && and || of conditions, which are numbers: 0 does not hold.
#pragma once

#include <heed/scalar/function_list.hpp>

namespace heed::detail {

/// 1 where neither is 0, else 0
template <>
struct described<function::both> : jumping_description_of_two {
    static constexpr function_traits traits{"&&", 2, 1, 0, rounding_of::jumps, function_kind::truth, 2};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& a, const V& b) {
        const lane_t<V> none(0);
        return choose(both_hold(a != none, b != none), one<V>(), zero<V>());
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& a, const T& b) {
        return m.choose(both_hold(a != T(0), b != T(0)), T(1), T(0));
    }
    template <class M, class E>
    static constexpr E enclosure(const M& m, const E& a, const E& b) {
        return m.truth(a) * m.truth(b);
    }
    template <class R>
    HEED_ALWAYS_INLINE static constexpr R range(const R& a, const R& b) {
        return R::truth(!a.has_zero() && !b.has_zero(), a.is_zero() || b.is_zero());
    }
};

/// 1 where one is not 0, else 0
template <>
struct described<function::either> : jumping_description_of_two {
    static constexpr function_traits traits{"||", 2, 1, 0, rounding_of::jumps, function_kind::truth, 1};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& a, const V& b) {
        const lane_t<V> none(0);
        return choose(one_holds(a != none, b != none), one<V>(), zero<V>());
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& a, const T& b) {
        return m.choose(one_holds(a != T(0), b != T(0)), T(1), T(0));
    }
    template <class M, class E>
    static constexpr E enclosure(const M& m, const E& a, const E& b) {
        return E(1) - (E(1) - m.truth(a)) * (E(1) - m.truth(b));
    }
    template <class R>
    HEED_ALWAYS_INLINE static constexpr R range(const R& a, const R& b) {
        return R::truth(!a.has_zero() || !b.has_zero(), a.is_zero() && b.is_zero());
    }
};

}  // namespace heed::detail
