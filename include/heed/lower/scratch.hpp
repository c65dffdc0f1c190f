// SPDX-License-Identifier: BSL-1.0
// Scratch memory of loops.
#pragma once

#include <heed/lower/plan.hpp>
#include <heed/lower/tiles.hpp>

#include <cstddef>

namespace heed::detail {

/// Whether a product that sweeps over rows has sums of earlier blocks of terms, beside those in the target.
constexpr bool keeps_earlier_sums(const kernel& k) {
    return k.product.sweeps_rows && k.product.depth_lanes == 0 && k.product.inner > product_depth;
}

/// The number of elements. at(size) converts a size of the kernel: to a number, or to a count in terms of lengths.
template <class At>
constexpr auto scratch_elements(const kernel& k, std::size_t element_bytes, const At& at)
    -> decltype(at(element_bytes)) {
    switch (k.loop) {
        case skeleton::stream:
            return at(k.stream.lanes) *
                   (at(k.stream.depth) + at(keys_of_block(k.stream.keys)) + at(k.stream.depth_lanes) + at(k.cols));
        case skeleton::product:
            if (k.product.depth_lanes > 0) return at(k.product.copied_rows) * at(k.product.inner);
            return at(keeps_earlier_sums(k) ? few_rows : 0) * at(k.cols) +
                   at(k.product.copies_panels ? 1 : 0) * smaller_of(at(k.product.inner), at(product_depth)) *
                       smaller_of(at(k.cols), at(lanes_for(element_bytes)));
        case skeleton::inverse: return at(2) * at(k.row.length) * at(k.row.length);
        case skeleton::rows:
        case skeleton::reduce: return at(k.row.length);
        default: return at(0);
    }
}
constexpr std::size_t scratch_elements(const kernel& k, std::size_t element_bytes) {
    return scratch_elements(k, element_bytes, [](std::size_t size) { return size; });
}

}  // namespace heed::detail
