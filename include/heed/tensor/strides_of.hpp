// SPDX-License-Identifier: BSL-1.0
// The strides of any tensor or view: those at run time, and the static ones.
#pragma once

#include <heed/tensor/tensor.hpp>

#include <type_traits>

namespace heed::detail {

template <class Elements>
constexpr decltype(auto) strides_of(const Elements& elements) {
    if constexpr (requires { Elements::strides_value; })
        return (Elements::strides_value);
    else
        return elements.strides();
}

/// The static strides of a type; unknown_stride for the others.
template <class Elements>
inline constexpr strides fixed_strides_of = [] {
    using X = std::remove_cvref_t<Elements>;
    if constexpr (requires { X::fixed_strides; })
        return X::fixed_strides;
    else if constexpr (requires { X::strides_value; })
        return X::strides_value;
    else
        return strides{};
}();

/// Whether elements have strides that do not follow from the extents.
template <class Elements>
inline constexpr bool has_own_strides = false;
template <class T, extent... E>
inline constexpr bool has_own_strides<strided_view<T, E...>> = true;
template <class T, strides Steps, extent... E>
inline constexpr bool has_own_strides<part_view<T, Steps, E...>> = true;

}  // namespace heed::detail
