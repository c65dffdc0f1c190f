// SPDX-License-Identifier: BSL-1.0
// The parts of loops. Study and debug information use them to name a place in a plan, for example: kernel 0, scores.
#pragma once

namespace heed::detail {

/// What a part of a kernel does. The parts of a kernel run in this order.
enum class loop_part : unsigned char {
    tiles,     ///< tiles of rows, and the preparation of each
    read,      ///< operands are copied into the layout of the loop: queries in lanes, panels, rows
    blocks,    ///< stream: blocks of keys, some of which a mask skips
    scores,    ///< stream: queries times keys, the formula of the scores, the maximum
    weights,   ///< stream: exp
    values,    ///< stream: weights times values
    sums,      ///< product: rows times panels
    fold,      ///< rows, reduce: maximum and sum of a row, and the results from them
    elements,  ///< map: elements that do not depend on each other
    columns,   ///< inverse: elimination
    write      ///< writes the result
};

constexpr const char* name_of(loop_part part) {
    switch (part) {
        case loop_part::tiles: return "tiles";
        case loop_part::read: return "read";
        case loop_part::blocks: return "blocks";
        case loop_part::scores: return "scores";
        case loop_part::weights: return "weights";
        case loop_part::values: return "values";
        case loop_part::sums: return "sums";
        case loop_part::fold: return "fold";
        case loop_part::elements: return "elements";
        case loop_part::columns: return "columns";
        case loop_part::write: return "write";
    }
    return "";
}

}  // namespace heed::detail
