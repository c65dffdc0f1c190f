// SPDX-License-Identifier: BSL-1.0
// Numbers that a program printed short among decimals: the 0 of a mask, 1 for 1.00.
#pragma once

#include <heed/printed/padding.hpp>
#include <heed/printed/table.hpp>
#include <heed_check/tables/column_digits.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <vector>

namespace heed::detail {

/// The places that most decimals of a matrix have, of several the fewest; 0 if it has no decimals.
inline int usual_places(const std::vector<decimal>& entries) {
    std::map<int, std::size_t> counts;
    for (const decimal& d : entries)
        if (d.kind == entry_kind::number && d.places > 0) ++counts[d.places];
    const auto usual = std::max_element(counts.begin(), counts.end(),
                                        [](const auto& a, const auto& b) { return a.second < b.second; });
    return usual == counts.end() ? 0 : usual->first;
}

/// The significant digits to which all decimals may be rounded; 0 where it is likelier that all have the usual places.
inline int likely_significant(const std::vector<decimal>& entries) {
    const int places = usual_places(entries);
    std::vector<decimal> decimals;
    int most = 0;
    for (const decimal& d : entries)
        if (d.kind == entry_kind::number && d.places > 0 && d.digits != 0) decimals.push_back(d);
    for (const decimal& d : decimals) most = std::max(most, significant_digits(d));
    int off_places = 0, off_digits = 0;
    for (const decimal& d : decimals) {
        off_places += std::abs(places - d.places);
        off_digits += most - significant_digits(d);
    }
    return off_digits < off_places ? most : 0;
}

inline bool is_bare_digit(const decimal& d) {
    return d.kind == entry_kind::number && d.places == 0 && d.digits > -10 && d.digits < 10;
}

/// Whether a column has a label and whole numbers beyond 0 and 1: it may have a unit of its own.
inline bool may_have_own_unit(const printed_table& t, std::size_t column) {
    bool other = false;
    for (std::size_t i = column; i < t.entries.size(); i += t.extents.back()) {
        if (t.entries[i].places != 0) return false;
        other = other || t.entries[i].digits > 1 || t.entries[i].digits < -1;
    }
    return other && !t.col_labels.empty();
}

/// Gives single digits among decimals the zeros that they are printed without: nobody rounds 0.62 to 1 beside 0.38. No
/// more than float32 surely has.
inline std::vector<decimal> with_zeros_of_decimals(const printed_table& t) {
    constexpr int most = 6;
    const int places = usual_places(t.entries), significant = likely_significant(t.entries);
    std::vector<decimal> entries = t.entries;
    for (std::size_t i = 0; i < entries.size() && places > 0; ++i) {
        decimal& d = entries[i];
        if (!is_bare_digit(d) || (!t.extents.empty() && may_have_own_unit(t, i % t.extents.back()))) continue;
        d = with_padding(d, std::min(significant > 0 && d.digits != 0 ? significant - 1 : places, most));
    }
    return entries;
}

}  // namespace heed::detail
