// SPDX-License-Identifier: BSL-1.0
// The data of a study's page: what formulas became, as JSON for tools/study/page.py.
#pragma once

// First: it says which C++ is needed.
#include <heed/meta/config.hpp>

HEED_BEGIN_HEADERS
#include <heed/heed.hpp>
#include <heed/reference/graph_values.hpp>
#include <heed/study/optimised.hpp>
HEED_BEGIN_UNOPTIMISED
#include <heed_page/page_data.hpp>
HEED_END_UNOPTIMISED
HEED_END_HEADERS
