// SPDX-License-Identifier: BSL-1.0
// Formulas of LaTeX as HTML and Markdown hold them for MathJax: &amp; for & between cells, and \\\\ for \\ at ends of
// rows.
#pragma once

#include <heed/printed/characters.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace heed::detail {

/// Writes formulas in place as a browser or a converter hands them on; blanks keep all positions.
class math_unescaper {
public:
    explicit math_unescaper(std::string text) : text_(std::move(text)) {}

    std::string unescaped() {
        std::size_t at = text_.find('\\');
        while (at < text_.size()) {
            const std::size_t length = std::min(text_.find_first_not_of('\\', at), text_.size()) - at;
            const std::size_t word = at + length;
            at = begins_environment(word) && length < 3 ? unescape_environment(at, length) : word;
            if (length == 2 && at == word && begins_display(word)) text_[word - 2] = ' ';
            at = text_.find('\\', at);
        }
        return std::move(text_);
    }

private:
    bool begins_environment(std::size_t word) const { return text_.compare(word, 6, "begin{") == 0; }
    /// \\[ and \\] of Markdown, but no \\[2pt] behind a row.
    bool begins_display(std::size_t word) const {
        if (word >= text_.size() || (text_[word] != '[' && text_[word] != ']')) return false;
        const std::size_t next = text_.find_first_not_of(" \t", word + 1);
        const bool length = text_[word] == '[' && next != std::string::npos && is_one_of(text_[next], "-.0123456789") &&
                            text_.find(']', next) < next + 12;
        return !length;
    }

    /// An environment with `length` backslashes before its \begin; gives its end.
    std::size_t unescape_environment(std::size_t begin, std::size_t length) {
        const std::size_t word = begin + length, brace = text_.find_first_of("}{\\\n", word + 6);
        if (brace == std::string::npos || text_[brace] != '}') return word;
        const std::string close =
            std::string(length, '\\') + "end" + text_.substr(word + 5, brace + 1 - word - 5);  // \end{bmatrix}
        const std::size_t inside = std::string_view(text_).substr(brace, longest).find(close), end = brace + inside;
        if (inside == std::string_view::npos || (length == 1 && text_[end - 1] == '\\' && text_[end - 2] != '\\'))
            return word;
        for (std::size_t at = begin; at < end + close.size(); ++at) {
            if (text_.compare(at, 5, "&amp;") == 0) text_.replace(at + 1, 4, 4, ' ');
            if (text_[at] != '\\') continue;
            const std::size_t behind = std::min(text_.find_first_not_of('\\', at), text_.size());
            const std::size_t count = behind - at;
            if (count == 4)
                text_.replace(at + 2, 2, 2, ' ');
            else if (length == 2 && count == 2)
                text_[at] = ' ';
            at = behind - 1;
        }
        return end + close.size();
    }

    static constexpr std::size_t longest = 20'000;  ///< of an environment
    std::string text_;
};

inline std::string with_plain_math(std::string text) { return math_unescaper(std::move(text)).unescaped(); }

}  // namespace heed::detail
