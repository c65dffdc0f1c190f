// SPDX-License-Identifier: BSL-1.0
// Reports of verification for a terminal.
#pragma once

#include <heed/printed/visible_text.hpp>
#include <heed/shape/shape_text.hpp>
#include <heed/verify/report_writers.hpp>
#include <heed_check/report/sentences.hpp>
#include <heed_check/report/shown_table.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed {

namespace detail {

class report_text {
public:
    report_text(const heed::report& r, const text_style& style) : style_(style) {
        write_paragraph("", r.title);
        if (!r.source.empty()) write_paragraph("", "source: " + r.source);
        if (!r.title.empty() || !r.source.empty()) text_ += '\n';
        write_legend(r);
        for (const report_section& s : r.sections) write_section(s);
        write_summary(r);
        const std::vector<std::string> unjudged = unjudged_sentences(r);
        if (!unjudged.empty() && !r.sections.empty()) text_ += '\n';
        for (const std::string& sentence : unjudged) write_paragraph("", sentence);
    }

    std::string take() { return std::move(text_); }

private:
    struct cell {
        std::string text{};
        verdict what = verdict::elided;
    };
    using row_of_cells = std::vector<cell>;

    /// How many characters a terminal shows for a UTF-8 text.
    static std::size_t width_of(std::string_view text) {
        const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
        return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins));
    }
    /// The text without control sequences, which a document must not send to the terminal.
    static std::string printable(std::string_view text) { return detail::visible_text(text); }
    static std::string padded(std::string_view text, std::size_t width) {
        const std::size_t shown = width_of(text);
        return std::string(shown < width ? width - shown : 0, ' ') + std::string(text);
    }

    void write_legend(const heed::report& r) {
        if (r.has(verdict::refuted))
            write_paragraph("! ", "refuted: no inputs that round to the printed ones give a number that rounds to it" +
                                      rounding_text(r));
        if (r.has(verdict::undecided)) write_paragraph("? ", "undecided: neither proved nor refuted");
        for (const report_section& s : r.sections)
            if (s.asked) write_paragraph("? ", "in question: " + asked_text(s.found));
        if (r.has(verdict::refuted) || r.has(verdict::undecided)) text_ += '\n';
    }

    void write_section(const report_section& s) {
        const report_table table(s.found);
        std::string heading = s.found.name;
        if (!s.found.formula.empty()) heading += (heading.empty() ? "" : " = ") + s.found.formula;
        if (!heading.empty()) heading += "  ";
        write_paragraph("", heading + text_of(s.found.dims));
        write_table(cells_of(table));
        write_paragraph("  ", (s.found.name.empty() ? "" : s.found.name + ": ") + counts_text(s));
        if (const std::optional<found_entry> worst = worst_of(table))
            write_paragraph("  ", "worst: " + figures_text(*worst, s.how));
        for (const std::string& note : s.notes) write_paragraph("  - ", note);
        text_ += '\n';
    }

    static std::vector<row_of_cells> cells_of(const report_table& table) {
        std::vector<row_of_cells> rows{{cell{}}};
        for (const shown_line& column : table.columns)
            rows[0].push_back({column.is_dots() ? "..." : printable(column.head())});
        for (const shown_line& row : table.rows) {
            rows.push_back({{row.is_dots() ? "..." : printable(row.head())}});
            for (const shown_line& column : table.columns) rows.back().push_back(cell_of(table, row, column));
        }
        return rows;
    }
    static cell cell_of(const report_table& table, const shown_line& row, const shown_line& column) {
        if (row.is_dots() || column.is_dots()) return {"..."};
        const examined_entry& e = table.at(row, column);
        return {heed::text_of(e.printed), e.what};
    }

    /// Columns have equal widths. A table that is too wide continues below, with the row headings repeated.
    void write_table(const std::vector<row_of_cells>& rows) {
        std::vector<std::size_t> widths(rows[0].size());
        for (const row_of_cells& row : rows)
            for (std::size_t j = 0; j < row.size(); ++j) widths[j] = std::max(widths[j], width_of(row[j].text));
        text_ += '\n';
        for (std::size_t first = 1; first < widths.size();) {
            const std::size_t last = last_that_fits(widths, first);
            for (const row_of_cells& row : rows) write_row(row, widths, first, last);
            text_ += '\n';
            first = last;
        }
    }
    std::size_t last_that_fits(const std::vector<std::size_t>& widths, std::size_t first) const {
        std::size_t used = 2 + widths[0] + 1, last = first;
        while (last < widths.size() && (last == first || used + widths[last] + 3 <= style_.width))
            used += widths[last++] + 3;
        return last;
    }
    void write_row(const row_of_cells& row, const std::vector<std::size_t>& widths, std::size_t first,
                   std::size_t last) {
        text_ += "  " + padded(row[0].text, widths[0]) + ' ';
        for (std::size_t j = first; j < last; ++j) {
            text_ += "  " + std::string(widths[j] - width_of(row[j].text), ' ');
            write_cell(row[j]);
        }
        text_.erase(text_.find_last_not_of(' ') + 1);
        text_ += '\n';
    }
    void write_cell(const cell& c) {
        if (c.what == verdict::refuted)
            text_ += coloured("31", c.text + '!');
        else if (c.what == verdict::undecided)
            text_ += coloured("33", c.text + '?');
        else
            text_ += c.text + ' ';
    }
    std::string coloured(const char* code, const std::string& text) const {
        return style_.colour ? "\033[" + std::string(code) + "m" + text + "\033[0m" : text;
    }

    void write_summary(const heed::report& r) {
        if (r.sections.empty()) return;
        std::vector<std::vector<std::string>> rows{{"summary", "printed", "consistent", "refuted", "undecided"}};
        for (const report_section& s : r.sections) rows.push_back(counts_of(s.found.name + uncounted_text(s), s.found));
        const bool has_laws = r.laws().printed() > 0;
        if (r.sections.size() > 1 && (r.printed() > 0 || !has_laws)) rows.push_back(counts_of("total", r));
        if (r.sections.size() > 1 && has_laws) rows.push_back(counts_of("by laws", r.laws()));
        std::size_t names = 0;
        for (const std::vector<std::string>& row : rows) names = std::max(names, width_of(row[0]));
        for (const std::vector<std::string>& row : rows) {
            text_ += row[0] + std::string(names - width_of(row[0]), ' ');
            for (std::size_t j = 1; j < row.size(); ++j) text_ += padded(row[j], j == 1 ? 9 : 12);
            text_ += '\n';
        }
    }
    template <class Counted>
    static std::vector<std::string> counts_of(const std::string& name, const Counted& c) {
        return {printable(name), std::to_string(c.printed()), std::to_string(c.count(verdict::consistent)),
                std::to_string(c.count(verdict::refuted)), std::to_string(c.count(verdict::undecided))};
    }

    /// Wraps words to lines of at most the width; further lines are indented to the first word.
    void write_paragraph(std::string_view begin, std::string_view words) {
        if (words.empty()) return;
        const std::string clean = printable(words);
        std::string line(begin);
        std::size_t at = 0;
        while ((at = clean.find_first_not_of(' ', at)) != std::string::npos) {
            const std::size_t end = std::min(clean.find(' ', at), clean.size());
            const std::string_view word = std::string_view(clean).substr(at, end - at);
            const std::size_t gap = blanks_before(clean, at);
            if (width_of(line) > begin.size() && width_of(line) + gap + width_of(word) > style_.width) {
                text_ += line + '\n';
                line.assign(begin.size(), ' ');
            } else {
                line.append(width_of(line) > begin.size() ? gap : 0, ' ');
            }
            line += word;
            at = end;
        }
        text_ += line + '\n';
    }
    static std::size_t blanks_before(std::string_view text, std::size_t at) {
        std::size_t n = 0;
        while (at > n && text[at - 1 - n] == ' ') ++n;
        return n;
    }

    text_style style_;
    std::string text_{};
};

}  // namespace detail

}  // namespace heed
