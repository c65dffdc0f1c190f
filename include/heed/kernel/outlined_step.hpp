// SPDX-License-Identifier: BSL-1.0
// The outline of a step of a plan: its kernel, run by the machine `outlining`.
#pragma once

#include <heed/kernel/few_queries.hpp>
#include <heed/kernel/kernel_of_step.hpp>
#include <heed/kernel/product.hpp>
#include <heed/kernel/stream.hpp>
#include <heed/machine/outlined_product.hpp>
#include <heed/machine/outlined_stream.hpp>

#include <cstddef>

namespace heed::detail {

/// Records the result of a fold as one value, without the values inside of its loops.
template <outlines M, class Memory, class Count, class T, class Combine, class Value>
constexpr T fold_row(const M& m, const Memory& x, const Count& n, const T& initial, const Combine& combine,
                     const Value& value) {
    return m.folded(Combine::traits.name, x, value, [&]() { (void)fold_in_lanes(m, x, n, initial, combine, value); });
}

template <std::size_t Widest>
constexpr void outline_product(const outlined_product<Widest>& m) {
    if (m.adds_rows()) return m.add_rows();
    switch (m.order()) {
        case product_order::as_it_lies: return product_kernel(m);
        case product_order::depth_in_lanes: return depth_in_lanes_product_kernel(m);
        case product_order::swept: return swept_product_kernel(m);
        case product_order::packed: return packed_product_kernel(m);
        case product_order::copied: return copied_product_kernel(m);
        case product_order::far_rows: return far_rows_product_kernel(m);
    }
}

/// The outline of a streaming loop shows its operations, but not how their values are computed.
constexpr void outline_stream(outline& o, const outlined_step& s) {
    o.without_values([&]() {
        if (s.k.stream.depth_lanes > 0) {
            outlined_few_queries m(o, s);
            few_queries_kernel(m);
        } else {
            outlined_stream m(o, s);
            m.in_tiles([&]() { stream_kernel(m); });
        }
    });
}

/// Widest is the number of lanes of a register; 1 outlines loops over single numbers, as in a constant expression.
template <std::size_t Widest = 1>
constexpr outline outline_of(const outlined_step& s) {
    outline o;
    if (s.k.loop == skeleton::product)
        outline_product(outlined_product<Widest>(o, s));
    else if (s.k.loop == skeleton::stream)
        outline_stream(o, s);
    else
        kernel_of_step(s.k, outlined_kernel<Widest>(o, s));
    return o;
}

}  // namespace heed::detail
