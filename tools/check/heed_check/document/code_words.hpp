// SPDX-License-Identifier: BSL-1.0
// What parts of a statement of Python say: the words in them, whether a header runs once, what a print may show.
#pragma once

#include <heed_check/document/table_names.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// if __name__ == "__main__"
inline bool runs_as_main(const std::string& head) {
    return head.find("__name__") != std::string::npos && head.find("__main__") != std::string::npos;
}
/// if False, while 0
inline bool never_runs(std::string_view head) {
    const std::string_view condition = head.substr(std::min(head.find(' '), head.size()));
    for (const std::string_view no : {" False", " 0", " None", " (False)"})
        if (condition == no) return head.substr(0, 3) == "if " || head.substr(0, 6) == "while ";
    return false;
}
/// Why the name of a function of the document has no other value.
inline std::string doubt_of_function(const std::string& name) {
    return "a function called " + name + " is defined in the document";
}
/// The words of a text; without members np and S of np.cos(S).
inline std::vector<std::string> words_of_code(const std::string& text, bool with_members = true) {
    std::vector<std::string> names;
    formula_scanner scan(text);
    char before = '\0';
    while (scan.peek() != '\0') {
        if (!formula_scanner::is_word(scan.peek())) {
            before = scan.peek();
            scan.skip();
            continue;
        }
        const std::string_view word = scan.word();
        if (with_members || before != '.') names.emplace_back(word);
        before = '\0';
    }
    return names;
}

/// Q in Q.shape and Q.size(); empty for other values.
inline std::string shape_in(const std::string& value) {
    const std::string name(first_word(value));
    const bool is_shape = !name.empty() && (value == name + ".shape" || value == name + ".size()");
    return is_shape ? name : std::string();
}

/// Not words alone, and not a shape.
inline bool may_print_a_matrix(std::string_view text) {
    const std::size_t open = std::min(text.find('('), text.size() - 1), close = closing_bracket(text, open);
    for (const std::string_view a : arguments_of(text.substr(open + 1, close - open - 1))) {
        const std::string_view word = first_word(a);
        const bool shape = word == "len" || a.find(".shape") != std::string_view::npos ||
                           a.find(".size()") != std::string_view::npos || a.find(".dtype") != std::string_view::npos;
        if (a[0] != '"' && a[0] != '\'' && !is_keyword_argument(a) && !shape) return true;
    }
    return false;
}

/// Whether a statement is an expression of matrices, which the end of a cell and a session show: Q @ K.T / 2,
/// F.softmax(S, dim=-1).
inline bool computes_a_matrix(const std::string& text) {
    if (text.find_first_of("\"'=<>!:") < text.find('(') || arguments_of(text).size() != 1) return false;
    if (first_word(text).empty() && text[0] != '(') return false;
    for (std::size_t at = text.find(' '); at != std::string::npos; at = text.find(' ', at + 1))
        if (!word_before(text, at).empty() && !word_from(text, at + 1).empty()) return false;  // return S, import x
    std::string plain(text);
    plain.erase(std::remove(plain.begin(), plain.end(), ' '), plain.end());
    if (!is_operand(plain)) return true;
    const std::size_t open = text.find('('), dot = text.rfind('.', open);
    return open != std::string::npos && dot < open && closing_bracket(text, open) + 1 == text.size() &&
           find_module(text.substr(0, dot)) != nullptr && is_function(text.substr(dot + 1, open - dot - 1));
}

}  // namespace heed::detail
