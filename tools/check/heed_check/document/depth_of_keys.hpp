// SPDX-License-Identifier: BSL-1.0
// d_k of a formula of code whose document does not say what it is.
#pragma once

#include <heed_check/document/candidates.hpp>
#include <heed_check/document/hadamard_products.hpp>
#include <heed_check/document/nameable_matrix.hpp>
#include <heed_check/formula/scanner.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

inline bool is_depth_of_heads(std::string_view name) {
    for (const std::string_view depth : {"d_k", "dk", "d", "d_head", "head_dim"})
        if (name == depth) return true;
    return false;
}

/// The columns of the transposed second factor of a product, also where a matrix is that product; 0 where there is no
/// such factor, or several differ. is_meant(m): whether the name of a matrix means this one in the formula.
template <class IsMeant>
std::size_t depth_of_keys(std::string_view text, const std::vector<nameable_matrix>& matrices,
                          const IsMeant& is_meant) {
    std::size_t columns = 0;
    for (const nameable_matrix& m : matrices) {
        if (m.said.empty()) continue;
        if (m.depth != 0 && uses(std::string(text), m.said) && is_meant(m)) {
            if (columns != 0 && columns != m.depth) return 0;
            columns = m.depth;
        }
        for (const std::string& keys : {m.said + ".T", m.said + "^T", "transpose(" + m.said, m.said + ".mT"}) {
            const std::size_t at = text.find(keys);
            if (at == std::string_view::npos || (at > 0 && formula_scanner::is_word(text[at - 1]))) continue;
            if (!is_second_factor(text, at, at + keys.size()) || (columns != 0 && columns != m.columns)) return 0;
            columns = m.columns;
        }
    }
    return columns;
}

}  // namespace heed::detail
