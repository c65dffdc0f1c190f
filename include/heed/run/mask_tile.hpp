// SPDX-License-Identifier: BSL-1.0
// Does a mask hold nowhere, everywhere or for some elements of a tile of scores? Answered by evaluating the terms that
// compute an element on intervals of integers, so that no mask is written twice.
#pragma once

#include <heed/lower/score_mask.hpp>
#include <heed/run/element.hpp>

#include <concepts>
#include <cstddef>

namespace heed::detail {

/// The range of an operand of a mask over a tile. It is known for indices and single numbers, not for elements in
/// memory.
template <class T, class Cursor>
constexpr index_range<T> range_over(const Cursor& cursor, const score_tile& tile) {
    if constexpr (is_index_cursor<Cursor>)
        return range_of_index<T>(cursor.first, Cursor::row_stride, Cursor::col_stride, tile);
    else if constexpr (std::same_as<Cursor, number_cursor<T>>)
        return range_of_number(cursor.value);
    else
        return {};
}

/// The range of term `Term` of kernel K over a tile. Terms are selected at compile time, so that the program does not
/// contain the plan.
template <class Plan, std::size_t K, std::size_t Term, class T, class Cursors>
constexpr index_range<T> range_of_term(const Cursors& cursors, const score_tile& tile) {
    constexpr term t = Plan::value.terms[Plan::value.kernels[K].first_term + Term];
    if constexpr (t.kind == term::load)
        return range_over<T>(cursor_at<t.slot>(cursors), tile);
    else if constexpr (t.kind == term::core || t.kind == term::look_up)
        return {};
    else if constexpr (traits_of(t.f).operands == 1)
        return range_of(t.f, range_of_term<Plan, K, t.operands[0], T>(cursors, tile));
    else
        return range_of(t.f, range_of_term<Plan, K, t.operands[0], T>(cursors, tile),
                        range_of_term<Plan, K, t.operands[1], T>(cursors, tile));
}

/// Whether the scores of a kernel have the form where(mask, rest).
template <class Plan, std::size_t K>
constexpr bool has_mask() {
    constexpr bool is_masked = is_masked_kernel(Plan::value, Plan::value.kernels[K]);
    return is_masked;
}

/// The scores of a kernel without their mask: the term that is computed for a tile of kind `all`.
template <class Plan, std::size_t K>
constexpr std::size_t scores_without_mask() {
    constexpr std::size_t scores = unmasked_scores_of_kernel(Plan::value, Plan::value.kernels[K]);
    return scores;
}

template <class Plan, std::size_t K, class T, class Cursors>
constexpr tile_kind kind_of_tile(const Cursors& cursors, const score_tile& tile) {
    if constexpr (!has_mask<Plan, K>()) {
        return tile_kind::all;
    } else {
        constexpr std::size_t mask = mask_of_kernel(Plan::value, Plan::value.kernels[K]);
        return tile_kind_of(range_of_term<Plan, K, mask, T>(cursors, tile));
    }
}

}  // namespace heed::detail
