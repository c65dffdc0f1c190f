// SPDX-License-Identifier: BSL-1.0
// Primes, fonts and accents as letters of a name, so that Q' and \mathbf{Q} are no Q: Qprime, boldQ.
#pragma once

#include <heed/printed/characters.hpp>
#include <heed_check/document/latex_styles.hpp>
#include <heed_check/document/name_text.hpp>
#include <heed_check/formula/scanner.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace heed::detail {

/// A name with the mark of a font before it, without: boldS is S.
inline std::string_view without_font_mark(std::string_view name) {
    const bool marked = name.size() > 4 && is_font(name.substr(0, 4));
    return marked ? name.substr(4) : name;
}

class name_marker {
public:
    /// fonts  false: only primes and accents count
    name_marker(std::string_view text, bool fonts) : text_(text), fonts_(fonts) {}

    std::string marked() {
        while (at_ < text_.size())
            if (!take_prime() && !take_command()) marked_ += text_[at_++];
        return marked_;
    }

private:
    /// Whether a name of one or two letters, perhaps with an index, is at the end of what is marked so far.
    bool is_behind_a_letter() const {
        std::size_t begin = marked_.size();
        if (begin > 0 && marked_[begin - 1] == '}') {
            begin = std::min(marked_.rfind('{'), marked_.size());
            return begin > 0 && begin < marked_.size() && (marked_[begin - 1] == '_' || marked_[begin - 1] == '^');
        }
        while (begin > 0 && begin > fresh_ && formula_scanner::is_word(marked_[begin - 1])) --begin;
        const std::string_view run = std::string_view(marked_).substr(begin);
        if (run.empty()) return fresh_ != 0 && fresh_ == marked_.size();  // Q''
        const bool quoted = begin > fresh_ && (marked_[begin - 1] == '\'' || marked_[begin - 1] == '"');
        return is_letter(run[0]) && !quoted && std::min(run.find('_'), run.size()) <= 2;
    }
    bool take_prime() {
        for (const std::string_view sign : {"'", "\u2032", "\u2019", "^\\prime", "^{\\prime}", "^{'}"}) {
            if (text_.substr(at_, sign.size()) != sign || !is_behind_a_letter()) continue;
            const std::string_view rest = text_.substr(at_ + sign.size());  // K's is no K'
            if (rest.substr(0, 1) == "s" && (rest.size() == 1 || !formula_scanner::is_word(rest[1]))) return false;
            marked_ += "prime";
            fresh_ = marked_.size();
            at_ += sign.size();
            return true;
        }
        return false;
    }
    /// \mathbf{Q} and \mathbf Q as boldQ; words in such a font are words.
    bool take_command() {
        if (text_[at_] != '\\') return false;
        std::size_t end = at_ + 1;
        while (end < text_.size() && is_letter(text_[end])) ++end;
        const std::string_view mark = mark_of_command(text_.substr(at_ + 1, end - at_ - 1));
        if (mark.empty()) return false;
        while (end < text_.size() && text_[end] == ' ') ++end;
        const bool braces = end < text_.size() && text_[end] == '{';
        const std::size_t close = braces ? text_.find('}', end) : end + 1;
        if (close == std::string_view::npos || close > text_.size()) return false;
        const std::string_view inside = text_.substr(end + (braces ? 1 : 0), close - end - (braces ? 1 : 0));
        const std::size_t letters = std::min(inside.find('_'), inside.size());
        const bool transposes = inside == "T" && !marked_.empty() && (marked_.back() == '^' || marked_.back() == '{');
        if (letters == 0 || letters > 2 || !is_letter(inside[0]) || transposes) return false;
        if (fonts_ || !is_font(mark)) marked_ += mark;
        fresh_ = marked_.size();
        marked_ += inside;
        at_ = close + (braces ? 1 : 0);
        return true;
    }

    std::string_view text_;
    bool fonts_;
    std::size_t at_ = 0;
    std::string marked_{};
    std::size_t fresh_ = 0;  ///< behind the last mark
};

inline std::string with_marks(std::string_view text, bool fonts = true) {
    const std::string joined = with_joined_indices(text);
    return name_marker(joined, fonts).marked();
}

}  // namespace heed::detail
