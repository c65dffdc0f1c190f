// SPDX-License-Identifier: BSL-1.0
// The named arguments of calls in formulas: mean(X, axis=0, keep), X.var(dim=-1, unbiased=True).
#pragma once

#include <heed_check/formula/scanner.hpp>

#include <cstddef>
#include <string_view>
#include <vector>

namespace heed::detail {

class named_arguments {
public:
    named_arguments(formula_scanner& scan, const std::vector<formula_name>& names) : scan_(scan), names_(names) {}

    /// Takes `axis = 1` and the like, or keep. A matrix whose name is axis, or begins with it, is not taken for one.
    /// value() reads a formula.
    template <class Value>
    bool take(function_call& c, const Value& value) {
        const std::size_t before = scan_.place();
        const std::string_view word = scan_.word();
        if (scan_.peek() == '=' && scan_.ahead(1) != '=') {
            scan_.skip();
            if (word == "eps" || word == "epsilon") {
                note(c, named_eps, before);
                c.eps = value();
            } else {
                read(c, word, before);
            }
            return true;
        }
        if (word == "keep" && !has_name(names_, word)) {
            note(c, named_keep, before);
            c.keep = true;
            return true;
        }
        scan_.go_back(before);
        return false;
    }

private:
    static void note(function_call& c, named_argument which, std::size_t at) {
        if ((c.named & which) != 0) throw formula_error(at, "this argument is there twice");
        c.named |= which;
    }

    void read(function_call& c, std::string_view word, std::size_t at) {
        if (word == "axis" || word == "dim") {
            note(c, named_axis, at);
            c.has_axis = true;
            if (word == "dim") c.spelled = call_dialect::torch;
            if (word == "dim" && c.dialect == call_dialect::own) c.dialect = call_dialect::torch;
            c.numbers.push_back(scan_.signed_integer());
        } else if (word == "keep" || word == "keepdim" || word == "keepdims") {
            note(c, named_keep, at);
            if (word != "keep") c.spelled = word == "keepdim" ? call_dialect::torch : call_dialect::numpy;
            c.keep = truth();
        } else if (word == "unbiased") {
            note(c, named_correction, at);
            c.correction = truth() ? 1 : 0;
        } else if (word == "ddof" || word == "correction") {
            note(c, named_correction, at);
            c.correction = scan_.signed_integer();
        } else if (word == "transpose_a") {
            note(c, named_first, at);
            c.first_transposed = truth();
        } else if (word == "transpose_b") {
            note(c, named_second, at);
            c.second_transposed = truth();
        } else if (word == "is_causal") {
            note(c, named_causal, at);
            c.causal = truth();
        } else if (word == "approximate") {
            note(c, named_tanh, at);
            c.by_tanh = tanh_or_none();
        } else if (word == "decimals") {
            note(c, named_places, at);
            c.places = scan_.signed_integer();
        } else if (word == "diagonal" || word == "k") {
            note(c, named_diagonal, at);
            c.diagonal = scan_.signed_integer();
        } else {
            throw formula_error(
                at, "unknown argument " + quoted(word) +
                        "; those with names are axis, keep, unbiased, eps, decimals, diagonal and approximate");
        }
    }

    /// 'tanh' and 'none' of PyTorch, True and False of JAX and TensorFlow.
    bool tanh_or_none() {
        if (scan_.peek() != '\'' && scan_.peek() != '"') return truth();
        const std::size_t at = scan_.at();
        const std::string_view way = scan_.in_quotes();
        if (way != "tanh" && way != "none")
            throw formula_error(at, "approximate is 'tanh' or 'none', not " + quoted(way));
        return way == "tanh";
    }
    bool truth() {
        if (scan_.take_word("True") || scan_.take_word("true")) return true;
        if (!scan_.take_word("False") && !scan_.take_word("false")) scan_.expected("True or False");
        return false;
    }

    formula_scanner& scan_;
    const std::vector<formula_name>& names_;
};

}  // namespace heed::detail
