// SPDX-License-Identifier: BSL-1.0
// What the functions of a document change that is neither given to them nor made by them: S[0] = 0, S.fill(0)
#pragma once

#include <heed_check/document/changing_calls.hpp>
#include <heed_check/document/unseen_code.hpp>

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

class changed_by_functions {
public:
    void begin(const std::string& function, std::string_view definition) {
        changed_ = &all_[function];
        own_.clear();
        take_as_own(definition);
    }
    /// equals     where the statement has a = outside of brackets, or npos
    /// sets_part  it is S[0] = 0
    void read(std::string_view text, std::size_t equals, bool sets_part) {
        if (changed_ == nullptr) return;
        const std::string_view left = equals == std::string_view::npos ? std::string_view() : text.substr(0, equals);
        if (!sets_part && left.find_first_of("[.") == std::string_view::npos) take_as_own(left);
        std::vector<std::string> changed = changed_by_calls(text);
        for (const std::string& name : changed_for_effect(text)) changed.push_back(name);
        if (sets_part) changed.emplace_back(first_word(text));
        const unseen_changes unseen = unseen_code::in(text);
        changed.insert(changed.end(), unseen.names.begin(), unseen.names.end());
        changed_->all = changed_->all || unseen.all;
        for (const std::string& name : changed)
            if (own_.count(name) == 0) changed_->names.push_back(name);
    }
    unseen_changes of(std::string_view function) const {
        const auto known = all_.find(std::string(function));
        return known == all_.end() ? unseen_changes() : known->second;
    }

private:
    void take_as_own(std::string_view text) {
        for (std::size_t i = 0; i < text.size(); ++i) {
            const std::string_view word = word_from(text, i);
            if (!word.empty()) own_.emplace(word);
            i += word.size();
        }
    }

    std::map<std::string, unseen_changes> all_{};
    unseen_changes* changed_ = nullptr;  ///< of the function that was defined last
    std::set<std::string> own_{};        ///< its parameters, and what it binds
};

}  // namespace heed::detail
