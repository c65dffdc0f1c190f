// SPDX-License-Identifier: BSL-1.0
// The ways to read a formula in which words leave an axis open: softmax of rows or of columns, a mean of either.
#pragma once

#include <heed_check/document/name_text.hpp>
#include <heed_check/document/softmax_sentences.hpp>
#include <heed_check/document/table_names.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// A way to read a formula.
struct stated_reading {
    std::string formula{};
    bool certain = true;           ///< it may be taken even if the numbers do not follow from it
    bool number_of_words = false;  ///< a number in it is what other words give d_k, perhaps of another model
    bool of_most = false;          ///< it may be taken where most numbers follow: A^2, by matrices or elements
    std::string note{};            ///< what a comment says of it
};

/// A formula of a block with such a function of each column where no axis is said.
inline std::string with_axis_0(std::string formula, std::string_view function) {
    for (std::size_t at = formula.find(function); at != std::string::npos; at = formula.find(function, at + 1)) {
        const std::size_t open = at + function.size() - 1, close = closing_bracket(formula, open);
        const std::string inside = formula.substr(open + 1, close - open - 1);
        const bool whole_word = at == 0 || !formula_scanner::is_word(formula[at - 1]);
        if (whole_word && close < formula.size() && arguments_of(inside).size() == 1) formula.insert(close, ", axis=0");
    }
    return formula;
}

/// The readings with softmax along both axes where sentences speak of columns.
inline std::vector<stated_reading> along(softmax_of axis, const std::vector<stated_reading>& all) {
    if (axis != softmax_of::columns) return all;
    std::vector<stated_reading> both;
    for (const stated_reading& one : all) {
        stated_reading down = one;
        down.formula = with_axis_0(one.formula, "softmax(");
        if (down.formula != one.formula) both.push_back(down);
        both.push_back(one);
    }
    return both;
}

/// Whether libraries have several functions of a name in the formula: gelu by erf or by tanh, a variance by n or n - 1.
inline bool has_name_of_several(const std::string& formula) {
    for (const std::string_view name : {"gelu(", "std(", "var(", "layer_norm("})
        if (formula.find(name) != std::string::npos) return true;
    return false;
}

/// Each reading of a mean, a sum and the like of words, which do not say along which axis, along both.
inline std::vector<stated_reading> along_each_axis(const std::vector<stated_reading>& all) {
    std::vector<stated_reading> both;
    for (stated_reading one : all) {
        std::string down = one.formula;
        one.certain = one.certain && !has_name_of_several(one.formula);
        for (const std::string_view reduction : {"mean(", "sum(", "max(", "min(", "std(", "var("})
            down = with_axis_0(down, reduction);
        both.push_back(one);
        if (down != one.formula) both.push_back({down, one.certain, one.number_of_words});
    }
    return both;
}

}  // namespace heed::detail
