// SPDX-License-Identifier: BSL-1.0
// Formulas that are compiled once: what the one source file includes that compiles them.
#pragma once

// First: it says which C++ is needed.
#include <heed/meta/config.hpp>

#include <heed/compiled/compile_formula.hpp>
#include <heed/heed.hpp>
