// SPDX-License-Identifier: BSL-1.0
// The shift that is subtracted before exp and added to the logarithm of the sum.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/scalar/lanes.hpp>
#include <heed/scalar/log.hpp>

#include <limits>
#include <type_traits>

namespace heed::detail {

/// The maximum, or 0 if it is minus infinity, so that exp gives 0 and not NaN. For a number or each lane of a register.
template <class V>
HEED_INLINE constexpr V finite_shift(const V& maximum) {
    using T = lane_t<V>;
    if constexpr (std::numeric_limits<T>::has_infinity)
        return choose(maximum == -std::numeric_limits<T>::infinity(), lanes<V>::broadcast(T(0)), maximum);
    else
        return maximum;
}

/// x - shift, of a number or of each lane of a register, for a finite shift of at least x. Where no number is as small,
/// minus infinity, also in constant evaluation, where a difference that overflows is an error.
template <class V, class Shift>
HEED_INLINE constexpr V below_shift(const V& x, const Shift& shift) {
    if constexpr (std::is_floating_point_v<V>)
        if (HEED_CONSTANT_EVALUATED && shift / 2 - x / 2 > std::numeric_limits<V>::max() / 2)
            return -std::numeric_limits<V>::infinity();
    return x - shift;
}

/// log(sum) + shift(), where sum is a sum of exp(x - shift()); `of_nothing` if the sum is 0: every x is minus infinity.
template <class M, class T, class Shift>
HEED_INLINE constexpr T log_of_sum(const M& m, const T& sum, const T& of_nothing, const Shift& shift) {
    return m.either(sum == T(0), of_nothing, [&]() HEED_INLINE_LAMBDA { return T(T(log(sum)) + shift()); });
}

}  // namespace heed::detail
