// SPDX-License-Identifier: BSL-1.0
// A formula that is tried for a printed matrix, and how well its values fit the printed numbers.
#pragma once

#include <heed/reference/graph_values.hpp>
#include <heed/reference/interval.hpp>
#include <heed/verify/enclose.hpp>
#include <heed/verify/printed_range.hpp>
#include <heed/verify/subject.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace heed::detail {

struct attempt {
    std::string formula{};
    std::size_t order = 0;  ///< the position in the order of trials
    std::size_t apart = 0;  ///< how many printed numbers cannot be its values; may be counted too low, never too high
    double off = 0;         ///< the largest distance from a printed number, in units of its last place
    double bits = 0;        ///< log2 of the odds against this many correct numbers by chance
};

/// The distance from the least to the largest printed number, in units of the last place.
inline double spread_of(const std::vector<decimal>& entries) {
    double least = 0, largest = 0;
    bool any = false;
    for (const decimal& d : entries) {
        if (d.kind != entry_kind::number) continue;
        const double x = static_cast<double>(d.digits);
        least = any ? std::min(least, x) : x;
        largest = any ? std::max(largest, x) : x;
        any = true;
    }
    return largest - least + 1;
}

/// Compares a formula with the printed numbers by bounds in doubles, which is fast.
inline void compare(const subject& s, attempt& a) {
    const auto values = std::make_unique<reference::graph_values<interval<double>, subject_capacity>>(s.g);
    std::size_t leaf = 0;
    for (node_id id = 0; id < s.g.nodes.size(); ++id) {
        if (s.g[id].kind != node_kind::leaf) continue;
        const std::vector<known_number>& numbers = s.leaves[leaf++].numbers;
        for (std::size_t i = 0; i < numbers.size(); ++i) values->of(id)[i] = box_of<interval<double>>(numbers[i]);
    }
    values->evaluate_all();
    const printed_numbers printed = s.printed.view();
    const alignment aligned(printed, s.dims());
    const double spread = spread_of(s.printed.entries);
    for (std::size_t i = 0; i < s.dims().size(); ++i) {
        const region at = element_at(s.dims(), i);
        const decimal* d = aligned.printed(at);
        if (d == nullptr || d->kind != entry_kind::number) continue;
        const interval<double>& x = values->element(s.g.results[0], at);
        const printed_range<interval<double>> range(*d, s.printed.how);
        const double units = to_double(enclose_decimal<interval<double>>(1, -d->places, 0));
        if (range.is_apart_from(x) || !is_bounded(x))
            ++a.apart;
        else
            a.bits += std::max(0.0, std::log2(spread / ((x.upper - x.lower) * units + 1)));
        const double distance = to_double(x - printed_value<interval<double>>(*d, 0)) * units;
        a.off = std::max(a.off, distance < 0 ? -distance : distance);
    }
}

}  // namespace heed::detail
