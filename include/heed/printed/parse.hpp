// SPDX-License-Identifier: BSL-1.0
// Parses printed text: first to a layout, then to entries and labels. Both passes share one state machine, which also
// runs in constant expressions.
#pragma once

#include <heed/printed/form.hpp>
#include <heed/printed/grid_survey.hpp>
#include <heed/printed/grid_walk.hpp>
#include <heed/printed/layout.hpp>
#include <heed/printed/nested.hpp>

#include <cstddef>

namespace heed::detail {

/// The form of a text and the result of the first pass.
struct parsed {
    form how{};
    layout found{};
};

/// Finds the layout, and every error except elided_twice.
constexpr parsed parse_layout(const char* characters, std::size_t size, bool line_rows = false) {
    const cursor text{characters, 0, size};
    parsed p;
    p.how = form_of(text, line_rows);
    p.found.error = p.how.error;
    if (p.found.error.what != printed_mistake::none) return p;
    if (p.how.nested) {
        // The text after the list can be read only when the end of the list is known. Its sign and factor apply from
        // the second pass on.
        const long long power = p.how.around.power;
        nested_walk walk(p.how.cells.body, p.how.around, {}, {});
        p.found = walk.walk();
        if (p.found.error.what == printed_mistake::none)
            p.found.error = read_after(text, walk.end(), false, p.how.around);
        if (p.found.error.what == printed_mistake::none && p.how.around.power != power)
            p.found = nested_walk(p.how.cells.body, p.how.around, {}, {}).walk();
    } else {
        find_labels(p.how.cells);
        p.found = grid_walk(p.how.cells, scaling_of(p.how.around), {}, {}).walk();
    }
    return p;
}

/// Stores what parse_layout found.
constexpr void store_entries(const parsed& p, const output& to) {
    if (p.how.nested)
        nested_walk(p.how.cells.body, p.how.around, p.found, to).walk();
    else
        grid_walk(p.how.cells, scaling_of(p.how.around), p.found, to).walk();
}

}  // namespace heed::detail
