// SPDX-License-Identifier: BSL-1.0
// Formulas at run time, with what is known of their leaves and the numbers printed for their value; reports and
// explanations work on them.
#pragma once

#include <heed/graph/build.hpp>
#include <heed/verify/ask.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace heed {

namespace detail {

/// All formulas of a document have this capacity, so that the code that handles them is compiled once.
inline constexpr std::size_t subject_capacity = 256;
using subject_graph = graph<subject_capacity>;
using subject_gradient = gradient<gradient_capacity(subject_capacity)>;

/// A leaf of a formula: its elements, row-major, and the first leaf that is the same object.
struct subject_leaf {
    std::string name{};
    std::vector<known_number> numbers{};
    std::size_t same_as = 0;
    bool is_held = false;  ///< held by value: it may be a copy of another leaf
    bool is_made = false;  ///< by a slip: a mask, an error
};

/// Printed numbers with their shape.
struct subject_numbers {
    std::vector<decimal> entries{};
    shape dims{};
    std::size_t elided_at[max_rank] = {not_elided, not_elided, not_elided, not_elided, not_elided, not_elided};
    reading how = reading::rounded;
    std::vector<std::string> row_labels{};
    std::vector<std::string> column_labels{};

    printed_numbers view() const {
        printed_numbers numbers{.entries = entries.data(), .dims = dims, .how = how};
        for (std::size_t a = 0; a < max_rank; ++a) numbers.elided_at[a] = elided_at[a];
        return numbers;
    }
};

}  // namespace detail

/// A printed matrix and the formula whose value it should be.
struct subject {
    std::string name{};                          ///< "scores"
    std::string formula{};                       ///< "Q * transpose(K) / sqrt(3)"
    detail::subject_graph g{};                   ///< the formula as a graph
    std::vector<detail::subject_leaf> leaves{};  ///< in the order of the leaf nodes
    detail::subject_numbers printed{};           ///< the numbers printed for its value
    arithmetic in = arithmetic::exact;           ///< what it was computed in

    /// The shape of the formula.
    const detail::shape& dims() const { return g[g.results[0]].dims; }
};

namespace detail {

template <bool Complete, extent... E>
subject_numbers subject_numbers_of(const printed_tensor<Complete, E...>& p) {
    const printed_numbers numbers = numbers_of(p);
    subject_numbers copy{.entries = {p.entries(), p.entries() + p.size()}, .dims = p.shape_value, .how = numbers.how};
    for (std::size_t a = 0; a < max_rank; ++a) copy.elided_at[a] = numbers.elided_at[a];
    for (std::size_t i = 0; i < p.rows; ++i) copy.row_labels.emplace_back(p.row_label(i));
    for (std::size_t j = 0; j < p.cols; ++j) copy.column_labels.emplace_back(p.col_label(j));
    return copy;
}

}  // namespace detail

/// A subject from a formula in C++.
/// name     of the printed matrix
/// text     the formula as a reader knows it
/// leaves   the names of its tensors and numbers in the order in which they are written, one for each use; those
///          without a name are called by their position
/// example const auto P = printed<"[1, 2]">;
///         const subject s = make_subject("w", "softmax(P)", {"P"}, softmax(P), printed<"[0.27, 0.73]">);
template <formula F, bool Complete, extent... E>
[[nodiscard]] subject make_subject(std::string name, std::string text, std::vector<std::string> leaves, const F& f,
                                   const printed_tensor<Complete, E...>& p) {
    const auto& operand = detail::operand_of(f);
    using Operand = std::remove_cvref_t<decltype(operand)>;
    subject s{.name = std::move(name), .formula = std::move(text), .printed = detail::subject_numbers_of(p)};
    detail::copy_graph(detail::defined_graph_of<Operand>, s.g);
    const detail::known_leaves<Operand> known(operand);
    std::size_t leaf = 0;
    for (const detail::node& n : s.g.nodes) {
        if (n.kind != detail::node_kind::leaf) continue;
        const detail::leaf_numbers& numbers = known.leaves()[leaf];
        s.leaves.push_back({leaf < leaves.size() ? leaves[leaf] : "leaf " + std::to_string(leaf + 1),
                            {numbers.elements, numbers.elements + n.dims.size()},
                            numbers.same_as,
                            numbers.is_held});
        ++leaf;
    }
    return s;
}

}  // namespace heed
