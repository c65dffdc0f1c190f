// SPDX-License-Identifier: BSL-1.0
// The usual formulas of one matrix, for a proposal.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace heed::detail {

/// Of one matrix; softmax of it over a root of d too, for each d.
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

}  // namespace heed::detail
