// SPDX-License-Identifier: BSL-1.0
// The formula of the sentence right above a matrix, which says what the matrix is: "The scores are $S = QK^T$:",
// "Scores: $QK^T$", "Using `S = Q @ K.T` we get".
#pragma once

#include <heed_check/document/name_signs.hpp>
#include <heed_check/document/name_text.hpp>
#include <heed_check/tables/is_any_of.hpp>
#include <heed_check/tables/small_letters.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

inline std::string_view without_end(std::string_view text, std::string_view characters) {
    return text.substr(0, text.find_last_not_of(characters) + 1);
}

/// Whether a word is one for a matrix: queries, scores.
inline bool is_matrix_word(std::string_view small) {
    return is_any_of(small,
                     {"query",         "queries",     "key",          "keys",   "value",      "values",    "score",
                      "scores",        "weight",      "weights",      "input",  "inputs",     "output",    "outputs",
                      "matrix",        "logits",      "targets",      "labels", "embeddings", "encodings", "tokens",
                      "probabilities", "predictions", "similarities", "losses"});
}
/// Whether a text ends with the word for a matrix: "the query matrix", "Scores".
inline bool ends_with_matrix_word(std::string_view text) {
    text = without_end(text, " ");
    return is_matrix_word(in_small_letters(text.substr(text.find_last_of(" (") + 1)));  // npos + 1 is 0
}

/// Whether a text has the sign of an operation, a fraction or a softmax.
inline bool has_operator(std::string_view text) {
    return text.find_first_of("^@*/+") != std::string_view::npos || text.find("\\frac") != std::string_view::npos ||
           text.find("oftmax") != std::string_view::npos;
}

/// Whether a text has the sign of a product, or a minus between its operands.
inline bool has_sign_between(std::string_view text) {
    for (const std::string_view sign : {"\\odot", "\\circ", "\\cdot", "\\times", "\u2299", "\u00B7", "\u22C5", " - "})
        if (text.find(sign) != std::string_view::npos) return true;
    return false;
}
/// Whether a text is short names side by side, as a product is written, or a number before one: AB, X W_Q, 2A
inline bool may_be_product(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of("$` "), text.size()));
    bool index = false;
    std::size_t letters = text.size() > 1 && is_digit(text[0]) && is_letter(text[1]) ? 1 : 0;
    for (const char c : text) {
        index = c == '_' || (index && (formula_scanner::is_word(c) || is_one_of(c, "{}")));
        letters += is_letter(c) && !index ? 1U : 0U;
    }
    return letters > 1 && is_symbolic(text);
}

/// What a text says that ends with a formula.
struct sentence_formula {
    std::string_view text{};   ///< the formula, as written between its signs; empty if there is none
    std::string_view left{};   ///< what is left of its =; empty if it has none
    std::string_view label{};  ///< then the words that name the matrix, Scores, or the formula itself
    bool is_used = false;      ///< "Using it, we get": perhaps something else is computed from it
    bool is_other = false;     ///< it is that of another matrix, from which this one is computed
};

class sentence_formula_finder {
public:
    explicit sentence_formula_finder(std::string_view text) : text_(text) {}

    sentence_formula find() {
        if (!find_spans()) return {};
        for (std::size_t i = spans_.size(); i-- > 0;) {
            const span& s = spans_[i];
            const std::string_view inside = text_.substr(s.begin, s.end - s.begin);
            const std::size_t from = i == 0 ? 0 : spans_[i - 1].behind;
            const std::string_view lead = last_sentence(text_.substr(from, s.before - from));
            const std::size_t to = i + 1 < spans_.size() ? spans_[i + 1].before : text_.size();
            if (!only_shows(text_.substr(s.behind, to - s.behind))) return {};
            const std::string_view left = left_of(inside);
            if (is_aside(inside, left, i == 0 ? std::string_view() : lead)) continue;
            const std::string small = in_small_letters(last_sentence(text_.substr(0, s.before)));
            if (is_doubtful(small) || !is_operation(left, inside.substr(left.size()))) return {};
            return said(inside, left, lead, small);
        }
        return {};
    }

private:
    struct span {
        std::size_t before = 0, begin = 0, end = 0, behind = 0;
    };

    /// Finds what stands between dollar signs, backquotes and \( \); false where one is open. A dollar sign at an end
    /// of the text may be missing.
    bool find_spans() {
        if (text_.find("$$") != std::string_view::npos) return false;
        const std::size_t first = std::min(text_.find('$'), text_.size());
        const bool odd = std::count(text_.begin(), text_.end(), '$') % 2 == 1;
        const bool begins = odd && text_.substr(0, first).find('=') != std::string_view::npos;
        if (begins) spans_.push_back({0, 0, first, first + 1});
        for (std::size_t at = begins ? first + 1 : 0; at < text_.size();) {
            const bool round = text_.substr(at, 2) == "\\(";
            if (!round && !is_one_of(text_[at], "$`")) {
                ++at;
                continue;
            }
            const std::size_t begin = at + (round ? 2 : 1);
            std::size_t end = round ? text_.find("\\)", begin) : text_.find(text_[at], begin);
            const bool open = end == std::string_view::npos;
            if (open && (text_[at] != '$' || begin == text_.size() || is_one_of(text_.back(), "=+-*/ "))) return false;
            end = std::min(end, text_.size());
            spans_.push_back({at, begin, end, std::min(end + (round ? 2 : 1), text_.size())});
            at = spans_.back().behind;
        }
        return !spans_.empty();
    }

    static std::string_view last_sentence(std::string_view text) {
        for (const std::string_view end : {". ", "? ", "! "})
            if (const std::size_t at = text.rfind(end); at != std::string_view::npos) text.remove_prefix(at + 2);
        return text;
    }
    static std::string_view left_of(std::string_view formula) {
        const std::size_t at = assignment_in(formula);
        return at == std::string_view::npos ? std::string_view() : without_end(formula.substr(0, at), " ");
    }
    /// The words of a text, in small letters, without signs.
    static std::vector<std::string> words_in(std::string_view text) {
        constexpr std::string_view between = " \t*_#>.,:;()";
        std::vector<std::string> words;
        for (std::size_t at = text.find_first_not_of(between); at < text.size();) {
            const std::size_t end = std::min(text.find_first_of(between, at), text.size());
            words.push_back(in_small_letters(text.substr(at, end - at)));
            at = text.find_first_not_of(between, end);
        }
        return words;
    }
    static std::string last_word(std::string_view text) {
        const std::vector<std::string> words = words_in(text);
        return words.empty() ? "" : words.back();
    }

    /// Whether words behind a formula only say that the numbers follow.
    static bool only_shows(std::string_view rest) {
        const std::vector<std::string> words = words_in(rest);
        return std::all_of(words.begin(), words.end(), [](const std::string& word) {
            return is_any_of(word,
                             {"so",      "we",     "get",    "obtain",   "have",    "find",        "which",
                              "gives",   "give",   "this",   "yields",   "the",     "following",   "table",
                              "matrix",  "result", "is",     "are",      "equals",  "equal",       "as",
                              "follows", "below",  "where",  "with",     "and",     "row-wise",    "rowwise",
                              "row",     "rows",   "each",   "for",      "by",      "numerically", "shown",
                              "then",    "thus",   "here",   "to",       "rounded", "two",         "three",
                              "four",    "places", "digits", "decimals", "decimal", "now",         "approximately"}) ||
                   word.find_first_not_of("0123456789") == std::string::npos;
        });
    }
    /// Whether a formula explains another one: where $d_k = 2$.
    static bool is_aside(std::string_view inside, std::string_view left, std::string_view lead) {
        const std::string_view right =
            inside.substr(std::min(inside.find_first_not_of("= ", left.size()), inside.size()));
        const bool number = !left.empty() && right.find_first_not_of("0123456789.") == std::string_view::npos;
        return number || is_any_of(last_word(lead), {"where", "here", "with"});
    }
    /// Whether a formula may be computed; an operand may also be a product, as A V.
    static bool is_operation(std::string_view left, std::string_view right) {
        if (right.find("\\begin") != std::string_view::npos) return false;
        const bool alone = left.empty() && (has_sign_between(right) || may_be_product(right));
        return alone || has_operator(right) || right.find('(') != std::string_view::npos ||
               (!left.empty() && std::count_if(right.begin(), right.end(), [](char c) { return is_letter(c); }) > 1);
    }
    /// Whether a sentence only recalls a formula, or denies it.
    static bool is_doubtful(const std::string& small) {
        const std::vector<std::string> words = words_in(small);
        return std::any_of(words.begin(), words.end(), [](const std::string& word) {
            return is_any_of(word, {"since",  "because", "given", "recall", "remember", "if",    "when",  "once",
                                    "after",  "before",  "that",  "unlike", "instead",  "not",   "wrong", "would",
                                    "should", "could",   "apply", "like",   "suppose",  "until", "where"});
        });
    }

    static sentence_formula said(std::string_view inside, std::string_view left, std::string_view lead,
                                 const std::string& small) {
        const std::string_view words = without_end(lead, " *_");
        const std::string last = last_word(words);
        if (left.empty() && is_label(words)) return {inside, {}, label_in(words)};
        if (left.empty()) return only_leads(words) ? sentence_formula{inside, {}, inside} : sentence_formula();
        for (const std::string_view begins : {"using ", "with ", "by ", "from "})
            if (small.compare(0, begins.size(), begins) == 0 &&
                is_any_of(last, {"using", "with", "by", "from", "formula"}))
                return {inside, left, {}, true};
        const bool says = words.empty() || is_one_of(words.back(), ",:;.)") || is_label(words) ||
                          is_any_of(last, {"is",       "are",   "as",     "equals", "compute", "computes",  "calculate",
                                           "evaluate", "gives", "yields", "then",   "now",     "finally",   "first",
                                           "next",     "so",    "and",    "thus",   "hence",   "therefore", "formula"});
        return {says ? inside : std::string_view(), left, {}, false, !says && is_behind_preposition(words)};
    }
    /// Whether words before a formula only say that it is computed: "Then the elementwise product", "Step 2: compute"
    static bool only_leads(std::string_view text) {
        const std::vector<std::string> words = words_in(text);
        return std::all_of(words.begin(), words.end(), [](const std::string& word) {
            return is_any_of(word, {"then",     "now",       "next",        "so",           "thus",        "hence",
                                    "finally",  "first",     "second",      "third",        "here",        "therefore",
                                    "and",      "we",        "get",         "obtain",       "compute",     "computing",
                                    "multiply", "calculate", "calculating", "multiplying",  "evaluate",    "the",
                                    "product",  "sum",       "difference",  "element-wise", "elementwise", "hadamard",
                                    "dot",      "matrix",    "result",      "is",           "step"}) ||
                   word.find_first_not_of("0123456789") == std::string::npos;
        });
    }
    /// Whether words end with a preposition, or with one and a matrix: "Softmax of the scores"
    static bool is_behind_preposition(std::string_view text) {
        std::vector<std::string> words = words_in(text);
        while (!words.empty() && (is_matrix_word(words.back()) || is_any_of(words.back(), {"the", "our", "raw"})))
            words.pop_back();
        return !words.empty() && is_any_of(words.back(), {"of", "to", "from", "into", "for"});
    }
    /// Whether words name a matrix and say nothing else: "Then the scaled attention scores", "Output:"
    static bool is_label(std::string_view text) {
        const std::vector<std::string> words = words_in(text);
        return !words.empty() && is_matrix_word(words.back()) &&
               std::all_of(words.begin(), words.end() - 1, [](const std::string& word) {
                   return is_matrix_word(word) ||
                          is_any_of(word, {"the", "our", "then", "now", "so", "and", "thus", "first", "finally", "next",
                                           "scaled", "unscaled", "raw", "final", "attention", "similarity", "context",
                                           "dot-product", "step"}) ||
                          word.find_first_not_of("0123456789") == std::string::npos;
               });
    }
    /// The words of such a text that are a name: scaled attention scores
    static std::string_view label_in(std::string_view text) {
        text = without_end(text, " :,*_");
        const std::size_t sign = text.find_last_of(".:,");
        if (sign != std::string_view::npos) text.remove_prefix(sign + 1);
        for (std::size_t at = 0; at < text.size();) {
            at = text.find_first_not_of(" *_#>", at);
            if (at == std::string_view::npos) break;
            const std::size_t end = std::min(text.find(' ', at), text.size());
            const std::string word = in_small_letters(text.substr(at, end - at));
            if (!is_any_of(word, {"the", "our", "then", "now", "so", "and", "thus", "first", "finally", "next"}))
                return text.substr(at);
            at = end;
        }
        return {};
    }

    std::string_view text_;
    std::vector<span> spans_{};
};

inline sentence_formula formula_of_sentence(std::string_view text) { return sentence_formula_finder(text).find(); }

}  // namespace heed::detail
