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

namespace heed::detail {

/// The scripts, roots and accents of MathML as LaTeX writes them: <msup><mi>S</mi><mn>2</mn></msup> is S^{2}.
class mathml_scripts {
public:
    /// What a tag stands for; empty where it only ends a letter or a group.
    std::string_view of(std::string_view tag) {
        const auto is = [&](std::string_view begins) { return tag.substr(0, begins.size()) == begins; };
        if (is("<msup") || is("<msub")) script_ = is("<msup") ? "^{" : "_{";
        if (is("<msqrt")) return "\\sqrt{";
        if (is("<mover") || is("<munder") || is("<menclose")) return "\\marked{";
        for (const std::string_view closes : {"</msqrt", "</mover", "</munder", "</menclose"})
            if (is(closes)) return "}";
        if (is("</msup") || is("</msub")) return open_ == 0 ? "" : (--open_, "}");
        if (script_.empty() || !is("</m")) return "";
        ++open_;
        return std::exchange(script_, "");
    }

private:
    std::string_view script_{};  ///< of an element whose base is not closed yet
    std::size_t open_ = 0;
};

/// The text of a part of a formula, without other tags and blanks.
inline std::string text_of_mathml(std::string_view part) {
    std::string text;
    mathml_scripts scripts;
    for (std::size_t at = 0; at < part.size();) {
        const character entity = entity_at({part.data(), at, part.size()});
        if (part[at] == '<') {
            const std::size_t close = std::min(part.find('>', at), part.size() - 1);
            text += scripts.of(part.substr(at, close - at));
            at = close;
        } else if (entity.length != 0) {
            text += shown_entity(entity.code);
        } else if (!is_one_of(part[at], " \t\r\n")) {
            text += part[at];
        }
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
