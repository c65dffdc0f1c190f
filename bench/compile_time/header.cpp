// SPDX-License-Identifier: BSL-1.0
// The header alone.
#include <heed/heed.hpp>
