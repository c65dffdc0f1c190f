// SPDX-License-Identifier: BSL-1.0
// Formulas that were found for matrices of which a sentence states another operation.
#pragma once

#include <heed_check/document/operation_sentences.hpp>
#include <heed_check/document/proposal.hpp>
#include <heed_check/document/stated_formulas.hpp>
#include <heed_check/document/table_names.hpp>
#include <heed_check/document/trials.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

class operation_choice {
public:
    operation_choice(std::vector<proposed_matrix>& all, const document_statements& stated, formula_trials& trials)
        : all_(all), stated_(stated), trials_(trials) {}

    /// Where a found formula is not the operation that the sentence before the numbers states, takes that one if all
    /// numbers follow from it; else the sentence stands beside the formula.
    void take(std::size_t target) {
        proposed_matrix& t = all_[target];
        if (t.formula.empty() || t.is_stated() || !t.stated.empty()) return;
        const std::vector<said> all = said_of(target);
        if (std::any_of(all.begin(), all.end(), [&](const said& s) { return is_this(t.formula, s); })) return;
        if (all.empty()) return;
        const proposed_matrix found = t;
        for (const said& s : all)
            for (const std::string& formula : formulas_of(s)) {
                t.formula.clear();
                trials_.take_if_better(target, formula);
                t.origin = formula_origin::stated;
                if (t.holds()) return;
                t = found;
            }
        t.stated = all.back().words;
        t.is_certain = true;
    }

private:
    /// An operation whose operands are matrices before the target.
    struct said {
        said_operation what = said_operation::product;
        std::string left{}, right{}, words{};
    };

    std::vector<said> said_of(std::size_t target) const {
        const proposed_matrix& t = all_[target];
        std::vector<said> all;
        for (const stated_operation& o : stated_.operations) {
            if (o.line > t.line || t.line > o.until || (target > 0 && o.line <= all_[target - 1].line)) continue;
            const proposed_matrix *const left = operand(target, o.left), *const right = operand(target, o.right);
            if (left != nullptr && right != nullptr && !names_others({&t, left, right}, o.words))
                all.push_back({o.what, left->name, right->name, o.words});
        }
        return all;
    }
    /// The last matrix before the target that words name, but for those at their end: X, the weights, token embeddings
    const proposed_matrix* operand(std::size_t target, std::string words) const {
        for (; !words.empty(); words.erase(std::min(words.rfind(' '), words.size()))) {
            if (const proposed_matrix* const named = operand_named(target, words); named != nullptr) return named;
            if (words.find(' ') == std::string::npos) break;
        }
        return nullptr;
    }
    const proposed_matrix* operand_named(std::size_t target, const std::string& words) const {
        const std::string name = name_in_text(words);
        const bool one_word = words.find(' ') == std::string::npos;
        const auto is_called = [&](const std::string& other) {
            return one_word ? other == name : without_plural(other) == without_plural(name);
        };
        const matrix_role role =
            one_word && words.size() > 1 && words.back() == 's' ? role_of(words) : matrix_role::none;
        for (std::size_t i = target; i-- > 0;)
            if (is_called(all_[i].said) || is_called(all_[i].name) || is_called(all_[i].without_fonts)) return &all_[i];
        for (std::size_t i = target; i-- > 0 && role != matrix_role::none;)
            if (role_of(all_[i].name) == role) return &all_[i];
        return nullptr;
    }
    /// token_embedding for Token_embeddings
    static std::string without_plural(const std::string& name) {
        const std::string small = in_small_letters(name);
        return small.substr(0, small.find_last_not_of('s') + 1);
    }
    /// Whether the sentence speaks of matrices besides the operands and the target: it says more than is understood.
    bool names_others(const std::vector<const proposed_matrix*>& known, const std::string& words) const {
        return std::any_of(all_.begin(), all_.end(), [&](const proposed_matrix& q) {
            const auto is_it = [&](const proposed_matrix* one) { return one->said == q.said; };
            return !q.said.empty() && std::none_of(known.begin(), known.end(), is_it) && uses(words, q.said);
        });
    }

    /// Whether a formula has the operation, perhaps beside others of which the sentence says nothing.
    bool is_this(const std::string& formula, const said& s) const {
        const auto has = [&](std::string_view text) { return formula.find(text) != std::string::npos; };
        if (!uses(formula, s.left) && !uses(formula, s.right)) return true;
        const bool of_matrices = has(" * ") || has(" @ ") || has("attention(");
        switch (s.what) {
            case said_operation::product:
                return (of_matrices && (stated_.speaks_of_scale || !has(" / sqrt("))) || has("hadamard(") ||
                       has("square(");
            case said_operation::matrix_product: return of_matrices;
            case said_operation::elementwise_product: return has("hadamard(") || has("square(");
            case said_operation::sum: return has(" + ");
            case said_operation::difference: return has(s.left + " - " + s.right) || (has(" - ") && has("("));
        }
        return true;
    }
    static std::vector<std::string> formulas_of(const said& s) {
        const std::string product = s.left + " * " + s.right, turned = s.left + " * transpose(" + s.right + ")";
        const std::string elementwise = "hadamard(" + s.left + ", " + s.right + ")";
        switch (s.what) {
            case said_operation::product: return {product, turned, elementwise};
            case said_operation::matrix_product: return {product, turned};
            case said_operation::elementwise_product: return {elementwise};
            case said_operation::sum: return {s.left + " + " + s.right};
            case said_operation::difference: return {s.left + " - " + s.right};
        }
        return {};
    }

    std::vector<proposed_matrix>& all_;
    const document_statements& stated_;
    formula_trials& trials_;
};

}  // namespace heed::detail
