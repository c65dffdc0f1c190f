// SPDX-License-Identifier: BSL-1.0
// What is subtracted before exp.
#pragma once

#include <heed/scalar/lanes.hpp>

#include <limits>

namespace heed::detail {

/// The maximum, or 0 where it is minus infinity, so that exp gives 0 and not NaN. Of a number or of each lane of a
/// register.
template <class V>
HEED_INLINE constexpr V finite_shift(const V& maximum) {
    using T = lane_t<V>;
    if constexpr (std::numeric_limits<T>::has_infinity)
        return choose(maximum == -std::numeric_limits<T>::infinity(), lanes<V>::broadcast(T(0)), maximum);
    else
        return maximum;
}

}  // namespace heed::detail
