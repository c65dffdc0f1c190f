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

}  // namespace heed::detail
