// SPDX-License-Identifier: BSL-1.0
// Sentences that deny a formula, suppose it, or speak of another place: "it is wrong to compute S = Q K".
#pragma once

#include <heed_check/document/name_text.hpp>
#include <heed_check/tables/small_letters.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace heed::detail {

/// Whether a word denies or supposes what is said with it.
inline bool is_doubting_word(std::string_view word) {
    for (const std::string_view one :
         {"not",     "never", "wrong",     "wrongly", "incorrect", "incorrectly", "mistake", "mistakenly", "instead",
          "rather",  "if",    "would",     "could",   "might",     "suppose",     "unlike",  "think",      "believe",
          "cannot",  "naive", "naively",   "earlier", "previous",  "previously",  "last",    "forget",     "forgot",
          "chapter", "error", "erroneous", "had",     "without",   "imagine",     "assume",  "otherwise",  "avoid"})
        if (word == one) return true;
    return word.size() > 2 && word.substr(word.size() - 2) == "n't";
}

/// The sentences of paragraphs, which may go over several lines.
class doubting_words {
public:
    /// Reads a line of words. Whether what stands at a byte of it is in doubt, is_in_doubt says until the next one.
    void read(std::string_view line) {
        const bool blank = line.find_first_not_of(" \t\r>") == std::string_view::npos;
        const std::size_t begin = std::min(begin_of_last(text_), text_.size());
        text_ = blank || text_.size() - begin > longest ? "" : in_small_letters(text_.substr(begin)) + ' ';
        line_ = text_.size();
        text_ += in_small_letters(line);
    }
    /// Whether the sentence around this byte of the line denies or supposes it.
    bool is_in_doubt(std::size_t at) const {
        const std::size_t place = std::min(line_ + at, text_.size());
        const std::size_t begin = begin_of_last(std::string_view(text_).substr(0, place));
        std::size_t end = place;
        while (end < text_.size() && !ends_at(text_, end)) ++end;
        for (std::size_t i = begin; i < end; ++i) {
            if (!is_letter(text_[i])) continue;
            const std::size_t first = i;
            while (i < end && (is_letter(text_[i]) || text_[i] == '\'')) ++i;
            if (is_doubting_word(std::string_view(text_).substr(first, i - first))) return true;
        }
        return false;
    }
    /// The line as far as ", not": S = Q K^T, not S = Q K.
    static std::string_view before_denied(std::string_view line) {
        for (const std::string_view denies : {", not ", " rather than ", " instead of ", ", unlike "})
            line = line.substr(0, line.find(denies));
        return line;
    }

private:
    static bool ends_at(std::string_view text, std::size_t at) {
        return is_one_of(text[at], ".!?:") && (at + 1 == text.size() || text[at + 1] == ' ');
    }
    static std::size_t begin_of_last(std::string_view text) {
        std::size_t begin = text.size();
        while (begin > 0 && !ends_at(text, begin - 1)) --begin;
        return begin;
    }

    static constexpr std::size_t longest = 1000;
    std::string text_{};    ///< the sentence that the line before left open, and the line
    std::size_t line_ = 0;  ///< where the line begins in it
};

}  // namespace heed::detail
