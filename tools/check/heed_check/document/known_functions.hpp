// SPDX-License-Identifier: BSL-1.0
// Which function of a block a document has written itself: e / e.sum(axis=-1, keepdims=True) is softmax. Numbers tell,
// however it is written.
#pragma once

#include <heed/reference/graph_values.hpp>
#include <heed_check/document/hadamard_products.hpp>
#include <heed_check/formula/formula_error.hpp>
#include <heed_check/formula/read_formula.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// What stands for the argument of a function.
inline constexpr std::string_view argument_word = "argument_of_it";

/// The values of a formula of the argument, for fixed numbers of this shape; empty where it does not fit.
inline std::vector<double> values_at_sample(const std::string& formula, const shape& dims) {
    try {
        const formula_text f = read_formula(formula, {{std::string(argument_word), dims}});
        if (!f.literals.empty()) return {};
        const auto& g = *f.g;
        const node_id result = g.results[0];
        if (g[result].kind == node_kind::view) return {};
        reference::graph_values<double, formula_text_capacity> nodes(g);
        for (node_id id = 0; id < g.nodes.size(); ++id)
            for (std::size_t i = 0; g[id].kind == node_kind::leaf && i < dims.size(); ++i)
                nodes.of(id)[i] = std::sin(static_cast<double>(7 * i * i + 3 * i + 1)) * 1.75;
        nodes.evaluate_all();
        return {nodes.of(result), nodes.of(result) + g[result].dims.size()};
    } catch (const formula_error&) {
        return {};
    }
}

/// Whether a formula of Python is one of matrices alone: of a batch, columns made by reshape(-1, 1) do not fit.
inline bool is_of_matrices_alone(const std::string& formula) {
    return formula.find("reshape(") != std::string::npos || formula.find(".view(") != std::string::npos;
}

/// Whether two formulas of the argument are one function of matrices, and of batches of matrices.
inline bool are_one_function(const std::string& a, const std::string& b) {
    for (const shape& dims : {shape{3, 4}, shape{2, 3, 4}}) {
        if (dims.rank > 2 && is_of_matrices_alone(a)) continue;
        const std::vector<double> x = values_at_sample(a, dims), y = values_at_sample(b, dims);
        const auto is_near = [](double u, double v) { return std::abs(u - v) <= 1e-11 * (1 + std::abs(v)); };
        if (x.empty() || !std::equal(x.begin(), x.end(), y.begin(), y.end(), is_near)) return false;
    }
    return true;
}

/// Before the name of a function that is the block's, whatever the document calls so.
inline constexpr std::string_view own_module = "heed.";

/// A formula of the argument as a block writes it: heed.softmax(argument_of_it); empty if it is no function that has a
/// name.
inline std::string known_function(const std::string& formula) {
    const std::string x(argument_word), plain = hadamard_writer({x}).written(formula);
    for (const char* one :
         {"softmax(X)", "sigmoid(X)", "relu(X)", "tanh(X)", "gelu(X)", "gelu_tanh(X)", "silu(X)", "softplus(X)",
          "log_softmax(X)", "softmax(X, axis=0)", "softmax(X, axis=1)", "layer_norm(X, eps=1e-5)",
          "layer_norm(X, eps=1e-6)", "layer_norm(X, eps=1e-8)", "layer_norm(X, eps=1e-12)"}) {
        std::string known = one;
        known.replace(known.find('X'), 1, x);
        if (are_one_function(plain, known)) return std::string(own_module) + known;
    }
    return "";
}

}  // namespace heed::detail
