// SPDX-License-Identifier: BSL-1.0
// Names in emitted text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail {

/// The set of names in use.
class names {
public:
    void claim(const std::string& name) { taken_.push_back(name); }
    /// Claims all names that consist of these words and something that begins with a digit.
    void claim_beginning(const std::string& words) { beginnings_.push_back(words); }
    bool is_free(const std::string& name) const {
        if (has_claimed_beginning(name)) return false;
        for (const std::string& other : taken_)
            if (other == name) return false;
        return true;
    }
    /// The name, or a variant of it if it is in use.
    std::string unused(const std::string& wanted) const {
        if (is_free(wanted)) return wanted;
        if (has_claimed_beginning(wanted)) return unused("the_" + wanted);
        for (int i = 2;; ++i) {
            const std::string numbered = wanted + '_' + std::to_string(i);
            if (is_free(numbered)) return numbered;
        }
    }
    std::string claim_unused(const std::string& wanted) {
        claim(unused(wanted));
        return taken_.back();
    }
    std::size_t size() const { return taken_.size(); }
    void forget_after(std::size_t size) { taken_.resize(size); }

private:
    bool has_claimed_beginning(const std::string& name) const {
        for (const std::string& words : beginnings_)
            if (name.size() > words.size() && name.compare(0, words.size(), words) == 0 && name[words.size()] >= '0' &&
                name[words.size()] <= '9')
                return true;
        return false;
    }

    std::vector<std::string> taken_{};
    std::vector<std::string> beginnings_{};
};

}  // namespace heed::detail
