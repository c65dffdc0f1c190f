// SPDX-License-Identifier: BSL-1.0
// The laws of caches of keys and values.
#pragma once

#include <heed/shape/rules.hpp>
#include <heed/shape/shape_words.hpp>

#include <cstddef>

namespace heed::detail {

/// The axis along which a cache grows: the one with a bound. Returns the rank if there is none, or if another size is
/// dynamic.
constexpr std::size_t growing_axis(const shape& s) {
    std::size_t found = s.rank;
    for (std::size_t axis = 0; axis < s.rank; ++axis) {
        if (!s[axis].is_dynamic()) continue;
        if (found != s.rank || s[axis].most() == 0) return s.rank;
        found = axis;
    }
    return found;
}

/// Whether several positions are appended, or one.
constexpr bool is_several(const shape& appended, const shape& cached) { return appended.rank == cached.rank; }

constexpr bool may_append(const shape& appended, const shape& cached) {
    if (is_several(appended, cached)) return assignable(appended, cached);
    return appended.rank + 1 == cached.rank && assignable(appended, without_axis(cached, growing_axis(cached)));
}

}  // namespace heed::detail

namespace heed::law {

/// cache<T, extents...>
template <class Cached>
struct cached_axes {
    static_assert(
        Cached::value.rank >= 2 && detail::growing_axis(Cached::value) < Cached::value.rank,
        "heed: cache<T, extents...> needs one axis with a bound, tokens[at_most<2048>], and others whose sizes "
        "are known while compiling");
};

/// past.append(k, v)
template <class Appended, class Cached>
struct appended {
    static_assert(detail::may_append(Appended::value, Cached::value),
                  "heed: append(k, v) needs one position, with the axes of the cache but for the one that grows, or "
                  "several, with all of them");
};
template <class Keys, class Values, bool Holds>
struct appended_together {
    static_assert(Holds, "heed: append(k, v) needs as many keys as values");
};

}  // namespace heed::law
