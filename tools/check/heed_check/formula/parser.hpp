// SPDX-License-Identifier: BSL-1.0
// Parses the text of a formula into terms.
//
//   condition  both { (|| | "|" | or) both }
//   both       opposite { (&& | & | and) opposite }
//   opposite   not opposite | comparison
//   comparison sum [(< | <= | > | >= | == | !=) sum]
//   sum        product { (+ | -) product }
//   product    signed { (* | @ | / | // | %) signed }    @ is *
//   signed     (- | + | ! | ~) signed | power
//   power      postfix [** signed]
//   postfix    primary { ^T | ' | ^ digits | .T | .shape[n] | .values | .function(...) | [parts] }
//              ^T, ' and .T transpose; .values and [0] of max(A, dim=n) are the max
//   primary    number | name | index | function [<numbers>] (condition, ..., [name = value]) | (condition) | [[...]]
#pragma once

#include <heed_check/formula/conversions.hpp>
#include <heed_check/formula/looked_up_parts.hpp>
#include <heed_check/formula/named_arguments.hpp>
#include <heed_check/formula/part_items.hpp>
#include <heed_check/formula/scanner.hpp>
#include <heed_check/formula/values_and_places.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// Limits nested parentheses, calls and signs, because the parser recurses for each of them.
inline constexpr std::size_t max_formula_nesting = 100;

class formula_parser {
public:
    formula_parser(std::string_view text, const std::vector<formula_name>& names, formula_terms& terms)
        : scan_(text),
          names_(names),
          terms_(terms),
          rules_(terms),
          parts_(terms),
          call_(terms),
          named_(scan_, names),
          pairs_(scan_) {}

    /// Parses the whole text as one formula.
    term_id parse() {
        if (scan_.peek() == '\0') throw formula_error(scan_.at(), "the formula is empty");
        const term_id whole = condition();
        if (scan_.peek() != '\0') throw formula_error(scan_.at(), "unexpected " + scan_.here() + " after the formula");
        if (product_ && is_foreign_)
            throw formula_error(*product_,
                                "beside @ and the functions of NumPy and PyTorch A * B of matrices may mean "
                                "two things; write A @ B for the product, hadamard(A, B) for that of each "
                                "element");
        rules_.refuse().infinite(whole);
        static_cast<void>(rules_.dims(whole));
        return whole;
    }

private:
    /// Counts one nesting level during its lifetime.
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

    /// Takes || or |, && or &, or the word, if it is next.
    bool takes_logic(char sign, std::string_view word) {
        if (scan_.peek() == sign) {
            scan_.skip();
            if (scan_.ahead(0) == sign) scan_.skip();
            return true;
        }
        return scan_.take_word(word);
    }

    term_id condition() {
        term_id left = both();
        for (std::size_t at = scan_.place(); takes_logic('|', "or"); at = scan_.place())
            left = rules_.elementwise(function::either, left, both(), at);
        return left;
    }

    term_id both() {
        term_id left = opposite();
        for (std::size_t at = scan_.place(); takes_logic('&', "and"); at = scan_.place())
            left = rules_.elementwise(function::both, left, opposite(), at);
        return left;
    }

    term_id opposite() {
        const std::size_t at = scan_.place();
        if (!scan_.take_word("not")) return comparison();
        const nesting deeper(*this);
        return rules_.elementwise(function::is_zero, opposite(), at);
    }

    bool at_comparison() {
        const char c = scan_.peek();
        return c == '<' || c == '>' || ((c == '=' || c == '!') && scan_.ahead(1) == '=');
    }

    term_id comparison() {
        const term_id left = sum();
        if (!at_comparison()) return left;
        const char c = scan_.peek();
        const std::size_t at = scan_.skip();
        const bool equal = scan_.ahead(0) == '=';
        if (equal) scan_.skip();
        const term_id right = sum();
        if (at_comparison())
            throw formula_error(scan_.at(), "one comparison at a time; write a < b && b < c for a < b < c");
        const function f = c == '=' || c == '!' ? function::equal : equal ? function::less_equal : function::less;
        if (c == '>') return rules_.elementwise(f, right, left, at);
        const term_id compared = rules_.elementwise(f, left, right, at);
        return c == '!' ? rules_.elementwise(function::is_zero, compared, at) : compared;
    }

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
        for (char c = scan_.peek(); c == '*' || c == '@' || c == '/' || c == '%'; c = scan_.peek()) {
            const std::size_t at = scan_.skip();
            const bool whole = c == '/' && scan_.ahead(0) == '/';
            if (whole) scan_.skip();
            const term_id right = signed_operand();
            left = whole      ? rules_.whole_division(function::quotient, left, right, at)
                   : c == '%' ? rules_.whole_division(function::remainder, left, right, at)
                   : c == '/' ? rules_.quotient(left, right, at)
                              : product(c, left, right, at);
        }
        return left;
    }

    term_id product(char sign, term_id left, term_id right, std::size_t at) {
        is_foreign_ = is_foreign_ || sign == '@';
        const bool of_matrices = terms_.dims(left).rank > 0 && terms_.dims(right).rank > 0;
        if (sign == '*' && of_matrices && !product_) product_ = at;
        return rules_.product(left, right, at);
    }

    term_id signed_operand() {
        const char c = scan_.peek();
        const bool inverts = c == '~' || (c == '!' && scan_.ahead(1) != '=');
        if (c != '-' && c != '+' && !inverts) return power();
        const nesting deeper(*this);
        const std::size_t at = scan_.skip();
        const term_id operand = signed_operand();
        return inverts    ? rules_.elementwise(function::is_zero, operand, at)
               : c == '-' ? rules_.negate(operand, at)
                          : operand;
    }

    /// Associates to the right: 2 ** 3 ** 2 is 2 ** 9.
    term_id power() {
        const term_id base = postfix();
        if (scan_.peek() != '*' || scan_.ahead(1) != '*') return base;
        const nesting deeper(*this);
        const std::size_t at = scan_.skip();
        scan_.skip();
        return rules_.power(base, signed_operand(), at);
    }

    term_id postfix() {
        term_id operand = primary();
        for (char c = scan_.peek();; c = scan_.peek()) {
            if (c != '\'' && c != '^' && c != '[' && c != '.') return operand;
            const std::size_t at = scan_.skip();
            if (pairs_.take(operand, c, at)) continue;
            operand = c == '\''  ? rules_.transpose(operand, at)
                      : c == '^' ? raised(operand, at)
                      : c == '[' ? part(operand, at)
                                 : member(operand, at);
        }
    }

    /// Parses what follows ^.
    term_id raised(term_id operand, std::size_t at) {
        if (scan_.peek() == 'T' && !formula_scanner::is_word(scan_.ahead(1))) {
            scan_.skip();
            return rules_.transpose(operand, at);
        }
        if (!formula_scanner::is_digit(scan_.peek()))
            throw formula_error(at, "^ needs T or a whole number, found " + scan_.here());
        return rules_.power(operand, scan_.integer(), at);
    }

    /// Parses what follows A[
    term_id part(term_id operand, std::size_t open) {
        const nesting deeper(*this);
        const std::vector<part_item> items = part_items(scan_, terms_, [&] { return sum(); });
        scan_.close(open, ']');
        return has_places(items) ? looked_up(terms_, operand, items, open) : parts_.part(operand, items, open);
    }

    /// Parses what follows "A.": T, shape[n], or a function of A.
    term_id member(term_id operand, std::size_t at) {
        const std::string_view name = scan_.word();
        if (name == "T" || name == "mT" || (name == "t" && scan_.peek() == '(')) {
            if (name == "t" && !takes_nothing()) scan_.expected(")");
            if (name != "mT" && rules_.dims(operand).rank > 2)
                rules_.refuse().law(at, "A.T turns all axes around; write transpose(A) for the last two", operand);
            return rules_.transpose(operand, at);
        }
        if (name == "shape" || name == "size") {
            const bool is_shape = name == "shape";
            if (scan_.peek() != (is_shape ? '[' : '(')) scan_.expected(is_shape ? "[n] after shape" : "(n) after size");
            const std::size_t open = scan_.skip();
            const long long axis = scan_.signed_integer();
            scan_.close(open, is_shape ? ']' : ')');
            return rules_.size("dim", axis, operand, at);
        }
        if (is_converting_method(name) && scan_.peek() == '(') {
            const std::size_t open = scan_.skip();
            const bool truth = pass_types(scan_) || name == "bool";
            scan_.close(open, ')');
            return truth ? rules_.truth(operand, at) : operand;
        }
        if (name == "values" && scan_.peek() != '(') return operand;  // of a DataFrame
        if (name.empty() || scan_.peek() != '(') throw formula_error(at, "expected T, shape[n] or a function after .");
        return call(name, at + 1, call_dialect::method, operand);
    }
    bool takes_nothing() { return scan_.take('(') && scan_.take(')'); }

    term_id primary() {
        const char c = scan_.peek();
        const std::size_t at = scan_.at();
        if (formula_scanner::is_digit(c) || (c == '.' && formula_scanner::is_digit(scan_.ahead(1))))
            return terms_.add_exact(scan_.decimal(), at);
        if (formula_scanner::is_word(c)) return name_or_call();
        if (c == '[') return terms_.add_literal(scan_.literal(), names_.size(), at);
        if (c != '(') scan_.expected("a name, a number or (");
        const nesting deeper(*this);
        scan_.skip();
        const term_id inside = condition();
        scan_.close(at, ')');
        return inside;
    }

    term_id name_or_call() {
        std::size_t at = scan_.at();
        std::string_view name = scan_.word();
        call_dialect dialect = call_dialect::own;
        for (const named_module* m = find_module(name); m != nullptr && !has_name(names_, name) && scan_.peek() == '.';
             m = find_module(name)) {  // np.linalg.f
            if (dialect == call_dialect::own || dialect == call_dialect::nn) dialect = m->dialect;
            scan_.skip();
            at = scan_.at();
            name = scan_.word();
            if (name.empty()) scan_.expected("a function");
            if (name == "pi" && scan_.peek() != '(' && scan_.peek() != '.') return circle(at);
        }
        if (name == "float" && scan_.peek() == '(' && (scan_.ahead(1) == '\'' || scan_.ahead(1) == '"'))
            return infinite_float(at);
        if ((name == "float" || (dialect != call_dialect::own && is_conversion(name))) && scan_.peek() == '(')
            return converted(dialect);
        const bool known = has_name(names_, name);
        if (scan_.peek() == '(' || (scan_.peek() == '<' && (scan_.has_numbers() || (!known && is_function(name)))))
            return call(name, at, dialect);
        if (!known)
            if (const std::optional<term_id> word = reserved(name, at)) return *word;
        const std::size_t index = find_name(names_, name, at);
        return terms_.add_leaf(index, names_[index].dims, at, names_[index].kept);
    }

    /// Words that cannot be names of the page.
    std::optional<term_id> reserved(std::string_view name, std::size_t at) {
        constexpr std::string_view indices[] = {"k", "q", "h", "b"};
        for (std::size_t i = 0; i < 4; ++i)
            if (name == indices[i]) return rules_.index(i, at);
        if (name == "inf") return rules_.infinity(1, at);
        for (const named_function& f : named_functions)
            if (f.name == name && (f.form == call_form::causal || f.form == call_form::causal_upper_left ||
                                   f.form == call_form::causal_lower_right))
                return call_.mask(f.form, at);
        return std::nullopt;
    }
    /// np.pi: the nearest double is further from it than this ratio, whose terms leave room for roots and products.
    term_id circle(std::size_t at) {
        is_foreign_ = true;
        return terms_.add_exact({245850922, 78256779, 1}, at);
    }
    /// Parses what follows torch.tensor or float: (d, dtype=torch.float32), which is d.
    term_id converted(call_dialect dialect) {
        const nesting deeper(*this);
        const std::size_t open = scan_.skip();
        is_foreign_ = is_foreign_ || dialect != call_dialect::own;
        const term_id inside = condition();
        const bool truth = scan_.take(',') && pass_types(scan_);
        scan_.close(open, ')');
        return truth ? rules_.truth(inside, open) : inside;
    }
    /// Parses what follows float: ('-inf') or ("inf")
    term_id infinite_float(std::size_t at) {
        scan_.skip();
        const char quote = scan_.peek();
        if (quote != '\'' && quote != '"') scan_.expected("'-inf'");
        scan_.skip();
        const bool negative = scan_.take('-');
        if (!scan_.take_word("inf") || !scan_.take(quote) || !scan_.take(')')) scan_.expected("inf');");
        return rules_.infinity(negative ? -1 : 1, at);
    }

    term_id call(std::string_view name, std::size_t at, call_dialect dialect,
                 std::optional<term_id> first = std::nullopt) {
        const nesting deeper(*this);
        is_foreign_ = is_foreign_ || dialect != call_dialect::own;
        function_call c{.f = &find_function(names_, name, at), .position = at, .dialect = dialect};
        if (first) c.arguments.push_back(*first);
        if (scan_.peek() == '<') scan_.numbers(c.numbers);
        if (scan_.peek() != '(') scan_.expected("( after " + std::string(name));
        const std::size_t open = scan_.skip();
        if (c.f->form == call_form::einsum) {
            c.subscripts = scan_.in_quotes();
            if (!scan_.take(',')) scan_.expected(", after the indices");
        }
        if (c.f->form == call_form::transpose && first && scan_.peek() != ')') {
            swapped_axes(c);
            c.dialect = call_dialect::own;  // its axes are named by the method itself
        } else if (scan_.peek() != ')') {
            arguments(c);
        }
        scan_.close(open, ')');
        const term_id result = call_(c);
        pairs_.see(c, result);
        return result;
    }

    /// A.transpose(-2, -1): accepts the last two axes only.
    void swapped_axes(const function_call& c) {
        const std::size_t at = scan_.at();
        const std::size_t a = rules_.axis_of("transpose", scan_.signed_integer(), c.arguments[0], at);
        if (!scan_.take(',')) scan_.expected("two axes");
        const std::size_t b = rules_.axis_of("transpose", scan_.signed_integer(), c.arguments[0], at);
        if (a + b + 3 != 2 * rules_.dims(c.arguments[0]).rank || a == b)
            rules_.refuse().law(at, "A.transpose(a, b) is read for the last two axes only", c.arguments[0]);
    }

    void arguments(function_call& c) {
        do {
            scan_.peek();
            if (named_.take(c, [&] { return sum(); }) || takes_sizes(c)) continue;
            if (c.named != 0)
                throw formula_error(scan_.at(), "arguments with names, such as axis=n, are the last ones");
            c.number_last = scan_.peek() == '-' || formula_scanner::is_digit(scan_.peek());
            c.arguments.push_back(condition());
        } while (scan_.take(','));
    }

    /// Takes (n, m) or [n, m] as the sizes of reshape(A, (n, m)), ones((n, m)) and the like, or as parts of cat([A,
    /// B]).
    bool takes_sizes(function_call& c) {
        const char open = scan_.peek();
        const call_form form = c.f->form;
        const bool lists = form == call_form::ones || form == call_form::zeros || form == call_form::full ||
                           form == call_form::stack || form == call_form::reshape;
        if (!lists || (open != '(' && open != '[')) return false;
        if (c.arguments.size() != (form == call_form::reshape ? 1U : 0U)) return false;
        const std::size_t at = scan_.skip();
        do {
            c.arguments.push_back(sum());
        } while (scan_.take(','));
        scan_.close(at, open == '(' ? ')' : ']');
        return true;
    }

    formula_scanner scan_;
    const std::vector<formula_name>& names_;
    formula_terms& terms_;
    formula_rules rules_;
    formula_parts parts_;
    function_caller call_;
    named_arguments named_;
    values_and_places pairs_;
    std::size_t depth_ = 0;
    std::optional<std::size_t> product_{};  ///< where the first A * B of two matrices is
    bool is_foreign_ = false;               ///< whether the text has an @, or a function of NumPy or PyTorch
};

}  // namespace heed::detail
