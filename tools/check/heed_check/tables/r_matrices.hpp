// SPDX-License-Identifier: BSL-1.0
// Matrices that code of R writes out, Q <- matrix(c(1, 2, 3, 4), nrow = 2), rbind(c(1, 3), c(2, 4)), as lists of rows:
// Q <- [1, 3; 2, 4].
#pragma once

#include <heed/printed/characters.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// Reads one call of R that makes a matrix of numbers.
class r_matrix {
public:
    /// text  begins with the call
    explicit r_matrix(std::string_view text) : text_(text) {
        const bool below = takes("rbind("), beside = !below && takes("cbind("), one = !below && !beside;
        if (one && !takes("matrix(")) return;
        do {
            if (!takes_numbers()) break;
        } while (!one && takes(","));
        if (one) takes_sizes();
        if (lines_.empty() || !takes(")")) return;
        const std::vector<std::string> all = lines_[0];
        if (one) {
            const std::size_t n = rows_ != 0 ? rows_ : columns_ != 0 ? all.size() / columns_ : all.size();
            const std::size_t m = n == 0 ? 0 : all.size() / n;
            if (n * m != all.size() || (columns_ != 0 && m != columns_)) return;
            lines_.assign(n, {});
            for (std::size_t i = 0; i < n * m; ++i) lines_[by_row_ ? i / m : i % n].push_back(all[i]);
        } else if (std::any_of(lines_.begin(), lines_.end(), [&](const auto& l) { return l.size() != all.size(); })) {
            return;
        }
        if (beside) turn();
        length_ = at_;
    }

    /// Of the call; 0 if it is no such call.
    std::size_t length() const { return length_; }
    /// [1, 3; 2, 4]
    std::string rows() const {
        std::string list;
        for (const std::vector<std::string>& line : lines_)
            for (std::size_t i = 0; i < line.size(); ++i) list += (i != 0 ? ", " : list.empty() ? "[" : "; ") + line[i];
        return list + ']';
    }

private:
    void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
    bool takes(std::string_view word) {
        skip_blanks();
        if (text_.substr(at_, word.size()) != word) return false;
        at_ += word.size();
        return true;
    }
    std::string word_of(std::string_view characters) {
        skip_blanks();
        const std::size_t end = std::min(text_.find_first_not_of(characters, at_), text_.size());
        const std::string word(text_.substr(at_, end - at_));
        at_ = end;
        return word;
    }
    /// c(1, 2)
    bool takes_numbers() {
        if (!takes("c(")) return false;
        std::vector<std::string> line;
        do {
            line.push_back(word_of("0123456789.-"));
            if (line.back().empty()) return false;
        } while (takes(","));
        lines_.push_back(line);
        return takes(")");
    }
    /// nrow = 2, ncol = 2, byrow = TRUE; the first two may have no names.
    void takes_sizes() {
        for (std::size_t place = 0; takes(","); ++place) {
            if (takes("byrow")) {
                by_row_ = takes("=") && (takes("TRUE") || takes("T"));
                if (!by_row_) by_row_ = !takes("FALSE") && !takes("F");
                continue;
            }
            const bool columns = takes("ncol"), named = columns || takes("nrow");
            if (named && !takes("=")) return;
            std::size_t& size = columns || (!named && place == 1) ? columns_ : rows_;
            for (const char digit : word_of("0123456789"))
                size = std::min(size * 10 + static_cast<std::size_t>(digit - '0'), std::size_t{10'000});
            if (size == 0) lines_.clear();
        }
    }
    void turn() {
        std::vector<std::vector<std::string>> turned(lines_[0].size());
        for (const std::vector<std::string>& line : lines_)
            for (std::size_t i = 0; i < line.size(); ++i) turned[i].push_back(line[i]);
        lines_ = turned;
    }

    std::string_view text_;
    std::size_t at_ = 0, length_ = 0, rows_ = 0, columns_ = 0;
    bool by_row_ = false;
    std::vector<std::vector<std::string>> lines_{};
};

/// A text with lists of rows for such calls, where they are all that a name gets. Positions do not change, and lines
/// end behind the list.
inline std::string with_plain_r(std::string text) {
    for (const std::string_view call : {"matrix(", "rbind(", "cbind("})
        for (std::size_t at = text.find(call); at != std::string::npos; at = text.find(call, at + 1)) {
            const std::size_t before = at == 0 ? at : text.find_last_not_of(" \t", at - 1);
            const bool assigned =
                at != 0 && before != std::string::npos && before > 0 &&
                (text.compare(before - 1, 2, "<-") == 0 || (text[before] == '=' && text[before - 1] != '='));
            const r_matrix made = assigned ? r_matrix(std::string_view(text).substr(at)) : r_matrix("");
            const std::size_t end = at + made.length(), behind = text.find_first_not_of(" \t\r", end);
            const bool ends = behind == std::string::npos || is_one_of(text[behind], "\n;#");
            std::string list = made.length() != 0 ? made.rows() : "";
            if (list.empty() || !ends || list.size() > made.length()) continue;
            const auto lines = static_cast<std::size_t>(std::count(
                text.begin() + static_cast<std::ptrdiff_t>(at), text.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
            if (list.size() + lines > made.length()) continue;
            list.resize(made.length() - lines, ' ');
            text.replace(at, made.length(), list + std::string(lines, '\n'));
        }
    return text;
}

}  // namespace heed::detail
