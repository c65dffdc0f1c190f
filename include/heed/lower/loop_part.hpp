// SPDX-License-Identifier: BSL-1.0
// The parts of loops, by which study and debug information name a place in a plan: kernel 0, scores.
#pragma once

namespace heed::detail {

/// What a loop of a kernel does. Parts of one kernel run in this order.
enum class loop_part : unsigned char {
    tiles,     ///< tiles of rows, and what is made ready for each of them
    read,      ///< operands are copied to where the loop wants them: queries side by side, panels, rows
    blocks,    ///< stream: blocks of keys, of which masks leave some out
    scores,    ///< stream: queries times keys, the formula of the scores, their maximum
    weights,   ///< stream: exp
    values,    ///< stream: weights times values
    sums,      ///< product: rows times panels
    fold,      ///< rows, reduce: maximum and sum of a row, and what is made of it
    elements,  ///< map: elements that do not depend on each other
    columns,   ///< inverse: elimination
    write      ///< what is computed goes to its place
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
