// SPDX-License-Identifier: BSL-1.0
// What online softmax does with a maximum, and with sums when a block of keys has raised it.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/scalar/lanes.hpp>

namespace heed::detail {

/// b where it is larger, else a.
template <class V>
HEED_INLINE constexpr V raised(const V& a, const V& b) {
    return choose(a < b, b, a);
}

/// What was summed so far shrinks, by 2^(old maximum - new), and a sum of this block is added. Before the first block
/// there is nothing.
template <class M, class Memory, class At, class Shrink, class V>
HEED_INLINE constexpr void grow(M& m, Memory& sums, const At& at, const Shrink& shrink, const V& more) {
    m.store(sums, at, m.has_earlier() ? V(V(m.template load<V>(sums, at) * shrink) + more) : V(more));
}

}  // namespace heed::detail
