// SPDX-License-Identifier: BSL-1.0
// Verification reports as Markdown, for a list of errata.
#pragma once

#include <heed/printed/visible_text.hpp>
#include <heed/shape/shape_text.hpp>
#include <heed/verify/report_writers.hpp>
#include <heed_check/report/sentences.hpp>
#include <heed_check/report/shown_table.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed {

namespace detail {

class report_markdown {
public:
    explicit report_markdown(const heed::report& r) {
        if (!r.title.empty()) text_ += "# " + escaped(r.title) + "\n\n";
        if (!r.source.empty()) text_ += "Source: " + escaped(r.source) + "\n\n";
        if (!r.sections.empty()) text_ += "In all: " + escaped(counts_text(r)) + ".\n";
        if (const std::string given = unjudged_text(r, unjudged_matrix::kind::taken); !given.empty())
            text_ += "\nTaken as printed: " + escaped(given) + ".\n";
        write_legend(r);
        for (const report_section& s : r.sections) write_section(s);
    }

    std::string take() { return std::move(text_); }

private:
    /// Text with all characters that are special in Markdown escaped, on one line.
    static std::string escaped(std::string_view text) {
        std::string result;
        for (const char c : detail::visible_text(text)) {
            if (std::string_view("\\`*_{}[]<>#|~&!$").find(c) != std::string_view::npos) result += '\\';
            result += c;
        }
        return result;
    }
    /// A code span, fenced by more backticks than it contains.
    static std::string code(std::string_view text) {
        std::string result = detail::visible_text(text), fence = "`";
        while (result.find(fence) != std::string::npos) fence += '`';
        const std::string space = fence.size() > 1 ? " " : "";
        return fence + space + result + space + fence;
    }

    void write_legend(const heed::report& r) {
        if (r.has(verdict::refuted))
            text_ +=
                "\nStruck through: what is printed and does not follow, whatever the inputs are within their printed "
                "digits" +
                rounding_text(r) + ". Bold: the value at the printed inputs" +
                (rounding_text(r).empty() ? "" : " in real numbers") + ", ≈ if they leave its last place open.\n";
        if (const std::string see = see_text(r); !see.empty()) text_ += '\n' + see + '\n';
        if (r.has(verdict::undecided)) text_ += "\n(?): neither proved nor refuted.\n";
    }

    void write_section(const report_section& s) {
        const report_table table(s.found);
        text_ += "\n## " + escaped(s.found.name.empty() ? "unnamed" : s.found.name) + "\n\n";
        if (!s.found.formula.empty()) text_ += code(s.found.formula) + ", ";
        text_ += "shape " + escaped(detail::text_of(s.found.dims)) + ": " + counts_text(s) + ".\n";
        write_matrix(table, s.how);
        write_refuted(entries_with(table, verdict::refuted), s.how);
        if (!s.notes.empty()) text_ += '\n';
        for (const std::string& note : s.notes) text_ += "- " + escaped(note) + '\n';
    }

    void write_row(const std::vector<std::string>& cells) {
        for (const std::string& c : cells) text_ += "| " + c + (c.empty() ? "" : " ");
        text_ += "|\n";
    }
    void write_rule(std::size_t columns) {
        for (std::size_t j = 0; j < columns; ++j) text_ += "|--:";
        text_ += "|\n";
    }

    void write_matrix(const report_table& table, reading how) {
        text_ += '\n';
        std::vector<std::string> cells{""};
        for (const shown_line& column : table.columns) cells.push_back(head_of(column));
        write_row(cells);
        write_rule(cells.size());
        for (const shown_line& row : table.rows) {
            cells.assign(1, row.is_dots() ? "..." : "**" + head_of(row) + "**");
            for (const shown_line& column : table.columns) cells.push_back(cell_of(table, row, column, how));
            write_row(cells);
        }
    }
    static std::string head_of(const shown_line& line) { return line.is_dots() ? "..." : escaped(line.head()); }
    static std::string cell_of(const report_table& table, const shown_line& row, const shown_line& column,
                               reading how) {
        if (row.is_dots() || column.is_dots()) return "...";
        const examined_entry& e = table.at(row, column);
        const std::string printed = heed::text_of(e.printed);
        if (e.what == verdict::refuted && only_follows(e))
            return "~~" + printed + "~~ (see " + escaped(e.instead->names) + ")";
        if (e.what == verdict::refuted) return "~~" + printed + "~~ **" + corrected_text(e, how) + "**";
        return e.what == verdict::undecided ? printed + " (?)" : printed;
    }

    void write_refuted(const std::vector<found_entry>& entries, reading how) {
        if (entries.empty()) return;
        text_ += "\n| entry | printed | value | reachable | units off | why |\n|---|--:|--:|---|---|---|\n";
        for (const found_entry& f : entries) {
            const examined_entry& e = *f.entry;
            const short_bounds b = bounds_of(e, how);
            write_row({escaped(f.name), heed::text_of(e.printed), short_value(e), b.lower + " to " + b.upper,
                       distance_text(e), proof_text(e, how) + instead_text(e, how)});
        }
    }

    std::string text_{};
};

}  // namespace detail

}  // namespace heed
