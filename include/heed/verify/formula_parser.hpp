// SPDX-License-Identifier: BSL-1.0
// From the text of a formula to its terms.
//
//   sum      product { (+ | -) product }
//   product  signed { (* | @ | /) signed }            @ is *
//   signed   - signed | postfix
//   postfix  primary { ^T | ' | ^ digits }            ^T and ' transpose
//   primary  number | name | function [<numbers>] (sum, ..., [axis = number]) | (sum)
#pragma once

#include <heed/verify/formula_scanner.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// Parentheses, calls and signs inside one another: the parser calls itself for each.
inline constexpr std::size_t max_formula_nesting = 100;

class formula_parser {
public:
    formula_parser(std::string_view text, const std::vector<formula_name>& names, formula_terms& terms)
        : scan_(text), names_(names), terms_(terms), rules_(terms), call_(terms) {}

    /// The whole text as one formula.
    term_id parse() {
        if (scan_.peek() == '\0') throw formula_error(scan_.at(), "the formula is empty");
        const term_id whole = sum();
        if (scan_.peek() != '\0') throw formula_error(scan_.at(), "unexpected " + scan_.here() + " after the formula");
        return whole;
    }

private:
    /// One more level for as long as it lives.
    struct nesting {
        explicit nesting(formula_parser& p) : parser(p) {
            if (++parser.depth_ > max_formula_nesting)
                throw formula_error(parser.scan_.at(), "nested too deeply: more than " +
                                                           std::to_string(max_formula_nesting) +
                                                           " parentheses, calls or signs inside one another");
        }
        ~nesting() { --parser.depth_; }
        nesting(const nesting&) = delete;
        nesting& operator=(const nesting&) = delete;
        formula_parser& parser;
    };

    term_id sum() {
        term_id left = product();
        for (char c = scan_.peek(); c == '+' || c == '-'; c = scan_.peek()) {
            const std::size_t at = scan_.skip();
            const term_id right = product();
            left = c == '+' ? rules_.sum(left, right, at) : rules_.difference(left, right, at);
        }
        return left;
    }

    term_id product() {
        term_id left = signed_operand();
        for (char c = scan_.peek(); c == '*' || c == '@' || c == '/'; c = scan_.peek()) {
            const std::size_t at = scan_.skip();
            const term_id right = signed_operand();
            left = c == '/' ? rules_.quotient(left, right, at) : rules_.product(left, right, at);
        }
        return left;
    }

    term_id signed_operand() {
        if (scan_.peek() != '-') return postfix();
        const nesting deeper(*this);
        const std::size_t at = scan_.skip();
        return rules_.negate(signed_operand(), at);
    }

    term_id postfix() {
        term_id operand = primary();
        for (char c = scan_.peek(); c == '\'' || c == '^'; c = scan_.peek()) {
            const std::size_t at = scan_.skip();
            operand = c == '\'' ? rules_.transpose(operand, at) : raised(operand, at);
        }
        return operand;
    }

    /// What follows ^.
    term_id raised(term_id operand, std::size_t at) {
        if (scan_.peek() == 'T' && !formula_scanner::is_word(scan_.ahead(1))) {
            scan_.skip();
            return rules_.transpose(operand, at);
        }
        if (!formula_scanner::is_digit(scan_.peek()))
            throw formula_error(at, "^ needs T or a whole number, found " + scan_.here());
        return rules_.power(operand, scan_.integer(), at);
    }

    term_id primary() {
        const char c = scan_.peek();
        const std::size_t at = scan_.at();
        if (formula_scanner::is_digit(c) || (c == '.' && formula_scanner::is_digit(scan_.ahead(1))))
            return terms_.add_exact(scan_.decimal(), at);
        if (formula_scanner::is_word(c)) return name_or_call();
        if (c != '(') scan_.expected("a name, a number or (");
        const nesting deeper(*this);
        scan_.skip();
        const term_id inside = sum();
        scan_.close(at, ')');
        return inside;
    }

    term_id name_or_call() {
        const std::size_t at = scan_.at();
        const std::string_view name = scan_.word();
        if (scan_.peek() == '(' || scan_.peek() == '<') return call(name, at);
        const std::size_t index = find_name(names_, name, at);
        return terms_.add_leaf(index, names_[index].dims, at);
    }

    term_id call(std::string_view name, std::size_t at) {
        const nesting deeper(*this);
        function_call c{.f = &find_function(names_, name, at), .position = at};
        if (scan_.peek() == '<') numbers(c.numbers);
        if (scan_.peek() != '(') scan_.expected("( after " + std::string(name));
        const std::size_t open = scan_.skip();
        if (scan_.peek() != ')') arguments(c);
        scan_.close(open, ')');
        return call_(c);
    }

    void numbers(std::vector<long long>& list) {
        const std::size_t open = scan_.skip();
        do {
            list.push_back(scan_.signed_integer());
        } while (scan_.take(','));
        scan_.close(open, '>');
    }

    void arguments(function_call& c) {
        do {
            scan_.peek();
            if (c.has_axis) throw formula_error(scan_.at(), "axis=n is the last argument");
            c.has_axis = takes_axis();
            if (c.has_axis)
                c.numbers.push_back(scan_.signed_integer());
            else
                c.arguments.push_back(sum());
        } while (scan_.take(','));
    }

    /// Takes `axis =`; a name that begins so, or that is axis, is none.
    bool takes_axis() {
        const std::size_t before = scan_.at();
        if (scan_.word() == "axis" && scan_.take('=')) return true;
        scan_.go_back(before);
        return false;
    }

    formula_scanner scan_;
    const std::vector<formula_name>& names_;
    formula_terms& terms_;
    formula_rules rules_;
    function_caller call_;
    std::size_t depth_ = 0;
};

}  // namespace heed::detail
