// SPDX-License-Identifier: BSL-1.0
// Slips that would explain refuted numbers: changes with which they are consistent. Defined in tools/check.
#pragma once

#include <heed/verify/examination.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace heed {

/// Another matrix that may have been taken by mistake.
struct candidate {
    std::string name{};                           ///< leaves too: one name and the same numbers are one matrix
    detail::shape dims{};                         ///< the sizes of the matrix
    std::vector<detail::known_number> numbers{};  ///< row-major; none if they are not all printed
    std::vector<subject> definitions{};           ///< formulas for it; their printed numbers are not used
};

/// A change to the formula, or to how digits are read, and the verdicts with it.
struct explanation {
    std::string slip{};                 ///< "softmax down the columns instead of along the rows"
    std::string formula{};              ///< the changed formula; the original one if the change is not in the formula
    std::size_t consistent = 0;         ///< how many of the printed entries
    std::size_t refuted = 0;            ///< likewise
    std::size_t undecided = 0;          ///< likewise
    std::size_t slips = 1;              ///< how many changes: two are more likely to fit by chance
    std::vector<verdict> verdicts{};    ///< of all elements, row-major
    arithmetic in = arithmetic::exact;  ///< the arithmetic that was assumed

    /// Whether every printed entry is consistent with this change. That does not prove that it happened: few entries
    /// may agree by chance, and the more trials the likelier.
    bool explains() const { return consistent > 0 && refuted == 0 && undecided == 0; }
    /// How many entries are printed.
    std::size_t entries() const { return consistent + refuted + undecided; }
};

/// The result of explain.
struct explanations {
    std::vector<explanation> found{};  ///< best first, those better than the formula as written
    explanation as_written{};          ///< the formula without a slip, judged
    std::vector<explanation>
        in_part{};  ///< consistent with all entries that are refuted as written, but not with all others
    std::vector<std::string> facts{};  ///< "the printed Q equals the printed K"
    std::size_t trials = 0;            ///< how many formulas were judged, the one as written included
    bool cut_off = false;              ///< not everything was tried: too many changes, or too long for a graph

    /// Whether nothing is better than the formula as written.
    bool empty() const { return found.empty(); }
    /// How many were found.
    std::size_t size() const { return found.size(); }
    /// The i-th best.
    const explanation& operator[](std::size_t i) const { return found[i]; }
    /// The best first.
    auto begin() const { return found.begin(); }
    /// Past the last one.
    auto end() const { return found.end(); }
};

/// How much explain tries.
struct explain_limits {
    std::size_t trials = 4000;  ///< formulas that are judged, at most
    double seconds = 2;         ///< after which no further formula is judged
    bool pairs = true;          ///< of slips, if no single one explains everything
    std::size_t partial = 10;   ///< at most so many that do not explain everything
};

/// A candidate matrix from printed numbers; one that is printed only in part has no numbers.
/// example const candidate other = make_candidate("K", printed<"[[1, 2], [3, 4]]">);
template <bool Complete, extent... E>
[[nodiscard]] candidate make_candidate(std::string name, const printed_tensor<Complete, E...>& p,
                                       std::vector<subject> definitions = {}) {
    candidate c{.name = std::move(name), .dims = p.shape_value, .definitions = std::move(definitions)};
    for (std::size_t i = 0; Complete && i < p.size(); ++i)
        c.numbers.push_back({.printed = p.entries()[i], .is_printed = true, .is_rounded = !p.is_exact()});
    return c;
}

/// A formula for a candidate; its printed numbers do not matter.
/// example const subject twice = make_definition("A", "B + B", {"B", "B"}, B + B);
template <formula F>
[[nodiscard]] subject make_definition(std::string name, std::string text, std::vector<std::string> leaves, const F& f) {
    return make_subject(std::move(name), std::move(text), std::move(leaves), f, printed_tensor<true, extent(1)>());
}

/// The slips with which a printed matrix is consistent, or consistent in more entries than as written. A matrix that is
/// consistent as written has none.
/// others  other matrices that may have been taken by mistake, with formulas for them
/// proves  for each explanation what its verdicts prove, and nothing about what happened
/// cost    about 2 s at most: every single slip, then pairs
/// needs   names that distinguish the leaves: leaves with one name and the same numbers are one matrix; printed numbers
///         that fit the shape of the formula
/// example const auto P = printed<"[1, 2]">;
///         const subject s = make_subject("w", "softmax(P)", {"P"}, softmax(P), printed<"[0.73, 0.27]">);
///         for (const explanation& each : explain(s).found) std::cout << each.slip << '\n';
[[nodiscard]] explanations explain(const subject& s, const std::vector<candidate>& others = {},
                                   const explain_limits& limits = {});

}  // namespace heed
