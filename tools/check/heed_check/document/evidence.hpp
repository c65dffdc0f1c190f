// SPDX-License-Identifier: BSL-1.0
// When the numbers of a matrix show that a formula is the one by which they were computed, so that it may refute some.
#pragma once

#include <heed_check/document/attempts.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace heed::detail {

/// Whether a formula that was read or guessed may refute: at least half of the numbers follow from it, and not by
/// chance.
inline bool has_evidence(const subject& s, std::size_t consistent, std::size_t printed) {
    constexpr double least = 2;
    attempt a{};
    compare(s, a);
    const double bits = std::max(a.bits, a.bits_from_zero);
    return a.apart == 0 || (2 * consistent >= printed && bits_but_for(printed - consistent, printed, bits) >= least);
}

}  // namespace heed::detail
