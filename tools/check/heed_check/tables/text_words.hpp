// SPDX-License-Identifier: BSL-1.0
// The words of a line with the columns in which they are shown, and the indices of R and of MATLAB among them.
#pragma once

#include <heed/printed/characters.hpp>
#include <heed/printed/text_cursor.hpp>

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

/// A word of a line: its bytes in the document, and the columns in which it is shown.
struct text_word {
    std::string_view text{};
    std::size_t at = 0;
    std::size_t first = 0;
    std::size_t last = 0;  ///< the column after it
};

inline std::vector<text_word> words_of_line(std::string_view line, std::size_t begin) {
    std::vector<text_word> words;
    std::size_t column = 0;
    for (cursor c{line.data(), 0, line.size()}; !c.done();) {
        if (const std::size_t blank = blank_length(c); blank != 0) {
            c.at += blank;
            ++column;
            continue;
        }
        text_word w{{}, begin + c.at, column, column};
        const std::size_t from = c.at;
        for (; !c.done() && blank_length(c) == 0; c.at += character_at(c).length) ++w.last;
        w.text = line.substr(from, c.at - from);
        column = w.last;
        words.push_back(w);
    }
    return words;
}

/// [,3] of R: 3; 0 for others.
inline std::size_t column_of_r(std::string_view word) {
    if (word.size() < 4 || word.size() > 8 || word.substr(0, 2) != "[," || word.back() != ']') return 0;
    std::size_t n = 0;
    for (const char c : word.substr(2, word.size() - 3))
        n = is_digit(c) ? 10 * n + static_cast<std::size_t>(c - '0') : 0;
    return n;
}

/// [3,] and [3] of R: the index of a row, or of the first number of a line.
inline bool is_index_of_r(std::string_view word, bool row) {
    const std::string_view end = row ? ",]" : "]";
    return word.size() > end.size() + 1 && word[0] == '[' && word.substr(word.size() - end.size()) == end &&
           word.find_first_not_of("0123456789", 1) == word.size() - end.size();
}

/// "Columns 5 through 8:", "Columns 9 and 10:", "Column 11:": the first and the last column; zeros for others.
inline std::pair<std::size_t, std::size_t> columns_of(std::string_view line) {
    const std::vector<text_word> words = words_of_line(line, 0);
    std::size_t numbers[2] = {0, 0}, n = 0;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string_view digits = words[i].text.substr(0, words[i].text.find(':'));
        if (i % 2 == 0 && (digits == "through" || digits == "and" || digits == "to")) continue;
        if (i > 3 || digits.empty() || digits.size() > 6 || digits.find_first_not_of("0123456789") != digits.npos)
            return {};
        for (const char d : digits) numbers[n] = 10 * numbers[n] + static_cast<std::size_t>(d - '0');
        ++n;
    }
    const bool one = !words.empty() && words[0].text == "Column";
    if (n != (one ? 1U : 2U) || (!one && words[0].text != "Columns")) return {};
    return {numbers[0], one ? numbers[0] : numbers[1]};
}

}  // namespace heed::detail
