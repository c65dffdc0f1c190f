// SPDX-License-Identifier: BSL-1.0
// DataFrames of pandas, of which sums, means and extremes are those of each column, where NumPy takes all elements.
#pragma once

#include <heed_check/document/code_lines.hpp>
#include <heed_check/document/table_names.hpp>

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

/// Follows which names of Python code are DataFrames, and writes along which axis these are reduced.
class data_frames {
public:
    /// A statement with C.max(axis=0) for C.max() where C is a DataFrame: with what NumPy would do.
    std::string along_columns(std::string text) {
        for (const auto& [word, number] : {std::pair("columns", '1'), std::pair("index", '0'), std::pair("rows", '0')})
            for (const char quote : {'\'', '"'}) {
                const std::string axis = std::string("axis=") + quote + word + quote;
                for (std::size_t at = text.find(axis); at != std::string::npos; at = text.find(axis))
                    text.replace(at, axis.size(), std::string("axis=") + number);
            }
        for (const std::string_view call : {".sum()", ".mean()", ".max()", ".min()", ".std()", ".var()"})
            for (std::size_t at = text.find(call); at != std::string::npos; at = text.find(call, at + 1))
                if (is_frame_before(text, at))
                    text.insert(at + call.size() - 1,
                                call == ".std()" || call == ".var()" ? "axis=0, ddof=1" : "axis=0");
        for (std::size_t open = text.find('('); open != std::string::npos; open = text.find('(', open + 1))
            write_with_sign(text, open);
        note(text);
        return text;
    }

private:
    /// C.div(v, axis=0) as (C / (v)[:, None]): v has a number for each row.
    void write_with_sign(std::string& text, std::size_t open) const {
        const std::size_t close = closing_bracket(text, open);
        const std::string_view all = text;
        const std::size_t dot = all.rfind('.', open);
        if (dot == std::string_view::npos || close >= text.size()) return;
        const char sign = sign_of(all.substr(dot + 1, open - dot - 1));
        const std::vector<std::string_view> arguments = arguments_of(all.substr(open + 1, close - open - 1));
        if (sign == ' ' || arguments.size() != 2 || !is_frame_before(all, dot)) return;
        const bool down = arguments[1] == "axis=0";
        if (!down && arguments[1] != "axis=1") return;
        const std::size_t from = begin_of_call(all, all[dot - 1] == ')' ? open_before(all, dot) : dot);
        const std::string written = '(' + std::string(all.substr(from, dot - from)) + ' ' + sign + " (" +
                                    std::string(arguments[0]) + (down ? ")[:, None])" : "))");
        text.replace(from, close + 1 - from, written);
    }
    static char sign_of(std::string_view method) {
        if (method == "div" || method == "divide" || method == "truediv") return '/';
        if (method == "mul" || method == "multiply") return '*';
        return method == "sub" || method == "subtract" ? '-' : method == "add" ? '+' : ' ';
    }
    /// Whether what ends at a point is a DataFrame: its name, or brackets around something that is one.
    bool is_frame_before(std::string_view text, std::size_t end) const {
        if (end == 0) return false;
        if (text[end - 1] != ')') return names_.count(std::string(word_before(text, end))) != 0;
        const std::size_t open = open_before(text, end);
        return is_frame(text.substr(open + 1, end - open - 2));
    }
    /// The bracket that the one before a point closes.
    static std::size_t open_before(std::string_view text, std::size_t end) {
        std::size_t open = end, depth = 0;
        do {
            --open;
            depth += text[open] == ')' ? 1 : 0;
            depth -= text[open] == '(' ? 1 : 0;
        } while (open > 0 && depth > 0);
        return open;
    }
    /// Whether a value is a DataFrame: one stands in it as it is, not what a method or an index makes of it.
    bool is_frame(std::string_view value) const {
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (!formula_scanner::is_word(value[i])) continue;
            const std::string_view word = word_from(value, i);
            const std::size_t end = i + word.size();
            const std::string_view rest = value.substr(end);
            const bool member = i > 0 && value[i - 1] == '.';
            const bool whole =
                rest.empty() ||
                (rest[0] != '[' && (rest[0] != '.' || rest.substr(0, 2) == ".T" || rest.substr(0, 5) == ".div("));
            if (!member && whole && names_.count(std::string(word)) != 0) return true;
            i = end - 1;
        }
        return false;
    }
    void note(const std::string& text) {
        const std::size_t equals = find_outside(text, '=');
        const std::string name(first_word(text));
        if (equals == std::string::npos || name.empty() || trimmed_code(text.substr(0, equals)) != name) return;
        const std::string value = trimmed_code(std::string_view(text).substr(equals + 1));
        bool frame = is_frame(value);
        for (const std::string_view maker : {"pd.DataFrame(", "pandas.DataFrame(", "DataFrame(", "pd.read_csv("})
            frame = frame || value.compare(0, maker.size(), maker) == 0;
        for (const std::string_view other : {".values", ".to_numpy(", "np.array(", "np.asarray("})
            frame = frame && value.find(other) == std::string::npos;
        if (frame)
            names_.insert(name);
        else
            names_.erase(name);
    }

    std::set<std::string> names_{};
};

}  // namespace heed::detail
