// SPDX-License-Identifier: BSL-1.0
// Whether a type has all numbers of another one.
#pragma once

#include <heed/scalar/half_precision.hpp>

#include <limits>
#include <type_traits>

namespace heed::detail {

/// What of a type E another type T does not have. Only of built-in numbers and half precision is that known.
enum class numbers_lost : unsigned char {
    none,
    large_ones,  ///< whole numbers beyond those that are all in T
    signs,       ///< negative whole numbers, which become large ones
    digits       ///< digits of small numbers too
};

template <class T, class E>
constexpr numbers_lost find_numbers_lost() {
    if constexpr (!std::is_arithmetic_v<T> || !std::is_arithmetic_v<E>)
        return numbers_lost::none;
    else if constexpr (std::is_integral_v<T> && !std::is_integral_v<E>)
        return numbers_lost::digits;
    else if constexpr (std::is_integral_v<T> && std::is_unsigned_v<T> && std::is_signed_v<E>)
        return std::numeric_limits<E>::digits < std::numeric_limits<T>::digits ? numbers_lost::signs
                                                                               : numbers_lost::digits;
    else if constexpr (std::numeric_limits<E>::digits <= std::numeric_limits<T>::digits)
        return numbers_lost::none;
    else
        return std::is_integral_v<E> ? numbers_lost::large_ones : numbers_lost::digits;
}
template <class T, class E>
inline constexpr numbers_lost lost_in = numbers_lost::none;
template <class T, class E>
requires(!std::is_same_v<T, E>) inline constexpr numbers_lost lost_in<T, E> = find_numbers_lost<T, computed_t<E>>();

/// Whether a number that is not 0 may be 0 in T: a small one, or a whole one that is cut to the last bits.
template <class T>
constexpr bool changes_truth(numbers_lost lost) {
    return lost == numbers_lost::digits || (std::is_integral_v<T> && lost == numbers_lost::large_ones);
}

}  // namespace heed::detail
