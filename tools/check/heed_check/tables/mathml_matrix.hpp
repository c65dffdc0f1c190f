// SPDX-License-Identifier: BSL-1.0
// What stands beside a matrix within a formula of MathML, where tags part no operands: only a name and a relation, and
// brackets around it.
#pragma once

#include <heed_check/tables/html_table.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace heed::detail {

/// The text of a part of a formula, without tags and blanks.
inline std::string text_of_mathml(std::string_view part) {
    std::string text;
    for (std::size_t at = 0; at < part.size();) {
        const character entity = entity_at({part.data(), at, part.size()});
        if (part[at] == '<')
            at = std::min(part.find('>', at), part.size() - 1);
        else if (entity.length != 0)
            text += shown_entity(entity.code);
        else if (!is_one_of(part[at], " \t\r\n"))
            text += part[at];
        at += std::max<std::size_t>(entity.length, 1);
    }
    return text;
}

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
