// SPDX-License-Identifier: BSL-1.0
// Numbers that are consistent only because operands may be rounded: a report says so.
#pragma once

#include <heed_check/document/exact_digits.hpp>
#include <heed_check/report/sentences.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail {

/// Numbers that do not follow if the digits of these operands are exact.
struct held_by_rounding {
    std::vector<std::string> operands{};
    std::vector<std::size_t> elements{};

    /// 2 only because Q and K may be rounded
    std::string words() const {
        return std::to_string(elements.size()) + " only because " + listed(operands) + " may be rounded";
    }
    /// name_of(i)  how the i-th element is called
    template <class NameOf>
    std::string note(const NameOf& name_of) const {
        const bool one = operands.size() == 1;
        std::string places;
        for (const std::size_t i : elements) places += (places.empty() ? "" : "; ") + name_of(i);
        return places + (elements.size() == 1 ? " holds" : " hold") + " only because " + listed(operands) +
               " may be rounded; all others follow from " + (one ? "its" : "their") +
               " digits: if they are exact, write exact before the name" + (one ? "" : "s");
    }
};

/// The subject with the digits of leaves of these names as their numbers.
inline subject with_exact_leaves(const subject& s, const std::vector<std::string>& names) {
    subject exact = s;
    for (subject_leaf& leaf : exact.leaves)
        if (std::find(names.begin(), names.end(), leaf.name) != names.end())
            for (known_number& x : leaf.numbers) x.is_rounded = false;
    return exact;
}

/// Of a subject whose numbers are all consistent.
class rounded_inputs {
public:
    /// is_input(name)  whether a leaf of this name follows from nothing
    template <class IsInput>
    rounded_inputs(const subject& s, const IsInput& is_input) : s_(s) {
        for (const subject_leaf& leaf : s.leaves) {
            std::vector<decimal> digits;
            for (const known_number& x : leaf.numbers) digits.push_back(x.printed);
            const bool rounded = std::any_of(leaf.numbers.begin(), leaf.numbers.end(),
                                             [](const known_number& x) { return x.is_printed && x.is_rounded; });
            std::vector<std::string>& names = is_input(leaf.name) && has_few_places(digits) ? typed_ : others_;
            if (rounded && std::find(names.begin(), names.end(), leaf.name) == names.end()) names.push_back(leaf.name);
        }
    }

    /// Half of the numbers or fewer where digits look typed: one operand, or all of them together; else few, and the
    /// other numbers tell that the digits are exact.
    std::vector<held_by_rounding> find() const {
        std::vector<held_by_rounding> all;
        const held_by_rounding together = held_by(typed_);
        bool said = false;
        for (const std::string& name : typed_) {
            held_by_rounding one = held_by({name});
            if (one.elements.empty()) continue;
            said = said || one.elements.size() == together.elements.size();
            all.push_back(std::move(one));
        }
        if (!said && !together.elements.empty()) all = {together};
        for (const std::string& name : others_) {
            held_by_rounding one = held_by({name});
            if (one.elements.empty()) continue;
            exact_evidence evidence;
            evidence.add(s_, with_exact_leaves(s_, {name}));
            if (evidence.tells() != exactness::rounded) all.push_back(std::move(one));
        }
        return all;
    }

private:
    /// None if these are more than half of the numbers.
    held_by_rounding held_by(const std::vector<std::string>& names) const {
        held_by_rounding held{.operands = names};
        if (names.empty()) return held;
        const std::vector<verdict> after = verdicts_of(with_exact_leaves(s_, names));
        std::size_t all = 0;
        for (std::size_t i = 0; i < after.size(); ++i) {
            if (after[i] == verdict::elided) continue;
            ++all;
            if (after[i] != verdict::consistent) held.elements.push_back(i);
        }
        if (2 * held.elements.size() > all) held.elements.clear();
        return held;
    }

    const subject& s_;
    std::vector<std::string> typed_{}, others_{};
};

}  // namespace heed::detail
