// SPDX-License-Identifier: BSL-1.0
// Arguments kept inside a range beyond which a function does not change, for products with what is 0 there.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/scalar/lanes.hpp>

#include <limits>

namespace heed::detail {

/// x, or the nearer end of -end to end; NaN is unchanged.
template <class V>
HEED_ALWAYS_INLINE constexpr V within(const V& x, const lane_t<V>& end) {
    const V above = choose(x < -end, lanes<V>::broadcast(-end), x);
    return choose(above > end, lanes<V>::broadcast(end), above);
}

/// x, or the lowest number for minus infinity; NaN is unchanged. Number types without infinities have none.
template <class V>
HEED_ALWAYS_INLINE constexpr V finite_below(const V& x) {
    using T = lane_t<V>;
    const T lowest = std::numeric_limits<T>::lowest();
    if constexpr (std::numeric_limits<T>::has_infinity)
        return choose(x < lowest, lanes<V>::broadcast(lowest), x);
    else
        return x;
}

}  // namespace heed::detail
