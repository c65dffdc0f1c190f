// SPDX-License-Identifier: BSL-1.0
// The mask of scores: which term it is, and what it leaves of a tile of scores.
#pragma once

#include <heed/lower/plan.hpp>
#include <heed/scalar/index_range.hpp>

#include <cstddef>

namespace heed::detail {

/// What a mask leaves of a tile.
enum class tile_kind : unsigned char { none, mixed, all };

/// The queries and keys of a tile, as rows and columns of the loop.
struct score_tile {
    std::size_t first_query, queries, first_key, keys;
};

/// The kind of a tile whose mask has values in this range.
template <class T>
constexpr tile_kind tile_kind_of(const index_range<T>& mask) {
    if (mask.is_zero()) return tile_kind::none;
    return mask.has_zero() ? tile_kind::mixed : tile_kind::all;
}

/// The scores of a kernel, as the index of a term relative to the first: what a product writes, or another loop reads.
constexpr std::size_t scores_of_kernel(const kernel& k) {
    return k.loop == skeleton::product ? k.epilogue : k.prologue;
}

/// Whether the scores of a kernel have the form where(mask, rest).
constexpr bool masks_scores(const plan_view& p, const kernel& k) {
    if (scores_of_kernel(k) == no_term) return false;
    const term& t = p.terms[k.first_term + scores_of_kernel(k)];
    return t.kind == term::apply && t.f == function::where;
}
/// The same of a streaming loop.
constexpr bool is_masked_kernel(const plan_view& p, const kernel& k) {
    return k.loop == skeleton::stream && masks_scores(p, k);
}

/// The mask of these scores, relative to the first term.
constexpr std::size_t mask_of_kernel(const plan_view& p, const kernel& k) {
    return p.terms[k.first_term + scores_of_kernel(k)].operands[0];
}

/// The term for the scores without the mask.
constexpr std::size_t unmasked_scores_of_kernel(const plan_view& p, const kernel& k) {
    return is_masked_kernel(p, k) ? p.terms[k.first_term + k.prologue].operands[1] : k.prologue;
}

/// The range of an index, or of a sum of indices, over a tile.
template <class T>
constexpr index_range<T> range_of_index(std::size_t start, std::size_t row_stride, std::size_t col_stride,
                                        const score_tile& tile) {
    const std::size_t first = start + tile.first_query * row_stride + tile.first_key * col_stride;
    const std::size_t last = first + (tile.queries - 1) * row_stride + (tile.keys - 1) * col_stride;
    return index_range<T>::from(static_cast<long long>(first), static_cast<long long>(last));
}

}  // namespace heed::detail
