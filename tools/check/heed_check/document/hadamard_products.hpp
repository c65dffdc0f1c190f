// SPDX-License-Identifier: BSL-1.0
// Formulas of NumPy, in which * between matrices is elementwise, in the words of a block: hadamard(A, B).
#pragma once

#include <heed_check/document/name_text.hpp>
#include <heed_check/formula/scanner.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

class hadamard_writer {
public:
    /// names   those of matrices
    /// matrix  of np.matrix or SymPy, whose product is that of matrices
    explicit hadamard_writer(std::vector<std::string> names, bool matrix = false)
        : names_(std::move(names)), matrix_(matrix) {}

    /// Each product A * B of two matrices as hadamard(A, B), or as A @ B.
    std::string written(std::string_view text) const {
        std::string result, product, factor;
        char sign = '\0';  // before the factor
        const auto end_factor = [&] {
            const std::size_t begin = factor.find_first_not_of(' '), last = factor.find_last_not_of(' ');
            const std::string one = begin == std::string::npos ? "" : factor.substr(begin, last + 1 - begin);
            if (sign == '\0')
                product = factor.substr(0, factor.find_last_not_of(' ') + 1);
            else if (sign == '*' && has_matrix(product) && has_matrix(one))
                product = matrix_ ? product + " @ " + one : with_blanks_of(product, one);
            else
                product += std::string(" ") + sign + ' ' + one;
            factor.clear();
        };
        const auto end_product = [&] {
            const bool blank = !factor.empty() && factor.back() == ' ';
            end_factor();
            result += product + (blank ? " " : "");
            product.clear();
            sign = '\0';
        };
        for (std::size_t at = 0; at < text.size(); ++at) {
            const char c = text[at];
            if (c == '(' || c == '[') {
                const std::size_t close = closing_bracket(text, at);
                const std::string_view inside = text.substr(at + 1, close - at - 1);
                factor += c + (c == '(' ? written(inside) : std::string(inside));
                if (close < text.size()) factor += text[close];
                at = close;
            } else if (c == '*' && text.substr(at, 2) == "**") {
                factor += "**";
                ++at;
            } else if (c == '*' || c == '@' || c == '/') {
                end_factor();
                sign = c;
            } else if ((c == '+' || c == '-') && belongs_to_factor(factor, sign)) {
                factor += c;
            } else if (c == '+' || c == '-' || c == ',' || c == '<' || c == '>' || c == '=') {
                end_product();
                result += c;
            } else {
                factor += c;
            }
        }
        end_product();
        return result;
    }

private:
    /// Whether a sign is that of the operand behind it, A * -B and A ** -B, or of an exponent, 1e-5.
    static bool belongs_to_factor(std::string_view factor, char operation) {
        const std::size_t last = factor.find_last_not_of(' ');
        if (last == std::string_view::npos) return operation != '\0';
        if (factor[last] == '*' || (operation != '\0' && is_one_of(factor[last], "+-"))) return true;
        const std::size_t begin = std::min(factor.find_first_not_of(" +-"), last);
        return last + 1 == factor.size() && is_one_of(factor[last], "eE") && formula_scanner::is_digit(factor[begin]) &&
               factor.find_first_not_of("0123456789.", begin) == last;
    }
    bool has_matrix(std::string_view text) const {
        for (std::size_t at = 0; at < text.size(); ++at) {
            if (!formula_scanner::is_word(text[at]) || (at > 0 && formula_scanner::is_word(text[at - 1]))) continue;
            std::size_t end = at;
            while (end < text.size() && formula_scanner::is_word(text[end])) ++end;
            const bool is_size = text.substr(end, 6) == ".shape" || text.substr(end, 5) == ".size";
            for (const std::string& name : names_)
                if (!is_size && name == text.substr(at, end - at)) return true;
        }
        return false;
    }
    static std::string with_blanks_of(const std::string& left, const std::string& right) {
        const std::size_t begin = std::min(left.find_first_not_of(' '), left.size());
        return left.substr(0, begin) + "hadamard(" + left.substr(begin) + ", " + right + ")";
    }

    std::vector<std::string> names_;
    bool matrix_;
};

/// Whether a part of a formula is the second factor of a product.
inline bool is_second_factor(std::string_view text, std::size_t begin, std::size_t end) {
    const std::size_t last = begin == 0 ? std::string_view::npos : text.find_last_not_of(' ', begin - 1);
    const std::size_t next = text.find_first_not_of(" )", end);
    const bool follows =
        last != std::string_view::npos && std::string_view("@*,").find(text[last]) != std::string_view::npos;
    return follows && (next == std::string_view::npos || (text[next] != '@' && text[next] != '*'));
}

}  // namespace heed::detail
