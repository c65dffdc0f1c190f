// SPDX-License-Identifier: BSL-1.0
// Definitions of elementary functions as C expressions in double, with the functions of <math.h>.
#pragma once

#include <heed/scalar/function.hpp>
#include <heed/study/emit/emit_text.hpp>

#include <cmath>
#include <string>

namespace heed::detail::emitted {

/// A double in C: an expression or a number. Quotients and roots of numbers are folded to numbers.
class written_double {
public:
    /// An operand, in parentheses beside an operator unless it is a word.
    static written_double operand(const expression& text) {
        written_double x(text);
        x.is_operand_ = true;
        return x;
    }
    explicit written_double(int n) : written_double(static_cast<double>(n)) {}
    explicit written_double(double n) : is_number_(true), number_(n) {}
    explicit written_double(const expression& text) : text_(text) {}

    bool is_fraction() const { return is_number_ && number_ != std::floor(number_); }
    double number() const { return number_; }
    /// Integers are written as 2 next to doubles, and as 2.0 alone.
    expression text(bool is_alone = false) const {
        if (is_operand_ && !is_alone) return {text_.inside(expression::word)};
        if (!is_number_) return text_;
        const expression::binding level = number_ < 0 ? expression::sign : expression::word;
        if (is_fraction() || is_alone) return {number_type{"double", "", false}.literal(number_), level};
        return {std::to_string(static_cast<long long>(number_)), level};
    }

    friend written_double operator-(const written_double& a) {
        return written_double(expression{'-' + a.text().inside(expression::word), expression::sign});
    }
    friend written_double operator+(const written_double& a, const written_double& b) {
        return infixed(a, "+", b, expression::sum);
    }
    friend written_double operator-(const written_double& a, const written_double& b) {
        return infixed(a, "-", b, expression::sum);
    }
    friend written_double operator*(const written_double& a, const written_double& b) {
        return infixed(a, "*", b, expression::product);
    }
    friend written_double operator/(const written_double& a, const written_double& b) {
        if (a.is_number_ && b.is_number_) return written_double(a.number_ / b.number_);
        return infixed(a, "/", b, expression::product);
    }
#define HEED_COMPARED(op)                                                             \
    friend expression operator op(const written_double& a, const written_double& b) { \
        return infix(a.text(), #op, b.text(), expression::comparison);                \
    }
    HEED_COMPARED(<)
    HEED_COMPARED(>)
    HEED_COMPARED(<=)
    HEED_COMPARED(==)
    HEED_COMPARED(!=)
#undef HEED_COMPARED

private:
    static written_double infixed(const written_double& a, const char* op, const written_double& b,
                                  expression::binding level) {
        return written_double(infix(a.text(a.is_number_ && b.is_number_), op, b.text(), level));
    }

    expression text_{};
    bool is_number_ = false, is_operand_ = false;
    double number_ = 0;
};

inline expression both_hold(const expression& a, const expression& b) { return infix(a, "&&", b, expression::both); }
inline expression one_holds(const expression& a, const expression& b) { return infix(a, "||", b, expression::either); }

/// The operations that the definitions of functions use (scalar/function_list.hpp).
struct written_mathematics {
    using T = written_double;
    const char* standard;       ///< prefix of functions of the standard library
    const char* infinity = "";  ///< its name; functions of single numbers need none

    T exp(const T& x) const { return call("exp", x); }
    T log(const T& x) const { return call("log", x); }
    T log1p(const T& x) const { return call("log1p", x); }
    T sqrt(const T& x) const { return x.is_fraction() ? T(std::sqrt(x.number())) : call("sqrt", x); }
    T tanh(const T& x) const { return call("tanh", x); }
    T erf(const T& x) const { return call("erf", x); }
    T sin(const T& x) const { return call("sin", x); }
    T cos(const T& x) const { return call("cos", x); }
    T floor(const T& x) const { return call("floor", x); }
    T abs(const T& x) const { return call("fabs", x); }
    T larger(const T& a, const T& b) const { return call("fmax", a, b); }
    T cube(const T& x) const { return T(expression{standard + ("pow(" + x.text(true).text + ", 3)")}); }
    T power(const T& a, const T& b) const { return call("pow", a, b); }
    T whole_quotient(const T& a, const T& b) const { return call("trunc", a / b); }
    T whole_remainder(const T& a, const T& b) const { return call("fmod", a, b); }
    static T pi(const T&) { return T(3.14159265358979323846); }
    static T choose(const expression& condition, const T& a, const T& b) {
        return T(expression{condition.text + " ? " + a.text().inside(expression::either) + " : " + b.text().text,
                            expression::choice});
    }
    template <class F>
    static T either(const expression& condition, const T& a, const F& otherwise) {
        return choose(condition, a, otherwise());
    }
    T minus_infinity(const T&) const { return T(expression{std::string("-") + infinity, expression::sign}); }

private:
    T call(const std::string& name, const T& x) const {
        return T(expression{standard + name + '(' + x.text(true).text + ')'});
    }
    T call(const std::string& name, const T& a, const T& b) const {
        return T(expression{standard + name + '(' + a.text(true).text + ", " + b.text(true).text + ')'});
    }
};

/// f(x), expanded by its definition.
inline expression definition_of(function f, const expression& x, const char* standard = "") {
    return with_description(f, [&](auto described) {
        return described.definition(written_mathematics{standard}, written_double(x)).text();
    });
}
/// The same of two operands.
inline expression definition_of_two(function f, const expression& a, const expression& b, const dialect& language) {
    return with_description_of_two(f, [&](auto described) {
        return described
            .definition(written_mathematics{language.standard, language.infinity}, written_double::operand(a),
                        written_double::operand(b))
            .text();
    });
}

}  // namespace heed::detail::emitted
