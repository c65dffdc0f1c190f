// SPDX-License-Identifier: BSL-1.0
// Words before a matrix that name nothing: "We get:", "Wrong:", "Times V:", and remarks behind a name: S (wrong), S in
// nats.
#pragma once

#include <heed_check/tables/is_any_of.hpp>
#include <heed_check/tables/small_letters.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace heed::detail {

/// The last word of a text, and what is before it.
inline std::string_view last_word_of(std::string_view text) {
    text = text.substr(0, text.find_last_not_of(' ') + 1);
    return text.substr(text.find_last_of(" (") + 1);  // npos + 1 is 0
}
/// Whether a word only says that something is shown.
inline bool is_verb_of_showing(std::string_view small) {
    return is_any_of(small, {"get", "gets", "got", "give", "gives", "gave", "yield", "yields", "obtain", "obtains",
                             "have", "has", "is", "are", "becomes", "compute", "see"});
}
/// Whether a word stands before the name of a matrix that a sentence computes or shows.
inline bool is_word_of_naming(std::string_view small) {
    return is_any_of(small, {"compute",   "computes", "computing", "calculate", "calculates", "calculating", "form",
                             "forms",     "forming",  "define",    "defines",   "find",       "is",          "are",
                             "be",        "get",      "gets",      "give",      "gives",      "us",          "obtain",
                             "obtains",   "yields",   "we",        "have",      "show",       "so",          "thus",
                             "therefore", "hence",    "then",      "now",       "finally",    "first",       "next"});
}
/// Whether a word judges what is shown, or is its unit.
inline bool is_remark(std::string_view small) {
    return is_any_of(small, {"wrong", "right", "correct", "incorrect", "true", "false", "nats", "bits"});
}

/// A text without a remark at its end: Scores of "Scores (wrong)", "Scores (you get)" and "Scores, in nats".
inline std::string_view without_remark(std::string_view text) {
    const std::string small = in_small_letters(text);
    const auto before = [&](std::size_t at) { return text.substr(0, text.find_last_not_of(" ,(", at - 1) + 1); };
    const std::size_t open = text.rfind('('), close = text.find_last_not_of(' ');
    if (open != std::string_view::npos && open > 0 && text[close] == ')') {
        const std::string_view last = last_word_of(std::string_view(small).substr(0, close));
        return is_remark(last) || is_verb_of_showing(last) ? before(open) : text;
    }
    for (const std::string_view unit : {" in nats", " in bits"})
        if (small.size() > unit.size() && small.compare(small.size() - unit.size(), unit.size(), unit) == 0)
            return before(small.size() - unit.size());
    return text;
}

/// The same where signs are behind the remark; with these signs where there is none.
inline std::string_view without_remark_before_end(std::string_view text) {
    const std::string_view words = text.substr(0, text.find_last_not_of(" :.|#*") + 1), rest = without_remark(words);
    return rest.size() < words.size() ? rest : text;
}

/// Whether a line goes on with a product: \times V, · V
inline bool begins_with_operator(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(" $"), line.size()));
    for (const std::string_view sign : {"\\times", "\\cdot", "\u00D7", "\u00B7", "\u22C5"})
        if (line.substr(0, sign.size()) == sign) return true;
    return false;
}

/// Whether a text ends with a verb, only judges what is shown, or begins with an operator.
inline bool names_nothing(std::string_view text) {
    const std::string small = in_small_letters(text.substr(std::min(text.find_first_not_of(' '), text.size())));
    for (const std::string_view begins : {"times ", "plus ", "minus ", "divided by ", "multiplied by "})
        if (small.compare(0, begins.size(), begins) == 0) return true;
    const std::string_view words = small, last = last_word_of(words);
    const std::string_view before = words.substr(0, static_cast<std::size_t>(last.data() - words.data()));
    const bool alone = before.empty() || is_any_of(last_word_of(before), {"is", "are", "was"});  // this is wrong
    const bool points =
        before.size() >= 10 && before.substr(before.size() - 10) == "following ";  // the following table
    return is_verb_of_showing(last) || (alone && is_remark(last)) ||
           (points && is_any_of(last, {"table", "matrix", "result"}));
}

}  // namespace heed::detail
