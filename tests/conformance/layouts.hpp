// SPDX-License-Identifier: BSL-1.0
// The same numbers in another layout: heads apart or side by side, query heads in groups.
#pragma once

#include <heed/heed.hpp>

#include <cstddef>

namespace heed::test {

/// Heads side by side in the last axis, [batch x tokens x heads * size], as [batch x heads x tokens x size]: a view.
template <std::size_t Heads, extent Batch, extent Tokens, extent Columns>
auto heads_apart(const tensor<float, Batch, Tokens, Columns>& x) {
    constexpr std::size_t n = Tokens.size, columns = Columns.size, size = columns / Heads;
    return strided_view<const float, Batch.size, Heads, n, size>(x.data(), {n * columns, size, columns, 1});
}

/// The opposite, as a tensor: the value of a formula [batch x heads x tokens x size] with heads side by side.
template <formula F>
auto heads_side_by_side(const F& f) {
    constexpr detail::shape s = detail::shape_of<F>;
    constexpr std::size_t batch = s[0].size, heads = s[1].size, n = s[2].size, size = s[3].size;
    tensor<float, batch, n, heads * size> y;
    strided_view<float, batch, heads, n, size>(y.data(), {n * heads * size, size, heads * size, 1}) = f;
    return y;
}

/// Query heads that share a key head follow each other: [batch x query heads x ...] as [batch x key heads x group x
/// ...]. A view, and so is what it is multiplied with: [batch x key heads x 1 x ...], which repeats.
template <std::size_t KeyHeads, class T, extent Batch, extent Heads, extent Tokens, extent Size>
auto grouped(const tensor<T, Batch, Heads, Tokens, Size>& x) {
    return view<const T, Batch, KeyHeads, Heads.size / KeyHeads, Tokens, Size>(x.data());
}

/// A formula [batch x key heads x group x queries x size] as the tensor [batch x query heads x queries x size].
template <formula F>
auto ungrouped(const F& f) {
    constexpr detail::shape s = detail::shape_of<F>;
    tensor<float, s[0], s[1].size * s[2].size, s[3], s[4]> y;
    view<float, s[0], s[1], s[2], s[3], s[4]>(y.data()) = f;
    return y;
}

}  // namespace heed::test
