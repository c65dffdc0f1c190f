// SPDX-License-Identifier: BSL-1.0
// A number without its fraction.
#pragma once

#include <heed/scalar/function_list.hpp>

#include <type_traits>

namespace heed::detail {

/// x cut off towards 0. Types of programs say so themselves.
template <class V>
HEED_ALWAYS_INLINE constexpr V without_fraction(const V& x) {
    if constexpr (std::is_class_v<V> && !is_recorded<V>)
        return V(trunc(x));
    else
        return lanes<V>::whole_part(x);
}

/// Each element without its fraction, cut off towards 0; never -0.
/// error   none
/// example const tensor Y = trunc(A);
template <>
struct described<function::trunc> : jumping_description {
    static constexpr function_traits traits{"trunc", 1, 1, 0, rounding_of::jumps};
    static constexpr emitted_function emitted{.name = "truncated"};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        return without_fraction(x);
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return m.choose(x < T(0), T(-m.floor(T(-x))), m.floor(x));
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& x) {
        if (certainly_less(E(-1), x) && certainly_less(x, E(1))) return E();
        if (certainly_positive(x)) return whole_at_most(x);
        if (certainly_negative(x)) return -whole_at_most(E(-x));
        return hull(-whole_at_most(E(-lower_of(x))), whole_at_most(upper_of(x)));
    }
};

}  // namespace heed::detail
