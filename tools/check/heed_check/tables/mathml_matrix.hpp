// SPDX-License-Identifier: BSL-1.0
// What stands beside a matrix within a formula of MathML, where tags part no operands: only a name and a relation, and
// brackets around it.
#pragma once

#include <heed_check/tables/html_table.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

/// An element of MathML as LaTeX writes it: what begins and ends it, and what stands behind its first and second child.
struct mathml_element {
    std::string_view name{}, begin{}, first{}, second{}, end{};
};
inline const mathml_element& mathml_element_named(std::string_view name) {
    static constexpr mathml_element others{};
    static constexpr mathml_element elements[] = {{"msup", "", "^{", "", "}"},
                                                  {"msub", "", "_{", "", "}"},
                                                  {"msubsup", "", "_{", "}^{", "}"},
                                                  {"msqrt", "\\sqrt{", "", "", "}"},
                                                  {"mover", "\\marked{", "", "", "}"},
                                                  {"munder", "\\marked{", "", "", "}"},
                                                  {"munderover", "\\marked{", "", "", "}"},
                                                  {"menclose", "\\marked{", "", "", "}"}};
    for (const mathml_element& e : elements)
        if (e.name == name) return e;
    return others;
}

/// The text of a part of a formula with scripts, roots and accents as LaTeX writes them, without other tags and blanks:
/// <msup><mi>S</mi><mn>2</mn></msup> is S^{2}. Elements may begin before the part and end behind it.
class mathml_text {
public:
    explicit mathml_text(std::string_view part) {
        for (std::size_t at = 0; at < part.size();) {
            const character entity = entity_at({part.data(), at, part.size()});
            if (part[at] == '<') {
                const std::size_t end = std::min(end_of_tag(part, at), part.size());
                take_tag(part.substr(at + 1, end - at - 1));
                at = end - 1;
            } else if (entity.length != 0) {
                text_ += shown_entity(entity.code);
            } else if (!is_one_of(part[at], " \t\r\n")) {
                text_ += part[at];
            }
            at += std::max<std::size_t>(entity.length, 1);
        }
    }

    std::string text() && { return std::move(text_); }

private:
    struct open_element {
        const mathml_element* sort;
        std::size_t begin;  ///< of its text
        std::size_t children = 0;
    };

    /// tag  behind its opening angle bracket
    void take_tag(std::string_view tag) {
        if (tag.empty() || is_one_of(tag[0], "!?")) return;  // a comment
        if (tag[0] == '/') return end_element();
        const mathml_element& sort = mathml_element_named(tag.substr(0, tag.find_first_of(" \t\r\n/>")));
        open_.push_back({&sort, text_.size()});
        text_ += sort.begin;
        if (tag.size() > 1 && tag[tag.size() - 2] == '/') end_element();
    }
    void end_element() {
        if (open_.empty()) return;
        const open_element ended = open_.back();
        open_.pop_back();
        if (!ended.sort->begin.empty() || ended.children > 0) text_ += ended.sort->end;
        if (open_.empty()) return;
        open_element& parent = open_.back();
        ++parent.children;
        if (parent.children == 1 && !parent.sort->first.empty()) {
            if (ended.children > 1 && ended.sort->name.empty()) put_in_brackets(ended.begin);
            text_ += parent.sort->first;
        } else if (parent.children == 2) {
            text_ += parent.sort->second;
        }
    }
    /// The base of a script, which is of all of it: <msup><mrow>A B</mrow> T is no A B^T.
    void put_in_brackets(std::size_t begin) {
        const std::size_t inner = text_.find('(', begin + 1);
        const bool has_some = text_[begin] == '(' && text_.back() == ')' && inner == std::string::npos;
        if (!has_some) text_.insert(begin, 1, '(') += ')';
    }

    std::string text_{};
    std::vector<open_element> open_{};
};
inline std::string text_of_mathml(std::string_view part) { return mathml_text(part).text(); }

/// A matrix in a formula: the text before it up to its relation, whether nothing but brackets and relations is beside
/// it, and where it begins and ends; the first and the last one of a formula do so with the formula.
struct mathml_matrix {
    std::string before{};
    bool alone = false;
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// The matrix is from `begin` to `end`, and the one before it ends at `last`.
inline mathml_matrix mathml_matrix_of(std::string_view document, std::size_t last, std::size_t begin, std::size_t end) {
    constexpr std::size_t longest = 2000, none = std::string_view::npos;
    constexpr std::string_view close = "</math>";
    const std::size_t from = begin - std::min(begin, longest);
    const std::string_view near = document.substr(from, begin - from), rest = document.substr(end, longest);
    const std::size_t math = near.rfind("<math"), stop = std::min(rest.find(close), find_tag(rest, "<mtable", 0));
    if (math == none || stop == none) return {"", false, begin, end};
    const bool is_first = last <= from + math, is_last = rest.substr(stop, close.size()) == close;
    const std::size_t left = is_first ? from + math : last;
    mathml_matrix m{text_of_mathml(document.substr(left, begin - left)), false, is_first ? left : begin,
                    is_last ? end + stop + close.size() : end};
    const std::size_t relation = m.before.find_last_of("=,");
    const std::size_t inner = relation == none ? 0 : relation + 1;
    const std::string after = text_of_mathml(rest.substr(0, stop));
    const std::size_t next = after.find_first_not_of(")]}");
    const bool ends = next == none ? is_last : is_one_of(after[next], "=,.;");
    m.alone = ends && m.before.find_first_not_of("([{", inner) == none && (is_first || relation != none);
    m.before.resize(inner);
    return m;
}

}  // namespace heed::detail
