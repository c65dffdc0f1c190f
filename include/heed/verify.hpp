// SPDX-License-Identifier: BSL-1.0
// Printed numbers: read while compiling, verified against formulas.
#pragma once

// First: it says which C++ is needed.
#include <heed/meta/config.hpp>

HEED_BEGIN_HEADERS
#include <heed/heed.hpp>
#include <heed/printed/laws.hpp>
#include <heed/printed/printed.hpp>
#include <heed/verify/all_consistent.hpp>
#include <heed/verify/enclose.hpp>
#include <heed/verify/hull.hpp>
#include <heed/verify/print_verdicts.hpp>
#include <heed/verify/verify_formula.hpp>
HEED_END_HEADERS
