// SPDX-License-Identifier: BSL-1.0
// Matrices for people: heat maps in a terminal, as SVG pictures, as Markdown tables.
#pragma once

// First: it says which C++ is needed.
#include <heed/meta/config.hpp>

HEED_BEGIN_HEADERS
#include <heed/io/heat_map.hpp>
#include <heed/io/heat_map_markdown.hpp>
#include <heed/io/heat_map_svg.hpp>
HEED_END_HEADERS
