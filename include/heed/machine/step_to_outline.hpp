// SPDX-License-Identifier: BSL-1.0
// What the outlining machine needs to know of a step of a plan.
#pragma once

#include <heed/lower/plan.hpp>
#include <heed/lower/score_mask.hpp>
#include <heed/machine/outline.hpp>

#include <cstddef>

namespace heed::detail {

/// The operands, result and costs of a step of a plan, for a number of rows.
struct outlined_step {
    kernel k{};
    std::size_t rows = 0;      ///< of a tile; of the result, for a product that sums tiles
    std::size_t terms = 0;     ///< of a product, in this tile
    std::size_t all_rows = 0;  ///< of the nest
    std::size_t element_bytes = 0;
    bool has_registers = false;  ///< of its number type
    bool has_dense_result = false;
    bool is_packed = false;  ///< product: the right operand is packed
    bool has_dense_right =
        false;  ///< product, stream: rows of the right operand (the values) are contiguous and of the number type
    outline_tally prologue{}, epilogue{};  ///< of an element; for a stream the prologue computes a score
};

/// The number of elements that a formula of a step reads to compute one.
constexpr std::size_t elements_read_by(const plan_view& p, const step& s, std::size_t root) {
    const term& t = p.terms[p.kernels[s.kernel].first_term + root];
    if (t.kind == term::core) return 0;
    if (t.kind == term::load) {
        const slot& read = p.slot_at(s, t.slot);
        return is_number(read) || read.place == slot::index ? 0 : 1;
    }
    std::size_t n = t.kind == term::look_up ? 1 : 0;
    for (std::size_t i = 0; i < operand_count_of(t); ++i) n += elements_read_by(p, s, t.operands[i]);
    return n;
}

/// The operations of a formula of a step for one element, and the elements that it reads.
constexpr outline_tally tally_of_term(const plan_view& p, const step& s, std::size_t root) {
    outline_tally one;
    if (root == no_term) return one;
    add_term(one.work, p, s, root);
    one.work.visits = 0;
    one.loads = elements_read_by(p, s, root);
    return one;
}
/// The operations from a dot product to a score in a streaming loop. A scale is applied to the queries, not here.
constexpr outline_tally tally_of_score(const plan_view& p, const step& s) {
    const kernel& k = p.kernels[s.kernel];
    if (!k.stream.scales_queries) return tally_of_term(p, s, k.prologue);
    if (!is_masked_kernel(p, k)) return {};
    outline_tally mask = tally_of_term(p, s, mask_of_kernel(p, k));
    mask.work.other_flops += static_cast<std::size_t>(traits_of(function::where).flops);
    return mask;
}

/// For numbers of element_bytes bytes, with or without registers of several. `right_is_of_such_numbers`: the elements
/// of the right operand have that type.
constexpr outlined_step step_to_outline(const plan_view& p, const step& s, std::size_t rows, std::size_t element_bytes,
                                        bool has_registers, bool right_is_of_such_numbers) {
    const kernel& k = p.kernels[s.kernel];
    const bool sums_tiles = k.product.sums_tiles;
    outlined_step o{.k = k,
                    .rows = sums_tiles ? k.product.rows : rows,
                    .terms = sums_tiles ? rows : k.product.inner,
                    .element_bytes = element_bytes,
                    .has_registers = has_registers};
    o.has_dense_result = has_dense_rows(p.slot_at(s, result_slot));
    const bool is_stream = k.loop == skeleton::stream;
    if (k.loop == skeleton::product || is_stream) {
        const slot& right = p.slot_at(s, right_slot_of(k.loop));
        o.is_packed = right.panel_rows != 0;
        o.has_dense_right = right_is_of_such_numbers && may_have_dense_rows(right);
    }
    o.prologue = is_stream ? tally_of_score(p, s) : tally_of_term(p, s, k.prologue);
    o.epilogue = tally_of_term(p, s, k.epilogue);
    return o;
}

}  // namespace heed::detail
