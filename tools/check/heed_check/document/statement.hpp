// SPDX-License-Identifier: BSL-1.0
// What a statement about a document says, before its names and matrices are looked up.
//
//   statement  {exact | format} names = source | [format] name (:= | ?=) formula | law | all in format
//   format     float32 | float16 | bfloat16 | float64
//   names      name {, name}
//   source     (matrix n | matrices n to n | matrix after "text") [with n (places | significant digits)]
//              | [[1, 0], [0, 1]]
//   law        rows of name sum to one | rows of name are distributions | rows of name lie within name
//              | name is symmetric | name equals name
#pragma once

#include <heed/verify/question.hpp>
#include <heed_check/formula/scanner.hpp>

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

enum class statement_kind : unsigned char {
    numbered,  ///< matrix n, matrices n to n
    after,     ///< matrix after "text"
    written,   ///< [[1, 0], [0, 1]]
    formula,
    law,
    all_in,  ///< all in float32
};

enum class page_law_kind : unsigned char { sum_to_one, distributions, within, symmetric, equal };

/// A word of a statement and its position.
struct placed_text {
    std::string text{};
    std::size_t at = 0;
};

struct page_statement {
    statement_kind kind = statement_kind::formula;
    std::vector<placed_text> names{};  ///< the names on the left of = or :=, or those that a law is about
    reading how = reading::rounded;
    arithmetic in = arithmetic::exact;
    bool asked = false;               ///< of a formula: ?=, which asks whether the numbers follow, and refutes none
    std::size_t first = 0, last = 0;  ///< numbers of matrices
    int places = -1;                  ///< to which their numbers are known; -1: as many as are printed
    int significant = -1;             ///< significant digits to which they are; -1: as many as are printed
    placed_text source{};             ///< text, numbers or formula; for numbered matrices only the position
    page_law_kind law{};
};

class statement_parser {
public:
    explicit statement_parser(std::string_view text) : text_(text), scan_(text) {}

    /// errors  formula_error
    page_statement parse() {
        const placed_text first = name("a name");
        if (first.text == "rows" && next_word_is("of")) return row_law();
        if (is_word()) {
            if (first.text == "all" && next_word_is("in")) return all_in();
            if (take_how(first.text)) return printed_or_computed();
            if (next_word_is("is") || next_word_is("equals")) return law(first);
        }
        if (is_defined()) return formula(first);
        if (scan_.peek() == '=' || scan_.peek() == ',') return matrices(first);
        refuse("this is no statement: expected =, := or a law after " + detail::quoted(first.text));
    }

private:
    [[noreturn]] void refuse(const std::string& words) {
        scan_.peek();
        throw formula_error(scan_.at(), words);
    }
    [[noreturn]] void expected(const std::string& what) {
        const std::string found = scan_.peek() == '\0' ? "the end of the statement" : scan_.here();
        refuse("expected " + what + ", found " + found);
    }

    bool is_word() { return formula_scanner::is_word(scan_.peek()); }
    bool next_word_is(std::string_view wanted) {
        if (!is_word()) return false;
        const std::size_t at = scan_.at();
        const bool same = scan_.word() == wanted;
        scan_.go_back(at);
        return same;
    }
    bool take_word(std::string_view wanted) {
        if (!next_word_is(wanted)) return false;
        scan_.word();
        return true;
    }
    void require_words(std::initializer_list<std::string_view> wanted) {
        for (const std::string_view w : wanted)
            if (!take_word(w)) expected('"' + std::string(w) + '"');
    }
    void require_end() {
        if (scan_.peek() != '\0') expected("the end of the statement");
    }

    /// Reads exact, float32 and the like, before the names.
    bool take_how(const std::string& word) {
        const arithmetic in = format_named(word);
        if (word == "exact") how_ = reading::exact;
        if (in != arithmetic::exact) in_ = in;
        return word == "exact" || in != arithmetic::exact;
    }
    static arithmetic format_named(const std::string& word) {
        for (const arithmetic a : {in_float64, in_float32, in_float16, in_bfloat16})
            if (word == name_of(a)) return a;
        return arithmetic::exact;
    }
    page_statement printed_or_computed() {
        placed_text next = name("a name");
        while (is_word() && take_how(next.text)) next = name("a name");
        if (how_ != reading::exact && is_defined()) return formula(next);
        return matrices(next);
    }
    page_statement all_in() {
        require_words({"in"});
        const placed_text format = name("float32, float16, bfloat16 or float64");
        page_statement s{.kind = statement_kind::all_in, .in = format_named(format.text), .source = format};
        if (s.in == arithmetic::exact)
            throw formula_error(format.at, "expected float32, float16, bfloat16 or float64, found " + format.text);
        require_end();
        return s;
    }

    placed_text name(const std::string& what) {
        const char c = scan_.peek();
        if (static_cast<unsigned char>(c) >= 128) refuse("names are made of the letters a to z, digits and _");
        if (!is_word() || formula_scanner::is_digit(c)) expected(what);
        const std::size_t at = scan_.at();
        return {std::string(scan_.word()), at};
    }

    bool is_defined() {
        const char c = scan_.peek();
        return (c == ':' || c == '?') && scan_.ahead(1) == '=';
    }
    page_statement formula(const placed_text& defined) {
        const bool asked = scan_.peek() == '?';
        scan_.skip();
        scan_.skip();
        if (scan_.peek() == '\0') expected(asked ? "a formula after ?=" : "a formula after :=");
        return {.kind = statement_kind::formula, .names = {defined}, .in = in_, .asked = asked, .source = rest()};
    }
    placed_text rest() {
        scan_.peek();
        return {std::string(text_.substr(scan_.at())), scan_.at()};
    }

    page_statement matrices(const placed_text& first) {
        page_statement s{.names = {first}, .how = how_, .in = in_};
        while (scan_.take(',')) s.names.push_back(name("a name"));
        if (scan_.peek() == ':') refuse("a formula defines one name, and its numbers are never rounded");
        if (!scan_.take('=')) expected("=");
        scan_.peek();
        s.source.at = scan_.at();
        if (scan_.peek() == '[')
            read_written(s);
        else if (take_word("matrices"))
            read_range(s);
        else if (take_word("matrix"))
            read_matrix(s);
        else
            refuse_source();
        return s;
    }
    [[noreturn]] void refuse_source() {
        const std::string formula = is_word() ? "; a formula is written with :=" : "";
        refuse("after = comes matrix 1, matrices 1 to 3, matrix after \"text\" or [[1, 0], [0, 1]]" + formula);
    }

    void require_one_name(const page_statement& s) {
        if (s.names.size() > 1)
            throw formula_error(s.source.at, "one matrix for " + std::to_string(s.names.size()) + " names");
    }
    void read_written(page_statement& s) {
        s.kind = statement_kind::written;
        s.source = rest();
        require_one_name(s);
    }
    void read_matrix(page_statement& s) {
        require_one_name(s);
        if (!take_word("after")) {
            s.kind = statement_kind::numbered;
            s.first = s.last = number();
            return read_places(s);
        }
        s.kind = statement_kind::after;
        if (scan_.peek() != '"') expected("the text before the matrix, in \"...\"");
        const std::size_t open = scan_.skip(), close = text_.find('"', open + 1);
        if (close == std::string_view::npos) throw formula_error(open, "this \" is not closed");
        s.source = {std::string(text_.substr(open + 1, close - open - 1)), open};
        scan_.go_back(close + 1);
        read_places(s);
    }
    void read_range(page_statement& s) {
        s.kind = statement_kind::numbered;
        s.first = number();
        require_words({"to"});
        s.last = number();
        read_places(s);
        const std::size_t count = s.last < s.first ? 0 : s.last - s.first + 1;
        if (count != s.names.size())
            throw formula_error(s.source.at, std::to_string(count) + " matrices for " + std::to_string(s.names.size()) +
                                                 (s.names.size() == 1 ? " name" : " names"));
    }
    void read_places(page_statement& s) {
        constexpr long long most = 18;
        if (take_word("with")) {
            if (!formula_scanner::is_digit(scan_.peek())) expected("a number of places");
            const std::size_t at = scan_.at();
            const long long number = scan_.integer();
            const bool significant = take_word("significant");
            if (number > most) throw formula_error(at, significant ? "more than 18 digits" : "more than 18 places");
            if (significant && number == 0) throw formula_error(at, "no significant digit");
            (significant ? s.significant : s.places) = static_cast<int>(number);
            if (significant && !take_word("digit")) require_words({"digits"});
            if (!significant && !take_word("place")) require_words({"places"});
        }
        require_end();
    }
    std::size_t number() {
        if (!formula_scanner::is_digit(scan_.peek())) expected("the number of a matrix, counted from 1");
        return static_cast<std::size_t>(scan_.integer());
    }

    page_statement law(const placed_text& about) {
        page_statement s{.kind = statement_kind::law, .names = {about}};
        if (take_word("equals")) {
            s.law = page_law_kind::equal;
            s.names.push_back(name("a name"));
        } else {
            s.law = page_law_kind::symmetric;
            require_words({"is", "symmetric"});
        }
        require_end();
        return s;
    }
    page_statement row_law() {
        page_statement s{.kind = statement_kind::law};
        require_words({"of"});
        s.names.push_back(name("a name"));
        if (take_word("sum")) {
            s.law = page_law_kind::sum_to_one;
            require_words({"to", "one"});
        } else if (take_word("are")) {
            s.law = page_law_kind::distributions;
            require_words({"distributions"});
        } else if (take_word("lie")) {
            s.law = page_law_kind::within;
            require_words({"within"});
            s.names.push_back(name("a name"));
        } else {
            expected("\"sum to one\", \"are distributions\" or \"lie within\"");
        }
        require_end();
        return s;
    }

    std::string_view text_;
    formula_scanner scan_;
    reading how_ = reading::rounded;
    arithmetic in_ = arithmetic::exact;
};

}  // namespace heed::detail
