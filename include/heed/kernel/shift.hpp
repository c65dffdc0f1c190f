// SPDX-License-Identifier: BSL-1.0
// The shift that is subtracted before exp and added to the logarithm of the sum.
#pragma once

#include <heed/scalar/lanes.hpp>
#include <heed/scalar/log.hpp>

#include <limits>

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

/// log(sum) + shift(), where sum is a sum of exp(x - shift()); `of_nothing` if the sum is 0: every x is minus infinity.
template <class M, class T, class Shift>
HEED_INLINE constexpr T log_of_sum(const M& m, const T& sum, const T& of_nothing, const Shift& shift) {
    return m.either(sum == T(0), of_nothing, [&]() HEED_INLINE_LAMBDA { return T(T(log(sum)) + shift()); });
}

}  // namespace heed::detail
