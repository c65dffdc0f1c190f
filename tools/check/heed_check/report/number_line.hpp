// SPDX-License-Identifier: BSL-1.0
// Positions of a printed number, of its range and of the reachable range on one line, for pictures.
#pragma once

#include <heed_check/report/sentences.hpp>

#include <charconv>
#include <string>

namespace heed::detail {

/// A part of a line of length 1000.
struct line_part {
    int begin = 0;
    int width = 0;

    friend bool operator==(const line_part&, const line_part&) = default;
};

struct number_line {
    line_part printed{};    ///< what the printed number stands for
    line_part reachable{};  ///< between the bounds

    friend bool operator==(const number_line&, const number_line&) = default;
};

inline double double_of(const std::string& text) {
    double x = 0;
    std::from_chars(text.data(), text.data() + text.size(), x);
    return x;
}

/// (b - a) in units of the last decimal place, only as exact as a picture needs.
inline double units_between(const std::string& a, const std::string& b, int places) {
    double units = double_of(b) - double_of(a);
    for (; places > 0; --places) units *= 10;
    for (; places < 0; ++places) units /= 10;
    return units;
}

/// Both ranges to scale, with a margin at the ends, but never too narrow to be visible.
/// needs   has_units(e)
inline number_line number_line_of(const examined_entry& e, reading how) {
    const printed_span span = span_of(e.printed, how);
    const std::string printed = heed::text_of(e.printed);
    const int places = e.printed.places;
    const double a = units_between(printed, span.lower, places), b = units_between(printed, span.upper, places);
    const double c = e.off + units_between(e.value, e.lower, places);
    const double d = e.off + units_between(e.value, e.upper, places);
    const double begin = a < c ? a : c, end = b > d ? b : d, length = end > begin ? end - begin : 1;
    const auto part = [begin, length](double from, double to) {
        const int width = static_cast<int>((to - from) / length * 960 + 0.5);
        const int at = 20 + static_cast<int>((from - begin) / length * 960 + 0.5);
        return width < 12 ? line_part{at + width / 2 - 6, 12} : line_part{at, width};
    };
    return {part(a, b), part(c, d)};
}

}  // namespace heed::detail
