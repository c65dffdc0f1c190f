// SPDX-License-Identifier: BSL-1.0
// Weights in whole numbers of 8 bits, beside heed/heed.hpp.
#pragma once

// First: it says which C++ is needed.
#include <heed/meta/config.hpp>

HEED_BEGIN_HEADERS
#include <heed/run/quantised_matrix.hpp>
HEED_END_HEADERS
