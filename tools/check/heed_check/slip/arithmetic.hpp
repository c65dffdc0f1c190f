// SPDX-License-Identifier: BSL-1.0
// Slips with the arithmetic: results computed with few bits, in float32 or float16.
#pragma once

#include <heed/printed/nearest_double.hpp>
#include <heed/reference/graph_values.hpp>
#include <heed_check/slip/half.hpp>
#include <heed_check/slip/slip.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace heed::detail {

inline double to_double(const half& x) { return static_cast<double>(x.value); }
inline double to_double(float x) { return static_cast<double>(x); }

/// The formula at the printed digits with every operation in T; sums run from left to right.
template <class T>
std::vector<known_number> computed_in_format(const subject& s) {
    const auto values = std::make_unique<reference::graph_values<T, subject_capacity>>(s.g);
    std::size_t leaf = 0;
    for (node_id id = 0; id < s.g.nodes.size(); ++id) {
        if (s.g[id].kind != node_kind::leaf) continue;
        const std::vector<known_number>& numbers = s.leaves[leaf++].numbers;
        for (std::size_t i = 0; i < numbers.size(); ++i)
            values->of(id)[i] = T(numbers[i].is_printed ? nearest_double(numbers[i].printed) : numbers[i].value);
    }
    values->evaluate_all();
    std::vector<known_number> result;
    for (std::size_t i = 0; i < s.dims().size(); ++i)
        result.push_back({.value = to_double(values->element(s.g.results[0], element_at(s.dims(), i)))});
    return result;
}

/// The subject as if these numbers had been printed.
inline subject with_values(const subject& s, const std::string& name, const std::vector<known_number>& values) {
    subject changed{.name = s.name, .formula = s.formula, .printed = s.printed, .in = s.in};
    changed.leaves.push_back({name, values, 0});
    changed.g.results.push_back(changed.g.add(node_of::leaf(0, s.dims())));
    return changed;
}

/// The formula in a rounding arithmetic, for all errors within its bounds.
inline void append_in(arithmetic in, const subject& s, slip_variants& out) {
    if (s.in != arithmetic::exact) return;
    out.push_back({std::string("computed in ") + name_of(in), s});
    out.back().changed.in = in;
}
/// Tried first: most pages are computed in these formats, and they explain hardly anything by chance.
inline void append_common_floats(const subject& s, const std::vector<candidate>&, slip_variants& out) {
    append_in(arithmetic::float64, s, out);
    append_in(arithmetic::float32, s, out);
}
/// Tried late: large errors explain much by chance.
inline void append_small_floats(const subject& s, const std::vector<candidate>&, slip_variants& out) {
    if (s.printed.how == reading::exact) return;
    append_in(arithmetic::binary16, s, out);
    append_in(arithmetic::brain16, s, out);
}

inline void append_arithmetic(const subject& s, const std::vector<candidate>&, slip_variants& out) {
    const auto append = [&](const std::string& name, const std::vector<known_number>& values) {
        out.push_back({"computed from the printed digits in " + name + " arithmetic, sums from the left",
                       with_values(s, name, values)});
    };
    append("float32", computed_in_format<float>(s));
    append("float16", computed_in_format<half>(s));
}

}  // namespace heed::detail
