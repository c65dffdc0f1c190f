// SPDX-License-Identifier: BSL-1.0
// Scans a document for printed matrices of all kinds, line by line.
#pragma once

#include <heed/printed/found_table.hpp>
#include <heed_check/tables/document_lines.hpp>
#include <heed_check/tables/environments.hpp>
#include <heed_check/tables/list_places.hpp>
#include <heed_check/tables/markup_tables.hpp>
#include <heed_check/tables/number_blocks.hpp>
#include <heed_check/tables/number_rows.hpp>
#include <heed_check/tables/unread_numbers.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

/// Scans a document once: environments, tables, arrays, lists of lists, rows in fences. Text that could not be read is
/// not scanned again from within, so the time is linear in the text, not quadratic.
class table_finder : markup_tables {
public:
    table_finder(std::string_view document, const typed_text& typed)
        : markup_tables(document, typed), all_(environments_in(document)) {}

    document_tables find() {
        while (at_ < document_.size() && found_.tables.size() < most_tables && found_.skipped.size() < most_tables) {
            begin_line();
            const std::size_t end = line_end(at_);
            const bool html = begins_html(line_at(at_), at_);
            if (next_environment_begin() >= end &&
                (skip_diagram() || (!html && (take_frame() || skip_drawn_rows() || take_wiki() || take_directive() ||
                                              take_table() || take_labelled_lists() || take_rows()))))
                continue;
            pass_fence(trimmed(part(at_, end < at_ + nearby ? end : at_ + nearby)));
            scan_line();
        }
        if (at_ < document_.size()) skip(at_, document_.size(), "more than 100000 matrices: the rest is not read");
        return std::move(found_);
    }

private:
    std::size_t next_environment_begin() {
        while (environment_ < environments_.size() && environments_[environment_].begin < at_) ++environment_;
        return environment_ < environments_.size() ? environments_[environment_].begin : no_position;
    }

    /// Skips a diagram, in which bars and brackets do not enclose matrices.
    bool skip_diagram() {
        at_ = end_of_diagram(at_);
        return at_ != line_;
    }

    bool skip_drawn_rows() {
        if (at_ < no_drawing_) return false;
        const drawn_rows rows = drawn_rows_at(at_);
        no_drawing_ = rows.end;
        if (!rows.beside) return false;
        skip(rows.begin, rows.end, "a name or a factor before one of several lines of numbers");
        at_ = rows.end;
        return true;
    }

    /// Scans from at_ to the end of the line, or of what begins on it.
    void scan_line() {
        std::size_t end = line_end(at_);
        while (at_ < end && found_.tables.size() < most_tables && found_.skipped.size() < most_tables) {
            const char c = document_[at_];
            const std::size_t before = at_;
            if (c == '\\')
                take_command();
            else if (c == '[' || c == '{')
                take_list();
            else if (c == '(')
                tell_parentheses();
            else if (c == '$')
                take_dollar();
            else if (c == '<' && begins_html_at(at_))
                take_html();
            else
                ++at_;
            if (at_ > end && before < end) {
                end = line_end(at_);
                const std::size_t found = document_.rfind('\n', at_ == 0 ? 0 : at_ - 1);
                line_ = found == std::string_view::npos || found < before ? before : found + 1;
            }
        }
        if (at_ >= end) at_ = end + 1;
    }

    void take_dollar() {
        const bool two = document_.substr(at_, 2) == "$$";
        math_ = !math_;
        display_ = two && math_;
        at_ += two ? 2 : 1;
        if (!two && ends_with_operator(document_, side_, at_ - 1)) return;
        side_ = at_;
        after_matrix_ = false;
    }

    void take_command() {
        if (next_environment_begin() == at_) return take_environment();
        const char next = at_ + 1 < document_.size() ? document_[at_ + 1] : '\0';
        cursor c{document_.data(), at_, document_.size()};
        const bool begins = next == '[' || next == '(', ends = next == ']' || next == ')';
        if (begins || ends) math_ = display_ = begins;
        if (next_other_begin() == at_) tell_other(all_.others[other_]);
        const bool opens = accept_command(c, "\\begin");
        if (opens || accept_command(c, "\\end")) {
            const environment_name in_braces = name_in_braces(c);
            std::string_view name = document_.substr(in_braces.begin, in_braces.end - in_braces.begin);
            if (!name.empty() && name.back() == '*') name.remove_suffix(1);
            for (const std::string_view math : {"equation", "align", "gather", "multline", "eqnarray"})
                if (name == math) math_ = display_ = opens;
            if (opens && (name == "aligned" || name == "split")) math_ = display_ = true;
        }
        at_ += next == '\0' || next == '\n' ? 1 : 2;
    }

    std::size_t next_other_begin() {
        while (other_ < all_.others.size() && all_.others[other_].begin < at_) ++other_;
        return other_ < all_.others.size() ? all_.others[other_].begin : no_position;
    }

    /// Reports other environments (cases, block, ...) that contain mostly numbers.
    void tell_other(const environment& e) {
        grid g = ampersand_grid(e.body);
        cursor rest = g.body, row, place;
        std::size_t numbers = 0, others = 0, rules = 0;
        while (next_row(g, rest, row, rules))
            while (next_cell(g, row, place)) ++(read_cell(place, g.style).kind == cell_kind::entry ? numbers : others);
        if (numbers > 1 && numbers >= others) skip(e.begin, e.end, "rows of an environment that is no matrix");
    }

    void take_environment() {
        const std::size_t index = environment_;
        environment e = environments_[index];
        const std::string before = text_before(e.begin);
        if (!e.closed) {
            e.end = line_end(e.begin);
            const std::size_t next = index + 1 < environments_.size() ? environments_[index + 1].begin : no_position;
            if (next < e.end) e.end = next;
            take(e.begin, e.end, before);
            side_ = last_end_ = e.end;
            after_matrix_ = false;
        } else if (e.nested) {
            take_inner(index, 0);
            side_ = last_end_ = e.end;
        } else {
            take_with_surroundings(e.begin, e.end, before,
                                   math_ || display_ || side_is_a_formula(document_, side_, e.begin));
        }
        at_ = e.end > at_ ? e.end : at_ + 1;
    }

    /// Takes the matrices in an outer array. The cell of the first row in the same column is the name of each.
    void take_inner(std::size_t outer, std::size_t level) {
        constexpr std::size_t most_levels = 8;
        const cursor body = environments_[outer].body;
        if (level == most_levels)
            return skip(environments_[outer].begin, body.end, "more than 8 matrices within each other");
        std::vector<std::string> names;
        std::size_t column = 0, cell_begin = body.at, next = outer + 1;
        bool first_row = true;
        for (cursor c = body; !c.done();) {
            while (next < environments_.size() && environments_[next].begin < c.at) ++next;
            if (next < environments_.size() && environments_[next].begin == c.at) {
                const environment& e = environments_[next];
                const std::string same_cell = trimmed(part(cell_begin, e.begin));
                const std::string name = !same_cell.empty() || column >= names.size() ? same_cell : names[column];
                side_ = cell_begin;
                after_matrix_ = cell_begin > body.at && document_[cell_begin - 1] == '}';
                if (e.nested && e.closed)
                    take_inner(next, level + 1);
                else if (e.closed)
                    take_with_surroundings(e.begin, e.end, name, true);
                else
                    take(e.begin, e.end, name);
                c.at = e.end > c.at ? e.end : c.at + 1;
                cell_begin = c.at;
            } else if (c.peek() == '&' || row_end_length(c) != 0) {
                const bool next_row = c.peek() != '&';
                if (first_row) names.push_back(trimmed(part(cell_begin, c.at)));
                column = next_row ? 0 : column + 1;
                first_row = first_row && !next_row;
                c.at += next_row ? row_end_length(c) : 1;
                cell_begin = c.at;
            } else {
                ++c.at;
            }
        }
    }

    /// Takes at least two lines with bars.
    bool take_table() {
        if (line_at(at_).find('|') == std::string_view::npos) return false;
        std::size_t end = at_, lines = 0;
        for (; end < document_.size() && is_table_line(line_at(end)); end = line_end(end) + 1) ++lines;
        if (lines < 2) return false;
        end = end < document_.size() ? end : document_.size();
        take_block(at_, end, part(at_, end), above(at_), sides::before);
        at_ = end;
        return true;
    }

    /// Takes lists on consecutive lines, each as a row. If one cannot be read, its error is that of the whole matrix.
    bool take_labelled_lists() {
        const std::size_t begin = at_;
        if (begin < no_lists_) return false;
        if (const labelled_list first = labelled_list_in(line_at(begin), is_in_fence()); !first.valid && !first.error)
            return false;
        found_table f{line_number(begin), above(begin), {}, std::nullopt};
        std::size_t columns = 0, rows = 0, end = begin, refused = 0;
        for (; end < document_.size(); end = line_end(end) + 1) {
            const labelled_list row = labelled_list_in(line_at(end), is_in_fence());
            if (!row.valid && !row.error) break;
            if (row.valid && rows != 0 && row.label.empty() != f.table.row_labels[0].empty()) break;
            if (!row.valid) {
                const printed_error& e = *row.error;
                if (refused++ == 0) f.error.emplace(e.mistake, line_number(end), rows + refused, e.column, e.words());
                continue;
            }
            ++rows;
            if (columns == 0) columns = row.entries.size();
            if (row.entries.size() != columns && !f.error) {
                flaw ragged{printed_mistake::ragged_rows, rows, 0, row.entries.size(), columns};
                ragged.at = ragged.end = end;
                f.error = error_of(ragged);
            }
            f.table.entries.insert(f.table.entries.end(), row.entries.begin(), row.entries.end());
            for (const std::size_t place : row.places) f.places.push_back(end + place);
            f.table.row_labels.push_back(row.label);
        }
        const std::size_t colon = line_at(begin).find(':');
        const bool alone = rows == 1 && refused == 0;
        if (rows == 0 || (alone && colon > line_at(begin).find('['))) {  // these lines may be read one by one
            no_lists_ = end;
            return false;
        }
        at_ = end;
        if (alone) f.before = trimmed(line_at(begin).substr(0, colon + 1));
        std::vector<std::string>& labels = f.table.row_labels;
        if (std::all_of(labels.begin(), labels.end(), [](const std::string& l) { return l.empty(); })) labels.clear();
        f.lines = !alone && !labels.empty();
        f.table.extents = {rows, columns};
        f.table.elided_at.assign(2, no_position);
        end = end < document_.size() ? end : document_.size();
        f.begin = begin, f.end = end;
        if (f.error) {
            f.table = {}, f.places = {};
            found_.tables.push_back(std::move(f));
        } else {
            add(std::move(f), begin, end, before_matrix(begin, false, true), {.block = true}, sides::before);
        }
        side_ = last_end_ = end;
        after_matrix_ = false;
        return true;
    }

    /// Takes a table without bars, perhaps below a name and =, and a factor.
    bool take_frame() {
        std::size_t begin = at_;
        const bool named = ends_with_equals(line_at(at_));
        for (int lines = 0; named && lines < 5 && begin < document_.size(); ++lines) {
            begin = line_end(begin) + 1;
            if (begin < document_.size() && line_at(begin).find_first_not_of(" \t\r") != std::string_view::npos &&
                !is_factor_line(line_at(begin)))
                break;
        }
        if (begin >= document_.size()) return false;
        const text_frame frame = frame_at(begin, is_in_fence());
        if (!frame.found()) return false;
        found_table f{line_number(begin), named ? trimmed(line_at(at_)) : above(begin), {}, std::nullopt};
        if (!frame.store(f.table, f.places)) return false;
        add(std::move(f), begin, frame.end, before_matrix(begin, false, true), {.block = true}, sides::before);
        after_matrix_ = false;
        at_ = frame.end + 1;
        return true;
    }

    /// Takes rows of numbers, or of something similar.
    bool take_rows() {
        const number_block rows = block_of_rows(at_, is_in_fence());
        if (rows.end == at_) return false;
        const std::size_t first = rows.named ? line_end(at_) + 1 : at_, known = found_.tables.size();
        if (rows.why.empty())
            take_block(at_, rows.end, part(at_, rows.end), rows.named ? trimmed(line_at(at_)) : above(at_),
                       sides::before);
        else
            skip(std::min(document_.find_first_not_of(" \t\r\n", first), rows.end), rows.end, std::string(rows.why));
        if (found_.tables.size() > known) found_.tables.back().begin = first;
        at_ = rows.end + 1;
        return true;
    }

    /// Reports numbers that are not printed as a matrix, and skips them.
    void tell_unread(std::size_t begin) {
        const unread_numbers found = unread_numbers_at(document_, begin, line_, begin < no_lists_);
        if (found.why.empty()) return;
        skip(found.begin, found.end, std::string(found.why));
        at_ = found.end;
    }
    void tell_parentheses() {
        const std::size_t begin = at_++;
        tell_unread(begin);
    }

    /// Reports a single number in brackets, unless it may refer to a note: [[1]].
    void tell_single(std::size_t begin) {
        const std::size_t from = line_ > begin ? begin : begin - line_ > nearby ? begin - nearby : line_;
        const std::string_view before = part(from, begin), number = part(begin, at_);
        const bool shown = number[0] == '[' && (is_named(before) || is_constructed(before));
        if (shown || number.find('.') != std::string_view::npos)
            skip(begin, at_, "one number alone: two and more are read");
    }

    /// Reports [[1, 2]](#notes), and what may be a call or an index: [[1, 2]](T).
    void tell_link(std::size_t begin) {
        const std::string_view near = part(at_ + 1, std::min(line_end(at_), at_ + nearby));
        if (near.substr(0, near.find(')')).find_first_of("#/:.") == std::string_view::npos)
            skip(begin, at_, "parentheses touch the matrix: a link, or an operation");
    }

    /// Code before a comment is no text of the matrix in it: y = w * 2  # [0.5, 1.5]
    void pass_code_before_comment(std::size_t begin) {
        const std::size_t comment = line_ < begin ? begin_of_comment_text(part(line_, begin)) : no_position;
        if (comment > begin - line_ || line_ + comment <= side_) return;
        side_ = comment_ = line_ + comment;
        after_matrix_ = false;
    }

    /// Takes a list; a single number is not a matrix.
    void take_list() {
        const std::size_t begin = at_++;
        if (!begins_list(document_, begin, line_, is_in_fence())) return tell_unread(begin);
        if (is_in_fence()) pass_code_before_comment(begin);
        const std::size_t end_of_first = line_end(begin);
        std::size_t end = begin;
        cursor text{document_.data(), begin, document_.size()};
        if (is_flat_list_of_rows(document_, begin, end, line_rows_))
            return take_with_surroundings(begin, at_ = end, text_before(begin), false);
        nested_walk walk(text, {}, {}, {});
        const layout found = walk.walk();
        if (found.error.what == printed_mistake::none) {
            at_ = walk.end();
            const bool one = found.entries < 2 && !is_repeated(document_, at_);
            if (at_ < document_.size() && document_[at_] == '(') return one ? void() : tell_link(begin);
            if (one) return tell_single(begin);
            return take_with_surroundings(begin, at_, text_before(begin), false);
        }
        const std::size_t place = found.error.at < document_.size() ? found.error.at : document_.size();
        const std::size_t line = place > end_of_first ? line_begin(place) : line_;
        const std::size_t whole = end_of_brackets(document_, begin, no_close_);
        at_ = whole > place ? whole : line > end_of_first ? line : place > begin ? place : begin + 1;
        const std::string_view near = document_.substr(begin, place + 24 - begin);
        if (near.find_first_of("0123456789") == std::string_view::npos) return;
        std::size_t part_end = place + 200 < line_end(place) ? place + 200 : line_end(place);
        const std::size_t close = document_.substr(place, part_end - place).rfind(']');
        if (close != std::string_view::npos) part_end = place + close + 1;
        add_unread(begin, std::max(part_end, begin + 1), text_before(begin), found.error);
        last_end_ = side_ = at_;
    }

    environments_of_document all_;
    const std::vector<environment>& environments_ = all_.matrices;
    std::size_t other_ = 0;        ///< the first of all_.others at or after at_
    std::size_t environment_ = 0;  ///< the first environment at or after at_
    std::size_t no_lists_ = 0;     ///< no line before this is a list with a label
    std::size_t no_drawing_ = 0;   ///< no row before this has a name or a factor before it
    std::size_t no_close_ = 0;     ///< no list that begins earlier is closed before this
};

}  // namespace heed::detail
