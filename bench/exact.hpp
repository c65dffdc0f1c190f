// SPDX-License-Identifier: BSL-1.0
// What errors are measured against: loops in double.
#pragma once

#include <bench/contender.hpp>

#include <cstddef>
#include <vector>

namespace bench {

inputs random_inputs(const shape&);

/// Some rows of the exact result: all up to 1024, else 256 evenly spread and the last.
struct exact_rows {
    std::vector<std::size_t> rows;
    std::vector<double> values;  ///< [rows x width]
};
exact_rows exact_result(const shape&, const inputs&);

/// The largest error in those rows, relative to the largest number in them.
double error_of(const float* result, const shape&, const exact_rows&);

}  // namespace bench
