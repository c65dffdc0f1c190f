// SPDX-License-Identifier: BSL-1.0
// Columns of a matrix whose first columns are not above them: "Columns 8 through 10" of MATLAB and Octave, behind a
// part that cannot be read or behind words.
#pragma once

#include <heed/printed/find_tables.hpp>
#include <heed/printed/flaw.hpp>
#include <heed_check/tables/text_words.hpp>

#include <string>

namespace heed::detail {

/// Refuses them: which factor they have, and of which matrix they are, the first part says.
inline void refuse_later_parts(document_tables& found) {
    for (found_table& t : found.tables) {
        if (t.error || columns_of(t.before).first < 2) continue;
        t.error = printed_error(
            printed_mistake::columns_in_parts, t.line, 0, 0,
            "the columns are printed in parts, and the first ones are not above these; found \"" + t.before + '"');
        t.table = {};
        t.places.clear();
    }
}

}  // namespace heed::detail
