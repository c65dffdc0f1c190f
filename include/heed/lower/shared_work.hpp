// SPDX-License-Identifier: BSL-1.0
// Which nests are worth several threads: those that take longer than starting the threads.
#pragma once

#include <heed/lower/plan.hpp>
#include <heed/lower/tiles.hpp>

#include <cstddef>

namespace heed::detail {

/// Approximate operations of a step per row; an elementary function or a term counts as several.
constexpr std::size_t work_of_row(const kernel& k) {
    constexpr std::size_t of_function = 16, of_term = 4;
    const std::size_t of_terms = of_term * k.term_count;
    switch (k.loop) {
        case skeleton::product:
            if (k.product.adds_rows) return k.cols;
            if (k.product.sums_tiles) return 2 * k.product.rows * k.cols;
            return (2 * k.product.inner + of_terms) * k.cols;
        case skeleton::stream: return k.stream.keys * (2 * (k.stream.depth + k.cols) + of_function + of_terms);
        case skeleton::inverse: return 2 * k.row.length * k.row.length;
        case skeleton::rows:
        case skeleton::reduce: return k.row.length * (of_function + of_terms);
        case skeleton::map: return (of_function + of_terms) * k.cols;
    }
    return 0;
}

/// Whether threads that begin in the time of so many operations share a nest. Dynamic lengths count as the large primes
/// that stand for them in a plan.
constexpr bool is_worth_sharing(const plan_view& p, const nest& n, std::size_t least_work) {
    std::size_t row = 0;
    for (std::size_t s = n.first_step; s < n.first_step + n.step_count; ++s)
        row += work_of_row(p.kernels[p.steps[s].kernel]);
    return row >= least_work / (n.batch.size() * n.rows.size + 1);
}

}  // namespace heed::detail
