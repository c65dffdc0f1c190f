// SPDX-License-Identifier: BSL-1.0
// Formulas with the signs of typesetters as LaTeX writes them.
#pragma once

#include <heed/printed/characters.hpp>
#include <heed_check/formula/scanner.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace heed::detail {

/// Signs of typesetters as LaTeX: QKᵀ/√d_k. A root is that of the number or of the name behind it.
inline std::string as_latex(std::string text) {
    constexpr const char* signs[][2] = {{"\u00B7", "\\cdot "},  {"\u22C5", "\\cdot "}, {"\u2219", "\\cdot "},
                                        {"\u00D7", "\\times "}, {"\u2299", "\\odot "}, {"\u1D40", "^T"},
                                        {"\u22A4", "^T"},       {"\u221A(", "sqrt("},  {"\u2096", "_k"},
                                        {"\u03C3", "\\sigma "}};
    for (const auto& sign : signs)
        for (std::size_t at = text.find(sign[0]); at != std::string::npos; at = text.find(sign[0], at))
            text.replace(at, std::string_view(sign[0]).size(), sign[1]);
    constexpr std::string_view root = "\u221A";
    for (std::size_t at = text.find(root); at != std::string::npos; at = text.find(root, at)) {
        const std::size_t begin = std::min(text.find_first_not_of(' ', at + root.size()), text.size());
        std::size_t end = begin;
        if (end < text.size() && is_letter(text[end])) {
            end += 1;
            if (text.compare(end, 1, "_") == 0)
                for (++end; end < text.size() && (is_letter(text[end]) || formula_scanner::is_digit(text[end]));) ++end;
        } else {
            while (end < text.size() && (formula_scanner::is_digit(text[end]) || text[end] == '.')) ++end;
        }
        const std::string inside = text.substr(begin, end - begin);
        text.replace(at, end - at, inside.empty() ? "\\sqrt " : "\\sqrt{" + inside + '}');
    }
    return text;
}

}  // namespace heed::detail
