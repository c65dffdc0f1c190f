// SPDX-License-Identifier: BSL-1.0
// Collects the matrices of a document, with the text around each of them.
#pragma once

#include <heed/printed/found_table.hpp>
#include <heed/printed/read.hpp>
#include <heed_check/tables/document_lines.hpp>
#include <heed_check/tables/list_places.hpp>
#include <heed_check/tables/number_blocks.hpp>
#include <heed_check/tables/number_rows.hpp>
#include <heed_check/tables/scale_notes.hpp>
#include <heed_check/tables/typed_text.hpp>
#include <heed_check/tables/unseen_text.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace heed::detail {

class table_collector : protected number_lines {
protected:
    /// On which sides of a table its text may be.
    enum class sides : unsigned char { before, both };

    table_collector(std::string_view document, const typed_text& typed) : number_lines(document), typed_(typed) {}

    bool is_in_fence() { return in_fence_ || typed_.has(line_number(at_)); }

    void begin_line() {
        line_ = at_;
        const std::string_view line = line_at(at_);
        if (is_in_fence() && is_number_above_list(line)) {
            side_ = std::min(line_end(at_) + 1, document_.size());
            return;
        }
        if (line.find_first_not_of(" \t\r") != std::string_view::npos) return;
        math_ = math_ && display_;  // a paragraph ends here
        if (ends_with_operator(document_, side_, at_)) return;
        side_ = at_;
        after_matrix_ = false;
    }

    /// Whether a line of output is a number that was printed before a list: no factor of it.
    bool is_number_above_list(std::string_view line) const {
        const std::string_view number = without_blanks(line);
        if (number.empty() || number.find_first_not_of("0123456789.-+e") != std::string_view::npos) return false;
        const std::size_t next = document_.find_first_not_of(" \t", std::min(line_end(at_) + 1, document_.size()));
        return next != std::string_view::npos && document_[next] == '[';
    }

    /// Takes note of a line that begins or ends a fence, or text as it is typed of LaTeX.
    void pass_fence(const std::string& words) {
        if (begins_or_ends_typed(words)) return;
        if (!is_fence(words)) return;
        in_fence_ = !in_fence_;
        line_rows_ = in_fence_ ? line_rows_of_fence(words) : line_rows::unknown;
        const bool bare = words.find_first_not_of("`~") == std::string::npos;  // output, of the code before it
        if (in_fence_ && !bare) code_rows_ = line_rows_;
    }
    /// \begin{verbatim} or \end{lstlisting}
    bool begins_or_ends_typed(std::string_view words) {
        for (const std::string_view mark : {"\\begin{", "\\end{"}) {
            if (words.substr(0, mark.size()) != mark) continue;
            const std::string_view name = words.substr(mark.size(), words.find('}') - mark.size());
            if (!shows_as_typed(name)) return false;
            in_fence_ = mark[1] == 'b';
            return true;
        }
        return false;
    }

    /// The line that introduces what begins on the line at `begin`, without the matrix before it.
    std::string above(std::size_t begin) { return line_above(begin, last_end_); }

    /// The text before `at` on its line, after the previous matrix; if there is none, the line above.
    std::string text_before(std::size_t at) {
        constexpr std::size_t most = 4096;
        const std::size_t side = line_ > last_end_ ? line_ : last_end_;
        const std::size_t begin = at > side + most ? at - most : side;
        const std::string same_line = begin < at ? trimmed(part(begin, at)) : "";
        if (same_line.empty()) return side > line_ ? "" : above(line_);  // a second factor has no name
        if (is_in_fence() && is_before_comment(same_line)) return code_before_comment(same_line);
        if (same_line != "array(" && same_line != "tensor(") return same_line;
        const std::string line = above(line_);  // a session shows here what was evaluated
        return line.rfind(">>> ", 0) == 0 || line.rfind("Out[", 0) == 0 ? line : same_line;
    }

    /// Whether a line of code ends with a mark that begins a comment, and perhaps with tensor( in the comment.
    static bool is_before_comment(std::string_view line) {
        const std::size_t begin = begin_of_comment_text(line);
        const std::string_view inside = line.substr(std::min(begin, line.size()));
        return begin <= line.size() && (inside.empty() || inside == "array(" || inside == "tensor(");
    }
    /// What the comment is about: the code before it, as in a session where it is an expression; else the line above.
    std::string code_before_comment(std::string_view line) {
        const std::string_view code = without_blanks(line.substr(0, std::min(line.find(" #"), line.find(" //"))));
        if (code.empty() || is_one_of(code[0], "#/")) return above(line_);
        const bool shows = code.find('=') != std::string_view::npos || code.substr(0, 6) == "print(";
        return (shows ? "" : ">>> ") + std::string(code);
    }

    void skip(std::size_t begin, std::size_t end, std::string why) {
        const std::string_view text = part(begin, end);
        found_.skipped.push_back(
            {line_number(begin), std::string(cut_to(text.substr(0, text.find('\n')), 60)), why, begin, end});
    }

    /// What the text before the matrix at `begin` says of it.
    neighbours before_matrix(std::size_t begin, bool math, bool block) const {
        surroundings how{.math = math, .document = true, .block = block};
        std::size_t from = side_;
        how.matrix = after_matrix_;
        if (begin - from > nearby) {
            from = begin - nearby;
            while (from < begin && document_[from] != ' ' && document_[from] != '\n') ++from;
            how.matrix = false;
            how.inside = document_[from] != '\n';
        }
        how.inside = how.inside || (from > 0 && from != line_ && from != comment_ && document_[from - 1] != '\n');
        return heed::detail::text_before({document_.data(), from, begin}, how, document_[begin]).read();
    }

    /// Whether a quotation mark, also an HTML one, is directly before.
    bool is_quoted(std::size_t begin) const {
        const std::string_view before = part(begin < 6 ? 0 : begin - 6, begin);
        for (const std::string_view mark : {"'", "\"", "&apos;", "&quot;", "&#39;", "&#34;", "&#x27;"})
            if (before.size() >= mark.size() && before.substr(before.size() - mark.size()) == mark) return true;
        return false;
    }

    /// Adds a matrix that was read, with the text around it; the scan continues at `end`.
    void add(found_table f, std::size_t begin, std::size_t end, bool math) {
        add(std::move(f), begin, end, before_matrix(begin, math, false), {.math = math});
    }
    void add(found_table f, std::size_t begin, std::size_t end, neighbours b, surroundings how,
             sides which = sides::both) {
        f.begin = std::min(begin, b.is_refused() ? b.at : b.factors);
        f.end = last_end_ = side_ = end;
        if (!b.is_refused() && which == sides::both) {
            const std::size_t stop = end + nearby < document_.size() ? end + nearby : document_.size();
            const std::size_t from = begin - line_ > nearby ? begin - nearby : line_;
            const bool bar = from < begin && part(from, begin).find('|') != std::string_view::npos;
            how.document = true;
            how.quoted = is_quoted(begin);
            how.bar = bar;
            text_after after({document_.data(), end, stop}, how, b);
            b = after.read();
            const std::size_t behind = b.is_refused() ? std::max(end, b.end) : after.end();
            if (b.is_refused() || b.open <= b.plain) {  // a call that is not closed ends with the matrix
                last_end_ = behind;
                f.end = std::min(behind, line_end(end));
            }
        }
        after_matrix_ = true;
        if (is_in_fence() && code_rows_ == line_rows::always) show_zeros_in_full(f.table);
        f.product = b.product;
        if (b.is_refused())
            f.error = error_of({b.what, 0, 0, 0, 0, b.at, b.end});
        else if (f.table.extents.size() + b.new_axes > max_rank)
            f.error = error_of({printed_mistake::too_deep, 0, 0, 0, 0, begin, begin});
        else if (!rescale(f.table, scaling_of(b)))
            f.error = error_of({printed_mistake::exponent, 0, 0, 0, 0, begin, begin});
        if (!f.error) f.error = error_of_scale(f);
        if (f.error) f.table = {}, f.places = {};
        if (!f.error && b.new_axes != 0) {
            f.table.extents.insert(f.table.extents.begin(), b.new_axes, 1);
            f.table.elided_at.insert(f.table.elided_at.begin(), b.new_axes, no_position);
        }
        found_.tables.push_back(std::move(f));
    }

    /// MATLAB and Octave print 0 for zero itself, and 0.0000 for what is rounded to it.
    static void show_zeros_in_full(printed_table& t) {
        short places = 0;
        for (const decimal& d : t.entries)
            places = std::max(places, d.kind == entry_kind::number ? d.places : short{0});
        for (decimal& d : t.entries)
            if (d.kind == entry_kind::number && d.digits == 0 && d.places == 0) d.places = places;
    }

    /// The error of a matrix to which words give a factor: w (x 10^-2) =
    static std::optional<printed_error> error_of_scale(const found_table& f) {
        std::string_view note = scale_note_in(std::string_view(f.before));
        if (note.empty()) note = scale_note_in(f.table.col_labels);
        if (note.empty()) note = scale_note_in(f.table.row_labels);
        if (note.empty()) return std::nullopt;
        const flaw why{printed_mistake::text_beside};
        return printed_error(why.what, f.line, 0, 0, words_of(why, note));
    }

    /// Whether a text is part of the document, and not a converted copy.
    bool is_part(std::string_view text, std::size_t begin) const { return text.data() == document_.data() + begin; }

    /// Reads a part of the document; it is skipped if it has no numbers.
    bool take(std::size_t begin, std::size_t end, std::string before, std::string_view text) {
        found_table f{line_number(begin), std::move(before), {}, std::nullopt};
        f.begin = begin, f.end = end;
        try {
            placed_table read = read_placed(text, f.line, has_line_rows(text, line_rows_));
            f.table = std::move(read.table);
            if (is_part(text, begin)) f.places = moved_by(begin, std::move(read.places));
        } catch (const printed_error& e) {
            if (!is_mostly_numbers(text)) {
                if (text.find_first_of("0123456789") != std::string_view::npos) skip(begin, end, e.what());
                return false;
            }
            f.error = e;
        }
        found_.tables.push_back(std::move(f));
        return true;
    }
    bool take(std::size_t begin, std::size_t end, std::string before) {
        return take(begin, end, std::move(before), part(begin, end));
    }

    /// Adds a list that cannot be read, up to where the scan continues; it is skipped if it is not mostly numbers.
    void add_unread(std::size_t begin, std::size_t end, std::string before, const flaw& why) {
        const printed_error error = error_of(why);
        if (!is_mostly_numbers(part(begin, end))) return skip(begin, end, error.what());
        found_table f{line_number(begin), std::move(before), {}, error};
        f.begin = begin, f.end = std::max(end, at_);
        found_.tables.push_back(std::move(f));
    }

    /// Reads the matrix from `begin` to `end` and the text around it.
    void take_with_surroundings(std::size_t begin, std::size_t end, std::string before, bool math) {
        if (take(begin, end, std::move(before))) {
            found_table f = std::move(found_.tables.back());
            found_.tables.pop_back();
            if (!f.error) return add(std::move(f), begin, end, math);
            found_.tables.push_back(std::move(f));
        }
        side_ = last_end_ = end;
        after_matrix_ = true;
    }

    /// Reads a table, or rows of numbers, on separate lines; `text` is the part to read. An error is at its line.
    bool take_block(std::size_t begin, std::size_t end, std::string_view text, std::string before, sides which) {
        if (!take(begin, end, std::move(before), text)) return false;
        found_table f = std::move(found_.tables.back());
        found_.tables.pop_back();
        if (f.table.entries.size() == 1 && f.table.row_labels.empty() && f.table.col_labels.empty()) {
            skip(begin, end, "one number alone: two and more are read");
            return true;
        }
        if (!f.error) {
            add(std::move(f), begin, end, before_matrix(begin, false, true), {.block = true}, which);
            after_matrix_ = false;
            return true;
        }
        if (!is_part(text, begin))  // its line is one of the rows
            f.error.emplace(f.error->mistake, f.line, f.error->row, f.error->column, f.error->words());
        found_.tables.push_back(std::move(f));
        side_ = last_end_ = end;
        after_matrix_ = false;
        return true;
    }

    const typed_text& typed_;
    document_tables found_{};
    std::size_t at_ = 0;
    std::size_t line_ = 0;               ///< the beginning of the line of at_
    std::size_t side_ = 0;               ///< where the text begins that may belong to the next matrix
    std::size_t last_end_ = 0;           ///< the end of the last matrix
    std::size_t comment_ = no_position;  ///< where the text begins of a comment that shows a matrix
    bool math_ = false;
    bool display_ = false;
    bool after_matrix_ = false;
    bool in_fence_ = false;
    line_rows line_rows_ = line_rows::unknown;  ///< in the fence around at_
    line_rows code_rows_ = line_rows::unknown;  ///< in the last fence that names its language
};

}  // namespace heed::detail
