// SPDX-License-Identifier: BSL-1.0
// The pairs that PyTorch gives: A.max(dim=1) is the largest values and where they are, of which formulas take [0] or
// .values.
#pragma once

#include <heed_check/formula/calls.hpp>
#include <heed_check/formula/formula_error.hpp>
#include <heed_check/formula/scanner.hpp>

#include <cstddef>
#include <optional>

namespace heed::detail {

class values_and_places {
public:
    explicit values_and_places(formula_scanner& scan) : scan_(scan) {}

    /// Takes note of what a call has given.
    void see(const function_call& c, term_id result) {
        of_torch_ = c.dialect == call_dialect::torch || c.spelled == call_dialect::torch;
        const bool may_be = of_torch_ || (c.dialect == call_dialect::method && c.spelled == call_dialect::own);
        const bool along_axis = c.has_axis ? of_torch_ : c.arguments.size() == 2 && c.number_last;
        if (c.f->form == call_form::reduction_or_binary && may_be && along_axis) pair_ = result;
    }

    /// Takes the [0] or .values behind an operand, of which [ or . is read already, if it is a pair.
    bool take(term_id operand, char c, std::size_t at) {
        if (pair_ != operand) return false;
        const std::size_t before = scan_.at();
        if (c == '[' && scan_.peek() != '-' && !formula_scanner::is_digit(scan_.peek())) return false;
        const bool values = c == '[' ? scan_.signed_integer() == 0 : c == '.' && scan_.word() == "values";
        if (c == '[') scan_.close(at, ']');
        if (c == '[' && !of_torch_)
            throw formula_error(
                at, "A.max(1)[0] is a row of maxima in PyTorch, one of them in NumPy; write dim=1 or axis=1");
        if (c == '[' && !values)
            throw formula_error(at, "of max and min with dim=n PyTorch gives the values as [0], their places as [1]");
        if (!values) scan_.go_back(before);
        pair_.reset();
        return values;
    }

private:
    formula_scanner& scan_;
    std::optional<term_id> pair_{};
    bool of_torch_ = false;  ///< for certain
};

}  // namespace heed::detail
