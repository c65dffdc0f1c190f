// SPDX-License-Identifier: BSL-1.0
// Captions of tables that give all numbers a factor: "Table 3: weights (in %)" above or below, \caption, <caption>.
#pragma once

#include <heed/printed/find_tables.hpp>
#include <heed/printed/flaw.hpp>
#include <heed_check/tables/document_lines.hpp>
#include <heed_check/tables/scale_notes.hpp>
#include <heed_check/tables/small_letters.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// The part of a caption that gives the numbers a factor; empty if there is none.
inline std::string_view scale_of_caption(std::string_view caption) {
    if (const std::string_view note = scale_note_in(caption); !note.empty()) return note;
    const std::string small = in_small_letters(caption);
    for (const std::string_view says : {"multiplied by ", "scaled by ", "\xC3\x97 ", "in units of "})
        for (std::size_t at = small.find(says); at != std::string::npos; at = small.find(says, at + 1)) {
            const std::string_view number = without_spaces_before(std::string_view(small).substr(at + says.size()));
            const std::size_t zeros = std::min(number.find_first_not_of('0', 1), number.size());
            const bool power = number.substr(0, 2) == "10" && (zeros == number.size() || !is_digit(number[zeros]));
            if (power && (at == 0 || !is_letter(small[at - 1]))) return caption.substr(at);
        }
    for (const std::string_view says : {"percentages", "in permille", "in per mille", "in thousands", "in millions",
                                        "in hundreds", "in hundredths", "in thousandths", "in tenths"})
        if (const std::size_t at = small.find(says); at != std::string::npos) return caption.substr(at);
    return {};
}

/// Finds the captions of the tables of a document.
class caption_finder {
public:
    explicit caption_finder(std::string_view document)
        : document_(document),
          any_elements_(document.find("caption>") != none || document.find("caption ") != none),
          any_floats_(document.find("\\caption") != none) {}

    /// next_begin  where the table behind it begins; npos if there is none
    std::vector<std::string_view> captions_of(const found_table& t, std::size_t next_begin) const {
        std::vector<std::string_view> all;
        const auto add = [&](std::string_view caption) {
            if (!caption.empty()) all.push_back(caption);
        };
        if (any_elements_) {
            add(of_element(t, "<table", "</table", "<caption", "</caption"));
            add(of_element(t, "<figure", "</figure", "<figcaption", "</figcaption"));
        }
        if (any_floats_)
            for (const std::string_view kind : {"table", "figure"}) add(of_float(t, kind));
        add(line_above(t));
        add(line_below(t, next_begin));
        return all;
    }

private:
    static constexpr std::size_t none = std::string_view::npos, most = 4000;

    /// What contains a table, between such signs; empty if nothing does.
    std::string_view around(const found_table& t, std::string_view open, std::string_view close) const {
        const std::size_t from = t.begin < most ? 0 : t.begin - most;
        const std::string_view before = document_.substr(from, t.begin + open.size() - from);
        const std::size_t begin = before.rfind(open), end = document_.substr(t.begin, most).find(close);
        if (begin == none || end == none || before.find(close, begin) != none) return {};
        return document_.substr(from + begin, t.begin + end - from - begin);
    }
    std::string_view of_element(const found_table& t, std::string_view open, std::string_view close,
                                std::string_view caption, std::string_view closed) const {
        const std::string_view all = around(t, open, close);
        const std::size_t begin = all.find(caption), end = all.find(closed);
        return begin == none || end == none || end < begin ? std::string_view()
                                                           : all.substr(begin + caption.size() + 1, end - begin);
    }
    std::string_view of_float(const found_table& t, std::string_view kind) const {
        const std::string_view all = around(t, "\\begin{" + std::string(kind), "\\end{" + std::string(kind));
        const std::size_t begin = all.find("\\caption");
        if (begin == none) return {};
        cursor c{all.data(), begin + 8, all.size()};
        c.accept("*");
        skip_group(c, '[', ']');
        const std::size_t open = c.at;
        skip_group(c, '{', '}');
        return all.substr(open, c.at - open);
    }

    std::string_view line_from(std::size_t at) const {
        return document_.substr(at, std::min(document_.find('\n', at), document_.size()) - at);
    }
    /// The line that is a caption right below the lines of a table, or behind one empty line. What is right above the
    /// next table is the caption of that one.
    std::string_view line_below(const found_table& t, std::size_t next_begin) const {
        std::size_t at = document_.find('\n', std::max(t.end, std::size_t{1}) - 1);
        for (int lines = 0; at != none && lines < 2; ++lines, at = document_.find('\n', at + 1)) {
            const std::string_view line = without_blanks(line_from(at + 1));
            if (line.empty() || is_mark_of_container(line)) continue;
            return is_caption(line) && !is_right_above(at + 1, next_begin) ? line : std::string_view();
        }
        return {};
    }
    /// Whether nothing but empty lines, marks of containers and labels lie between a line and a table.
    bool is_right_above(std::size_t line, std::size_t table) const {
        if (table == none) return false;
        for (std::size_t at = document_.find('\n', line); at < table; at = document_.find('\n', at + 1)) {
            const std::size_t end = document_.find('\n', at + 1);
            if (end >= table) return true;  // the table begins on this line
            if (!is_part_of_table(without_blanks(line_from(at + 1)))) return false;
        }
        return false;
    }
    static bool is_part_of_table(std::string_view line) {
        return line.empty() || line[0] == '|' || is_mark_of_container(line);
    }
    std::string_view line_above(const found_table& t) const {
        std::size_t end = t.begin == 0 ? none : document_.rfind('\n', t.begin - 1);
        for (int lines = 0; end != none && lines < 3; ++lines) {
            const std::size_t before = end == 0 ? none : document_.rfind('\n', end - 1);
            const std::size_t begin = before == none ? 0 : before + 1;
            const std::string_view line = without_blanks(document_.substr(begin, end - begin));
            if (is_caption(line)) return line;
            if (speaks_of_numbers(line)) return line;
            if (!line.empty() && line.back() == ':') return scale_note_in(line);
            if (!is_part_of_table(line)) return {};
            end = before;
        }
        return {};
    }
    /// ": Weights", "*Table 3.* Weights", "(values in %)": a line that speaks of a table, and no sentence that does.
    static bool is_caption(std::string_view line) {
        if (line.substr(0, 2) == ": ") return true;
        bool parentheses = false;
        while (!line.empty() && is_one_of(line[0], "*_([< ")) {
            parentheses = parentheses || line[0] == '(' || line[0] == '[';
            const std::size_t end = line[0] == '<' ? line.find('>') : 0;
            if (end == none) return false;
            line.remove_prefix(end + 1);
        }
        const auto begins = [&](std::string_view word) { return begins_with_word(line, word); };
        for (const std::string_view what : {"table", "tab.", "figure", "fig.", "caption"})
            if (begins(what)) return ends_label(line.substr(what.size()));
        for (const std::string_view of_all :
             {"all values", "all numbers", "all entries", "in %", "in percent", "percentages"})
            if (begins(of_all)) return true;
        return parentheses && (begins("note") || begins("values") || begins("entries") || begins("numbers"));
    }
    /// Whether a sentence is about the numbers below it: "Every entry has been multiplied by 100."
    static bool speaks_of_numbers(std::string_view line) {
        const std::string small = in_small_letters(line);
        const auto says = [&](std::string_view word) { return small.find(word) != std::string::npos; };
        return !line.empty() && is_letter(line[0]) && (says("entry ") || says("entries ") || says("numbers "));
    }
    /// Whether a label of a caption ends behind its first word: " 3:", " S1.2.", "*:". "Table 2 shows it" is a
    /// sentence.
    static bool ends_label(std::string_view rest) {
        rest = rest.substr(std::min(rest.find_first_not_of(" ~"), rest.size()));
        const bool number = !rest.empty() && (is_digit(rest[0]) || (rest[0] >= 'A' && rest[0] <= 'Z'));
        while (number && !rest.empty() && (is_digit(rest[0]) || is_letter(rest[0]) || is_one_of(rest[0], ".-"))) {
            if (rest[0] == '.' && (rest.size() == 1 || !is_digit(rest[1]))) return true;
            rest.remove_prefix(1);
        }
        rest = rest.substr(std::min(rest.find_first_not_of(" *_"), rest.size()));
        return !rest.empty() && is_one_of(rest[0], ":.");
    }

    std::string_view document_;
    bool any_elements_, any_floats_;  ///< the document has such captions
};

/// Refuses the tables to whose numbers a caption gives a factor.
inline void refuse_scaled_by_captions(std::string_view document, document_tables& found) {
    const caption_finder captions(document);
    for (std::size_t i = 0; i < found.tables.size(); ++i) {
        found_table& t = found.tables[i];
        if (t.error) continue;
        const std::size_t next = i + 1 < found.tables.size() ? found.tables[i + 1].begin : std::string_view::npos;
        for (const std::string_view caption : captions.captions_of(t, next)) {
            const std::string_view note = scale_of_caption(caption);
            if (note.empty() || t.error) continue;
            t.error = printed_error(
                printed_mistake::text_beside, t.line, 0, 0,
                "the caption gives the numbers a factor, which is not read: \"" + std::string(cut_to(note, 40)) + '"');
        }
        if (!t.error) continue;
        t.table = {};
        t.places.clear();
    }
}

}  // namespace heed::detail
