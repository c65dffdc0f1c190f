// SPDX-License-Identifier: BSL-1.0
// The sign of a number.
#pragma once

#include <heed/scalar/function_list.hpp>

namespace heed::detail {

/// -1, 0 or 1: the sign of each element, 0 of 0 and of -0; NaN stays NaN.
/// error   none
/// example const tensor Y = sign(A);
template <>
struct described<function::sign> : jumping_description {
    static constexpr function_traits traits{"sign", 1, 2, 0, rounding_of::jumps};
    static constexpr emitted_function emitted{.name = "sign"};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        using T = lane_t<V>;
        return choose(T(0) < x, one<V>(), choose(x < T(0), lanes<V>::broadcast(T(-1)), V(x + T(0))));
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return m.choose(x > T(0), T(1), m.choose(x < T(0), T(-1), x));
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& x) {
        const auto of_point = [](const E& p, const E& unknown) {
            if (certainly_positive(p)) return E(1);
            if (certainly_negative(p)) return E(-1);
            return certainly_at_most(E(), p) && certainly_at_most(p, E()) ? E() : unknown;
        };
        return hull(of_point(lower_of(x), E(-1)), of_point(upper_of(x), E(1)));
    }
};

}  // namespace heed::detail
