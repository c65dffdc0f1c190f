// SPDX-License-Identifier: BSL-1.0
// The module of the pane "Check my numbers": what check_page finds in a document, as JSON with the place of each
// number.
//
//   input(n)                       memory for n bytes: the name of the document, its text, a block for it
//   check(name, text, block)       their sizes; gives JSON
//   markdown(name, text, block)    the same; gives the report that check_page --markdown writes, or nothing
//   output_size()                  of what was given
#include "../../tools/check/page_document.hpp"
#include "json.hpp"
#include "number_end.hpp"

#include <heed_check/document/findings.hpp>
#include <heed_check/document/propose.hpp>
#include <heed_check/report/markdown.hpp>
#include <heed_check/report/sentences.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using heed::detail::visible_text;

/// A document and the block that is checked with it, which stands before it. A block of the document itself is all
/// there is then.
class checked_document {
public:
    checked_document(std::string_view name, std::string_view text, std::string_view block)
        : format_(format_of(name, text)), document_(make_page_document(std::string(text), format_)) {
        if (!document_.error.empty()) return;
        if (!block.empty()) {
            const std::string fence(20, '~');
            before_ = fence + "heed\n" + std::string(block) + "\n" + fence + "\n";
            for (const char c : before_) lines_before_ += c == '\n' ? 1 : 0;
        }
        all_ = before_ + document_.text;
        page_ = heed::read_page_text(all_);
    }

    const page_document& document() const { return document_; }
    const heed::page_text& page() const { return page_; }
    std::string_view all() const { return all_; }

    /// Bytes of all() before the document.
    std::size_t begin() const { return before_.size(); }
    std::size_t lines_before() const { return lines_before_; }
    bool is_in_block(std::size_t line) const { return line <= lines_before_; }

    /// A line of all() as the user knows it. The fence is no line of the block.
    std::string place(std::size_t line) const {
        return is_in_block(line) ? "line " + std::to_string(line - 1) + " of the block"
                                 : document_.place(line - lines_before_);
    }
    std::string words(const std::string& message) const {
        const std::string here = message.substr(0, message.find("; --list shows "));  // the page lists them
        return visible_text(page_document::with_lines(here, [&](std::size_t line) { return place(line); }));
    }

private:
    page_format format_;
    page_document document_;
    std::string before_{};
    std::size_t lines_before_ = 0;
    std::string all_{};
    heed::page_text page_{};
};

/// The beginnings of the lines of a text, for many places.
class line_index {
public:
    explicit line_index(std::string_view text) : text_(text), begins_{0} {
        for (std::size_t i = 0; i < text.size(); ++i)
            if (text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n')))
                begins_.push_back(i + 1);
    }
    std::size_t line(std::size_t at) const {
        return static_cast<std::size_t>(std::upper_bound(begins_.begin(), begins_.end(), at) - begins_.begin());
    }
    /// In characters, from 1.
    std::size_t column(std::size_t at) const {
        const std::size_t begin = begins_[line(at) - 1];
        return 1 + heed::detail::count_characters(text_.substr(begin, at - begin));
    }

private:
    std::string_view text_;
    std::vector<std::size_t> begins_;
};

/// While somebody waits: what single slips explain. Pairs of them, which are guesses, are in the report that is saved.
constexpr heed::explain_limits few_trials{.trials = 300, .seconds = 1, .pairs = false};

class json_report {
public:
    explicit json_report(const checked_document& d) : d_(d), lines_(d.all()) {
        const heed::page_text& page = d.page();
        out_.open('{');
        if (!d.document().lines.empty()) out_.member("text", heed::detail::with_line_feeds(d.document().text));
        if (!d.document().error.empty()) {
            out_.member("error", visible_text(d.document().error));
        } else {
            write_tables();
            write_skipped();
            if (!page.has_block)
                write_proposal();
            else if (!page.errors.empty())
                write_errors();
            else
                write_report(heed::report_of(
                    page, [](const std::string&, std::size_t, std::size_t) {}, few_trials));
        }
        out_.close('}');
    }
    std::string take() { return out_.take(); }

private:
    void write_tables() {
        out_.open_member("tables", '[');
        for (const heed::found_table& t : d_.page().tables) {
            out_.open('{');
            out_.member("place", d_.place(t.line));
            out_.member("before", visible_text(t.before));
            out_.member("error", t.error ? d_.words(t.error->what()) : "");
            std::string shape;
            for (const std::size_t n : t.table.extents) shape += (shape.empty() ? "" : " x ") + std::to_string(n);
            out_.member("shape", shape);
            out_.close('}');
        }
        out_.close(']');
    }

    void write_skipped() {
        out_.open_member("skipped", '[');
        for (const heed::skipped_text& s : d_.page().skipped) {
            out_.open('{');
            out_.member("place", d_.place(s.line));
            out_.member("found", visible_text(s.found));
            out_.member("why", d_.words(s.why));
            out_.close('}');
        }
        out_.close(']');
    }

    void write_proposal() {
        const heed::proposal p = d_.page().tables.empty() ? heed::proposal{} : heed::propose_block(d_.page());
        std::string text;
        for (const std::string& line : p.lines) text += (text.empty() ? "" : "\n") + line;
        out_.open_member("proposal", '{');
        out_.member("block", visible_lines(text));
        out_.member("verified", p.verified);
        out_.member("guesses", p.guesses);
        out_.close('}');
    }
    static std::string visible_lines(const std::string& text) {
        std::string all;
        for (std::size_t at = 0; at <= text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            all += (at == 0 ? "" : "\n") + visible_text(text.substr(at, end - at));
            at = end + 1;
        }
        return all;
    }

    void write_errors() {
        out_.open_member("errors", '[');
        for (const heed::page_message& m : d_.page().errors) {
            const heed::detail::quoted_line line(d_.all(), m.position);
            out_.open('{');
            out_.member("place", d_.place(line.number));
            out_.member("column", line.column);
            out_.member("in_block", d_.is_in_block(line.number) ? 1 : 0);
            out_.member("words", d_.words(m.words));
            out_.member("text", line.text);
            out_.member("indent", line.indent);
            out_.close('}');
        }
        out_.close(']');
    }

    void write_report(const heed::report& r) {
        out_.member("counts", heed::detail::counts_text(r));
        out_.member("unchecked", visible_text(heed::detail::unjudged_text(r, heed::unjudged_matrix::kind::unchecked)));
        const std::size_t subjects = d_.page().quantities.subjects().size();
        out_.open_member("sections", '[');
        for (std::size_t i = 0; i < r.sections.size(); ++i)
            write_section(r.sections[i], i < subjects ? nullptr : &d_.page().laws[i - subjects]);
        out_.close(']');
    }

    void write_section(const heed::report_section& s, const heed::page_law* law) {
        out_.open('{');
        out_.member("name", visible_text(s.found.name));
        out_.member("formula", visible_text(law == nullptr ? s.found.formula : text_of(*law)));
        out_.member("law", law == nullptr ? 0 : 1);
        out_.member("asked", s.asked ? 1 : 0);
        out_.member("rounded", s.by_rounding.empty() ? 0 : 1);
        out_.member("sums", judges_rows(law) ? 1 : 0);
        out_.member("counts", heed::detail::counts_text(s));
        out_.open_member("notes", '[');
        for (std::size_t i = law == nullptr ? 0 : 1; i < s.notes.size(); ++i)  // the first one names the law
            out_.item(visible_text(s.notes[i]));
        out_.close(']');
        write_entries(s, places_of(s, law));
        out_.close('}');
    }

    static bool judges_rows(const heed::page_law* law) {
        using heed::detail::page_law_kind;
        return law != nullptr && (law->kind == page_law_kind::sum_to_one || law->kind == page_law_kind::distributions);
    }

    /// The numbers of the document that have verdicts, in the order in which it prints them; where rows are judged the
    /// end of each. Nothing where places are unknown.
    std::vector<number_part> places_of(const heed::report_section& s, const heed::page_law* law) const {
        const std::string& name = law == nullptr ? s.found.name : law->name;
        const heed::detail::subject_numbers& printed = *d_.page().quantities.printed(name);
        const auto found = d_.page().places.find(name);
        const std::size_t n = printed.entries.size();
        if (found == d_.page().places.end() || found->second.size() != n) return {};
        const bool rows = judges_rows(law) && printed.dims.rank > 0;
        const std::size_t columns = rows ? printed.dims.from_right(0).size : 1;
        std::vector<number_part> places;
        std::size_t last_row = n;  // none
        for (std::size_t i = 0; i < n; ++i) {
            if (printed.entries[i].kind == heed::entry_kind::elided) continue;
            number_part part =
                number_from(d_.all(), found->second[i], i + 1 < n ? found->second[i + 1] : d_.all().size());
            if (rows) part.begin = part.end;
            if (rows && i / columns == last_row) places.pop_back();
            last_row = i / columns;
            places.push_back(part);
        }
        return places.size() == s.found.printed() ? places : std::vector<number_part>();
    }

    void write_entries(const heed::report_section& s, const std::vector<number_part>& places) {
        const heed::detail::report_table table(s.found);
        std::size_t i = 0;
        out_.open_member("entries", '[');
        for (const heed::detail::shown_line& row : table.rows)
            for (const heed::detail::shown_line& column : table.columns) {
                if (row.is_dots() || column.is_dots()) continue;
                const heed::examined_entry& e = table.at(row, column);
                if (e.what == heed::verdict::elided) continue;
                out_.open('{');
                out_.member("verdict", e.what == heed::verdict::refuted     ? "refuted"
                                       : e.what == heed::verdict::undecided ? "undecided"
                                                                            : "consistent");
                out_.member("name", visible_text(table.name_of(row, column)));
                out_.member("printed", heed::text_of(e.printed));
                out_.member("value", heed::detail::short_value(e));
                if (e.what == heed::verdict::refuted) write_proof(e, s.how);
                if (i < places.size()) write_place(places[i]);
                ++i;
                out_.close('}');
            }
        out_.close(']');
    }

    void write_proof(const heed::examined_entry& e, heed::detail::reading how) {
        out_.member("correct", heed::detail::corrected_text(e, how));
        out_.member("distance", e.instead ? "-" : heed::detail::distance_text(e, true));
        out_.member("proof", heed::detail::proof_text(e, how) + visible_text(heed::detail::instead_text(e, how)));
        if (heed::detail::only_follows(e)) out_.member("see", visible_text(e.instead->names));
    }

    void write_place(const number_part& part) {
        if (part.begin < d_.begin()) return;  // numbers of the block itself
        out_.member("begin", part.begin - d_.begin());
        out_.member("end", part.end - d_.begin());
        out_.member("place", d_.place(lines_.line(part.begin)));
        out_.member("line", lines_.line(part.begin) - d_.lines_before());
        out_.member("column", lines_.column(part.begin));
    }

    const checked_document& d_;
    line_index lines_;
    json_writer out_{};
};

std::string markdown_of(const checked_document& d, std::string_view name) {
    if (!d.document().error.empty() || !d.page().has_block || !d.page().errors.empty()) return "";
    heed::report r = heed::report_of(d.page(), [](const std::string&, std::size_t, std::size_t) {});
    r.title = "Printed numbers of " + std::string(name);
    return heed::to_markdown(r);
}

std::string input_text, output_text;

checked_document given(std::size_t name, std::size_t text, std::size_t block) {
    const std::string_view all = input_text;
    return {all.substr(0, name), all.substr(name, text), all.substr(name + text, block)};
}

}  // namespace

extern "C" {

[[clang::export_name("input")]] char* input(std::size_t size) {
    input_text.resize(size);
    return input_text.data();
}
[[clang::export_name("check")]] const char* check(std::size_t name, std::size_t text, std::size_t block) {
    output_text = json_report(given(name, text, block)).take();
    return output_text.data();
}
[[clang::export_name("markdown")]] const char* markdown(std::size_t name, std::size_t text, std::size_t block) {
    output_text = markdown_of(given(name, text, block), std::string_view(input_text).substr(0, name));
    return output_text.data();
}
[[clang::export_name("output_size")]] std::size_t output_size() { return output_text.size(); }
}
