// SPDX-License-Identifier: BSL-1.0
// Norms of libraries written out: np.linalg.norm(X, axis=1, keepdims=True) is the root of a sum of squares, and
// F.normalize(X, dim=1) a quotient by one.
#pragma once

#include <heed_check/document/table_names.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

using names_of_matrices = std::set<std::string, std::less<>>;

/// Of whose squares a norm is the root, and the arguments of the sum: ", axis=1, keepdims=True"
struct norm_of {
    std::string operand{}, along{};

    std::string root() const { return "np.sqrt(np.sum((" + operand + ") ** 2" + along + "))"; }
};

/// A call with these arguments; none if it is no Euclidean norm. of  the object of a method, else empty
inline std::optional<norm_of> norm_with(std::string_view of, std::string_view inside) {
    norm_of norm{.operand = std::string(of)};
    std::size_t positional = of.empty() ? 0 : 1;
    bool two = false;
    for (const std::string_view a : arguments_of(inside)) {
        const bool named = is_keyword_argument(a);
        const std::string_view key = named ? first_word(a) : std::string_view();
        std::string_view value = named ? a.substr(a.find('=') + 1) : a;
        value = value.substr(std::min(value.find_first_not_of(' '), value.size()));
        if (!named && positional == 0)
            norm.operand = value;
        else if (key == "axis" || key == "dim")
            norm.along += ", axis=" + std::string(value);
        else if (key == "keepdims" || key == "keepdim")
            norm.along += ", keepdims=" + std::string(value);
        else if (!((key == "ord" || key == "p" || (!named && positional == 1)) && (value == "2" || value == "None")))
            return std::nullopt;
        else
            two = value == "2";
        positional += named ? 0 : 1;
    }
    // Without an axis a matrix has a norm by its singular values where 2 is said.
    if (norm.along.find("axis") == std::string::npos && two) return std::nullopt;
    if (norm.operand.empty()) return std::nullopt;
    return norm;
}

/// Whether a text is a module, or modules with dots between: np.linalg
inline bool is_of_modules(std::string_view text) {
    if (text == "LA") return true;  // from numpy import linalg as LA
    for (std::size_t dot = text.find('.'); dot != std::string_view::npos; dot = text.find('.')) {
        if (find_module(text.substr(0, dot)) == nullptr) return false;
        text.remove_prefix(dot + 1);
    }
    return find_module(text) != nullptr;
}

/// What stands for a call of this name, with these arguments; none if it is no such call.
inline std::optional<std::string> norm_written_out(std::string_view called, std::string_view inside,
                                                   const names_of_matrices& matrices) {
    const std::size_t dot = called.rfind('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const std::string_view of = called.substr(0, dot), function = called.substr(dot + 1);
    const bool module = is_of_modules(of);
    const bool is_norm = (function == "norm" && (module || matrices.find(of) != matrices.end())) ||
                         (function == "vector_norm" && module);
    const std::string_view last = of.substr(of.rfind('.') + 1);  // npos + 1 is 0
    const bool normalizes = function == "normalize" && module && (last == "F" || last == "functional");
    if (!is_norm && !normalizes) return std::nullopt;
    std::optional<norm_of> norm = norm_with(module ? "" : of, inside);
    if (!norm) return std::nullopt;
    if (is_norm) return norm->root();
    if (norm->along.empty()) norm->along = ", axis=1";
    norm->along += ", keepdims=True";
    return "((" + norm->operand + ") / np.maximum(" + norm->root() + ", 1e-12))";  // rows of zeros stay
}

/// A formula of Python with its norms written out, the inner ones first. Objects of methods are matrices of the page.
inline std::string with_norms_written_out(std::string text, const names_of_matrices& matrices) {
    constexpr std::size_t longest = 1000;
    for (std::size_t open = text.rfind('('); open != std::string::npos && text.size() < longest;
         open = open == 0 ? std::string::npos : text.rfind('(', open - 1)) {
        const std::size_t begin = begin_of_call(text, open), close = closing_bracket(text, open);
        if (begin == open || close >= text.size()) continue;
        const std::string_view whole = text;
        const std::optional<std::string> written =
            norm_written_out(whole.substr(begin, open - begin), whole.substr(open + 1, close - open - 1), matrices);
        if (!written) continue;
        text.replace(begin, close + 1 - begin, *written);
        open = begin;
    }
    return text;
}

}  // namespace heed::detail
