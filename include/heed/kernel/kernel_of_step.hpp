// SPDX-License-Identifier: BSL-1.0
// Runs the kernel of a step for machines that walk plans as values; run/ selects it at compile time.
#pragma once

#include <heed/kernel/inverse.hpp>
#include <heed/kernel/map.hpp>
#include <heed/kernel/rows.hpp>
#include <heed/lower/plan.hpp>

namespace heed::detail {

template <class M>
constexpr void rows_kernel_of(normalisation n, const M& m) {
    switch (n) {
#define HEED_KERNEL(name) \
    case normalisation::name: return rows_kernel<normalisation::name>(m);
        HEED_NORMALISATIONS(HEED_KERNEL)
#undef HEED_KERNEL
    }
}

template <reduction R, class M>
constexpr void reduce_kernel_of(const row_loop& row, const M& m) {
    if constexpr (described_reduction<R>::traits.gains_if_finite)
        if (row.is_finite) return reduce_kernel<R, true>(m);
    reduce_kernel<R>(m);
}
template <class M>
constexpr void reduce_kernel_of(const row_loop& row, const M& m) {
    switch (row.reduce) {
#define HEED_KERNEL(name) \
    case reduction::name: return reduce_kernel_of<reduction::name>(row, m);
        HEED_REDUCTIONS(HEED_KERNEL)
#undef HEED_KERNEL
    }
}

/// For steps other than products and streams, whose kernels need machines with more operations.
template <class M>
constexpr void kernel_of_step(const kernel& k, const M& m) {
    switch (k.loop) {
        case skeleton::map: return map_kernel(m);
        case skeleton::rows: return rows_kernel_of(k.row.weights, m);
        case skeleton::reduce: return reduce_kernel_of(k.row, m);
        case skeleton::inverse: return inverse_kernel(m);
        case skeleton::product:
        case skeleton::stream: return;
    }
}

}  // namespace heed::detail
