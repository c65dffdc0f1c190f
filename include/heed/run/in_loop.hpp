// SPDX-License-Identifier: BSL-1.0
// Names loops in debug information.
#pragma once

#include <heed/lower/loop_part.hpp>
#include <heed/meta/config.hpp>

#include <cstddef>

namespace heed::detail {

/// Runs a part of a kernel. This changes no instruction: with -g, every instruction of the part has an inlined frame of
/// this function, whose template arguments say which loop of the plan it belongs to.
template <std::size_t Kernel, loop_part Part, class Body>
HEED_INLINE constexpr void in_loop(const Body& body) {
    body();
}

}  // namespace heed::detail
