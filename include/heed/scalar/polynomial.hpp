// SPDX-License-Identifier: BSL-1.0
// Polynomials by Horner's scheme, for numbers and registers.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/scalar/lanes.hpp>

#include <cstddef>
#include <utility>

namespace heed::detail {

/// All steps are one expression: it is unrolled at every optimization level, and is one step of a constant expression.
template <class V, class T, std::size_t Count, std::size_t... I>
HEED_ALWAYS_INLINE constexpr V horner(const T (&c)[Count], const V& x, std::index_sequence<I...>) {
    typename lanes<V>::variable sum = lanes<V>::broadcast(c[Count - 1]);
    ((sum = sum * x + c[Count - 2 - I]), ...);
    return sum;
}

/// c[0] + c[1] x + c[2] x^2 + ...
template <class V, class T, std::size_t Count>
HEED_ALWAYS_INLINE constexpr V polynomial(const T (&c)[Count], const V& x) {
    return horner(c, x, std::make_index_sequence<Count - 1>());
}

}  // namespace heed::detail
