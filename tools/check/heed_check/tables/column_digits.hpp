// SPDX-License-Identifier: BSL-1.0
// The digits of columns that are printed with as many decimals as each of them needs: R and pandas print so.
#pragma once

#include <heed/printed/decimal.hpp>
#include <heed/printed/padding.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace heed::detail {

/// How many digits a number has from the first that is not 0.
inline int significant_digits(const decimal& d) {
    int n = 0;
    for (long long rest = d.digits; rest != 0; rest /= 10) ++n;
    return n;
}

/// What a printed matrix shows of the digits to which all of it is known.
struct shown_digits {
    int places = 0;       ///< the most decimals of a number that does not end with 0
    int significant = 0;  ///< the digits of each number, or fewer than it has
};

/// R shows so many decimals in a column that each of its numbers is known to 7 digits, or as many as it is told to. One
/// of them needs the last decimal: it has these digits at most. So has the shortest that does not end with 0.
inline shown_digits shown_digits_of(const std::vector<std::vector<decimal>>& rows) {
    shown_digits shown;
    for (std::size_t j = 0; j < rows[0].size(); ++j) {
        int least = std::numeric_limits<int>::max(), places = 0;
        for (const std::vector<decimal>& row : rows) {
            const decimal& d = row[j];
            if (d.kind != entry_kind::number || d.digits % 10 == 0) continue;
            least = std::min(least, significant_digits(d));
            places = std::max<int>(places, d.places);
        }
        if (places > 0) shown.significant = std::max(shown.significant, least);
        shown.places = std::max(shown.places, places);
    }
    return shown;
}

/// Gives the numbers of a column in which all are whole the zeros that it does not show: 3 beside 0.25 is 3.0. Neither
/// the decimals nor the digits of other columns are exceeded, as all may be rounded to them. by_r  the labels are those
/// of R; else only 6 decimals show that a program, as pandas, printed the columns
inline void show_digits_of_whole_columns(std::vector<std::vector<decimal>>& rows, bool by_r) {
    constexpr int places_of_pandas = 6;
    const shown_digits shown = shown_digits_of(rows);
    if (!by_r && shown.places < places_of_pandas) return;
    for (std::size_t j = 0; j < rows[0].size(); ++j) {
        const bool whole = std::all_of(rows.begin(), rows.end(), [&](const auto& row) { return row[j].places == 0; });
        for (std::vector<decimal>& row : rows) {
            if (!whole) break;
            decimal& d = row[j];
            const int places = d.digits == 0 ? shown.places : shown.significant - significant_digits(d);
            d = with_padding(d, std::clamp(places, 0, shown.places));
        }
    }
}

}  // namespace heed::detail
