// SPDX-License-Identifier: BSL-1.0
// Sizes that depend on lengths, computed from the values of the lengths. Their factors are found at compile time.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/shape/length_list.hpp>
#include <heed/shape/shape_error.hpp>

#include <cstddef>
#include <utility>

namespace heed::detail {

/// Whether a size is static. Numbers (a plan, or values of lengths) has the list of lengths that it may contain.
template <class Numbers, std::size_t Number>
inline constexpr bool is_fixed_size = is_static_size(Number, Numbers::lengths);

/// The lengths that Number is a product of, each as often as it occurs, as positions in the list; and what is left.
struct length_factors {
    std::size_t factor;
    std::size_t count = 0;
    unsigned char lengths[8]{};  ///< primes above least_length: there are at most six in 64 bits

    constexpr length_factors(std::size_t number, const length_list& all) {
        const length_product product(number, all);
        factor = product.factor;
        for (std::size_t i = 0; i < all.size(); ++i)
            for (unsigned char p = 0; p < product.power[i]; ++p) lengths[count++] = static_cast<unsigned char>(i);
    }
};
template <class Numbers, std::size_t Number>
inline constexpr length_factors factors_of{Number, Numbers::lengths};

/// Calls multiply(x) for each factor of Number: the static factor, then each length as often as it occurs.
template <class Numbers, std::size_t Number, class Multiply>
HEED_INLINE constexpr void multiply_factors(const std::size_t* values, const Multiply& multiply) {
    multiply(factors_of<Numbers, Number>.factor);
    [&]<std::size_t... I>(std::index_sequence<I...>) HEED_INLINE_LAMBDA {
        (multiply(values[factors_of<Numbers, Number>.lengths[I]]), ...);
    }
    (std::make_index_sequence<factors_of<Numbers, Number>.count>{});
}

/// Number with the values of the lengths. Loops call it: a size that is a single length needs only one load.
template <class Numbers, std::size_t Number>
HEED_INLINE constexpr std::size_t size_from(const std::size_t* values) {
    if constexpr (factors_of<Numbers, Number>.count == 0) {
        return Number;
    } else if constexpr (factors_of<Numbers, Number>.count == 1) {
        return factors_of<Numbers, Number>.factor * values[factors_of<Numbers, Number>.lengths[0]];
    } else {
        return [&]<std::size_t... I>(std::index_sequence<I...>) HEED_INLINE_LAMBDA {
            return (factors_of<Numbers, Number>.factor * ... * values[factors_of<Numbers, Number>.lengths[I]]);
        }
        (std::make_index_sequence<factors_of<Numbers, Number>.count>{});
    }
}

/// Multiplies in a constant expression, where a size may exceed the memory.
/// errors  shape_error for a number that needs more than 64 bits
constexpr void multiply_in_constant(long long& n, std::size_t factor) {
    if (__builtin_mul_overflow(n, factor, &n))
        fail_shape_sentence("heed: a constant in which lengths are needs integers of at most 64 bits",
                            [](shape_writer& out) { out.add("a product of lengths is larger"); });
}

/// The same for an axis: a product of more than 64 bits is the largest size, for which there is no memory.
template <class Numbers, std::size_t Number>
constexpr std::size_t axis_size_from(const std::size_t* values) {
    constexpr std::size_t largest = static_cast<std::size_t>(-1) / 2;  // the highest bit says that an extent is dynamic
    if constexpr (is_fixed_size<Numbers, Number>) {
        return Number;
    } else {
        std::size_t n = 1;
        multiply_factors<Numbers, Number>(values, [&](std::size_t x) {
            if (__builtin_mul_overflow(n, x, &n)) n = largest;
        });
        return n < largest ? n : largest;
    }
}

/// The actual shape of an object whose shape_value is in terms of lengths.
template <class Numbers, class Of>
constexpr shape shape_from_lengths(const std::size_t* values) {
    shape s = Of::shape_value;
    [&]<std::size_t... A>(std::index_sequence<A...>) {
        (void(s[A].size = axis_size_from<Numbers, Of::shape_value[A].size>(values)), ...);
    }
    (std::make_index_sequence<Of::shape_value.rank>{});
    return s;
}

}  // namespace heed::detail
