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

/// A number with so many significant digits: to three, 0.2640 is 0.264, and 0.5 is 0.500. Digits other than 0 stay.
inline decimal with_significant(decimal d, int digits) {
    if (d.kind != entry_kind::number) return d;
    int shown = 0;
    for (long long rest = d.digits; rest != 0; rest /= 10) ++shown;
    for (; shown > digits && d.digits % 10 == 0; --shown, --d.places) d.digits /= 10;
    return shown == 0 ? d : with_padding(d, d.places + std::max(0, digits - shown));
}

/// Whether no number shows a digit other than 0 behind so many significant ones.
inline bool has_at_most_significant(const printed_table& t, int digits) {
    long long beyond = 1;
    for (int i = 0; i < digits; ++i) beyond *= 10;
    return std::all_of(t.entries.begin(), t.entries.end(), [&](const decimal& d) {
        const long long left = with_significant(d, digits).digits;
        return d.kind != entry_kind::number || (left < beyond && left > -beyond);
    });
}

inline printed_table with_significant(printed_table t, int digits) {
    for (decimal& d : t.entries) d = with_significant(d, digits);
    return t;
}

inline printed_table with_places(printed_table t, int places) {
    for (decimal& d : t.entries) d = with_places(d, places);
    return t;
}

}  // namespace heed::detail
