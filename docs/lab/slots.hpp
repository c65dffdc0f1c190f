// SPDX-License-Identifier: BSL-1.0
// Matrices that the page and the module share, by number: the page writes some, the module computes others from them.
#pragma once

#include "lab_module.hpp"

#include <heed/heed.hpp>

namespace lab {

using namespace heed;

/// A matrix of any size, as the page has them.
using table = tensor<double, dyn, dyn>;

inline constexpr int most_heads = 8;

/// What stands where. Those that each head has are `most_heads` in a row.
enum slot : int {
    slot_x,
    slot_wq,
    slot_wk,
    slot_wv,
    slot_wo,
    slot_q,
    slot_k,
    slot_v,
    slot_output,  // of all heads, side by side, and times W_O where there is one
    slot_given,   // four that an exercise gives
    slot_result = slot_given + 4,
    slot_largest,  // of the online softmax so far: the largest score, the sum, the output that is not divided yet
    slot_sum,
    slot_so_far,
    slot_factor,   // what the last block multiplied the sums by
    slot_block,    // exp(score - largest) of the last block
    slot_divided,  // output so far / sum
    slot_products,
    slot_scores = slot_products + most_heads,
    slot_weights = slot_scores + most_heads,
    slot_maxima = slot_weights + most_heads,
    slot_sums = slot_maxima + most_heads,
    slot_exponentials = slot_sums + most_heads,
    slot_head_outputs = slot_exponentials + most_heads,
    slot_head_values = slot_head_outputs + most_heads,
    slots = slot_head_values + most_heads
};

inline table matrices[slots];

}  // namespace lab

/// Where the page writes a matrix of these sizes, row by row.
LAB_EXPORT(write) double* lab_write(int slot, int rows, int columns) {
    lab::matrices[slot] = lab::table(rows, columns);
    return lab::matrices[slot].data();
}
LAB_EXPORT(read) const double* lab_read(int slot) { return lab::matrices[slot].data(); }
LAB_EXPORT(rows) int lab_rows(int slot) { return static_cast<int>(lab::matrices[slot].extent(0)); }
LAB_EXPORT(columns) int lab_columns(int slot) { return static_cast<int>(lab::matrices[slot].extent(1)); }
