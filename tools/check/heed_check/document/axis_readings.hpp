// SPDX-License-Identifier: BSL-1.0
// The ways to read a formula in which words leave something open: softmax of rows or of columns, a mean of either, the
// epsilon of a norm.
#pragma once

#include <heed_check/document/name_text.hpp>
#include <heed_check/document/softmax_sentences.hpp>
#include <heed_check/document/table_names.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

/// A way to read a formula.
struct stated_reading {
    std::string formula{};
    bool certain = true;           ///< it may be taken even if the numbers do not follow from it
    bool number_of_words = false;  ///< a number in it is what other words give d_k, perhaps of another model
    bool of_most = false;          ///< it may be taken where most numbers follow: A^2, by matrices or elements
    bool unambiguous = false;      ///< no name in it may stand for another matrix: it is one of those that may be meant
    std::string note{};            ///< what a comment says of it
    bool is_said = true;           ///< the document does not speak of another one
    bool open = false;             ///< one of several that differ little: it is taken only while all numbers follow
    bool asks = false;             ///< it is asked about where too few numbers follow, and nothing else explains them
    bool has_powers = false;       ///< it has A^2 or the like, of matrices or elements

    void add_note(std::string_view words) { note += (note.empty() ? "" : "; ") + std::string(words); }
};

/// A formula of a block with one more argument of each call of such a function whose arguments lack it.
template <class Lacks>
std::string with_argument(std::string formula, std::string_view function, std::string_view argument,
                          const Lacks& lacks) {
    for (std::size_t at = formula.find(function); at != std::string::npos; at = formula.find(function, at + 1)) {
        const std::size_t open = at + function.size() - 1, close = closing_bracket(formula, open);
        const std::string inside = formula.substr(open + 1, close - open - 1);
        const bool whole_word = at == 0 || !formula_scanner::is_word(formula[at - 1]);
        if (whole_word && close < formula.size() && lacks(arguments_of(inside))) formula.insert(close, argument);
    }
    return formula;
}
/// The same for calls that have one argument.
inline std::string with_argument(std::string formula, std::string_view function, std::string_view argument) {
    return with_argument(std::move(formula), function, argument,
                         [](const std::vector<std::string_view>& all) { return all.size() == 1; });
}

/// The readings with softmax along both axes where sentences speak of columns.
inline std::vector<stated_reading> along(softmax_of axis, const std::vector<stated_reading>& all) {
    if (!speaks_of_columns(axis)) return all;
    std::vector<stated_reading> both;
    for (const stated_reading& one : all) {
        stated_reading down = one;
        down.formula = with_argument(one.formula, "softmax(", ", axis=0");
        both.push_back(down);
        if (down.formula == one.formula) continue;
        both.push_back(one);
        if (axis == softmax_of::columns_elsewhere) continue;
        both.back().is_said = false;
        both.back().add_note("the document speaks of columns: this softmax is along the rows");
    }
    return both;
}

/// A formula whose softmax down the columns is along the rows.
inline std::string with_softmax_of_rows(std::string formula) {
    constexpr std::string_view call = "softmax(", axis = ", axis=0";
    for (std::size_t at = formula.find(call); at != std::string::npos; at = formula.find(call, at + 1)) {
        const std::size_t end = closing_bracket(formula, at + call.size() - 1) - axis.size();
        if (formula.compare(end, axis.size(), axis) == 0) formula.erase(end, axis.size());
    }
    return formula;
}

/// A formula of a block with other words for each call of a function. call(arguments) has these words.
template <class Call>
std::string with_calls(std::string formula, std::string_view function, const Call& call) {
    for (std::size_t at = formula.find(function); at != std::string::npos; at = formula.find(function, at + 1)) {
        const std::size_t open = at + function.size() - 1, close = closing_bracket(formula, open);
        if ((at > 0 && formula_scanner::is_word(formula[at - 1])) || close >= formula.size()) continue;
        const std::string other = call(formula.substr(open + 1, close - open - 1));
        formula.replace(at, close + 1 - at, other);
        at += other.size() - 1;
    }
    return formula;
}

/// The functions that libraries have for a name in a formula: gelu by erf, tanh or a sigmoid, a deviation by n or n - 1
/// or of what has an epsilon.
inline std::vector<std::string> with_each_function(const std::string& formula) {
    const auto lacks = [](const std::vector<std::string_view>& all) {
        return std::none_of(all.begin(), all.end(), [](std::string_view a) {
            const std::string_view name = first_word(a);
            return name == "unbiased" || name == "ddof" || name == "correction";
        });
    };
    std::vector<std::string> all{formula};
    const auto add = [&](std::string other) {
        if (std::find(all.begin(), all.end(), other) == all.end()) all.push_back(std::move(other));
    };
    add(with_calls(formula, "gelu(", [](const std::string& x) { return "gelu_tanh(" + x + ')'; }));
    add(with_calls(formula, "gelu(",
                   [](const std::string& x) { return "hadamard(" + x + ", sigmoid(1.702 * (" + x + ")))"; }));
    const std::string_view by_one_less = ", unbiased=True";
    add(with_argument(with_argument(formula, "std(", by_one_less, lacks), "var(", by_one_less, lacks));
    add(with_calls(formula, "std(", [](const std::string& x) { return "sqrt(var(" + x + ") + 1e-5)"; }));
    return all;
}
/// The readings with each of these functions: most numbers must tell which of them is meant.
inline std::vector<stated_reading> with_each_function(const std::vector<stated_reading>& all) {
    std::vector<stated_reading> each;
    for (stated_reading one : all) {
        const std::vector<std::string> formulas = with_each_function(one.formula);
        one.asks = one.asks || (one.certain && formulas.size() > 1);
        one.of_most = one.of_most || (one.certain && formulas.size() > 1);
        one.certain = one.certain && formulas.size() == 1;
        for (const std::string& formula : formulas) {
            each.push_back(one);
            each.back().formula = formula;
        }
    }
    return each;
}

/// A formula of a block with this epsilon in each layer_norm that has none.
inline std::string with_epsilon(std::string formula, std::string_view epsilon) {
    const auto is_epsilon = [](std::string_view argument) { return argument.substr(0, 3) == "eps"; };
    return with_argument(std::move(formula), "layer_norm(", ", eps=" + std::string(epsilon),
                         [&](const std::vector<std::string_view>& all) {
                             return !all.empty() && std::none_of(all.begin() + 1, all.end(), is_epsilon);
                         });
}
/// The readings with the epsilons that LayerNorm of words may have, which says none.
inline std::vector<stated_reading> with_each_epsilon(const std::vector<stated_reading>& all) {
    std::vector<stated_reading> each;
    for (stated_reading one : all) {
        const std::string none = with_epsilon(one.formula, "0");
        one.open = none != one.formula;
        one.asks = one.asks || one.open;
        if (one.open) one.add_note("the document says no epsilon: the numbers tell");
        each.push_back(one);
        for (const std::string_view epsilon : {"0", "1e-3", "1e-6", "1e-8", "1e-12"}) {
            if (!one.open) break;
            stated_reading other = one;
            other.formula = with_epsilon(one.formula, epsilon);
            each.push_back(other);
        }
    }
    return each;
}

/// Each reading of a mean, a sum and the like of words, which do not say along which axis: along the rows, beside their
/// matrix also as a column, or along the columns. Of these most numbers must follow.
inline std::vector<stated_reading> along_each_axis(const std::vector<stated_reading>& all) {
    std::vector<stated_reading> each;
    for (stated_reading one : all) {
        std::string beside = one.formula, down = one.formula;
        for (const std::string_view reduction : {"mean(", "sum(", "max(", "min(", "std(", "var("}) {
            beside = with_argument(beside, reduction, ", keep");
            down = with_argument(down, reduction, ", axis=0");
        }
        one.asks = one.asks || (one.certain && down != one.formula);
        if (down != one.formula) one.of_most = one.of_most || one.certain;
        one.certain = one.certain && down == one.formula;
        if (one.formula.find("layer_norm(") != std::string::npos) one.certain = one.of_most = false;
        each.push_back(one);
        if (down == one.formula) continue;
        for (const std::string& other : {beside, down}) {
            each.push_back(one);
            each.back().formula = other;
        }
    }
    return each;
}

}  // namespace heed::detail
