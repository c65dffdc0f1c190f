// SPDX-License-Identifier: BSL-1.0
// The size of an axis as an exact constant.
#pragma once

#include <heed/expr/overloads.hpp>

namespace heed {

namespace detail {

template <class Selector, class F>
constexpr auto make_dim() {
    constexpr std::size_t position = Selector::position(shape_of<F>);
    if constexpr (is_broken<F>) {
        return constant<1>{};
    } else if constexpr (position == no_axis) {
        (void)sizeof(typename Selector::template law<typename law_shape<F>::type>);
        return constant<1>{};
    } else {
        return constant<shape_of<F>[position].size>{};
    }
}

}  // namespace detail

/// The size of an axis, by number (negative from the right) or by name: dim<1>(K), dim<-1>(K), dim<d_k>(K).
/// An integral constant, so that sqrt(dim<1>(K)) is exact.
/// errors  law::axis_number, law::axis_name
template <int Axis, formula F>
[[nodiscard]] constexpr auto dim(const F&) {
    return detail::make_dim<detail::by_number<Axis>, F>();
}
template <const axis& Name, formula F>
[[nodiscard]] constexpr auto dim(const F&) {
    return detail::make_dim<detail::by_name<Name>, F>();
}

}  // namespace heed
