// SPDX-License-Identifier: BSL-1.0
// Lists in brackets or braces, nested to any rank: [[1., 2.], [3., 4.]], as NumPy, PyTorch, JSON and C++ print them.
#pragma once

#include <heed/meta/static_vector.hpp>
#include <heed/printed/beside.hpp>
#include <heed/printed/comma_survey.hpp>
#include <heed/printed/grid.hpp>
#include <heed/printed/layout.hpp>
#include <heed/printed/padding.hpp>

#include <cstddef>

namespace heed::detail {

/// One pass over nested lists. Without known extents it finds them; with known extents it fills elided rows and blocks.
class nested_walk {
public:
    /// A layout `known` of rank 0 is not known yet.
    constexpr nested_walk(const cursor& text, const neighbours& around, const layout& known, const output& to)
        : c_(text), known_(known), writer_{to, scaling_of(around)}, session_(around.session) {}

    /// Reads from the first bracket to the one that closes it; end() is the position after it.
    constexpr layout walk() {
        do step();
        while (!lists_.empty() && found_.error.what == printed_mistake::none && !c_.done());
        if (!lists_.empty() && found_.error.what == printed_mistake::none) complain(printed_mistake::unclosed, c_.end);
        return result();
    }

    constexpr std::size_t end() const { return c_.at; }

private:
    static constexpr std::size_t short_line = 40;

    struct list {
        char close = ']';
        std::size_t items = 0;
        bool elided = false;  ///< the last item is a mark for elided items
        bool commas = false;  ///< a comma is behind a number
        bool gaps = false;    ///< only blanks are between two numbers
    };

    constexpr void step() {
        skip_blanks_and_lines(c_);
        if (c_.done() || skip_comment() || skip_prompt()) return;
        const char next = c_.peek();
        if (next == '[' || next == '{')
            open(next == '[' ? ']' : '}');
        else if (next == ']' || next == '}')
            close(next);
        else if (next == ',')
            separate();
        else
            read_item();
    }

    /// Skips a comment to the end of the line: # or //, or % where a percent sign is impossible.
    constexpr bool skip_comment() {
        const char next = c_.peek();
        if (next != '#' && next != '/' && next != '%') return false;
        if (next == '/' && c_.peek(1) == '*') {
            while (!c_.done() && !c_.accept("*/")) ++c_.at;
            return true;
        }
        if (next == '/' && c_.peek(1) != '/') return false;
        if (next == '%' && !separated_ && !after_list_) return false;
        const bool divides = next == '/' && !lists_.empty() && top().close == ']' && !separated_ && !after_list_;
        if (divides && begins_operand({c_.text, c_.at + 2, c_.end})) {  // 7 // 7 // 2 in Python
            complain(printed_mistake::not_a_number, c_.at, end_of_line(c_));
            return true;
        }
        c_.at = end_of_line(c_);
        return true;
    }

    /// Skips the ... (or ...: of IPython) that begins a continued line of a Python session; it is no elided row.
    constexpr bool skip_prompt() {
        if (c_.peek() != '.' || c_.length_of("...") == 0 || !begins_line()) return false;
        cursor next{c_.text, c_.at + 3, c_.end};
        if (next.peek() != ':' && !(session_ && (next.done() || next.peek() == '\n' || blank_length(next) != 0))) {
            skip_blanks(next);
            if (separated_ && !next.done() && !is_one_of(next.peek(), ",]}\n#"))
                complain(printed_mistake::doubtful_dots, c_.at, end_of_line(c_));
            return false;
        }
        c_.at = next.at + (next.peek() == ':' ? 1U : 0U);
        return true;
    }
    constexpr bool begins_line() const {
        std::size_t at = c_.at;
        while (at > 0 && (c_.text[at - 1] == ' ' || c_.text[at - 1] == '\t')) --at;
        return at > 0 && c_.text[at - 1] == '\n';
    }

    constexpr list& top() { return lists_.back(); }

    constexpr void complain(printed_mistake what, std::size_t at, std::size_t end = 0) {
        const bool in_row = !lists_.empty() && (found_.rank == 0 || found_.rank == lists_.size());
        found_.error = {what, rows_ + 1, in_row ? top().items + 1 : 0, 0, 0, at, end > at ? end : at};
    }

    constexpr void complain_count(printed_mistake what, std::size_t found, std::size_t needed) {
        complain(what, c_.at);
        found_.error.column = 0;
        found_.error.found = found;
        found_.error.needed = needed;
    }

    constexpr void open(char closing) {
        if (lists_.size() == max_rank) return complain(printed_mistake::too_deep, c_.at);
        if (found_.rank != 0 && lists_.size() == found_.rank) return complain(printed_mistake::mixed_nesting, c_.at);
        if (!lists_.empty()) begin_item(false);
        lists_.push_back({closing, 0, false});
        if (lists_.size() > deepest_) deepest_ = lists_.size();
        separated_ = true;
        after_list_ = false;
        ++c_.at;
    }

    constexpr void begin_item(bool elided) {
        ++top().items;
        top().elided = elided;
        separated_ = false;
    }

    /// Handles a comma after an item.
    constexpr void separate() {
        if (separated_) return complain(printed_mistake::empty_entry, c_.at);
        tight_comma_ = tight_comma_ || (c_.at != 0 && is_digit(c_.text[c_.at - 1]) && is_digit(c_.peek(1)));
        if (!after_list_ && top().gaps && !tight_comma_)
            return complain(printed_mistake::not_a_number, before_.at, end_of_line(c_));
        separated_ = commas_ = true;
        top().commas = top().commas || !after_list_;
        ++c_.at;
    }

    constexpr void close(char bracket) {
        if (top().close != bracket) return complain(printed_mistake::unclosed, c_.at);
        const std::size_t axis = lists_.size() - 1;
        const list closed = top();
        if (closed.items == 0) return complain(printed_mistake::no_numbers, c_.at);
        if (closed.items == 1 && closed.elided) {  // one mark stands for the whole list
            if (known_.rank != 0) writer_.put_elided((known_.extents[axis] - 1) * items_below(axis), c_.at);
        } else if (found_.extents[axis] == 0) {
            found_.extents[axis] = closed.items;
        } else if (found_.extents[axis] != closed.items) {
            const bool row = axis + 1 == found_.rank;
            return complain_count(row ? printed_mistake::ragged_rows : printed_mistake::ragged_blocks, closed.items,
                                  found_.extents[axis]);
        }
        if (lists_.size() == found_.rank) ++rows_;
        lists_.pop_back();
        separated_ = false;
        after_list_ = true;
        ++c_.at;
    }

    /// The number of entries in one item of a list along this axis.
    constexpr std::size_t items_below(std::size_t axis) const {
        std::size_t product = 1;
        for (std::size_t i = axis + 1; i < known_.rank; ++i) product *= known_.extents[i];
        return product;
    }

    constexpr std::size_t end_of_item() const {
        cursor item = c_;
        while (!item.done() && item.peek() != '\n' && !is_one_of(item.peek(), ",[]{}#") &&
               parting_blank_length(item) == 0 && item.length_of("//") == 0)
            ++item.at;
        return item.at;
    }

    constexpr void read_item() {
        const cursor item{c_.text, c_.at, end_of_item()};
        blank_gap_ = blank_gap_ || (!separated_ && !after_list_);
        if (blank_gap_ && tight_comma_) return complain(printed_mistake::doubtful_comma, item.at, item.end);
        const cursor previous = before_;
        see_commas(item);
        const cell read = read_cell(item, {});
        if (found_.error.what != printed_mistake::none) return;  // ambiguous dots
        if (read.kind != cell_kind::entry) return complain(read.what, item.at, item.end);
        const bool elided = is_elided(read);
        if (elided && lists_.size() == 1 && may_continue_line(item))
            return complain(printed_mistake::doubtful_dots, item.at, item.end);
        if (!elided && found_.rank == 0) found_.rank = lists_.size();
        if (!elided && found_.rank != lists_.size()) return complain(printed_mistake::mixed_nesting, item.at, item.end);
        if (!elided && !separated_ && !after_list_ && !see_gap(previous, item)) return;
        if (!elided && !writer_.holds(read.value)) return complain(printed_mistake::exponent, item.at, item.end);
        padding_.see(item, c_.end, read.value);
        if (!elided)
            writer_.put(with_padding(read.value, known_.padded_places), item.at);
        else
            writer_.put_elided(known_.rank == 0 ? 1 : items_below(lists_.size() - 1), item.at);
        if (elided && found_.rank != 0 && lists_.size() < found_.rank) ++rows_;
        begin_item(elided);
        after_list_ = false;
        c_.at = item.end;
    }

    /// Whether dots may be a MATLAB continuation, after which the list goes on in the next line: at the end of a short
    /// line of one list, with numbers on both sides and no comma after them. NumPy's lines have at least 50 characters.
    constexpr bool may_continue_line(const cursor& item) const {
        cursor next{c_.text, item.end, c_.end};
        skip_blanks(next);
        if (next.peek() != '\n' || begins_line()) return false;
        std::size_t begin = item.at;
        while (begin > 0 && c_.text[begin - 1] != '\n') --begin;
        skip_blanks_and_lines(next);
        return (commas_ || item.at - begin < short_line) && !next.done() && !is_one_of(next.peek(), ",]");
    }

    /// Handles blanks between two numbers. In a list with commas they may be inside of one number, or end a row; so may
    /// the end of a short line of one list.
    constexpr bool see_gap(const cursor& before, const cursor& item) {
        top().gaps = true;
        if (top().commas) return complain(printed_mistake::not_a_number, before.at, item.end), false;
        if (lists_.size() != 1 || !begins_line()) return true;
        std::size_t begin = before.at;
        while (begin > 0 && c_.text[begin - 1] != '\n' && c_.text[begin - 1] != '[') --begin;
        if (before.end - begin >= short_line) return true;
        return complain(printed_mistake::doubtful_rows, before.at, item.end), false;
    }

    constexpr void see_commas(const cursor& item) {
        commas_between_.see(item, separated_ && !after_list_ && top().items != 0 && !begins_line(), rows_ + 1,
                            top().items + 1);
        if (!separated_ && is_group_of_thousands(before_, item))
            complain(printed_mistake::not_a_number, before_.at, item.end);
        before_ = item;
    }

    constexpr layout result() {
        if (found_.error.what == printed_mistake::none) found_.error = commas_between_.result();
        if (found_.error.what != printed_mistake::none) return found_;
        if (writer_.numbers == 0)
            complain(printed_mistake::no_numbers, c_.at);
        else if (deepest_ > found_.rank)
            complain(printed_mistake::mixed_nesting, c_.at);
        for (std::size_t axis = 0; axis < found_.rank; ++axis)
            if (found_.extents[axis] == 0) found_.extents[axis] = 1;
        found_.numbers = writer_.numbers;
        found_.padded_places = padding_.places();
        count_entries(found_);
        return found_;
    }

    cursor c_;
    layout known_;
    writer writer_;
    layout found_{};
    static_vector<list, max_rank> lists_{};
    std::size_t deepest_ = 0;
    std::size_t rows_ = 0;
    blank_padding padding_{};
    cursor before_{};  ///< the previous item, of any list
    comma_survey commas_between_{};
    bool commas_ = false;       ///< a comma occurred
    bool separated_ = true;     ///< a comma here would have nothing before it
    bool after_list_ = false;   ///< the last token closed a list
    bool tight_comma_ = false;  ///< 1,5 occurred: it may have a decimal comma if blanks separate numbers
    bool blank_gap_ = false;    ///< two numbers occurred without a comma between them
    bool session_ = false;      ///< lines may begin with the prompt of a Python session
};

}  // namespace heed::detail
