// SPDX-License-Identifier: BSL-1.0
// Axes of size 1 that formulas add by functions: v.reshape(-1, 1), np.expand_dims(v, 1), v.unsqueeze(0). Other uses of
// reshape are refused, because elements change rows.
#pragma once

#include <heed_check/formula/term_rules.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

class formula_axes {
public:
    explicit formula_axes(formula_terms& terms) : terms_(terms), rules_(terms) {}

    /// np.expand_dims(A, axis)
    term_id expanded(std::string_view name, term_id a, long long axis, std::size_t at) {
        const auto axes = static_cast<long long>(rules_.dims(a).rank) + 1;
        if (axis >= axes || axis < -axes)
            rules_.refuse().law(at, std::string(name) + "(A, axis) needs an axis of the result", a);
        return rules_.with_axis(a, static_cast<std::size_t>(axis < 0 ? axis + axes : axis), at);
    }

    /// A vector as a column or a row. The first argument is the vector, the others are the sizes; -1 is what remains.
    term_id reshaped(std::string_view name, const std::vector<term_id>& arguments, std::size_t at) {
        const term_id a = arguments[0];
        const shape dims = rules_.dims(a);
        const bool is_row = dims.rank == 1 || (dims.rank == 2 && dims[0].size == 1);
        const bool is_column = dims.rank == 2 && dims[1].size == 1;
        const bool to_matrix = arguments.size() == 3 && (is_row || is_column);
        const bool to_column = to_matrix && is_size(arguments[2], 1) && is_size_or_rest(arguments[1], dims.size());
        const bool to_row = to_matrix && is_size(arguments[1], 1) && is_size_or_rest(arguments[2], dims.size());
        if (!to_column && !to_row)
            rules_.refuse().law(at,
                                std::string(name) +
                                    " is read for a vector that becomes a column, A.reshape(-1, 1), or a row, "
                                    "A.reshape(1, -1)",
                                a);
        if (dims.rank == 1) return rules_.with_axis(a, to_column ? 1 : 0, at);
        return (to_column ? is_column : is_row) ? a : rules_.transpose(a, at);
    }

private:
    bool is_size(term_id a, long long size) const { return terms_.is_exact(a) && terms_.value(a) == surd{size, 1, 1}; }
    bool is_size_or_rest(term_id a, std::size_t size) const {
        return is_size(a, -1) || is_size(a, static_cast<long long>(size));
    }

    formula_terms& terms_;
    formula_rules rules_;
};

}  // namespace heed::detail
