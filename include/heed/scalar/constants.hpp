// SPDX-License-Identifier: BSL-1.0
// Constants of functions that have several steps, in every number type.
#pragma once

#include <heed/scalar/sqrt.hpp>

#include <concepts>

namespace heed::detail {

/// sqrt(1 / 2)
template <class T>
constexpr T root_of_half() {
    if constexpr (std::floating_point<T>)
        return T(0.7071067811865475244008443621048490L);
    else
        return sqrt(T(T(1) / T(2)));
}

/// sqrt(2 / pi)
template <class T>
constexpr T root_of_two_over_pi() {
    if constexpr (std::floating_point<T>)
        return T(0.7978845608028653558798921198687638L);
    else
        return sqrt(T(T(1) / (T(2) * atan(T(1)))));
}

}  // namespace heed::detail
