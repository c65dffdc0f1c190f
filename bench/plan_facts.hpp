// SPDX-License-Identifier: BSL-1.0
// What heed's plan says of a task, without running it.
#pragma once

#include <bench/contender.hpp>

#include <cstddef>

namespace bench {

struct plan_facts {
    std::size_t workspace_bytes = 0;                                   ///< beside operands and result
    std::size_t skipped_tiles = 0, partial_tiles = 0, full_tiles = 0;  ///< of scores; all 0 where nothing is masked
};

/// `task` is an index into shapes.
plan_facts plan_facts_of(std::size_t task, const inputs&);

}  // namespace bench
