// SPDX-License-Identifier: BSL-1.0
// The loop of a plan that a line of text belongs to, in the notation of debug information: k0.scores.
#pragma once

#include <heed/lower/loop_part.hpp>

#include <cstddef>

namespace heed::detail {

/// A part of a kernel of the plan, or none for loops over tiles and declarations.
struct loop_id {
    std::size_t kernel = static_cast<std::size_t>(-1);
    loop_part part{};

    constexpr bool is_none() const { return kernel == static_cast<std::size_t>(-1); }
    friend constexpr bool operator==(const loop_id&, const loop_id&) = default;
};

/// "k0.scores", or nothing for none.
template <class Text>
constexpr void add_loop_id(Text& out, const loop_id& id) {
    if (!id.is_none()) out.add('k').add(id.kernel).add('.').add(name_of(id.part));
}

/// The following text belongs to a loop. Text types that do not record loops ignore this.
template <class Text>
constexpr void mark_loop(Text& out, const loop_id& id) {
    if constexpr (requires { out.mark(id); }) out.mark(id);
}

}  // namespace heed::detail
