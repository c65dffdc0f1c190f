// SPDX-License-Identifier: BSL-1.0
// The lines of a document: their ends, their numbers, and the line above another.
#pragma once

#include <heed/printed/dashes.hpp>
#include <heed/printed/read.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// A part of a text without blanks and $ at its ends.
inline std::string trimmed(std::string_view text) {
    constexpr const char* around = " \t\r\n$";
    const std::size_t begin = text.find_first_not_of(around);
    if (begin == std::string_view::npos) return "";
    return std::string(text.substr(begin, text.find_last_not_of(around) - begin + 1));
}

inline std::string_view without_blanks(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

/// All lines of a document, without their ends.
inline std::vector<std::string_view> lines_in(std::string_view document) {
    std::vector<std::string_view> lines;
    for (std::size_t at = 0; at < document.size();) {
        const std::size_t end = std::min(document.find('\n', at), document.size());
        lines.push_back(document.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

inline bool is_fence(std::string_view words) { return words.substr(0, 3) == "```" || words.substr(0, 3) == "~~~"; }

/// A line without the commands at its end that say how LaTeX sets what follows.
inline std::string_view without_layout(std::string_view words) {
    for (bool more = true; more;) {
        more = false;
        for (const std::string_view command : {"\\centering", "\\small", "\\footnotesize", "\\scriptsize", "\\tiny"}) {
            if (words.size() < command.size() || words.substr(words.size() - command.size()) != command) continue;
            words = without_blanks(words.substr(0, words.size() - command.size()));
            more = true;
        }
    }
    return words;
}

/// A line that only begins or ends an environment of LaTeX, an element of HTML, a block of Org or a directive of
/// reStructuredText.
inline bool is_mark_of_container(std::string_view words) {
    if (words.substr(0, 2) == "#+" || words == "::") return true;
    words = without_layout(words);
    if (words.empty()) return true;
    for (const std::string_view sets : {"\\label{", "\\setlength{", "\\renewcommand{", "\\captionsetup{", "\\vspace{",
                                        "\\vspace*{", "\\resizebox{", "\\scalebox{", "\\adjustbox{"})
        if (words.substr(0, sets.size()) == sets && words.find("\\begin{") == std::string_view::npos) return true;
    if (words.substr(0, 3) == ".. " && words.find("::") != std::string_view::npos) return true;
    if (words.substr(0, 7) == "\\begin{" || words.substr(0, 5) == "\\end{")
        return words.find_first_of("=&\\ ", 1) == std::string_view::npos ||
               words.find("language=") != std::string_view::npos;
    return words.size() > 2 && words[0] == '<' && words.back() == '>' &&
           words.find_first_of("<>", 1) == words.size() - 1;
}

class document_lines {
protected:
    explicit document_lines(std::string_view document) : document_(document) {}

    std::size_t line_end(std::size_t at) const {
        if (at >= line_begin_ && at <= line_end_) return line_end_;
        const std::size_t end = document_.find('\n', at);
        line_begin_ = at;
        return line_end_ = end == std::string_view::npos ? document_.size() : end;
    }
    std::size_t line_begin(std::size_t at) const {
        const std::size_t end = at == 0 ? std::string_view::npos : document_.rfind('\n', at - 1);
        return end == std::string_view::npos ? 0 : end + 1;
    }
    std::string_view part(std::size_t begin, std::size_t end) const { return document_.substr(begin, end - begin); }
    std::string_view line_at(std::size_t at) const { return part(at, line_end(at)); }

    /// The line number of a position, from 1. Positions mostly increase, so only the lines since the last call are
    /// counted.
    std::size_t line_number(std::size_t at) {
        if (at > document_.size()) at = document_.size();
        for (; counted_ < at; ++counted_) number_ += document_[counted_] == '\n' ? 1U : 0U;
        for (; counted_ > at; --counted_) number_ -= document_[counted_ - 1] == '\n' ? 1U : 0U;
        return number_;
    }

    printed_error error_of(const flaw& f) {
        return {f.what, line_number(f.at), f.row, f.column, words_of(f, part(f.at, f.end))};
    }

    /// The position after the fence that begins at `at` if it contains a diagram or the report of an error, whose
    /// brackets enclose no matrices; else `at`.
    std::size_t end_of_diagram(std::size_t at) const {
        const std::string words = trimmed(line_at(at));
        const bool skipped = words.find("mermaid") != std::string::npos || words.find("traceback") != std::string::npos;
        if (!is_fence(words) || !skipped) return at;
        do at = line_end(at) + 1;
        while (at < document_.size() && !is_fence(trimmed(line_at(at))));
        return at < document_.size() ? line_end(at) + 1 : document_.size();
    }

    /// The last line with words before the line at `begin`, fences and borders excluded: it introduces a table. Only
    /// what is at or after `from` counts.
    std::string line_above(std::size_t begin, std::size_t from) {
        if (begin != above_of_) find_line_above(begin);
        if (above_begin_ >= from) return above_;
        return from < above_end_ ? trimmed(part(from, above_end_)) : "";
    }

    std::string_view document_;

private:
    void find_line_above(std::size_t begin) {
        above_of_ = begin;
        above_.clear();
        constexpr int most_marks = 4;
        int marks = 0;
        while (begin > 0 && above_.empty()) {
            above_end_ = begin - 1;
            begin = line_begin(above_end_);
            above_begin_ = std::max(begin, above_end_ < longest_ ? 0 : above_end_ - longest_);
            above_ = trimmed(part(above_begin_, above_end_));
            const bool mark = is_mark_of_container(above_) && ++marks <= most_marks;
            if (is_fence(above_) || above_ == "\\[" || mark || is_border({above_.data(), 0, above_.size()}))
                above_.clear();
        }
        while (!above_.empty() && (static_cast<unsigned char>(above_[0]) & 0xC0) == 0x80) above_.erase(0, 1);
    }

    static constexpr std::size_t longest_ = 4096;  ///< the most that is kept of a line above

    mutable std::size_t line_begin_ = 1, line_end_ = 0;  ///< the line of the last query
    std::size_t counted_ = 0;                            ///< the position whose line number is number_
    std::size_t number_ = 1;
    std::size_t above_of_ = no_position, above_begin_ = 0, above_end_ = 0;
    std::string above_{};
};

}  // namespace heed::detail
