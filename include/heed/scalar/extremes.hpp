// SPDX-License-Identifier: BSL-1.0
// The larger and the smaller of two numbers, written once for numbers and registers; they can be recorded.
#pragma once

#include <heed/scalar/function_list.hpp>

namespace heed::detail {

/// The larger of two numbers; NaN if either is.
template <class V>
HEED_INLINE constexpr V larger(const V& a, const V& b) {
    return choose(one_holds(a < b, b != b), b, a);
}

/// The smaller of two numbers; NaN if either is.
template <class V>
HEED_INLINE constexpr V smaller(const V& a, const V& b) {
    return choose(one_holds(b < a, b != b), b, a);
}

/// b if it is larger, else a.
template <class V>
HEED_INLINE constexpr V raised(const V& a, const V& b) {
    return choose(a < b, b, a);
}

}  // namespace heed::detail
