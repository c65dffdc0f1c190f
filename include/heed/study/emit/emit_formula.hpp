// SPDX-License-Identifier: BSL-1.0
// Formulas, exact scalars and shapes in the comments of emitted files.
#pragma once

#include <heed/meta/string_text.hpp>
#include <heed/shape/length_list.hpp>
#include <heed/study/emit/emit_leaves.hpp>
#include <heed/study/text/formula.hpp>

#include <cstddef>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

namespace heed::detail::emitted {

inline std::string words_for(const surd& s) {
    string_text out;
    add_exact(out, s);
    return out.string();
}

inline std::string words_for(const shape& dims) {
    if (dims.rank == 0) return "one number";
    std::string text;
    for (std::size_t a = 0; a < dims.rank; ++a) {
        if (a > 0) text += " x ";
        if (dims[a].name != nullptr) text += std::string(dims[a].name->name) + ' ';
        text += std::to_string(dims[a].size);
    }
    return text;
}

/// The whole formula with the names of the parameters. Numbers in it may stand for lengths, which are these.
inline std::string formula_text(const graph_view& g, const leaf_list& leaves, const length_list& lengths) {
    std::vector<std::string> words;
    for (const leaf& l : leaves.leaves) {
        char digits[40];
        std::snprintf(digits, sizeof(digits), "%.6g", l.value);
        words.push_back(l.is_number ? digits : leaves.parameters[l.parameter].name);
    }
    std::vector<leaf_name> names(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) names[i].given = words[i];
    string_text out;
    add_whole_formula(out, g, formula_in_cpp{names.data(), lengths, std::numeric_limits<std::size_t>::max()},
                      std::numeric_limits<int>::max());
    return out.string();
}

}  // namespace heed::detail::emitted
