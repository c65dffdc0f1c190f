// SPDX-License-Identifier: BSL-1.0
// The largest whole number that is not above a number.
#pragma once

#include <heed/scalar/function_list.hpp>
#include <heed/scalar/trunc.hpp>

namespace heed::detail {

/// The largest whole number that is not above each element; never -0.
/// error   none
/// example const tensor Y = floor(A);
template <>
struct described<function::floor> : jumping_description {
    static constexpr function_traits traits{"floor", 1, 2, 0, rounding_of::jumps};
    static constexpr emitted_function emitted{.name = "rounded_down"};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        const V whole = known_as("whole", without_fraction(x));
        return choose(x < whole, V(whole - lane_t<V>(1)), whole);
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return m.floor(x);
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& x) {
        return whole_at_most(x);
    }
};

}  // namespace heed::detail
