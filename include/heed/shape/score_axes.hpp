// SPDX-License-Identifier: BSL-1.0
// The heads and the batch of scores [... x queries x keys]: by name where the axes are called so, else by position.
#pragma once

#include <heed/shape/axes.hpp>
#include <heed/shape/shape.hpp>

#include <cstddef>

namespace heed::detail {

/// The last axis before queries and keys that has this name; max_rank if none has.
constexpr std::size_t leading_axis_called(const axis& name, const shape& scores) {
    for (std::size_t a = scores.rank < 2 ? 0 : scores.rank - 2; a-- > 0;)
        if (is_called(scores[a], name)) return a;
    return max_rank;
}

/// That axis, else the one at a position from the right, unless it has the other name.
constexpr std::size_t leading_axis(const axis& name, std::size_t from_right, const axis& other, const shape& scores) {
    const std::size_t by_name = leading_axis_called(name, scores);
    if (by_name != max_rank || scores.rank <= from_right) return by_name;
    return is_called(scores.from_right(from_right), other) ? max_rank : scores.rank - 1 - from_right;
}

/// In [batch x head x queries x keys] 1, in [head x batch x queries x keys] 0; without names the axis before the
/// queries.
constexpr std::size_t axis_of_heads(const shape& scores) { return leading_axis(axes::head, 2, axes::batch, scores); }
/// The same of the batch; without names the axis before that of the heads.
constexpr std::size_t axis_of_batch(const shape& scores) { return leading_axis(axes::batch, 3, axes::head, scores); }
/// The axis of texts, which are the batch; of scores without heads, [n x queries x keys], the first one.
constexpr std::size_t axis_of_texts(const shape& scores) {
    return leading_axis(axes::batch, scores.rank == 3 ? 2 : 3, axes::head, scores);
}

}  // namespace heed::detail
