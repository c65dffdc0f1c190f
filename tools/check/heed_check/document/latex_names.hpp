// SPDX-License-Identifier: BSL-1.0
// Names of matrices in formulas of LaTeX, also of gradients, which have several signs: \nabla_W L,
// \frac{\partial L}{\partial W}.
#pragma once

#include <heed_check/document/table_names.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// A matrix that a formula may name.
struct named_sizes {
    std::string said{};  ///< its name in the document
    std::string name{};  ///< in the block
    std::size_t rows = 0, columns = 0;
    std::size_t depth = 0;  ///< d_k of its formula, or 0
};

/// The matrix whose name is written like this before its numbers; null if there is none.
inline const named_sizes* matrix_named_so(std::string_view text, const std::vector<named_sizes>& matrices) {
    const std::string name = name_in_text(std::string(text) + " =");
    for (const named_sizes& m : matrices)
        if (!name.empty() && m.said == name) return &m;
    return nullptr;
}

/// A matrix, and how long its name is in a formula.
struct named_text {
    const named_sizes* matrix = nullptr;
    std::size_t length = 0;
};

/// The gradient with which a formula begins: of those with such names the one with the longest.
inline named_text gradient_at(std::string_view formula, const std::vector<named_sizes>& matrices) {
    constexpr std::size_t longest = 80;
    named_text found;
    for (const std::string_view begins : {"\\nabla", "\\frac{\\partial", "\\dfrac{\\partial"}) {
        if (formula.substr(0, begins.size()) != begins) continue;
        for (std::size_t end = begins.size() + 1; end <= std::min(longest, formula.size()); ++end) {
            const std::string_view name = formula.substr(0, end);
            if (std::count(name.begin(), name.end(), '{') != std::count(name.begin(), name.end(), '}')) continue;
            const named_sizes* const m = matrix_named_so(name, matrices);
            if (m != nullptr && (found.matrix == nullptr || m->said.size() > found.matrix->said.size()))
                found = {m, end};
        }
    }
    return found;
}

}  // namespace heed::detail
