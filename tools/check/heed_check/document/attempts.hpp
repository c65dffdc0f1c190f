// SPDX-License-Identifier: BSL-1.0
// A formula that is tried for a printed matrix, and how well its values fit the printed numbers.
#pragma once

#include <heed/printed/nearest_double.hpp>
#include <heed/reference/graph_values.hpp>
#include <heed/reference/interval.hpp>
#include <heed/verify/enclose.hpp>
#include <heed/verify/printed_range.hpp>
#include <heed/verify/subject.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace heed::detail {

struct attempt {
    std::string formula{};
    std::size_t order = 0;  ///< the position in the order of trials
    std::size_t apart = 0;  ///< how many printed numbers cannot be its values; may be counted too low, never too high
    std::size_t apart_from_digits = 0;  ///< likewise if digits that people may have typed are exact
    double bits_by_digits = 0;          ///< likewise
    double off = 0;                     ///< the largest distance from a printed number, in units of its last place
    double bits = 0;                    ///< log2 of the odds against this many correct numbers by chance
    double bits_from_zero = 0;          ///< ... if they could be any from zero to the largest
    bool misses_mask = false;  ///< where -inf or a number like -1e9 is printed, its value is another: a mask is missing
    /// Of each element how far rounding may move it, in units of the last place; 0 where nothing is printed.
    std::vector<double> widths{};
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

/// The distance from zero to the number that is farthest from it, likewise.
inline double size_of(const std::vector<decimal>& entries) {
    double largest = 0;
    for (const decimal& d : entries)
        if (d.kind == entry_kind::number) largest = std::max(largest, std::fabs(static_cast<double>(d.digits)));
    return largest + 1;
}

/// What is left of such bits where the `apart` that are not correct could be any of those printed.
inline double bits_but_for(std::size_t apart, std::size_t printed, double bits) {
    return bits - static_cast<double>(apart) * std::log2(static_cast<double>(printed));
}

/// How far the arithmetic of a subject may move the elements of its value: generous, and no bound.
inline double rounding_slack(const subject& s, const reference::graph_values<interval<double>, subject_capacity>& v) {
    if (s.in == arithmetic::exact) return 0;
    double largest = 0;
    for (std::size_t i = 0; i < s.dims().size(); ++i) {
        const interval<double>& x = v.element(s.g.results[0], element_at(s.dims(), i));
        if (is_bounded(x)) largest = std::max({largest, std::fabs(x.lower), std::fabs(x.upper)});
    }
    constexpr double roundings = 256;
    return roundings * format_of(s.in).u * largest;
}

/// The values of a formula at the printed digits.
inline std::vector<double> values_at_digits(const subject& s) {
    const auto values = std::make_unique<reference::graph_values<double, subject_capacity>>(s.g);
    std::size_t leaf = 0;
    for (node_id id = 0; id < s.g.nodes.size(); ++id) {
        if (s.g[id].kind != node_kind::leaf) continue;
        const std::vector<known_number>& numbers = s.leaves[leaf++].numbers;
        for (std::size_t i = 0; i < numbers.size(); ++i)
            values->of(id)[i] = numbers[i].is_printed ? nearest_double(numbers[i].printed) : numbers[i].value;
    }
    values->evaluate_all();
    std::vector<double> all;
    for (std::size_t i = 0; i < s.dims().size(); ++i)
        all.push_back(values->element(s.g.results[0], element_at(s.dims(), i)));
    return all;
}

/// Whether a printed number is one that masks add to scores, and a value is none.
inline bool is_masked_only_in_print(const decimal& d, const interval<double>& value) {
    constexpr double least = 1e8;
    const bool infinite = d.kind == entry_kind::infinite;
    const bool masked = infinite || (d.kind == entry_kind::number && std::fabs(nearest_double(d)) >= least);
    return masked && is_bounded(value) && std::max(std::fabs(value.lower), std::fabs(value.upper)) < std::sqrt(least);
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
    const double spread = spread_of(s.printed.entries), size = size_of(s.printed.entries);
    const double slack = rounding_slack(s, *values);
    a.widths.assign(s.dims().size(), 0);
    constexpr double most_bits = 64;
    std::set<long long> seen;  // a number that is printed again may be so because of a symmetry, and says little
    for (std::size_t i = 0; i < s.dims().size(); ++i) {
        const region at = element_at(s.dims(), i);
        const decimal* d = aligned.printed(at);
        if (d == nullptr) continue;
        const interval<double>& exact = values->element(s.g.results[0], at);
        a.misses_mask = a.misses_mask || is_masked_only_in_print(*d, exact);
        if (d->kind != entry_kind::number) continue;
        const interval<double> x{exact.lower - slack, exact.upper + slack};
        const printed_range<interval<double>> range(*d, s.printed.how);
        const double units = to_double(enclose_decimal<interval<double>>(1, -d->places, 0));
        a.widths[i] = (x.upper - x.lower) * units;
        if (range.is_apart_from(x) || !is_bounded(x)) {
            ++a.apart;
        } else {
            const double most = seen.insert(d->digits).second ? most_bits : 1;
            const auto bits = [&](double of) {
                return std::min(most, std::max(0.0, std::log2(of / (a.widths[i] + 1))));
            };
            a.bits += bits(spread);
            a.bits_from_zero += bits(size);
        }
        const double distance = std::fabs(to_double(x - printed_value<interval<double>>(*d, 0)));
        a.off = std::max(a.off, std::max(0.0, distance - slack) * units);
    }
}

}  // namespace heed::detail
