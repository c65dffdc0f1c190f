// SPDX-License-Identifier: BSL-1.0
// What the lines of a document state about its matrices: formulas ("weights = softmax(scores) =" before the numbers, or
// the code line weights = softmax(scores) above them), numbers that have names, matrices that code writes out, and the
// format of the numbers.
#pragma once

#include <heed/printed/find_tables.hpp>
#include <heed/reference/float_format.hpp>
#include <heed_check/document/table_names.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// A name and the formula, or the number, that a document states for it.
struct stated_formula {
    std::size_t line = 0;   ///< of the document, from 1
    std::string name{};     ///< the name that a matrix gets from the same text before it
    std::string formula{};  ///< as written in the document
    bool in_code = false;   ///< in a line of Python, where * is elementwise
};

/// What the lines of a document state.
struct document_statements {
    std::vector<stated_formula> formulas{};
    std::vector<stated_formula> literals{};  ///< matrices that code writes out: they are inputs, and their digits exact
    arithmetic in = arithmetic::exact;       ///< the only format of numbers that the document names
};

namespace detail {

/// The parts of a line between its = signs, outside of parentheses: {"W", "softmax(S, axis=1)"} for "W = softmax(S,
/// axis=1) =". None for a line with two = side by side, as in a comparison.
inline std::vector<std::string> parts_between_equals(std::string_view line) {
    std::vector<std::string> parts;
    std::size_t depth = 0, begin = 0;
    for (std::size_t i = 0; i <= line.size(); ++i) {
        const char c = i == line.size() ? '=' : line[i];
        if (c == '\\' && i + 1 < line.size()) {  // \[ is no bracket
            ++i;
            continue;
        }
        if (c == '(' || c == '[') ++depth;
        if ((c == ')' || c == ']') && depth > 0) --depth;
        if (c != '=' || (depth > 0 && i < line.size())) continue;
        if (i + 1 < line.size() && line[i + 1] == '=') return {};
        const std::string_view part = without_end(line.substr(begin, i - begin), " \t\r`*:;.,");
        const std::size_t from = part.find_first_not_of(" \t`*");
        parts.emplace_back(from == std::string_view::npos ? "" : part.substr(from));
        begin = i + 1;
    }
    return parts;
}

/// Whether a text begins as code writes a matrix: [[, np.array([, torch.tensor([. Output has no module before array.
inline bool begins_as_literal(std::string_view text, bool in_code) {
    if (in_code && text.substr(0, 1) == "[") return true;
    const std::string_view module = first_word(text);
    if (find_module(module) == nullptr || text.substr(module.size(), 1) != ".") return false;
    const std::string_view call = first_word(text.substr(module.size() + 1));
    const std::string_view inside = text.substr(std::min(text.size(), module.size() + 1 + call.size()));
    if (inside.substr(0, 1) != "(" || (inside.size() > 1 && inside.find_first_of("[", 1) != 1)) return false;
    if (call == "Tensor") return module == "torch";  // that of TensorFlow is how it prints
    for (const std::string_view made : {"array", "asarray", "tensor", "FloatTensor", "constant", "matrix"})
        if (call == made) return true;
    return false;
}

inline bool is_of_16_bits(arithmetic a) { return a == in_float16 || a == in_bfloat16; }

/// The formats that a document names. Of 16 bits a dtype tells, no other word: their rounding explains too much.
class format_finder {
public:
    void read(std::string_view line) {
        for (const arithmetic a : {in_float64, in_float32, in_float16, in_bfloat16}) {
            const std::string_view name = name_of(a);
            for (std::size_t at = line.find(name); at != std::string_view::npos; at = line.find(name, at + 1)) {
                const std::size_t end = at + name.size();
                const bool begins = at == 0 || !formula_scanner::is_word(line[at - 1]);
                const bool ends = end == line.size() || !formula_scanner::is_word(line[end]);
                if (begins && ends && (!is_of_16_bits(a) || is_dtype(line.substr(0, at)))) add(a);
            }
        }
    }
    /// The format, if there is one only.
    arithmetic only() const { return several_ ? arithmetic::exact : found_; }

private:
    /// dtype=, dtype=torch., dtype="
    static bool is_dtype(std::string_view before) {
        const std::size_t at = before.rfind("dtype=");
        return at != std::string_view::npos && before.find_first_of(" ,)", at) == std::string_view::npos;
    }
    void add(arithmetic a) {
        several_ = several_ || (found_ != arithmetic::exact && found_ != a);
        found_ = a;
    }
    arithmetic found_ = arithmetic::exact;
    bool several_ = false;
};

/// Reads a document line by line.
class statement_finder {
public:
    document_statements find(std::string_view document) {
        std::size_t number = 0;
        for (std::size_t at = 0; at < document.size() && found_.formulas.size() < most;) {
            const std::size_t end = std::min(document.find('\n', at), document.size());
            read(document.substr(at, end - at), ++number);
            at = end + 1;
        }
        found_.in = format_.only();
        return std::move(found_);
    }

private:
    void read(std::string_view line, std::size_t number) {
        format_.read(line);
        if (follow_fence(line)) return;
        if (code_) {
            const std::size_t comment = line.find('#');
            if (comment != std::string_view::npos && comment > line.find_first_not_of(" \t"))
                line = line.substr(0, comment);
        }
        add(line.substr(0, line.find("\\begin{")), number);
        add_in_sentence(line, number);
    }

    /// Notes where a fence of code begins and ends; true for the line of a fence.
    bool follow_fence(std::string_view line) {
        const std::size_t begin = line.find_first_not_of(" \t>");
        if (begin == std::string_view::npos) return false;
        line.remove_prefix(begin);
        const bool marks = line.substr(0, 3) == "```" || line.substr(0, 3) == "~~~";
        if (!marks) return false;
        const std::size_t length = std::min(line.find_first_not_of(line[0]), line.size());
        std::string_view language =
            first_word(line.substr(std::min(line.find_first_not_of(" {.", length), line.size())));
        if (fence_.empty()) {
            fence_ = line.substr(0, length);
            for (const std::string_view python : {"python", "py", "python3", "ipython", "ipython3", "Python"})
                code_ = code_ || language == python;
        } else if (line[0] == fence_[0] && length >= fence_.size()) {
            fence_.clear();
            code_ = false;
        }
        return true;
    }

    /// Adds what one line states: "weights = softmax(scores) =" gives a name and a formula. A formula has at least one
    /// letter, or is a number.
    void add(std::string_view line, std::size_t number) {
        line = without_prompt(line);
        constexpr std::size_t longest = 300;
        if (line.find('=') == std::string_view::npos) return;
        const std::vector<std::string> parts = parts_between_equals(line.substr(0, longest));
        if (parts.size() < 2) return;
        const std::string name = joined_words(parts[0], 4);
        if (name.empty()) return;
        if (begins_as_literal(parts[1], code_)) found_.literals.push_back({number, name, parts[1], code_});
        if (line.size() > longest) return;
        for (std::size_t i = 1; i < parts.size(); ++i)
            if (is_formula(parts[i])) found_.formulas.push_back({number, name, parts[i], code_});
    }
    static bool is_formula(std::string_view text) {
        const bool number = !text.empty() && text.find_first_not_of("0123456789.") == std::string_view::npos;
        return number || std::any_of(text.begin(), text.end(), [](char c) { return is_letter(c); });
    }

    /// Adds what is stated between backquotes in a line, each pair by itself.
    void add_in_sentence(std::string_view line, std::size_t number) {
        for (std::size_t open = line.find('`'); open != std::string_view::npos;) {
            const std::size_t close = line.find('`', open + 1);
            if (close == std::string_view::npos) return;
            add(line.substr(open + 1, close - open - 1), number);
            open = line.find('`', close + 1);
        }
    }

    static constexpr std::size_t most = 10'000;
    document_statements found_{};
    format_finder format_{};
    std::string fence_{};  ///< the one that is open
    bool code_ = false;    ///< whether lines are Python
};

/// Everything that the lines of a document state. The caller finds out which of it is a formula of a matrix.
inline document_statements find_stated(std::string_view document) { return statement_finder().find(document); }

}  // namespace detail

}  // namespace heed
