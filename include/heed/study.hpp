// SPDX-License-Identifier: BSL-1.0
// What a formula became, as values and text: tree, rewrites, loops, cost, emitted C.
#pragma once

// First: it says which C++ is needed.
#include <heed/meta/config.hpp>

HEED_BEGIN_HEADERS
#include <heed/heed.hpp>
#include <heed/study/optimised.hpp>
HEED_BEGIN_UNOPTIMISED
#include <heed/study/cost.hpp>
#include <heed/study/cost_table.hpp>
#include <heed/study/diff.hpp>
#include <heed/study/emit.hpp>
#include <heed/study/explain.hpp>
#include <heed/study/loop_nest.hpp>
#include <heed/study/rewrites.hpp>
#include <heed/study/tree.hpp>
HEED_END_UNOPTIMISED
HEED_END_HEADERS
