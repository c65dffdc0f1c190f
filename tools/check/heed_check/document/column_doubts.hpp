// SPDX-License-Identifier: BSL-1.0
// A softmax down the columns that nothing in the document says, where another softmax of it is along the rows.
#pragma once

#include <heed_check/document/candidates.hpp>
#include <heed_check/document/proposal.hpp>
#include <heed_check/document/stated_formulas.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace heed::detail {

/// Where tokens are columns: softmax(transpose(K) * Q, axis=0).
inline bool has_queries_as_columns(const std::vector<proposed_matrix>& all, const std::string& formula) {
    return formula.find("softmax(transpose(") != std::string::npos ||
           std::any_of(all.begin(), all.end(), [&](const proposed_matrix& q) {
               return uses(formula, q.name) && q.formula.compare(0, 10, "transpose(") == 0;
           });
}

/// Words or Python that state a softmax and no axis, or the last one: softmax(S), torch.softmax(S, dim=-1).
inline std::string softmax_stated_along_rows(const document_statements& stated) {
    for (const stated_formula& s : stated.formulas) {
        const bool down = speaks_of_columns(s.along) || s.formula.find("=0") != std::string::npos;
        if (!is_of_arrays(s.in) && !down && s.formula.find("oftmax") != std::string::npos) return s.formula;
    }
    return "";
}

/// Keeps a softmax down the columns from the block, except as a comment that says why.
inline void doubt_columns(std::vector<proposed_matrix>& all, const document_statements& stated) {
    if (stated.has_softmax_of_columns) return;
    const std::string said = softmax_stated_along_rows(stated);
    std::string along = said;
    for (const proposed_matrix& q : all) {
        if (is_along_columns(q.formula) && (q.is_stated() || has_queries_as_columns(all, q.formula))) return;
        const bool attends = q.formula.find("softmax(") != std::string::npos || q.formula.find("attention(") == 0;
        if (along.empty() && attends && !is_along_columns(q.formula))
            along = q.name + " follows from " + q.formula + ", along the rows";
    }
    for (proposed_matrix& q : all) {
        if (along.empty() || !is_along_columns(q.formula) || q.is_read || !q.doubt.empty()) continue;
        if (q.stated.empty() && said.empty()) q.beside = "; but " + along;
        if (q.stated.empty()) q.stated = along;
        q.is_certain = true;
    }
}

}  // namespace heed::detail
