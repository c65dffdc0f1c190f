// SPDX-License-Identifier: BSL-1.0
// Formulas that are compiled once: what headers of programs include to declare them and to call them.
#pragma once

// First: it says which C++ is needed.
#include <heed/meta/config.hpp>

HEED_BEGIN_HEADERS
#include <heed/compiled/compiled.hpp>
#include <heed/scalar/half_precision.hpp>
#include <heed/shape/axes.hpp>
#include <heed/tensor/compare.hpp>
#include <heed/tensor/tensor.hpp>
HEED_END_HEADERS
