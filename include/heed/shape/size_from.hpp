// SPDX-License-Identifier: BSL-1.0
// Sizes that lengths are in, where those have their values: what they are made of is found while compiling.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/shape/length_list.hpp>

#include <cstddef>
#include <utility>

namespace heed::detail {

/// Whether a size is known while compiling. Numbers::lengths are those that may be in it: a plan, the values of
/// lengths.
template <class Numbers, std::size_t Number>
inline constexpr bool is_fixed_size = is_static_size(Number, Numbers::lengths);

template <unsigned Power>
HEED_INLINE constexpr std::size_t to_the([[maybe_unused]] std::size_t x) {
    if constexpr (Power == 0)
        return 1;
    else
        return x * to_the<Power - 1>(x);
}

/// Number where the lengths have these values. Loops ask for it: what hangs on one length is a load.
template <class Numbers, std::size_t Number>
HEED_INLINE constexpr std::size_t size_from(const std::size_t* values) {
    if constexpr (is_fixed_size<Numbers, Number>) {
        return Number;
    } else {
        constexpr length_product product(Number, Numbers::lengths);
        return [&]<std::size_t... I>(std::index_sequence<I...>) HEED_INLINE_LAMBDA {
            return (product.factor * ... * to_the<product.power[I]>(values[I]));
        }
        (std::make_index_sequence<Numbers::lengths.count>{});
    }
}

/// The shape that something has, of which shape_value says the numbers.
template <class Numbers, class Of>
constexpr shape shape_from_lengths(const std::size_t* values) {
    shape s = Of::shape_value;
    [&]<std::size_t... A>(std::index_sequence<A...>) {
        (void(s[A].size = size_from<Numbers, Of::shape_value[A].size>(values)), ...);
    }
    (std::make_index_sequence<Of::shape_value.rank>{});
    return s;
}

}  // namespace heed::detail
