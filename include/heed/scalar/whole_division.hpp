// SPDX-License-Identifier: BSL-1.0
// The quotient and the remainder of whole numbers.
#pragma once

#include <heed/scalar/function_list.hpp>

#include <concepts>

namespace heed::detail {

/// a / b of whole numbers, truncated; 0 if b is 0. The rounded ratio of whole numbers that T represents does not reach
/// the next whole number.
template <class V>
HEED_ALWAYS_INLINE constexpr V quotient_of_whole(const V& a, const V& b) {
    using T = lane_t<V>;
    if constexpr (std::floating_point<T>) {
        const V divisor = known_as("divisor", choose(b == T(0), one<V>(), b));
        return choose(b == T(0), zero<V>(), lanes<V>::whole_part(V(a / divisor)));
    } else {
        return b == T(0) ? T(0) : T(static_cast<long long>(a) / static_cast<long long>(b));
    }
}

/// a - b * quotient(a, b); 0 if b is 0.
template <class V>
HEED_ALWAYS_INLINE constexpr V remainder_of_whole(const V& a, const V& b) {
    return choose(b == lane_t<V>(0), zero<V>(), V(a - b * quotient_of_whole(a, b)));
}

/// a / b of whole numbers, cut off towards 0; by 0 it is 0.
template <>
struct described<function::quotient> : jumping_description_of_two {
    static constexpr function_traits traits{"/", 2, 1, 0, rounding_of::jumps, function_kind::whole, 6};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& a, const V& b) {
        return quotient_of_whole(a, b);
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& a, const T& b) {
        return m.either(b == T(0), T(0), [&]() { return m.whole_quotient(a, b); });
    }
    template <class M, class E>
    static constexpr E enclosure(const M& m, const E& a, const E& b) {
        return m.of_whole_numbers(a, b, [](long long x, long long y) { return x / y; });
    }
    template <class R>
    HEED_ALWAYS_INLINE static constexpr R range(const R& a, const R& b) {
        if (!are_known(a, b)) return {};
        return quotient_of(a, b);
    }
};

/// What is left of a, with the sign of a; by 0 it is 0.
template <>
struct described<function::remainder> : jumping_description_of_two {
    static constexpr function_traits traits{"%", 2, 1, 0, rounding_of::jumps, function_kind::whole, 6};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& a, const V& b) {
        return remainder_of_whole(a, b);
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& a, const T& b) {
        return m.either(b == T(0), T(0), [&]() { return m.whole_remainder(a, b); });
    }
    template <class M, class E>
    static constexpr E enclosure(const M& m, const E& a, const E& b) {
        return m.of_whole_numbers(a, b, [](long long x, long long y) { return x % y; });
    }
    template <class R>
    HEED_ALWAYS_INLINE static constexpr R range(const R& a, const R& b) {
        if (!are_known(a, b)) return {};
        return remainder_of(a, b);
    }
};

}  // namespace heed::detail
