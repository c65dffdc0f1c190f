// SPDX-License-Identifier: BSL-1.0
// The loops over a row with which reductions are defined, as C in double.
#pragma once

#include <heed/study/emit/emit_definition.hpp>
#include <heed/study/emit/emit_words.hpp>

#include <cstddef>
#include <string>

namespace heed::detail::emitted {

/// A row of which `x` is the element at `j`, with the operations of definitions (scalar/reduction.hpp): each writes the
/// loop that computes a variable. j is empty if there is one element.
class written_row {
public:
    using number = written_double;
    written_row(c_writer& out, names& taken, const std::string& j, std::size_t size, const expression& x)
        : out_(out), taken_(taken), j_(j), size_(size), x_(x) {}

    number count() const { return number(static_cast<double>(size_)); }
    template <class F>
    number sum(const char* name, const F& value) const {
        out_.spelled(std::string("double ") + name + " = 0;");
        loop(std::string(name) + " += " + value(number(x_)).text().text + ';');
        return number(expression{name});
    }
    template <class F>
    number fold(const char* wanted, int begin, const F& combine) const {
        const std::string name = taken_.claim_unused(wanted);
        const number folded(expression{name});
        out_.spelled("double " + name + " = " + std::to_string(begin) + ';');
        loop(name + " = " + combine(folded, number(x_)).text().text + ';');
        return folded;
    }
    number largest() const { return extreme("largest", "-", " > "); }
    number smallest() const { return extreme("smallest", "", " < "); }

    void loop(const std::string& statement) const {
        if (j_.empty())
            out_.spelled(statement);
        else
            out_.loop(count_loop(j_, size_), statement);
    }

private:
    number extreme(const std::string& name, const char* sign, const char* relation) const {
        out_.spelled("double " + name + " = " + sign + out_.language().infinity + ';');
        loop("if (" + x_.text + relation + name + ") " + name + " = " + x_.text + ';');
        return number(expression{name});
    }

    c_writer& out_;
    names& taken_;
    const std::string& j_;
    std::size_t size_;
    expression x_;
};

}  // namespace heed::detail::emitted
