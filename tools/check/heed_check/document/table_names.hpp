// SPDX-License-Identifier: BSL-1.0
// The names of matrices as the document gives them: Q = [[...]], W^Q =, print(Q), >>> Q, Out[5]:, "Attention weights:".
#pragma once

#include <heed/printed/find_tables.hpp>
#include <heed_check/document/name_signs.hpp>
#include <heed_check/document/name_text.hpp>
#include <heed_check/document/number_clauses.hpp>
#include <heed_check/document/prose_names.hpp>
#include <heed_check/document/sentence_formula.hpp>
#include <heed_check/document/signs_of_equality.hpp>
#include <heed_check/document/table_lookup.hpp>
#include <heed_check/formula/known_names.hpp>
#include <heed_check/tables/is_any_of.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// The words of a text joined to a name: "W^Q" is W_Q, "Attention weights" Attention_weights. Empty if there are more
/// than `most`, or no letters.
inline std::string joined_words(std::string_view text, std::size_t most) {
    std::string name;
    std::size_t words = 0;
    bool inside = false;
    for (const char c : text) {
        if (static_cast<unsigned char>(c) >= 0x80) return "";
        const bool in_word = formula_scanner::is_word(c) && (c != '_' || inside);
        if (in_word && !inside) {
            if (!name.empty()) name += '_';
            if (++words > most) return "";
        }
        if (in_word) name += c;
        inside = in_word;
    }
    while (!name.empty() && name.back() == '_') name.pop_back();
    if (std::none_of(name.begin(), name.end(), is_letter)) return "";
    if (formula_scanner::is_digit(name[0])) name = "M" + name;
    return name.size() > 40 ? "" : name;
}

/// The text after the prompt of a console, > of a quotation, # of a comment and - of a list, in this order.
inline std::string_view without_prompt(std::string_view text) {
    for (const std::string_view prompt : {">>> ", "julia> ", "> ", "# ", "- "})
        if (text.substr(0, prompt.size()) == prompt) text.remove_prefix(prompt.size());
    return text;
}

/// The letters, digits and underscores from a byte on, and those before one.
inline std::string_view word_from(std::string_view text, std::size_t begin) {
    std::size_t end = begin;
    while (end < text.size() && formula_scanner::is_word(text[end])) ++end;
    return text.substr(begin, end - begin);
}
inline std::string_view word_before(std::string_view text, std::size_t end) {
    std::size_t begin = end;
    while (begin > 0 && formula_scanner::is_word(text[begin - 1])) --begin;
    return text.substr(begin, end - begin);
}

/// The word at the start of a text; empty if it begins with a digit.
inline std::string_view first_word(std::string_view text) {
    const std::string_view word = word_from(text, 0);
    return !word.empty() && formula_scanner::is_digit(word[0]) ? "" : word;
}

/// Whether a text is a name alone.
inline bool is_name(std::string_view text) { return !text.empty() && first_word(text) == text; }

/// The arguments of a call, split at its outermost commas.
inline std::vector<std::string_view> arguments_of(std::string_view inside) {
    std::vector<std::string_view> all;
    char quote = '\0';
    std::size_t depth = 0, begin = 0;
    const auto add = [&](std::size_t end) {
        const std::string_view part = without_end(inside.substr(begin, end - begin), " ");
        const std::size_t from = part.find_first_not_of(' ');
        if (from != std::string_view::npos) all.push_back(part.substr(from));
        begin = end + 1;
    };
    for (std::size_t i = 0; i < inside.size(); ++i) {
        const char c = inside[i];
        if (quote != '\0') {
            if (c == '\\') ++i;
            if (c == quote) quote = '\0';
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '(' || c == '[' || c == '{') {
            ++depth;
        } else if (c == ')' || c == ']' || c == '}') {
            depth -= depth == 0 ? 0 : 1;
        } else if (c == ',' && depth == 0) {
            add(i);
        }
    }
    add(inside.size());
    return all;
}

/// The call at the beginning of a text that keeps the numbers of its first argument, up to its bracket; empty if there
/// is none: np.round(, pd.DataFrame(, tabulate(
inline std::string_view keeping_call(std::string_view text) {
    const std::size_t open = text.find('(');
    if (open == std::string_view::npos) return "";
    const std::string_view call = text.substr(0, open);
    const std::size_t dot = call.rfind('.');
    const std::string_view function = call.substr(dot + 1);  // npos + 1 is 0
    const bool shows = function == "DataFrame" || function == "Series" || function == "tabulate";
    bool keeps = false;
    for (const std::string_view f : {"round", "around", "rint", "array_str", "array2string", "asarray"})
        keeps = keeps || function == f;
    const bool of_module = dot != std::string_view::npos && find_module(call.substr(0, dot)) != nullptr;
    return shows || (keeps && of_module) ? text.substr(0, open + 1) : std::string_view();
}

/// The length of a method at the beginning of a text that keeps the numbers: .round(3), .numpy(),
/// .to_string(index=False)
inline std::size_t length_of_keeping_method(std::string_view text) {
    for (const std::string_view call :
         {".detach()", ".numpy()", ".tolist()", ".cpu()", ".clone()", ".copy()", ".to_numpy()"})
        if (text.substr(0, call.size()) == call) return call.size();
    for (const std::string_view call : {".to_string(", ".to_markdown("})
        if (text.substr(0, call.size()) == call)
            if (const std::size_t close = closing_bracket(text, call.size() - 1); close < text.size()) return close + 1;
    if (text.substr(0, 7) != ".round(") return 0;
    const std::size_t close = text.find_first_not_of("0123456789decimals= ", 7);
    return close != std::string_view::npos && text[close] == ')' ? close + 1 : 0;
}

/// The name in an expression that has the same numbers as the name: Q, Q.round(3), np.round(Q, 3), pd.DataFrame(Q),
/// Q.detach().numpy(). Empty for any other expression, such as Q.T.
inline std::string name_of_expression(std::string_view text) {
    text = without_end(text, " ;");
    std::string_view name = first_word(text), rest = text.substr(name.size());
    for (const std::string_view none : {"", "None", "True", "False"})
        if (name == none) return "";
    if (const std::string_view call = keeping_call(text); !call.empty()) {
        const std::size_t close = closing_bracket(text, call.size() - 1);
        const auto all = arguments_of(text.substr(call.size(), std::min(close, text.size()) - call.size()));
        if (close >= text.size() || all.empty() || first_word(all[0]) != all[0]) return "";
        name = all[0];
        rest = text.substr(close + 1);
    }
    while (!rest.empty()) {
        const std::size_t length = length_of_keeping_method(rest);
        if (length == 0) return "";
        rest.remove_prefix(length);
    }
    return std::string(name);
}

/// The expression in the only braces of a formatted text: S / 2 in f"S = {S / 2:.3f}"; empty if there are none or more.
inline std::string_view formatted_expression(std::string_view text) {
    const std::size_t open = text.find('{'), close = text.rfind('}');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) return "";
    const std::string_view inside = text.substr(open + 1, close - open - 1);
    if (inside.find_first_of("{}") != std::string_view::npos) return "";
    std::size_t end = 0;
    while (end < inside.size() && !is_one_of(inside[end], ":!"))
        end = is_one_of(inside[end], "([") ? std::min(closing_bracket(inside, end) + 1, inside.size()) : end + 1;
    return without_end(inside.substr(0, end), " =");  // {S = } shows the name, too
}

/// Whether an argument has a name: end="", digits = 3
inline bool is_keyword_argument(std::string_view argument) {
    const std::size_t sign = argument.find_first_not_of(' ', first_word(argument).size());
    return sign != 0 && sign < argument.size() && argument[sign] == '=' && argument.substr(sign, 2) != "==";
}

/// The only value that a call prints: S / 2 in print("S:", S / 2) and in print(f"S: {S / 2}"); empty if there are more.
inline std::string_view shown_expression(std::string_view call) {
    const std::size_t open = call.find('('), close = call.rfind(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) return "";
    if (!without_end(call.substr(close + 1), " ;").empty()) return "";
    std::string_view shown;
    for (const std::string_view a : arguments_of(call.substr(open + 1, close - open - 1))) {
        if (a[0] == '"' || a[0] == '\'') continue;
        if (is_keyword_argument(a)) continue;
        if (!shown.empty()) return "";
        shown = a;
    }
    const bool formatted = shown.size() > 2 && is_one_of(shown[0], "fF") && is_one_of(shown[1], "'\"");
    return formatted ? formatted_expression(shown) : shown;
}
/// The name that a call prints: Q in print(Q), in print("Q:", Q) and in display(Q.round(3)).
inline std::string shown_name(std::string_view call) { return name_of_expression(shown_expression(call)); }

/// Whether a text is one capital letter, perhaps with an index.
inline bool is_sign(std::string_view text) {
    return !text.empty() && text[0] >= 'A' && text[0] <= 'Z' && (text.size() == 1 || text[1] == '_');
}
/// The sign behind the word for a matrix, Q in "Queries Q" and "the query matrix Q", behind "and", or behind words of a
/// sentence that names it: "We compute S", "the scores are S". Else the whole text.
inline std::string_view sign_behind_word(std::string_view text) {
    const std::size_t space = text.rfind(' ');
    if (space == std::string_view::npos || space == 0) return text;
    const std::string_view sign = text.substr(space + 1);
    const std::string_view before = without_end(text.substr(0, space), " ");
    const std::string words = in_small_letters(before.substr(std::min(before.find_first_not_of(' '), before.size())));
    const bool joins = is_any_of(words, {"and", "or", "but", "the"});  // "and K", but not "Q and K"
    return is_sign(sign) && (joins || is_word_of_naming(last_word_of(words)) || ends_with_matrix_word(before)) ? sign
                                                                                                               : text;
}
/// A text without the verb behind its sign: S of "So the scores S are", K of "K be". Else the whole text.
inline std::string_view without_verb_behind_sign(std::string_view text) {
    const std::string last = in_small_letters(last_word_of(text));
    if (!is_any_of(last, {"is", "are", "be", "equals"}) || text.find(" of ") != std::string_view::npos) return text;
    const std::string_view before = without_end(without_end(text, " ").substr(0, text.rfind(' ')), " ");
    const std::string_view sign =
        sign_behind_word(before.substr(std::min(before.find_first_not_of(' '), before.size())));
    return is_sign(sign) && sign.find(' ') == std::string_view::npos ? sign : text;
}

/// The sign behind such a word that is marked as code or as a formula and is the only one of its sentence, which says
/// no more than that the matrix is shown: z in "Scores `z`:", Q in "The queries $Q$ are shown below.". Else empty.
inline std::string marked_sign(std::string_view text) {
    const std::size_t begin = std::min(text.find_first_of("$`"), text.size());
    const std::size_t from = std::min(text.find_first_not_of("$`", begin), text.size());
    const std::size_t end = std::min(text.find_first_of("$`", from), text.size());
    std::string_view before = text.substr(0, begin);
    if (before.size() > 6 && before.substr(before.size() - 6) == ":math:") before.remove_suffix(6);
    const std::string_view sign = text.substr(from, end - from);
    if (!is_name(sign) || std::count(before.begin(), before.end(), ' ') > 3 || !ends_with_matrix_word(before))
        return "";
    const auto is_said = [](std::string_view word) {
        for (const std::string_view one : {"is", "are", "shown", "given", "printed", "below", "as", "follows"})
            if (word == one) return true;
        return false;
    };
    for (std::size_t at = std::min(text.find_first_not_of("$`", end), text.size()); at < text.size();) {
        const std::string_view word = word_from(text, at);
        if (word.empty() ? !is_one_of(text[at], " :.,") : !is_said(word)) return "";
        at += std::max(word.size(), std::size_t{1});
    }
    return std::string(sign);
}

/// The formula that begins in a sentence and goes on to the matrix: \mu = of "The means are $\mu =". Else the text.
inline std::string_view behind_open_dollar(std::string_view text) {
    const std::size_t dollar = text.rfind('$');
    if (dollar == std::string_view::npos || text.find("$$") != std::string_view::npos) return text;
    const bool open = std::count(text.begin(), text.end(), '$') % 2 == 1;
    const std::string_view formula = text.substr(dollar + 1);
    return open && !without_end(formula, " ").empty() && without_end(formula, " ").back() == '=' ? formula : text;
}

/// The name that stands before a clause with a number: "Scores, with d_k = 4:". Empty where there is none.
inline std::string name_beside_number(std::string_view text, std::string_view clause) {
    const auto begin = static_cast<std::size_t>(clause.data() - text.data());
    const std::string_view all = without_end(text.substr(0, begin), " ");
    std::string_view before = without_end(all, ",;");
    for (const std::string_view word : {" with", " where"})
        if (before.size() > word.size() && before.substr(before.size() - word.size()) == word)
            before = without_end(before.substr(0, before.size() - word.size()), " ,;");
    if (before.size() == all.size()) return "";  // Then p = 0.5
    if (before.find_first_of("=:") != std::string_view::npos) return "";
    return joined_words(sign_behind_word(without_prompt(before)), 3);
}

/// The name that the text before a matrix gives it; empty if it gives none.
inline std::string name_in_text(std::string_view before) {
    const std::string composed = with_composed_equals(before.substr(0, before.find("\\label{")));
    if (std::string sign = marked_sign(behind_open_dollar(composed)); !sign.empty()) return sign;
    const sentence_formula said = formula_of_sentence(composed);
    if (said.is_other) return "";
    if (!said.text.empty() && !said.is_used)
        return said.left.empty() && said.label != said.text
                   ? joined_words(said.label, 4)
                   : name_in_text(std::string(said.left.empty() ? said.text : said.left) + " =");
    const std::string spelled = with_scripts_as_words(without_html(composed));
    std::string words = ascii_words(plain_words(with_joined_indices(behind_open_dollar(spelled))));
    std::string_view text = without_prompt(words);
    bool prompted = text.size() < words.size() && (words[0] == '>' || words[0] == 'j');
    const auto begins = [&](std::string_view start) { return text.substr(0, start.size()) == start; };
    if (begins("Out[") && text.find(']') != std::string_view::npos && text.find('=') == std::string_view::npos) {
        const std::string number(text.substr(4, text.find(']') - 4));
        return joined_words("Out " + number, 2);
    }
    if (begins("In [") && text.find("]: ") != std::string_view::npos) {
        text.remove_prefix(text.find("]: ") + 3);
        prompted = true;
    }

    if (begins("print(") || begins("display(")) return shown_name(text);
    const bool assigns = text.find('=') < text.find('(') && text.find('=') != std::string_view::npos;
    if (prompted && !assigns && text.find_first_of(".([@*+/") != std::string_view::npos)
        return name_of_expression(text);
    if (const std::string_view inner = without_open_calls(text);
        inner.find_first_not_of(" =:") != std::string_view::npos)
        text = last_clause(without_remark_before_end(inner));
    else if (text.find('<') != std::string_view::npos || inner.empty())
        return "";
    const std::size_t equals = assignment_in(text);
    if (equals != std::string_view::npos) {
        if (is_number_of_something(text)) return name_beside_number(words, text);
        const std::string computed =
            with_operators_as_words(without_remark(without_end(text.substr(0, equals), " :&")));
        std::string_view left = computed;
        const std::size_t from = left.find_last_of(".,;:&");
        if (from != std::string_view::npos && left.find('(') == std::string_view::npos) left.remove_prefix(from + 1);
        return joined_words(sign_behind_word(left), 4);
    }
    if (const std::string_view bars = without_end(text, " :.#*"); is_between_bars(bars))
        return joined_words(with_operators_as_words(bars), 2);
    text = without_verb_behind_sign(without_remark(without_end(text, " :.|#*")));
    if (names_nothing(text) || begins_with_operator(composed)) return "";
    const std::size_t open = text.rfind('(');  // "Query Matrix (Q)"
    if (open != std::string_view::npos && text.back() == ')') {
        const std::string inside =
            joined_words(with_operators_as_words(text.substr(open + 1, text.size() - open - 2)), 1);
        const bool is_name = !inside.empty() && !formula_scanner::is_digit(text[open + 1]);
        if (is_name && inside.size() <= 5 && open > 0 && text[open - 1] == ' ') return inside;
    }
    return joined_words(with_operators_as_words(sign_behind_word(without_end(text, " ("))), 3);
}

/// What stands for the name of an expression that the code of a line shows: no name that code may have.
inline std::string name_of_print(std::size_t line) { return "print " + std::to_string(line); }
inline bool is_unnamed_print(std::string_view name) { return name.substr(0, 6) == "print "; }

/// The name that the document gives a matrix; empty if it gives none. A name before a product of matrices is not the
/// name of its first factor.
inline std::string name_of_table(const found_table& t) {
    if (t.product) return "";
    if (t.shown) return is_unnamed_print(*t.shown) ? "" : *t.shown;
    return name_in_text(t.before);
}

/// The role in attention of a matrix with such a name.
enum class matrix_role : unsigned char { none, query, key, value, scores, weights, output };
inline matrix_role role_of(const std::string& name) {
    const std::string lower = in_small_letters(name);
    const auto has = [&](const char* word) { return lower.find(word) != std::string::npos; };
    if (has("score")) return matrix_role::scores;
    if (has("output") || has("context")) return matrix_role::output;
    if (has("attention") || has("attn") || has("weights") || lower == "alpha") return matrix_role::weights;
    if (lower == "q" || has("quer")) return matrix_role::query;
    if (lower == "k" || has("key")) return matrix_role::key;
    if (lower == "v" || has("value")) return matrix_role::value;
    return matrix_role::none;
}

/// Whether a name says that a matrix of attention was changed: masked_scores, "sparse weights".
inline bool has_modifier(const std::string& name) {
    const std::string lower = in_small_letters(name);
    for (const std::string_view word : {"mask", "bias", "clip", "drop", "pad", "window", "prun", "spars", "local",
                                        "relative", "causal", "threshold", "linear", "average", "mean"})
        if (lower.find(word) != std::string::npos) return true;
    return false;
}

/// Whether such a name is that of a parameter, which is not computed: W, W_Q, Wq1, W_out, b, b_1, bias. Attention
/// weights may have such a name too.
inline bool is_given(std::string_view name) {
    if (name.substr(0, 4) == "bias") return true;
    if (name.empty() || (name[0] != 'W' && name[0] != 'w' && name[0] != 'b')) return false;
    const std::size_t most_letters = name[0] == 'W' ? 3 : name[0] == 'w' ? 1 : 0;
    name.remove_prefix(name.size() > 1 && name[1] == '_' ? 2 : 1);
    const std::size_t letters = std::min(name.find_first_of("0123456789_"), name.size());
    return letters <= most_letters && name.find_first_not_of("0123456789_", letters) == std::string_view::npos;
}

/// Whether a matrix is named as the parameter of another one: W_q, Wq1 or W_query for Q, queries.
inline bool is_parameter_of(const std::string& parameter, const std::string& name) {
    const std::size_t begin = parameter.find_first_not_of("Ww_"), end = parameter.find_last_not_of("0123456789_") + 1;
    const matrix_role role = role_of(name);
    const bool projected = role == matrix_role::query || role == matrix_role::key || role == matrix_role::value;
    return projected && begin != 0 && begin < end && role_of(parameter.substr(begin, end - begin)) == role;
}

/// A distinct name for each matrix, none that is a keyword of a block: the names that the document gives, M1, M2, ...
/// for the others.
inline std::vector<std::string> names_of_tables(const std::vector<found_table>& tables) {
    std::vector<std::string> names;
    std::set<std::string> taken;
    std::map<std::string, std::size_t> numbers;  // for each name the number to append to its next duplicate
    for (const std::string_view word :
         {"k", "q", "inf", "keep", "not", "and", "or", "exact", "rows", "matrix", "matrices", "None", "float"})
        taken.insert(std::string(word));
    for (const named_function& f : named_functions) taken.insert(std::string(f.name));
    for (std::size_t i = 0; i < tables.size(); ++i) {
        std::string name = name_of_table(tables[i]);
        if (name.empty()) name = "M" + std::to_string(i + 1);
        const std::string first = name;
        std::size_t& n = numbers.try_emplace(first, 2).first->second;  // smaller numbers are taken
        for (; !taken.insert(name).second; ++n) name = first + "_" + std::to_string(n);
        names.push_back(name);
    }
    return names;
}

}  // namespace heed::detail
