// SPDX-License-Identifier: BSL-1.0
// The usual formulas of matrices, which a proposal tries, and the predicates that it uses for formulas and matrices.
#pragma once

#include <heed/printed/table.hpp>
#include <heed/verify/formula/scanner.hpp>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace heed::detail {

/// Formulas of one matrix; for each size d also softmax of it over sqrt(d).
inline std::vector<std::string> formulas_of(const std::string& a, const std::set<std::size_t>& sizes) {
    std::vector<std::string> all;
    for (const char* f :
         {"softmax(A)", "softmax(causal(A))", "layer_norm(A)", "(A - mean(A, keep)) / std(A, keep, unbiased=True)",
          "relu(A)", "softmax(A, axis=0)", "transpose(A)", "mean(A)", "sum(A)", "sigmoid(A)", "tanh(A)", "gelu(A)",
          "exp(A)", "log(A)", "argmax(A)"}) {
        const std::string text = f;
        std::string own;
        for (std::size_t at = 0; at < text.size(); ++at) {
            const bool is_a = text[at] == 'A' && at > 0 && text[at - 1] == '(';
            own += is_a ? a : text.substr(at, 1);
        }
        all.push_back(own);
    }
    for (const std::size_t d : sizes) {
        const std::string scaled = a + " / sqrt(" + std::to_string(d) + ")";
        for (const std::string& f : {scaled, "softmax(" + scaled + ")", "softmax(causal(" + scaled + "))"})
            all.push_back(f);
    }
    return all;
}

/// Scores of queries and keys with this many numbers, the usual formulas first.
inline std::vector<std::string> formulas_of_scores(const std::string& q, const std::string& k, std::size_t numbers) {
    const std::string product = q + " * transpose(" + k + ")";
    return {product + " / sqrt(" + std::to_string(numbers) + ")", product};
}

/// The same where tokens are columns: weights sum to 1 in each column.
inline std::vector<std::string> formulas_of_columns(const std::string& a, const std::string& b, std::size_t numbers) {
    const std::string product = "transpose(" + a + ") * " + b;
    const std::string scaled = product + " / sqrt(" + std::to_string(numbers) + ")";
    return {product, scaled, "softmax(" + scaled + ", axis=0)", "softmax(" + product + ", axis=0)"};
}

/// Weights computed from scores, the usual formulas first.
inline std::vector<std::string> formulas_of_weights(const std::string& scores) {
    return {"softmax(" + scores + ")", "softmax(causal(" + scores + "))", "softmax(" + scores + ", axis=0)"};
}

inline bool is_along_columns(const std::string& formula) {
    return formula.compare(0, 7, "softmax") == 0 && formula.find(", axis=0)") != std::string::npos;
}

inline bool uses(const std::string& formula, const std::string& name) {
    formula_scanner scan(formula);
    while (scan.peek() != '\0') {
        if (!formula_scanner::is_word(scan.peek()))
            scan.skip();
        else if (scan.word() == name)
            return true;
    }
    return false;
}

inline bool has_negatives(const printed_table& t) {
    return std::any_of(t.entries.begin(), t.entries.end(), [](const decimal& d) { return d.digits < 0; });
}

/// Whether each row is one-hot (a single 1, else zeros): such rows are labels.
inline bool is_a_choice(const printed_table& t) {
    return std::all_of(t.entries.begin(), t.entries.end(),
                       [](const decimal& d) { return d.digits == 0 || (d.places == 0 && d.digits == 1); });
}

}  // namespace heed::detail
