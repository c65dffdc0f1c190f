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
        case normalisation::softmax: return rows_kernel<normalisation::softmax>(m);
        case normalisation::log_softmax: return rows_kernel<normalisation::log_softmax>(m);
        case normalisation::layer_norm: return rows_kernel<normalisation::layer_norm>(m);
        case normalisation::rms_norm: return rows_kernel<normalisation::rms_norm>(m);
    }
}

template <class M>
constexpr void reduce_kernel_of(const row_loop& row, const M& m) {
    switch (row.reduce) {
        case reduction::sum: return reduce_kernel<reduction::sum>(m);
        case reduction::mean: return reduce_kernel<reduction::mean>(m);
        case reduction::max:
            return row.is_finite ? reduce_kernel<reduction::max, true>(m) : reduce_kernel<reduction::max>(m);
        case reduction::min: return reduce_kernel<reduction::min>(m);
        case reduction::logsumexp: return reduce_kernel<reduction::logsumexp>(m);
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
