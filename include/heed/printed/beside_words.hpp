// SPDX-License-Identifier: BSL-1.0
// Words and marks around a matrix: those that do not change it, and those that denote an operation.
#pragma once

#include <heed/printed/beside.hpp>

#include <cstddef>

namespace heed::detail {

/// Matches exactly this name, with these capitals.
template <std::size_t N>
constexpr bool is_name(const cursor& name, const char (&word)[N]) {
    return name.end - name.at == N - 1 && name.length_of(word) != 0;
}
/// Matches any capitalization, for names of letters only.
template <std::size_t... N>
constexpr bool is_any_word(const cursor& name, const char (&... words)[N]) {
    const auto is = [&](const auto& word) {
        cursor c = name;
        return accept_word(c, word) && c.done();
    };
    return (... || is(words));
}

/// Punctuation, bullets and accents, which do not change what follows.
constexpr bool is_mark(unsigned code) {
    constexpr unsigned marks[] = {0xA0,   0xA7,   0xAB,   0xAD,   0xB6,   0xB7,   0xBB,   0x2014, 0x2015,
                                  0x2021, 0x2022, 0x2023, 0x2028, 0x2029, 0x2039, 0x203A, 0x25AA, 0x25AB,
                                  0x25B6, 0x25B8, 0x25BA, 0x25CB, 0x25CF, 0x25E6, 0x25FE, 0xFFFD, 0xFEFF};
    for (const unsigned mark : marks)
        if (code == mark) return true;
    return (code >= 0x2018 && code <= 0x201F) || (code >= 0x0300 && code < 0x0370) ||
           (code >= 0x2500 && code < 0x2580) || (code >= 0x2600 && code < 0x2715) ||
           (code >= 0x200B && code <= 0x200F) || (code >= 0x202A && code <= 0x202E);
}

/// Marks that may follow a matrix: relations, quotation marks, dashes of sentences, box-drawing lines.
constexpr bool is_mark_after(unsigned code) {
    return is_relation_sign(code) || (code >= 0x2018 && code <= 0x201F) || code == 0x2026 || code == 0xAB ||
           code == 0xBB || code == 0x2014 || code == 0x2015 || code == 0x2039 || code == 0x203A || code == 0xFFFD ||
           (code >= 0x2500 && code < 0x2580);
}

/// minus, 3 times; after a number also a single letter: 3x.
constexpr bool is_operator_word(const cursor& w, bool number) {
    return (number && w.end - w.at == 1) || is_any_word(w, "times", "minus", "plus", "negative", "twice", "thrice",
                                                        "half", "double", "triple", "not", "modulo", "mod");
}

/// Words that may be between "name =" and a matrix: an article, a type, a word for a matrix.
constexpr bool is_neutral_word(const cursor& w) {
    return is_any_word(w, "the", "a", "an", "this", "following", "matrix", "array", "tensor", "vector", "list", "new",
                       "const", "constexpr", "auto", "int", "float", "double", "long", "half", "var", "std");
}
/// Words that begin another part of a sentence: the text before them does not belong to the matrix.
constexpr bool is_clause_word(const cursor& w) {
    return is_any_word(w, "and", "then", "so", "is", "are", "was", "were", "be", "becomes", "become", "gives", "give",
                       "gave", "yields", "yield", "equals", "equal", "we", "get", "gets", "obtain", "have", "has",
                       "print", "prints", "printed", "shows", "show", "returns", "return", "returned", "produces",
                       "contains", "reads", "looks", "where", "which", "with", "for", "when", "let", "as", "from", "to",
                       "in", "use", "using", "after", "before", "result", "results", "else");
}

/// times, divided by and the like after a matrix.
constexpr bool is_operation_in_words(const cursor& c) {
    cursor word = c;
    while (is_letter(word.peek())) ++word.at;
    const bool sign = word.peek() == '+' || word.peek() == '-';
    if (is_any_word({c.text, c.at, word.at}, "e") && is_digit(word.peek(sign ? 1 : 0))) return true;  // e-3
    word = {c.text, c.at, word.at};
    return is_any_word(word, "x", "times", "mod", "modulo", "minus", "plus", "divided", "multiplied", "over",
                       "transposed", "inverted", "squared");
}

/// Calls that only collect what they are given: each matrix in them stands for itself.
constexpr bool is_container(const cursor& name) { return is_any_word(name, "ordereddict", "dict"); }

/// Records what the constructor may have as arguments.
constexpr void see_constructor(const cursor& name, neighbours& b) {
    if (!is_any_word(name, "print", "list", "tuple")) b.array = b.open + 1;
    b.shapes = b.shapes || is_any_word(name, "constant", "ndarray");
    b.whole = b.whole || is_any_word(name, "longtensor", "inttensor");
    b.prints = b.prints || is_any_word(name, "print", "dataframe");
}

}  // namespace heed::detail
