// SPDX-License-Identifier: BSL-1.0
// Estimates the work to verify a formula, because a document may ask for more than is practical.
#pragma once

#include <heed/verify/subject.hpp>

#include <string>
#include <vector>

namespace heed::detail {

/// The number of elements of all matrices of a formula, and of multiplications in its products. Both are floating-point
/// numbers because they may exceed any integer type.
struct page_work {
    double elements = 0;
    double multiplications = 0;
};

inline double elements_of(const shape& s) {
    double n = 1;
    for (std::size_t a = 0; a < s.rank; ++a) n *= static_cast<double>(s[a].size);
    return n;
}

inline page_work work_of(const subject_graph& g) {
    page_work w;
    for (const node& n : g.nodes) {
        const double elements = elements_of(n.dims);
        w.elements += elements;
        if (n.kind != node_kind::product && n.kind != node_kind::inverse) continue;
        const shape& left = g[g.operands[n.first_operand]].dims;
        w.multiplications += elements * static_cast<double>(left.from_right(0).size);
    }
    return w;
}

/// The number of operations of a formula if shared parts are written out at each use; slips are tried on that form.
inline double operations_written_out(const subject_graph& g) {
    std::vector<double> below(g.nodes.size(), 1);
    double most = 0;
    for (node_id id = 0; id < g.nodes.size(); ++id) {
        const node& n = g.nodes[id];
        for (std::size_t i = 0; i < n.operand_count; ++i) below[id] += below[g.operands[n.first_operand + i]];
        most = below[id] > most ? below[id] : most;
    }
    return most;
}
inline constexpr double most_operations_to_explain = 1000;

/// A message if a formula is too large to be verified, else empty.
inline std::string why_too_large(const subject& s) {
    constexpr double most_elements = 4e6, most_multiplications = 4e8;
    const page_work w = work_of(s.g);
    if (w.elements > most_elements) return "the matrices of this formula have more than 4 million elements together";
    if (w.multiplications > most_multiplications) return "this formula needs more than 400 million multiplications";
    return "";
}

}  // namespace heed::detail
