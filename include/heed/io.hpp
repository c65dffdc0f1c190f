// SPDX-License-Identifier: BSL-1.0
// Matrices for people: heat maps.
#pragma once

#include <heed/io/heat_map.hpp>
