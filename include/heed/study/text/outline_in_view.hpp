// SPDX-License-Identifier: BSL-1.0
// The outline of a step in a study view, for one tile of rows.
#pragma once

#include <heed/kernel/outlined_step.hpp>
#include <heed/study/subject/study_subject.hpp>

#include <cstddef>

namespace heed::detail {

/// Whether the elements of an operand are contiguous along rows, or may turn out to be, and of the type of
/// the computation.
constexpr bool is_dense_in_view(const study_view& v, const slot& s) {
    return may_have_dense_rows(s) &&
           (s.place != slot::leaf || std::string_view(v.leaves[s.id].type.name) == v.computed_in.name);
}

constexpr outline outline_in_view(const study_view& v, const nest& n, const step& s) {
    const skeleton loop = v.steps.kernels[s.kernel].loop;
    const bool right_is_dense = (loop == skeleton::product || loop == skeleton::stream) &&
                                is_dense_in_view(v, v.steps.slot_at(s, right_slot_of(loop)));
    outlined_step outlined = step_to_outline(v.steps, s, smaller_of(n.tile_rows, n.rows.size), v.computed_in.bytes,
                                             is_packed(v.computed_in), right_is_dense);
    outlined.k = v.kernel_of(s);
    outlined.all_rows = n.rows.size;
    if (outlined.k.product.sums_tiles) outlined.rows = outlined.k.product.rows;
    return outline_of(outlined);
}

}  // namespace heed::detail
