// SPDX-License-Identifier: BSL-1.0
// A number of the program in the type that a formula is computed in.
#pragma once

#include <heed/scalar/half_precision.hpp>
#include <heed/shape/shape_error.hpp>

#include <concepts>
#include <limits>
#include <type_traits>
#include <utility>

namespace heed::detail {

/// Whether a type of integers has a number.
template <std::integral T, class S>
constexpr bool has_number(const S& value) {
    constexpr T low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
    if constexpr (std::integral<S>) {
        return !std::cmp_less(+value, +low) && !std::cmp_less(+high, +value);
    } else {
        const S beyond = 2 * static_cast<S>(high / 2 + 1);
        return value >= static_cast<S>(low) && value < beyond && static_cast<S>(static_cast<T>(value)) == value;
    }
}

template <class S>
constexpr void add_number(shape_writer& out, const S& value) {
    if (value < S(0)) out.add("-");
    const auto whole = static_cast<unsigned long long>(value);
    out.add(static_cast<std::size_t>(value < S(0) ? 0 - whole : whole));
}

/// A number of the program as a T. One that a type of integers does not have is an error, never another number.
/// errors  shape_error
template <class T, class S>
constexpr T number_as(const S& value) {
    if constexpr (std::integral<T> && std::integral<S>) {
        if (!has_number<T>(value))
            fail_shape_sentence(
                "heed: a number beside integers needs to be one that the type of the formula has, which the number "
                "does not change; evaluate_as<long long>(formula) has more",
                [&](shape_writer& out) { add_number(out, value); });
    } else if constexpr (std::integral<T> && std::floating_point<S>) {
        if (!has_number<T>(value))
            fail_shape_sentence(
                "heed: a number beside integers needs to be a whole one that their type has; "
                "evaluate_as<double>(formula) has fractions",
                [](shape_writer& out) { out.add("it has a fraction, or is too large"); });
    }
    return element_as<T>(value);
}

}  // namespace heed::detail
