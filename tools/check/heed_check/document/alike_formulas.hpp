// SPDX-License-Identifier: BSL-1.0
// Whether a formula that is not understood looks like another one: softmax(S) with an unknown S like softmax(scores).
#pragma once

#include <heed_check/formula/scanner.hpp>
#include <heed_check/tables/small_letters.hpp>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>

namespace heed::detail {

/// The words before brackets, in small letters: softmax, but no root, no transpose and no \left.
inline std::set<std::string> called_words(std::string_view text) {
    std::set<std::string> words;
    for (std::size_t open = text.find('('); open != std::string_view::npos; open = text.find('(', open + 1)) {
        std::string_view before = text.substr(0, open);
        for (const std::string_view bracket : {"\\left", "\\bigl", "\\big"})
            if (before.size() >= bracket.size() && before.substr(before.size() - bracket.size()) == bracket)
                before.remove_suffix(bracket.size());
        while (!before.empty() && (before.back() == '}' || before.back() == ' ')) before.remove_suffix(1);
        std::string word;
        while (!before.empty() && formula_scanner::is_word(before.back())) {
            if (before.back() != '_') word.insert(word.begin(), small_letter(before.back()));
            before.remove_suffix(1);
        }
        if (word.size() > 1 && word != "sqrt" && word != "transpose") words.insert(word);
    }
    return words;
}

/// The same functions, and as many sums.
inline bool are_alike(std::string_view stated, std::string_view formula) {
    const auto sums = [](std::string_view text) {
        return std::count(text.begin(), text.end(), '+') + std::count(text.begin(), text.end(), '-');
    };
    return !stated.empty() && sums(stated) == sums(formula) && called_words(stated) == called_words(formula);
}

}  // namespace heed::detail
