// SPDX-License-Identifier: BSL-1.0
// Norms of libraries written out: np.linalg.norm(X, axis=1, keepdims=True) is the root of a sum of squares, and
// F.normalize(X, dim=1) a quotient by one.
#pragma once

#include <heed_check/document/table_names.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// Of whose squares a norm is the root, and the arguments of the sum: ", axis=1, keepdims=True"
struct norm_of {
    std::string operand{}, along{};

    std::string root() const { return "np.sqrt(np.sum((" + operand + ") ** 2" + along + "))"; }
};

/// A call with these arguments; none if it is no Euclidean norm. of  the object of a method, else empty
inline std::optional<norm_of> norm_with(std::string_view of, std::string_view inside) {
    norm_of norm{.operand = std::string(of)};
    std::size_t positional = of.empty() ? 0 : 1;
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
        positional += named ? 0 : 1;
    }
    // Without an axis a matrix has a norm by its singular values where 2 is said.
    if (norm.along.find("axis") == std::string::npos && inside.find('2') != std::string_view::npos) return std::nullopt;
    if (norm.operand.empty()) return std::nullopt;
    return norm;
}

/// What stands for a call of this name, with these arguments; none if it is no such call.
inline std::optional<std::string> norm_written_out(std::string_view called, std::string_view inside) {
    for (const std::string_view module : {"np.linalg.norm", "numpy.linalg.norm", "torch.linalg.norm", "torch.norm",
                                          "jnp.linalg.norm", "LA.norm", "torch.linalg.vector_norm"})
        if (called == module) {
            const std::optional<norm_of> norm = norm_with("", inside);
            return norm ? std::optional(norm->root()) : std::nullopt;
        }
    constexpr std::string_view method = ".norm";
    if (called.size() > method.size() && called.substr(called.size() - method.size()) == method &&
        is_name(called.substr(0, called.size() - method.size()))) {
        const std::optional<norm_of> norm = norm_with(called.substr(0, called.size() - method.size()), inside);
        return norm ? std::optional(norm->root()) : std::nullopt;
    }
    if (called != "F.normalize" && called != "torch.nn.functional.normalize" && called != "nn.functional.normalize")
        return std::nullopt;
    std::optional<norm_of> norm = norm_with("", inside);
    if (!norm) return std::nullopt;
    if (norm->along.empty()) norm->along = ", axis=1";
    norm->along += ", keepdims=True";
    return "((" + norm->operand + ") / " + norm->root() + ')';
}

/// A formula of Python with its norms written out, the inner ones first.
inline std::string with_norms_written_out(std::string text) {
    constexpr std::size_t longest = 1000;
    for (std::size_t open = text.rfind('('); open != std::string::npos && text.size() < longest;
         open = open == 0 ? std::string::npos : text.rfind('(', open - 1)) {
        const std::size_t begin = begin_of_call(text, open), close = closing_bracket(text, open);
        if (begin == open || close >= text.size()) continue;
        const std::string_view whole = text;
        const std::optional<std::string> written =
            norm_written_out(whole.substr(begin, open - begin), whole.substr(open + 1, close - open - 1));
        if (!written) continue;
        text.replace(begin, close + 1 - begin, *written);
        open = begin;
    }
    return text;
}

}  // namespace heed::detail
