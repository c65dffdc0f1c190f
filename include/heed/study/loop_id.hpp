// SPDX-License-Identifier: BSL-1.0
// Which loop of a plan a line of text is about, as debug information names it: k0.scores.
#pragma once

#include <heed/lower/loop_part.hpp>

#include <cstddef>

namespace heed::detail {

/// A part of a kernel of the plan, or none: loops over tiles, declarations.
struct loop_id {
    std::size_t kernel = static_cast<std::size_t>(-1);
    loop_part part{};

    constexpr bool is_none() const { return kernel == static_cast<std::size_t>(-1); }
    friend constexpr bool operator==(const loop_id&, const loop_id&) = default;
};

/// "k0.scores", nothing for none.
template <class Text>
constexpr void add_loop_id(Text& out, const loop_id& id) {
    if (!id.is_none()) out.add('k').add(id.kernel).add('.').add(name_of(id.part));
}

/// What is written from here on belongs to a loop. Texts that do not keep that ignore it.
template <class Text>
constexpr void mark_loop(Text& out, const loop_id& id) {
    if constexpr (requires { out.mark(id); }) out.mark(id);
}

}  // namespace heed::detail
