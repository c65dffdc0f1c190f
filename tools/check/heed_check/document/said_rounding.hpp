// SPDX-License-Identifier: BSL-1.0
// What a document says of how its numbers are rounded.
#pragma once

#include <heed_check/document/code_lines.hpp>
#include <heed_check/document/signs_of_equality.hpp>
#include <heed_check/document/table_names.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// Whether the text before a matrix says that its numbers are about those: X \approx
inline bool says_about(std::string_view before) {
    for (std::size_t at = 0; at < before.size(); ++at)
        if (sign_at(before, at).is_about) return true;
    return false;
}

/// The places to which the call with this bracket rounds: 2 for np.round(X, 2) and X.round(decimals=2), 0 for round(X)
/// and rint(X); -1 if it does not round, or does not say it by a digit.
inline int places_of_rounding(std::string_view text, std::size_t open) {
    const std::size_t begin = begin_of_call(text, open), close = closing_bracket(text, open);
    const std::string_view call = text.substr(begin, open - begin);
    const std::size_t dot = call.rfind('.');
    const std::string_view name = call.substr(dot + 1);  // npos + 1 is 0
    if (close < text.size() && name == "rint") return 0;
    if ((name != "round" && name != "around") || close >= text.size()) return -1;
    const bool method = dot != std::string_view::npos && find_module(call.substr(0, dot)) == nullptr;
    const std::vector<std::string_view> all = arguments_of(text.substr(open + 1, close - open - 1));
    const std::size_t at = method ? 0 : 1;
    if (all.size() <= at) return 0;
    const std::string_view places = all[at].substr(all[at].find_last_of("= ") + 1);
    return places.size() == 1 && formula_scanner::is_digit(places[0]) ? places[0] - '0' : -1;
}

/// The places to which the last call of an expression rounds: 2 for np.random.randn(3, 2).round(2); -1 if it does not.
inline int places_of_rounded(std::string_view value) {
    value = without_end(value, " ;");
    constexpr std::string_view list = ".tolist()";  // has as many places
    if (value.size() > list.size() && value.substr(value.size() - list.size()) == list)
        value.remove_suffix(list.size());
    for (std::size_t open = value.find('('); open != std::string_view::npos; open = value.find('(', open + 1))
        if (closing_bracket(value, open) + 1 == value.size()) return places_of_rounding(value, open);
    return -1;
}

/// What an expression rounds by its last call: (W @ V) of (W @ V).round(4), W @ V of np.round(W @ V, 4). The expression
/// itself if that call does not round to places, or has an operator before it.
inline std::string_view before_rounding(std::string_view value) {
    const auto is_operator = [&](std::size_t i, std::size_t depth) {
        return depth == 0 && is_one_of(value[i], "+-*/@%<>=&|,");
    };
    if (find_in_code(value, is_operator) < value.size()) return value;
    for (std::size_t open = value.find('('); open != std::string_view::npos; open = value.find('(', open + 1)) {
        if (closing_bracket(value, open) + 1 != value.size() || places_of_rounding(value, open) <= 0) continue;
        const std::size_t dot = value.substr(0, open).rfind('.');
        const bool method = dot != std::string_view::npos && find_module(value.substr(0, dot)) == nullptr;
        return method ? value.substr(0, dot) : arguments_of(value.substr(open + 1, value.size() - open - 2))[0];
    }
    return value;
}

/// To how many places, or significant digits, numbers are rounded; -1 if they are not.
struct said_digits {
    int places = -1, significant = -1;
};

/// What a call of R, Julia or MATLAB rounds, and to how many digits it does: signif(X, 3), round.(X, digits=2),
/// round(X, 3, 'significant'), X |> round(2). A call that does not say it by a digit is none.
struct rounding_of_arrays {
    std::string_view of{};  ///< empty if the text is no such call
    said_digits to{};

    static rounding_of_arrays in(std::string_view text) {
        for (const std::string_view pipe : {"|>", "%>%"})
            if (const std::size_t at = text.rfind(pipe); at != std::string_view::npos)
                return of_call(trimmed_view(text.substr(at + pipe.size())), trimmed_view(text.substr(0, at)));
        return of_call(text, {});
    }

private:
    static std::string_view trimmed_view(std::string_view text) {
        return without_end(text.substr(std::min(text.find_first_not_of(' '), text.size())), " ");
    }
    static rounding_of_arrays of_call(std::string_view text, std::string_view piped) {
        const std::string_view name = first_word(text);
        const std::size_t open = name.size() + (text.substr(name.size(), 1) == "." ? 1 : 0);
        if ((name != "round" && name != "signif") || text.substr(open, 1) != "(") return {};
        const std::size_t close = closing_bracket(text, open);
        if (close + 1 != text.size()) return {};
        std::string inside(text.substr(open + 1, close - open - 1));
        if (const std::size_t semicolon = inside.find(';'); semicolon != std::string::npos) inside[semicolon] = ',';
        rounding_of_arrays r{.of = piped};
        bool significant = name == "signif";
        int digits = significant ? 6 : 0;
        for (const std::string_view a : arguments_of(inside)) {
            const bool named = is_keyword_argument(a);
            const std::string_view key = named ? first_word(a) : std::string_view();
            const std::string_view value = named ? trimmed_view(a.substr(a.find('=') + 1)) : a;
            if (key == "x" || (key.empty() && r.of.empty())) {
                r.of = text.substr(open + 1 + static_cast<std::size_t>(value.data() - inside.data()), value.size());
                continue;
            }
            if (key.empty() && (is_quoted(value, "significant") || is_quoted(value, "decimals"))) {
                significant = value.find("significant") != std::string_view::npos;
                continue;
            }
            digits = digit_of(value);
            if (digits < 0 || !(key.empty() || key == "digits" || key == "sigdigits")) return {};
            significant = significant || key == "sigdigits";
        }
        (significant ? r.to.significant : r.to.places) = digits;
        return r;
    }
    static bool is_quoted(std::string_view value, std::string_view word) {
        return value.size() == word.size() + 2 && is_one_of(value[0], "\"'") && value.back() == value[0] &&
               value.substr(1, word.size()) == word;
    }
    /// 3 of 3 and of 3L; -1 of anything else, of names and of 10, too
    static int digit_of(std::string_view value) {
        if (value.size() == 2 && value[1] == 'L') value.remove_suffix(1);
        return value.size() == 1 && formula_scanner::is_digit(value[0]) ? value[0] - '0' : -1;
    }
};

/// Whether a document says that numbers are rounded to whole ones, so that those which it prints may be.
class whole_rounding {
public:
    void read(std::string_view line) { said_ = said_ || says(line); }
    bool is_said() const { return said_; }

private:
    static bool says(std::string_view line) {
        for (const std::string_view words :
             {"nearest integer", "nearest whole", "to whole numbers", "to integers", "to the nearest unit"})
            if (line.find(words) != std::string_view::npos) return true;
        for (std::size_t at = line.find(".0f"); at != std::string_view::npos; at = line.find(".0f", at + 1)) {
            const std::size_t sign = line.find_last_not_of("0123456789", at == 0 ? 0 : at - 1);  // %5.0f, {x:5.0f}
            if (at > 0 && sign != std::string_view::npos && is_one_of(line[sign], "%:")) return true;
        }
        for (const std::string_view option : {"precision=0", "precision = 0"})
            if (const std::size_t at = line.find(option); at != std::string_view::npos)
                if (const std::size_t end = at + option.size();
                    end == line.size() || !formula_scanner::is_word(line[end]))
                    return true;
        for (std::size_t open = line.find('('); open != std::string_view::npos; open = line.find('(', open + 1))
            if (places_of_rounding(line, open) == 0) return true;
        return false;
    }
    bool said_ = false;
};

}  // namespace heed::detail
