// SPDX-License-Identifier: BSL-1.0
// Lists the lines of a document with numbers that are part of nothing that was found in it.
#pragma once

#include <heed/printed/found_table.hpp>
#include <heed_check/tables/document_lines.hpp>
#include <heed_check/tables/number_places.hpp>
#include <heed_check/tables/number_rows.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

/// Goes through the lines of a document and through what was found in it, both in order.
class rest_of_numbers {
public:
    rest_of_numbers(std::string_view text, document_tables& found) : text_(text), found_(found) {
        for (const found_table& t : found.tables)
            if (t.error)
                add_first_line(t.begin, t.end, t.line);
            else
                add_known(t);
        for (const skipped_text& s : found.skipped)
            if (!s.found.empty()) add_first_line(s.begin, s.end, s.line);  // else a column of labels of a matrix
        std::sort(known_.begin(), known_.end());
        std::sort(refused_.begin(), refused_.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
    }

    void list() {
        std::size_t line = 1, begin = 0, line_end = end_of_line(0);
        for (std::size_t at = next_number(text_, 0); at < text_.size();) {
            if (const std::size_t end = end_of_known(at); end > at) {
                at = next_number(text_, end);
                continue;
            }
            for (; line_end < at; line_end = end_of_line(begin)) {
                const std::string_view words = without_blanks(text_.substr(begin, line_end - begin));
                if (is_fence(words)) in_fence_ = !in_fence_;
                begin = line_end + 1;
                ++line;
            }
            add(line, begin, at, line_end);
            at = number_after(text_, at);
        }
    }

private:
    std::size_t end_of_line(std::size_t at) const { return std::min(text_.find('\n', at), text_.size()); }

    /// What is not read accounts for its first line, which its reason quotes; the others are listed one by one.
    void add_first_line(std::size_t begin, std::size_t end, std::size_t line) {
        known_.push_back({begin, std::min(end, end_of_line(begin))});
        refused_.push_back({begin, end, line});
    }
    /// The first line of what is not read around a position; 0 if there is nothing.
    std::size_t refused_around(std::size_t at) const {
        const auto next = std::partition_point(refused_.begin(), refused_.end(),
                                               [&](const refused_text& r) { return r.begin <= at; });
        return next != refused_.begin() && at < std::prev(next)->end ? std::prev(next)->line : 0;
    }

    /// A matrix accounts for its entries and for what is around them, except for comments.
    void add_known(const found_table& t) {
        std::size_t begin = t.begin;
        const bool latex = text_.substr(t.begin, t.end - t.begin).find("\\begin{") != std::string_view::npos;
        const auto next = [&] { return next_comment(begin, t.end, latex); };
        for (std::size_t at = next(); at < t.end; at = next()) {
            known_.push_back({begin, at});
            begin = std::min(text_.find(text_.substr(at, 2) == "/*" ? "*/" : "\n", at), t.end);
        }
        known_.push_back({begin, t.end});
        for (std::size_t i = 0; i < t.places.size(); ++i)
            if (t.table.entries[i].kind == entry_kind::number) add_entry(t.places[i], t.end);
    }

    void add_entry(std::size_t place, std::size_t end) {
        const std::size_t number = next_number(text_, place);
        if (number < end) known_.push_back({place, end_of_number(text_, number)});
    }

    /// Where # or // or /* or % begins a comment, or the end. In LaTeX a % begins one anywhere, also where percent is
    /// meant.
    std::size_t next_comment(std::size_t at, std::size_t end, bool latex) const {
        const std::string_view text = text_.substr(0, end);
        for (at = text.find_first_of("#/%", at); at < end; at = text.find_first_of("#/%", at + 1)) {
            if (text[at] == '#' || text.substr(at, 2) == "//" || text.substr(at, 2) == "/*") return at;
            if (latex && text[at] == '%' && text[at - 1] != '\\') return at;
            if (text[at] == '%' && at > 0 && is_one_of(text[at - 1], " \t,;[]\\\n")) return at;
        }
        return end;
    }

    /// The end of what was found around a position; the position itself if there is nothing.
    std::size_t end_of_known(std::size_t at) {
        for (; known_at_ < known_.size() && known_[known_at_].first <= at; ++known_at_)
            known_end_ = std::max(known_end_, known_[known_at_].second);
        return std::max(known_end_, at);
    }

    /// The beginning of the number after the one at `at`.
    static std::size_t number_after(std::string_view text, std::size_t at) {
        return next_number(text, end_of_number(text, at));
    }

    void add(std::size_t line, std::size_t begin, std::size_t at, std::size_t end) {
        std::vector<skipped_text>& rest = found_.rest;
        if (!rest.empty() && rest.back().line == line) return;
        const std::string_view words = text_.substr(begin, end - begin);
        rest.push_back({line, std::string(cut_to(without_blanks(words), 60)), std::string(why(words)), at, end});
        const bool beside = known_end_ > begin || (known_at_ < known_.size() && known_[known_at_].first < end);
        if (const std::size_t first = refused_around(at); first != 0)
            rest.back().why = "it belongs to what begins on line " + std::to_string(first) + ", which is not read";
        else if (beside)
            rest.back().why = "numbers beside a matrix, in words or a comment";
    }

    std::string_view why(std::string_view line) const {
        std::size_t numbers = 0, words = 0;
        for (std::size_t at = next_number(line, 0); at < line.size(); at = number_after(line, at)) ++numbers;
        for (std::size_t i = 1; i < line.size(); ++i)
            words += is_letter(line[i]) && is_letter(line[i - 1]) && (i == 1 || !is_letter(line[i - 2])) ? 1U : 0U;
        if (numbers > 1 && line.find(" & ") != std::string_view::npos)
            return "cells between & in no matrix that is known: is a \\newcommand missing?";
        if (numbers > 1 && numbers > words) return "a line of numbers that is part of no list and no table";
        return in_fence_ ? "numbers of code or output" : "numbers within words";
    }

    /// What is not read, with its first line.
    struct refused_text {
        std::size_t begin = 0, end = 0, line = 0;
    };

    std::string_view text_;
    document_tables& found_;
    std::vector<refused_text> refused_{};
    std::vector<std::pair<std::size_t, std::size_t>> known_{};  ///< where the numbers are accounted for
    std::size_t known_at_ = 0, known_end_ = 0;
    bool in_fence_ = false;
};

/// Puts the lines with numbers that are in no matrix and in no skipped text into found.rest.
/// cost    one pass over the text
inline void list_rest(std::string_view text, document_tables& found) { rest_of_numbers(text, found).list(); }

}  // namespace heed::detail
