// SPDX-License-Identifier: BSL-1.0
// Which names of Python code stand for one matrix, for parts of one, or for what holds it: who changes one changes the
// others.
#pragma once

#include <heed_check/document/table_names.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// Whether a call of this name makes new numbers, which no other name shares.
inline bool makes_new_numbers(std::string_view function) {
    for (const std::string_view view : {"transpose", "reshape", "view", "expand_dims", "unsqueeze"})
        if (function == view) return false;
    for (const std::string_view one :
         {"copy",      "clone",      "deepcopy",  "array", "tensor", "astype", "tolist",
          "item",      "range",      "len",       "float", "int",    "str",    "zeros_like",
          "ones_like", "empty_like", "full_like", "randn", "rand",   "normal", "masked_fill"})
        if (function == one) return true;
    return is_function(function);
}

/// Whether a value may share its numbers with names in it: nothing is computed outside of its brackets.
inline bool may_share(std::string_view value) {
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (is_one_of(value[i], "\"'")) {
            i = std::min(value.find(value[i], i + 1), value.size() - 1);
        } else if (is_one_of(value[i], "([")) {
            i = std::min(closing_bracket(value, i), value.size() - 1);
        } else if (is_one_of(value[i], "+-*/@%<>&|^~")) {
            return false;
        } else if (formula_scanner::is_word(value[i])) {
            const std::string_view word = word_from(value, i);
            i += word.size() - 1;
            if (value.substr(i + 1, 1) == "(" && makes_new_numbers(word)) return false;
        }
    }
    return true;
}

/// Whether .scores or ["S"] stands behind a name: another member takes its place, and the numbers of the old one stay.
inline bool is_whole_member(const std::string& behind) {
    const bool key = behind.compare(0, 2, "['") == 0 || behind.compare(0, 2, "[\"") == 0;
    return (key || behind[0] == '.') && behind.find_first_of(".[", 1) == std::string::npos && behind != ".data" &&
           behind != ".flat";
}

class shared_memory {
public:
    /// A name gets a value; its old one is kept by the names that share it.
    void bind(const std::string& name, std::string_view value) {
        std::vector<std::size_t> shared;
        if (may_share(value))
            for (const std::string& other : names_in(value)) shared.push_back(matrix_of(other));
        const bool same = shared.size() == 1 && first_word(value) == value;
        if (same) {
            matrix_[name] = shared[0];
        } else {
            matrix_[name] = holds_.size();
            holds_.push_back(std::move(shared));
        }
    }
    /// A part of what a name stands for gets a value, as it is: layer.scores = S, cache["S"] = S
    void hold(const std::string& name, std::string_view value) {
        const std::size_t holder = matrix_of(name);
        if (!may_share(value)) return;
        for (const std::string& other : names_in(value)) {
            const std::size_t held = matrix_of(other);
            holds_[holder].push_back(held);
        }
    }
    /// Both names get one value: S = T = ...
    void bind_both(const std::string& name, const std::string& other) { matrix_[name] = matrix_of(other); }

    /// The other names of what a change of this name changes.
    std::vector<std::string> changed_with(const std::string& name) {
        const std::set<std::size_t> changed = held_by(matrix_of(name));
        std::vector<std::string> others;
        for (const auto& [other, matrix] : matrix_) {
            const std::set<std::size_t> held = held_by(matrix);
            const bool shares =
                std::any_of(held.begin(), held.end(), [&](std::size_t one) { return changed.count(one) != 0; });
            if (shares && other != name) others.push_back(other);
        }
        return others;
    }

private:
    std::size_t matrix_of(const std::string& name) {
        const auto [at, is_new] = matrix_.try_emplace(name, holds_.size());
        if (is_new) holds_.emplace_back();
        return at->second;
    }
    /// A matrix with all that it is a part of or holds.
    std::set<std::size_t> held_by(std::size_t matrix) const {
        std::set<std::size_t> all{matrix};
        for (std::vector<std::size_t> next{matrix}; !next.empty();) {
            const std::size_t one = next.back();
            next.pop_back();
            for (const std::size_t held : holds_[one])
                if (all.insert(held).second) next.push_back(held);
        }
        return all;
    }
    /// The names in an expression that are no functions, members or names of arguments.
    static std::vector<std::string> names_in(std::string_view value) {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < value.size() && value.size() < longest; ++i) {
            if (!formula_scanner::is_word(value[i])) continue;
            const std::string_view word = word_from(value, i);
            const bool member = i > 0 && value[i - 1] == '.';
            i += word.size() - 1;
            const std::string_view behind = value.substr(i + 1);
            const bool size = behind.substr(0, 6) == ".shape" || behind.substr(0, 6) == ".size(";  // a number
            const bool other = size || is_one_of(behind.empty() ? ' ' : behind[0], "(=");
            if (!member && !other && !formula_scanner::is_digit(word[0]) && find_module(word) == nullptr)
                names.emplace_back(word);
        }
        return names;
    }

    static constexpr std::size_t longest = 300;  ///< what is longer is numbers
    std::map<std::string, std::size_t> matrix_{};
    std::vector<std::vector<std::size_t>> holds_{};  ///< of each matrix those whose numbers it shares
};

}  // namespace heed::detail
