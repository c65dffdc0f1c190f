// SPDX-License-Identifier: BSL-1.0
// One task, measured: all contenders, and what they are compared with.
#pragma once

#include <bench/interleave.hpp>
#include <bench/plan_facts.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace bench {

struct figure {
    std::string who;
    double seconds, gflops;
    double peak_fraction;  ///< of the FMA peak of the same round
    double times_heed;     ///< how many times as long as heed in the same round
    double error;
};

struct task_figures {
    std::vector<figure> figures;  ///< heed first
    plan_facts plan;
    double times_unmasked = 0;  ///< heed's time by that without the mask in the same round, 0 where there is none
    double times_reading = 0;   ///< heed's time by that of reading K and V once, 0 where that is no limit
};

/// `task` is an index into shapes. No figures where heed does not take part.
task_figures measure(std::size_t task, const effort&);

}  // namespace bench
