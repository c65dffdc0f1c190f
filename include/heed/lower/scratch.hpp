// SPDX-License-Identifier: BSL-1.0
// Memory that a loop needs for itself.
#pragma once

#include <heed/lower/plan.hpp>
#include <heed/lower/tiles.hpp>

#include <cstddef>

namespace heed::detail {

/// In elements.
constexpr std::size_t scratch_elements(const kernel& k, std::size_t element_bytes) {
    switch (k.loop) {
        case skeleton::stream:
            return k.stream.lanes * (k.stream.depth + keys_of_block(k.stream.keys) + k.stream.depth_lanes + k.cols);
        case skeleton::product:
            if (!k.product.copies_panels) return 0;
            return smaller_of(k.product.inner, product_depth) * smaller_of(k.cols, lanes_for(element_bytes));
        case skeleton::inverse: return 2 * k.row.length * k.row.length;
        case skeleton::rows:
        case skeleton::reduce: return k.row.length;
        default: return 0;
    }
}

}  // namespace heed::detail
