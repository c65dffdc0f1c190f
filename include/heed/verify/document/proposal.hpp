// SPDX-License-Identifier: BSL-1.0
// A proposed block: what was found for the matrices of a document, and how it is written.
#pragma once

#include <heed/printed/table.hpp>
#include <heed/verify/document/candidates.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace heed {

/// The lines of a block, with counts of the formulas and laws in it.
struct proposal {
    std::vector<std::string> lines{};
    std::size_t verified = 0;  ///< formulas and laws that hold for all numbers
    std::size_t guesses = 0;   ///< formulas that do not
};

namespace detail {

/// A matrix of a document with the formula that was found for it.
struct proposed_matrix {
    std::string name{};
    std::size_t number = 0;  ///< in the document
    std::size_t line = 0;    ///< of the document, from 1
    printed_table table{};
    bool in_full = true, whole = true, usable = true;
    bool exact = false;
    std::string formula{};
    std::string same_as{};    ///< the name of an earlier matrix with the same numbers
    bool stated = false;      ///< the formula is that of the document
    std::string otherwise{};  ///< a formula that all numbers follow from, if they do not follow from the stated one
    std::size_t consistent = 0, printed = 0;
    std::vector<std::string> laws{};
    bool cut = false;  ///< not all formulas were tried

    std::size_t rank() const { return table.extents.size(); }
    std::size_t rows() const { return table.extents[0]; }
    std::size_t columns() const { return table.extents[rank() - 1]; }
    bool holds() const { return !formula.empty() && consistent == printed; }
};

/// The block: first the matrices, then what was found for each of them, formulas before laws.
inline proposal written_proposal(const std::vector<proposed_matrix>& all, std::size_t left_out) {
    proposal p;
    for (const proposed_matrix& q : all)
        p.lines.push_back((q.exact ? "exact " : "") + q.name + " = matrix " + std::to_string(q.number));
    for (const proposed_matrix& q : all)
        if (!q.same_as.empty()) p.lines.push_back("# the numbers of " + q.name + " are those of " + q.same_as);
    for (const proposed_matrix& q : all) {
        if (q.formula.empty()) continue;
        const std::string numbers = std::to_string(q.printed) + (q.printed == 1 ? " number" : " numbers");
        const std::string line = q.name + " := " + q.formula;
        if (q.consistent == 0 && !q.stated) {  // the line is a comment, which the author may turn into a statement
            p.lines.push_back("# by their names " + line + ", which holds for none of " + numbers);
            continue;
        }
        const std::string some = "holds for " + std::to_string(q.consistent) + " of " + numbers;
        const std::string origin = q.stated ? "as the document says: " : q.holds() ? "" : "a guess: ";
        p.lines.push_back("# " + origin + (q.holds() ? "holds for all " + numbers : some));
        if (!q.otherwise.empty()) p.lines.push_back("# all of them follow from " + q.otherwise);
        if (!q.stated && is_along_columns(q.formula))
            p.lines.push_back("# its columns sum to 1, not its rows: as attention has it where tokens are columns");
        p.lines.push_back(line);
        ++(q.holds() ? p.verified : p.guesses);
    }
    for (const proposed_matrix& q : all)
        for (const std::string& law : q.laws) {
            p.lines.push_back(law);
            ++p.verified;
        }
    std::string cut;
    for (const proposed_matrix& q : all)
        if (q.cut) cut += (cut.empty() ? "" : ", ") + q.name;
    if (!cut.empty()) p.lines.push_back("# so many matrices that not all formulas were tried for " + cut);
    if (left_out != 0)
        p.lines.push_back("# " + std::to_string(left_out) + (left_out == 1 ? " matrix" : " matrices") +
                          " left out: beyond the first 40, or of more than 4096 numbers");
    const bool any = std::any_of(all.begin(), all.end(), [](const proposed_matrix& q) { return !q.formula.empty(); });
    if (!any)
        p.lines.push_back(
            "# none of the usual formulas holds for most numbers of a matrix; one is written like this: "
            "S := Q * transpose(K) / sqrt(2), or W := softmax(Q @ K.T / np.sqrt(2))");
    return p;
}

}  // namespace detail

}  // namespace heed
