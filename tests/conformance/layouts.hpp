// SPDX-License-Identifier: BSL-1.0
// The same numbers in another layout: heads apart or side by side.
#pragma once

#include <heed/heed.hpp>

#include <cstddef>

namespace heed::test {

/// Heads side by side in the last axis, [batch x tokens x heads * size], as [batch x heads x tokens x size].
template <std::size_t Heads, formula F>
auto heads_apart(const F& x) {
    constexpr std::size_t batch = decltype(dim<0>(x))::value, tokens = decltype(dim<1>(x))::value;
    return permute<0, 2, 1, 3>(reshape<batch, tokens, Heads, decltype(dim<2>(x))::value / Heads>(x));
}

/// The opposite: [batch x heads x tokens x size] with heads side by side.
template <formula F>
auto heads_side_by_side(const F& f) {
    return merge<2, 3>(permute<0, 2, 1, 3>(f));
}

}  // namespace heed::test
