// SPDX-License-Identifier: BSL-1.0
// All comparisons of a program, measured.
#pragma once

#include <bench/options.hpp>

#include <nlohmann/json.hpp>

namespace bench {

/// A list with the figures of each formula whose name has o.only: those that bench/report prints as a row.
nlohmann::json measured_comparisons(const options& o);

}  // namespace bench
