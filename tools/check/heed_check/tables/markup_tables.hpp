// SPDX-License-Identifier: BSL-1.0
// Takes tables that are written in a markup and read as the bars that they are converted to: HTML, MathML, MediaWiki,
// directives of reStructuredText.
#pragma once

#include <heed_check/tables/directive_table.hpp>
#include <heed_check/tables/html_table.hpp>
#include <heed_check/tables/mathml_matrix.hpp>
#include <heed_check/tables/number_places.hpp>
#include <heed_check/tables/table_collector.hpp>
#include <heed_check/tables/wiki_table.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

class markup_tables : protected table_collector {
protected:
    using table_collector::table_collector;

    /// Whether a <table> or <mtable> begins on a line, after the part that was read of the last one.
    bool begins_html(std::string_view line, std::size_t at) const {
        return std::any_of(elements_.begin(), elements_.end(), [&](const element& e) {
            const std::size_t place = e.unended ? std::string_view::npos : find_tag(line, e.begin, 0);
            return place != std::string_view::npos && at + place >= html_end_;
        });
    }
    bool begins_html_at(std::size_t at) const {
        return std::any_of(elements_.begin(), elements_.end(),
                           [&](const element& e) { return is_tag(document_, at, e.begin); });
    }

    /// Takes <table> to </table>. If that is not a table of numbers, its content is scanned like other text.
    void take_html() {
        std::size_t begin = at_++;
        element& e = is_tag(document_, begin, elements_[0].begin) ? elements_[0] : elements_[1];
        if (e.unended || begin < html_end_) return;
        const std::size_t close = find_tag(document_, e.end, begin);
        e.unended = close == std::string_view::npos;
        if (e.unended) return skip(begin, line_end(begin), "a table of HTML that does not end");
        html_end_ = std::min(document_.find('>', close), line_end(close));
        if (html_end_ < line_end(close)) ++html_end_;
        std::string why, before = text_before(begin);
        std::vector<std::size_t> outside;
        const std::string rows = bars_of_html(part(begin, close), why, outside);
        for (std::size_t& at : outside) at += begin;
        if (&e == &elements_[1]) {
            mathml_matrix m = mathml_matrix_of(document_, last_end_, begin, html_end_);
            if (!m.alone) why = "more than a name and brackets beside a matrix of MathML";
            if (!m.before.empty()) before = std::move(m.before);
            begin = m.begin, html_end_ = m.end;
        }
        if (!why.empty())
            skip(begin, close, why);
        else if (!take_block(begin, html_end_, rows, std::move(before), sides::both))
            return;
        for (const std::size_t at : outside)
            skip(at, std::min(document_.find_first_of("<\n", at), html_end_),
                 "text of a table outside of its cells, or a comment");
        side_ = last_end_ = at_ = html_end_;
        after_matrix_ = false;
    }

    /// Takes {| to |}, which begin lines.
    bool take_wiki() {
        const std::size_t begin = at_;
        if (no_wiki_ends_ || !begins_wiki(line_at(begin))) return false;
        std::size_t last = begin;
        while (last < document_.size() && without_blanks(line_at(last)).substr(0, 2) != "|}") last = line_end(last) + 1;
        no_wiki_ends_ = last >= document_.size();
        if (no_wiki_ends_) return false;
        std::string why;
        const std::string rows = wiki_table(part(begin, last)).bars(why);
        take_bars(line_end(last), rows, why, above(begin));
        for (std::size_t at = begin; why.empty() && at < last; at = line_end(at) + 1)
            if (without_blanks(line_at(at)).substr(0, 2) == "|+") skip_words(at, line_end(at));
        return true;
    }

    /// Takes list-table or csv-table, which ends where no line is indented below it.
    bool take_directive() {
        const table_directive d = table_directive_of(line_at(at_));
        const auto indent_at = [&](std::size_t at) { return line_at(at).find_first_not_of(" \t\r"); };
        const std::size_t first = line_end(at_);
        std::size_t end = first;
        for (std::size_t at = first + 1; d.found && at < document_.size(); at = line_end(at) + 1) {
            if (indent_at(at) <= indent_at(at_)) break;
            if (indent_at(at) != std::string_view::npos) end = line_end(at);
        }
        if (end == first) return false;
        std::string why;
        const std::string rows = directive_table(part(first + 1, end), d.separated).bars(why);
        const std::size_t begin = at_;
        take_bars(end, rows, why, d.title.empty() ? above(begin) : std::string(d.title));
        if (why.empty()) skip_words(begin, first);
        return true;
    }

private:
    /// Lists a title with numbers, which are in no cell.
    void skip_words(std::size_t begin, std::size_t end) {
        if (next_number(document_, begin) < end) skip(begin, end, "the title of a table, outside of its cells");
    }
    /// Takes the table from at_ to `end`, of which this is the text with bars.
    void take_bars(std::size_t end, const std::string& rows, const std::string& why, std::string before) {
        if (!why.empty())
            skip(at_, end, why);
        else
            take_block(at_, end, rows, std::move(before), sides::before);
        side_ = last_end_ = end;
        after_matrix_ = false;
        at_ = end + 1;
    }

    struct element {
        std::string_view begin, end;
        bool unended = false;  ///< no such table that begins here or later ends
    };
    std::array<element, 2> elements_{element{"<table", "</table"}, element{"<mtable", "</mtable"}};
    std::size_t html_end_ = 0;   ///< the end of the last table of HTML
    bool no_wiki_ends_ = false;  ///< no table of MediaWiki that begins here or later ends
};

}  // namespace heed::detail
