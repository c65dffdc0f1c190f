// SPDX-License-Identifier: BSL-1.0
// Verification reports as one self-contained HTML page.
#pragma once

#include <heed/printed/visible_text.hpp>
#include <heed/shape/shape_text.hpp>
#include <heed/verify/report_writers.hpp>
#include <heed_check/report/html_style.hpp>
#include <heed_check/report/number_line.hpp>
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

class report_html {
public:
    explicit report_html(const heed::report& r) {
        const std::string title = escaped(r.title.empty() ? "Verification of printed numbers" : r.title);
        text_ =
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
            title + "</title>\n<style>" + report_style + "</style>\n</head>\n<body>\n<main>\n<header>\n<h1>" + title +
            "</h1>\n";
        if (!r.source.empty()) text_ += "<p class=\"source\">" + escaped(r.source) + "</p>\n";
        write_lead(r);
        text_ += "</header>\n";
        if (!r.sections.empty()) write_summary(r);
        for (const report_section& s : r.sections) write_section(s, ++section_);
        text_ += "</main>\n</body>\n</html>\n";
    }

    std::string take() { return std::move(text_); }

private:
    /// Text with all characters that are special in HTML escaped, for elements and for quoted attributes.
    static std::string escaped(std::string_view text) {
        std::string result;
        for (const char c : detail::visible_text(text)) {
            switch (c) {
                case '&': result += "&amp;"; break;
                case '<': result += "&lt;"; break;
                case '>': result += "&gt;"; break;
                case '"': result += "&quot;"; break;
                case '\'': result += "&#39;"; break;
                default: result += c;
            }
        }
        return result;
    }
    static std::string id_of(std::size_t section) { return "matrix-" + std::to_string(section); }
    static std::string name_of(const report_section& s) {
        return s.found.name.empty() ? "unnamed" : escaped(s.found.name);
    }

    void write_lead(const heed::report& r) {
        text_ += "<p class=\"lead\">";
        if (r.printed() > 0)
            write_lead_of_numbers(r);
        else if (r.laws().printed() == 0)
            text_ += "Nothing is printed.";
        if (r.laws().printed() > 0) write_lead_of_laws(r.laws(), r.printed() > 0 ? " " : "");
        text_ += "</p>\n";
        if (const std::string see = see_text(r); !see.empty()) text_ += "<p>" + see + "</p>\n";
        for (const std::string& sentence : unjudged_sentences(r)) text_ += "<p>" + escaped(sentence) + "</p>\n";
    }
    void write_lead_of_numbers(const heed::report& r) {
        const std::size_t refuted = r.count(verdict::refuted), undecided = r.count(verdict::undecided);
        const std::string of = " of " + std::to_string(r.printed()) + " printed numbers ";
        if (refuted > 0)
            text_ += "<strong>" + std::to_string(refuted) + of + "do not follow from their formulas</strong>";
        else if (undecided > 0)
            text_ += "<strong>" + std::to_string(r.count(verdict::consistent)) + of + "can be right</strong>";
        else
            text_ += "<strong>" + (r.printed() == 1 ? "The printed number" : "All" + of.substr(3, of.size() - 4)) +
                     (r.unjudged.empty() ? "" : " that formulas judge") + " can be right.</strong>";
        if (refuted > 0)
            text_ += ": no inputs that round to the printed inputs give a number that rounds to them" +
                     rounding_text(r) + ".";
        if (undecided > 0)
            text_ += std::string(refuted > 0 ? " " : "; ") + std::to_string(undecided) + " could not be decided.";
    }
    void write_lead_of_laws(const heed::report::law_checks& laws, const char* before) {
        const bool hold = laws.count(verdict::consistent) == laws.printed();
        text_ += before + (hold ? std::string() : "<strong>") + "By laws: " + counts_text_of(laws, "check") + '.' +
                 (hold ? "" : "</strong>");
    }

    void write_summary(const heed::report& r) {
        text_ +=
            "<nav aria-label=\"Matrices\">\n<table class=\"summary\">\n<thead><tr><th scope=\"col\">matrix</th>"
            "<th scope=\"col\">formula</th><th scope=\"col\" class=\"count\">printed</th>"
            "<th scope=\"col\" class=\"count\">consistent</th><th scope=\"col\" class=\"count\">refuted</th>"
            "<th scope=\"col\" class=\"count\">undecided</th></tr></thead>\n<tbody>\n";
        std::size_t section = 0;
        for (const report_section& s : r.sections) {
            text_ += "<tr><th scope=\"row\"><a href=\"#" + id_of(++section) + "\">" + name_of(s) + "</a>" +
                     uncounted_text(s) + "</th><td><code>" + escaped(s.found.formula) + "</code></td>";
            write_counts(s.found);
            text_ += "</tr>\n";
        }
        text_ += "</tbody>\n";
        if (r.sections.size() > 1) {
            text_ += "<tfoot>";
            if (r.printed() > 0 || r.laws().printed() == 0) write_total("in all", r);
            if (r.laws().printed() > 0) write_total("by laws", r.laws());
            text_ += "</tfoot>\n";
        }
        text_ += "</table>\n</nav>\n";
    }
    template <class Counted>
    void write_total(const std::string& name, const Counted& c) {
        text_ += "<tr><th scope=\"row\">" + name + "</th><td></td>";
        write_counts(c);
        text_ += "</tr>";
    }
    template <class Counted>
    void write_counts(const Counted& c) {
        text_ += "<td class=\"count\">" + std::to_string(c.printed()) + "</td>";
        for (const verdict v : {verdict::consistent, verdict::refuted, verdict::undecided}) {
            const std::size_t n = c.count(v);
            text_ += "<td class=\"count" + (n > 0 ? " " + std::string(name_of(v)) : "") + "\">" + std::to_string(n) +
                     "</td>";
        }
    }
    static const char* name_of(verdict v) { return heed::name_of(v); }

    void write_section(const report_section& s, std::size_t section) {
        const report_table table(s.found);
        const std::string id = id_of(section);
        text_ += "<section id=\"" + id + "\" aria-labelledby=\"" + id + "-name\">\n<h2 id=\"" + id + "-name\">" +
                 name_of(s) + "</h2>\n<p class=\"formula\">";
        if (!s.found.formula.empty()) text_ += "<code>" + escaped(s.found.formula) + "</code> ";
        text_ += "<span class=\"shape\">" + escaped(detail::text_of(s.found.dims)) + "</span></p>\n<p>" +
                 counts_text(s) + ".";
        if (const std::optional<found_entry> worst = worst_of(table))
            text_ += " Farthest off is " + escaped(figures_text(*worst, s.how)) + ".";
        text_ += "</p>\n";
        write_matrix(table, s, id);
        for (const std::string& note : s.notes) text_ += "<p class=\"note\">" + escaped(note) + "</p>\n";
        write_proofs(entries_with(table, verdict::refuted), s.how);
        text_ += "</section>\n";
    }

    /// Whether there is room for a card beside the matrix; otherwise it is shown at the bottom of the window.
    static bool leaves_room(const report_table& table) {
        std::size_t characters = 0;
        for (const shown_line& column : table.columns) {
            std::size_t widest = column.head().size();
            for (const shown_line& row : table.rows)
                if (!row.is_dots() && !column.is_dots())
                    widest = std::max(widest, heed::text_of(table.at(row, column).printed).size());
            characters += widest + 2;
        }
        return characters <= 56;
    }

    void write_matrix(const report_table& table, const report_section& s, const std::string& id) {
        const bool wide = !leaves_room(table);
        text_ += std::string("<div class=\"scroll") + (wide ? " wide" : "") + "\">\n<table class=\"matrix\">\n" +
                 "<caption>" + name_of(s) + ", " + escaped(s.caption) + "</caption>\n<thead><tr><td></td>";
        for (const shown_line& column : table.columns) write_head(column, "col", "\u22ef");
        text_ += "</tr></thead>\n<tbody>\n";
        for (const shown_line& row : table.rows) {
            text_ += "<tr>";
            write_head(row, "row", "\u22ee");
            for (const shown_line& column : table.columns) write_cell(table, row, column, s.how, id);
            text_ += "</tr>\n";
        }
        text_ += "</tbody>\n</table>\n</div>\n";
    }
    void write_head(const shown_line& line, const char* scope, const char* dots) {
        const std::string begin = std::string("<th scope=\"") + scope + "\"";
        if (!line.is_dots()) {
            text_ += begin + '>' + escaped(line.head()) + "</th>";
            return;
        }
        const std::string count = std::to_string(line.skipped) + (scope[0] == 'r' ? " row" : " column");
        text_ += begin + " class=\"dots\" title=\"" + count + (line.skipped == 1 ? " is" : "s are") +
                 " not printed\">" + dots + "</th>";
    }

    void write_cell(const report_table& table, const shown_line& row, const shown_line& column, reading how,
                    const std::string& id) {
        if (row.is_dots() || column.is_dots()) {
            const char* const dots = !row.is_dots() ? "\u22ef" : (column.is_dots() ? "\u22f1" : "\u22ee");
            text_ += std::string("<td class=\"dots\">") + dots + "</td>";
            return;
        }
        const examined_entry& e = table.at(row, column);
        if (e.what == verdict::elided) {
            text_ += "<td class=\"dots\" title=\"not printed\">\u22ef</td>";
            return;
        }
        const std::string name = escaped(table.name_of(row, column));
        const std::string entry_id = id + "-" + std::to_string(row.index + 1) + "-" + std::to_string(column.index + 1);
        text_ += "<td class=\"" + std::string(name_of(e.what)) +
                 "\"><div class=\"entry\" tabindex=\"0\" role=\"group\" aria-label=\"" + name + ": " +
                 heed::text_of(e.printed) + ", " + name_of(e.what) + "\" aria-describedby=\"" + entry_id + "\">";
        write_number(e, how);
        write_card(e, how, name, entry_id);
        text_ += "</div></td>";
    }
    void write_number(const examined_entry& e, reading how) {
        const std::string printed = heed::text_of(e.printed);
        if (e.what == verdict::refuted && only_follows(e))
            text_ += "<s>" + printed + "</s><b>see " + escaped(e.instead->names) + "</b>";
        else if (e.what == verdict::refuted)
            text_ += "<s>" + printed + "</s><b>" + corrected_text(e, how) + "</b>";
        else
            text_ += printed + (e.what == verdict::undecided ? "<i>?</i>" : "");
    }

    void write_card(const examined_entry& e, reading how, const std::string& name, const std::string& id) {
        text_ += "<div class=\"card\" id=\"" + id + "\"><p>" + name + " <em>" + name_of(e.what) + "</em></p>";
        if (has_units(e)) write_line(number_line_of(e, how));
        text_ += "<dl>";
        write_item("printed", meaning_text(e.printed, how), " class=\"printed\"");
        write_item("reachable", e.lower + " to<br>" + e.upper, " class=\"reachable\"");
        write_item("value", e.value);
        if (has_units(e)) {
            write_item("distance", e.off == 0 && e.beyond == 0 ? "none" : distance_text(e, true));
        }
        text_ += "</dl></div>";
    }
    void write_item(const char* term, const std::string& description, const char* attribute = "") {
        text_ += std::string("<dt") + attribute + ">" + term + "</dt><dd>" + description + "</dd>";
    }
    /// The picture of one number: the range that it stands for above, the reachable range below.
    void write_line(const number_line& line) {
        text_ += "<svg viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">";
        write_bar("printed", line.printed, 0);
        write_bar("reachable", line.reachable, 5);
        text_ += "</svg>";
    }
    void write_bar(const char* kind, const line_part& part, int y) {
        text_ += std::string("<rect class=\"") + kind + "\" x=\"" + std::to_string(part.begin) + "\" y=\"" +
                 std::to_string(y) + "\" width=\"" + std::to_string(part.width) + "\" height=\"5\"/>";
    }

    void write_proofs(const std::vector<found_entry>& entries, reading how) {
        if (entries.empty()) return;
        text_ += "<details>\n<summary>" +
                 (entries.size() == 1 ? "The proof" : "The " + std::to_string(entries.size()) + " proofs") +
                 "</summary>\n<table class=\"proofs\">\n<thead><tr><th scope=\"col\">entry</th>"
                 "<th scope=\"col\">printed</th><th scope=\"col\">value</th><th scope=\"col\">units off</th>"
                 "<th scope=\"col\">why it cannot be</th></tr></thead>\n<tbody>\n";
        for (const found_entry& f : entries)
            text_ += "<tr><th scope=\"row\">" + escaped(f.name) + "</th><td>" + heed::text_of(f.entry->printed) +
                     "</td><td>" + short_value(*f.entry) + "</td><td>" + distance_text(*f.entry) + "</td><td>" +
                     proof_text(*f.entry, how) + escaped(instead_text(*f.entry, how)) + "</td></tr>\n";
        text_ += "</tbody>\n</table>\n</details>\n";
    }

    std::string text_{};
    std::size_t section_ = 0;
};

}  // namespace detail

}  // namespace heed
