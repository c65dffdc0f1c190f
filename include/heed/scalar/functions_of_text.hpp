// SPDX-License-Identifier: BSL-1.0
// Functions of text formulas and of gradients: reference/ evaluates them, and no loop computes them.
#pragma once

#include <heed/scalar/function_list.hpp>

namespace heed::detail {

/// The nearest whole number.
template <>
struct described<function::round> : jumping_description {
    static constexpr function_traits traits{"round", 1, 1, 0, rounding_of::jumps};
    static constexpr emitted_function emitted{};

    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return m.floor(T(x + T(1) / T(2)));
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& x) {
        return round(x);
    }
};

/// The slope of a piecewise constant function, from its value: 0 if the value is unique.
template <>
struct described<function::jump> : jumping_description {
    static constexpr function_traits traits{"jump", 1, 0, 0, rounding_of::jumps};
    static constexpr emitted_function emitted{};

    template <class M, class T>
    static constexpr T definition(const M&, const T&) {
        return T(0);
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& x) {
        return jump(x);
    }
};

}  // namespace heed::detail
