// SPDX-License-Identifier: BSL-1.0
// Printed numbers that are known to more or fewer places than they show.
#pragma once

#include <heed/printed/padding.hpp>
#include <heed/printed/table.hpp>

#include <algorithm>

namespace heed::detail {

/// A number with so many places: 1. is 1.00 where a program leaves zeros out, 0.2700 is 0.27 where the value was
/// rounded before it was printed. Digits other than 0 stay.
inline decimal with_places(decimal d, int places) {
    if (d.kind != entry_kind::number) return d;
    for (; d.places > places && d.digits % 10 == 0; --d.places) d.digits /= 10;
    return with_padding(d, places);
}

/// The most decimals of a number; 0 if none has any.
inline short most_places(const printed_table& t) {
    short places = 0;
    for (const decimal& d : t.entries) places = std::max(places, d.places);
    return places;
}

/// Whether no number shows a digit other than 0 behind so many places.
inline bool has_at_most_places(const printed_table& t, int places) {
    return std::all_of(t.entries.begin(), t.entries.end(),
                       [&](const decimal& d) { return with_places(d, places).places <= places; });
}

inline printed_table with_places(printed_table t, int places) {
    for (decimal& d : t.entries) d = with_places(d, places);
    return t;
}

}  // namespace heed::detail
