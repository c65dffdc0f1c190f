// SPDX-License-Identifier: BSL-1.0
// Products that are written with indices: einsum('ij,kj->ik', A, B) is A * transpose(B).
#pragma once

#include <heed_check/formula/term_rules.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace heed::detail {

/// Reads the indices of two matrices and of their product. The last two axes of each are those of a product; the axes
/// before them are batches, in one order.
class formula_einsum {
public:
    formula_einsum(formula_rules& rules, std::string_view subscripts, std::size_t at) : rules_(rules), at_(at) {
        std::string text;
        for (const char c : subscripts)
            if (c != ' ') text += c;
        const std::size_t comma = text.find(','), arrow = text.find("->");
        if (comma == std::string::npos || arrow == std::string::npos || comma > arrow) refuse();
        left_ = without_dots(text.substr(0, comma));
        right_ = without_dots(text.substr(comma + 1, arrow - comma - 1));
        result_ = without_dots(text.substr(arrow + 2));
    }

    /// errors  formula_error where they are not those of one product
    term_id product(term_id a, term_id b) {
        if (left_.size() < 2 || right_.size() < 2 || result_.size() < 2) refuse();
        check_axes(a, left_);
        check_axes(b, right_);
        const std::string of_left = last_two(left_), of_right = last_two(right_), of_result = last_two(result_);
        const char sum = summed(of_left, of_right);
        const char row = of_left[of_left[0] == sum ? 1 : 0], column = of_right[of_right[0] == sum ? 1 : 0];
        const bool turned = of_result[0] == column && of_result[1] == row;
        if (row == column || (!turned && !(of_result[0] == row && of_result[1] == column))) refuse();
        const std::string before_left = before(left_), before_right = before(right_);
        const std::string& longer = before_left.size() < before_right.size() ? before_right : before_left;
        if (before(result_) != longer || !ends_with(longer, before_left) || !ends_with(longer, before_right)) refuse();
        const term_id x = of_left[0] == sum ? rules_.transpose(a, at_) : a;
        const term_id y = of_right[0] == sum ? b : rules_.transpose(b, at_);
        const term_id xy = rules_.product(x, y, at_);
        return turned ? rules_.transpose(xy, at_) : xy;
    }

private:
    [[noreturn]] void refuse() const {
        throw formula_error(at_,
                            "einsum is read for a product of two matrices, such as 'ij,jk->ik', 'id,jd->ij' or "
                            "'bqd,bkd->bqk'; write A @ B or A @ B.T");
    }
    /// "...ij" as ".ij": the dots stand for all axes before.
    static std::string without_dots(std::string indices) {
        if (indices.substr(0, 3) == "...") indices.erase(0, 2);
        return indices;
    }
    void check_axes(term_id a, const std::string& indices) const {
        const std::size_t rank = rules_.dims(a).rank;
        const bool dots = indices[0] == '.';
        for (std::size_t i = dots ? 1 : 0; i < indices.size(); ++i)
            if (indices[i] == '.' || indices.find(indices[i], i + 1) != std::string::npos) refuse();
        if (dots ? rank + 1 < indices.size() : rank != indices.size())
            throw formula_error(at_, "einsum names " + std::to_string(indices.size()) + " axes of a matrix that has " +
                                         std::to_string(rank));
    }
    char summed(const std::string& left, const std::string& right) const {
        char sum = '\0';
        for (const char c : left)
            if (right.find(c) != std::string::npos && result_.find(c) == std::string::npos) {
                if (sum != '\0') refuse();
                sum = c;
            }
        if (sum == '\0') refuse();
        return sum;
    }
    static std::string last_two(const std::string& indices) { return indices.substr(indices.size() - 2); }
    static std::string before(const std::string& indices) { return indices.substr(0, indices.size() - 2); }
    static bool ends_with(const std::string& all, const std::string& end) {
        return all.size() >= end.size() && all.substr(all.size() - end.size()) == end;
    }

    formula_rules& rules_;
    std::size_t at_;
    std::string left_{}, right_{}, result_{};  ///< a dot stands for axes that are not named
};

}  // namespace heed::detail
