// SPDX-License-Identifier: BSL-1.0
// Formulas that are compiled once: what the one source file includes that compiles them.
#pragma once

// First: it says which C++ is needed.
#include <heed/meta/config.hpp>

HEED_BEGIN_HEADERS
#include <heed/compiled/compile_formula.hpp>
#include <heed/heed.hpp>
HEED_END_HEADERS
