// SPDX-License-Identifier: BSL-1.0
// An angle as quarter turns and a rest, of numbers and of registers with the same operations.
#pragma once

#include <heed/scalar/double_word.hpp>
#include <heed/scalar/far_angle.hpp>
#include <heed/scalar/function_list.hpp>
#include <heed/scalar/lanes.hpp>

#include <concepts>

namespace heed::detail {

/// The size of an angle: quarters * pi / 2 + rest.
template <class V>
struct angle {
    typename lanes<V>::bits quarters;  ///< in the last two bits; others are not 0
    double_word<V> rest;               ///< |rest| <= pi / 4
};

/// x without quarter turns, for `size` = |x|. Far angles are reduced lane by lane.
/// error   rest: below 2^-60 (float: 2^-28) of itself
/// source  Cody and Waite 1980, Software Manual for the Elementary Functions, chapter 8
template <class V>
HEED_ALWAYS_INLINE constexpr angle<V> without_quarter_turns(const V& size) {
    using T = lane_t<V>;
    using turn = quarter_turn<T>;
    const auto is_far = size > last_near_angle<T>;
    const V near = known_as("near", choose(is_far, zero<V>(), size));
    const V shifted = known_as("shifted", V(near * turn::reciprocal + turn::whole));
    const V n = known_as("n", V(shifted - turn::whole), "quarter turns");
    const V first = known_as("first", V(near - n * turn::parts[0]));
    const auto second = known_as("second", two_sum<V>(first, known_as("less", V(-(n * turn::parts[1])))));
    const auto third = known_as("third", two_sum<V>(second.high, known_as("less", V(-(n * turn::parts[2])))));
    const V low = known_as("low", V((second.low + third.low) - n * turn::parts[3]));
    const auto rest = known_as("rest", fast_two_sum<V>(third.high, low));
    const V quarters = known_as("turned", choose(is_far, V(lanes<V>::far_quarters(size) + turn::whole), shifted));
    return {lanes<V>::bits_of(quarters), {choose(is_far, lanes<V>::far_rest(size), rest.high), rest.low}};
}

}  // namespace heed::detail
