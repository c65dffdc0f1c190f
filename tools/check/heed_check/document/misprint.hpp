// SPDX-License-Identifier: BSL-1.0
// Refuted entries that would be consistent with two digits exchanged, or with the other sign.
#pragma once

#include <heed_check/report/decimal_text.hpp>
#include <heed_check/report/sentences.hpp>
#include <heed_check/report/shown_table.hpp>
#include <heed_check/subject_question.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace heed::detail {

struct misprint {
    decimal meant{};
    std::string what{};
};

/// The numbers that may have been meant: two neighbouring digits exchanged, or the sign changed.
inline std::vector<misprint> misprints_of(const decimal& d) {
    std::vector<misprint> all{{{-d.digits, d.places}, "with the other sign"}};
    const long long size = d.digits < 0 ? -d.digits : d.digits;
    long long printed = 1;  // 0.6 has two digits
    for (int i = 0; i < d.places && i < 17; ++i) printed *= 10;
    for (long long unit = 1; unit <= (size > printed ? size : printed) / 10; unit *= 10) {
        const long long low = size / unit % 10, high = size / unit / 10 % 10;
        const long long exchanged = size + (low - high) * 9 * unit;
        if (low != high)
            all.push_back({{d.digits < 0 ? -exchanged : exchanged, d.places}, "with two digits exchanged"});
    }
    return all;
}

/// Notes on refuted entries that are consistent with such a change; none if many entries are refuted.
/// found   examine(s)
inline std::vector<std::string> misprint_notes(const subject& s, const examination& found) {
    constexpr std::size_t most = 5;
    std::vector<std::string> notes;
    const report_table table(found);
    const std::vector<found_entry> refuted = entries_with(table, verdict::refuted);
    if (refuted.size() > most) return notes;
    const printed_numbers printed = s.printed.view();
    const alignment aligned(printed, s.dims());
    for (const found_entry& f : refuted) {
        if (!has_units(*f.entry)) continue;
        const auto element = static_cast<std::size_t>(f.entry - found.entries.data());
        const decimal* place = aligned.printed(element_at(s.dims(), element));
        for (const misprint& m : misprints_of(f.entry->printed)) {
            const double away = static_cast<double>(m.meant.digits - f.entry->printed.digits) - f.entry->off;
            if (away < -1 || away > 1) continue;
            subject changed = s;
            changed.printed.entries[static_cast<std::size_t>(place - s.printed.entries.data())] = m.meant;
            if (verdict_of(changed, element) != verdict::consistent) continue;
            notes.push_back(f.name + ": " + heed::text_of(m.meant) + ", which is the printed " +
                            heed::text_of(f.entry->printed) + ' ' + m.what + ", is consistent");
            break;
        }
    }
    return notes;
}

}  // namespace heed::detail
