// SPDX-License-Identifier: BSL-1.0
// What code of MATLAB, Octave, Julia and R binds its names to. Where a name may have another value than a statement
// says, the reason is said in words.
#pragma once

#include <heed_check/document/array_lines.hpp>
#include <heed_check/document/code_bindings.hpp>
#include <heed_check/tables/is_any_of.hpp>
#include <heed_check/tables/r_matrices.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

class array_code {
public:
    explicit array_code(code_language language) : language_(language), comments_(language) {}

    code_language language() const { return language_; }
    /// The bindings of the statements of a line, which has no prompt.
    std::vector<code_binding> read(std::string_view line, std::size_t number) {
        if (continued_.empty()) line_ = number;  // else that of the first line
        bindings_.clear();
        std::string code = std::exchange(continued_, "") + comments_.without(line);
        const auto continues = [&](std::size_t i, std::size_t) { return code.compare(i, 3, "...") == 0; };
        if (const std::size_t dots = find_in_arrays(code, language_, continues);
            is_matlab() && dots != std::string::npos) {
            continued_ = code.substr(0, dots) + ' ';
            return {};
        }
        if (is_r() && code.size() < longest && opens_bracket(code)) {
            continued_ = code + ' ';
            return {};
        }
        for (const std::string& text : array_statements(code, language_)) statement(text);
        return std::move(bindings_);
    }
    /// Blocks, brackets and comments end with what contains the code.
    void end_place() {
        comments_ = array_comments(language_);
        continued_.clear();
        depth_ = brackets_ = 0;
        body_follows_ = false;
    }
    /// Whether the next line goes on with what is open: a block, a bracket or a comment.
    bool is_open() const {
        return depth_ != 0 || brackets_ != 0 || body_follows_ || !continued_.empty() || comments_.is_open();
    }

private:
    bool is_matlab() const { return language_ == code_language::matlab; }
    bool is_r() const { return language_ == code_language::r; }

    void bind(std::string_view name, const std::string& value, const std::string& doubt = "") {
        if (!is_name(name)) return;
        const bool inside = depth_ != 0 || opens_ || brackets_ != 0;
        const std::string place = std::string(name) + (brackets_ != 0 ? " is stated within brackets"
                                                                      : " is stated in a loop, a branch or a function");
        bindings_.push_back({line_, std::string(name), value, inside ? place : doubt});
    }

    void statement(const std::string& text) {
        if (is_r() && (text == "{" || text == "}")) {
            body_follows_ = false;
            depth_ += text == "{" ? 1 : 0;
            depth_ -= text == "}" && depth_ > 0 ? 1 : 0;
            return;
        }
        const auto [begun, ended] = blocks_in(text);
        opens_ = begun != 0 || std::exchange(body_follows_, false);
        if (first_word(text) == "function" && !is_r())
            define(text.substr(8, std::min(text.find('('), text.size()) - 8));
        else
            read_assignments(text);
        body_follows_ = is_r() && is_header_of_r(text);
        if (!is_r()) depth_ = depth_ + begun - std::min(depth_ + begun, ended);
        opens_ = false;
        count_brackets(text);
    }
    /// How many blocks a statement begins and ends. In MATLAB its first word begins one, in Julia any word; of R it is
    /// only said whether it has a body.
    std::pair<std::size_t, std::size_t> blocks_in(const std::string& text) const {
        std::size_t begun = 0, ended = 0;
        std::string_view last;
        find_in_arrays(text, language_, [&](std::size_t i, std::size_t depth) {
            const char before = i > 0 ? text[i - 1] : ' ';
            if (depth + brackets_ != 0 || formula_scanner::is_word(before) || is_one_of(before, ".:")) return false;
            const std::string_view word = first_word(std::string_view(text).substr(i));
            if (word.empty()) return false;
            begun += begins_block(word, last, i == 0) ? 1 : 0;
            ended += ends_block(word) ? 1 : 0;
            last = word;
            return false;
        });
        return {begun, ended};
    }
    bool begins_block(std::string_view word, std::string_view last, bool first) const {
        if (is_r()) return first && is_any_of(word, {"if", "else", "for", "while", "repeat", "function"});
        if (is_any_of(word, {"for", "while", "if", "function", "try"})) return first || !is_matlab();
        if (is_matlab())
            return first && is_any_of(word, {"parfor", "switch", "do", "unwind_protect", "spmd", "classdef", "methods",
                                             "properties", "events", "enumeration"});
        return is_any_of(word, {"begin", "let", "do", "quote", "macro", "module", "baremodule", "struct"}) ||
               (word == "type" && is_any_of(last, {"abstract", "primitive"}));
    }
    bool ends_block(std::string_view word) const {
        return word == "end" ||
               (is_matlab() && is_any_of(word, {"endfor", "endif", "endfunction", "endwhile", "endswitch", "endparfor",
                                                "end_try_catch", "end_unwind_protect", "until"}));
    }
    /// if (half), for (i in 1:3), else, function(x): what they hold is the next statement.
    static bool is_header_of_r(std::string_view text) {
        while (!text.empty()) {
            text = text.substr(std::min(text.find_first_not_of(' '), text.size()));
            const std::string_view word = first_word(text);
            if (word == "else" || word == "repeat") {
                text.remove_prefix(word.size());
                continue;
            }
            const std::size_t from = is_any_of(word, {"if", "for", "while"}) ? 0 : text.rfind("function");
            const std::size_t open = from == std::string_view::npos ? from : text.find('(', from);
            if (open == std::string_view::npos) return false;
            text.remove_prefix(std::min(closing_bracket(text, open) + 1, text.size()));
        }
        return true;
    }
    /// Whether a line leaves a bracket open, so that the next one goes on with it.
    bool opens_bracket(std::string_view line) const {
        std::size_t open = 0;
        find_in_arrays(line, language_, [&](std::size_t i, std::size_t depth) {
            open = depth + (is_one_of(line[i], "([") ? 1 : 0) - (is_one_of(line[i], ")]") && depth > 0 ? 1 : 0);
            return false;
        });
        return open != 0;
    }
    /// Brackets that a line leaves open: what is behind them is no statement.
    void count_brackets(const std::string& text) {
        find_in_arrays(text, language_, [&](std::size_t i, std::size_t) {
            brackets_ += is_one_of(text[i], is_r() ? "([" : "([{") ? 1 : 0;
            brackets_ -= is_one_of(text[i], is_r() ? ")]" : ")]}") && brackets_ > 0 ? 1 : 0;
            return false;
        });
    }

    void define(std::string_view header) {
        const std::size_t equals = header.find('=');
        const std::string name = trimmed_code(equals == std::string_view::npos ? header : header.substr(equals + 1));
        opens_ = false;
        bind(name, "", "a function called " + name + " is defined in the document");
    }

    struct assignment {
        std::size_t at = 0, length = 1;
        bool to_the_right = false;
    };
    /// The signs that assign: =, of R <-, <<- and -> too. Within brackets = names an argument; in Julia it may also be
    /// behind a condition: half && (S = S / 2).
    std::vector<assignment> assignments_of(const std::string& text) const {
        std::vector<assignment> all;
        const bool conditional = language_ == code_language::julia && text.find_first_of("&|?") != std::string::npos;
        find_in_arrays(text, language_, [&](std::size_t i, std::size_t depth) {
            const auto is_at = [&](std::string_view sign) { return text.compare(i, sign.size(), sign) == 0; };
            const char before = i > 0 ? text[i - 1] : ' ';
            if (is_r() && is_at("<-") && before != '<') all.push_back({i, 2});
            if (is_r() && is_at("<<-")) all.push_back({i, 3});
            if (is_r() && is_at("->")) all.push_back({i, is_at("->>") ? 3U : 2U, true});
            if (text[i] != '=' || is_at("=>") || is_one_of(before, "=<>~!") || is_at("==")) return false;
            if (depth == 0 || conditional) all.push_back({i});
            return false;
        });
        return all;
    }
    void read_assignments(const std::string& text) {
        change_arguments(text);
        change_in_brackets(text);
        const std::vector<assignment> signs = assignments_of(text);
        if (signs.empty()) return read_step(text);
        const std::string target = trimmed_code(std::string_view(text).substr(0, signs[0].at));
        if (signs.size() == 1 && !signs[0].to_the_right && is_name(target))
            return assign(target, trimmed_code(std::string_view(text).substr(signs[0].at + signs[0].length)));
        std::size_t begin = 0;
        for (const assignment& sign : signs) {
            const std::size_t from = sign.to_the_right ? sign.at + sign.length : begin;
            const std::size_t end = sign.to_the_right ? text.size() : sign.at;
            change_words(std::string_view(text).substr(from, end - from), text);
            begin = sign.at + sign.length;
        }
    }
    /// Octave: eval('S = S + 1'). Julia: foreach(r -> r .*= 2, eachrow(S)) may change whatever it names.
    void change_in_brackets(const std::string& text) {
        if (text.size() > longest) return;
        if (is_matlab() && text.compare(0, 5, "eval(") == 0) return change_all(text);
        if (language_ != code_language::julia) return;
        const std::size_t sign = find_in_arrays(text, language_, [&](std::size_t i, std::size_t depth) {
            return depth > 0 && i > 0 && text[i] == '=' && is_one_of(text[i - 1], ".+-*/^") &&
                   text.compare(i, 2, "==") != 0;
        });
        if (sign != std::string::npos) change_all(text);
    }
    void change_all(const std::string& text) {
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (i > 0 && formula_scanner::is_word(text[i - 1])) continue;
            if (const std::string name(first_word(std::string_view(text).substr(i))); !name.empty())
                change(name, text, name + " is changed by " + shortened(text));
        }
    }
    void assign(const std::string& name, const std::string& value) {
        if (value.empty() && is_matlab()) return;  // C = above its output
        if (const std::string list = is_r() ? with_plain_r("<- " + value).substr(3) : ""; list.substr(0, 1) == "[")
            return bind(name, trimmed_code(list));
        note_shared(name, value);
        const bool makes_function = value.compare(0, 8, "function") == 0 || value.compare(0, 1, "@") == 0 ||
                                    value.find("->") != std::string::npos || value.compare(0, 1, "\\") == 0;
        bind(name, makes_function ? "" : value,
             makes_function  ? "a function called " + name + " is defined in the document"
             : value.empty() ? name + " has a value that is not read"
                             : "");
    }
    /// In Julia a value that computes nothing (T = S, T = S') may be the same matrix: who changes one changes the
    /// other.
    void note_shared(const std::string& name, const std::string& value) {
        constexpr std::size_t most = 200;
        if (language_ != code_language::julia || value.size() > longest) return;
        if (value.find_first_of("+-*/^") != std::string::npos) return;
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (i > 0 && formula_scanner::is_word(value[i - 1])) continue;
            if (const std::string other(first_word(std::string_view(value).substr(i))); !other.empty() && other != name)
                if (shared_.size() < most &&
                    std::find(shared_.begin(), shared_.end(), std::pair(name, other)) == shared_.end())
                    shared_.emplace_back(name, other);
        }
    }
    void change(const std::string& name, const std::string& text, const std::string& doubt) {
        bind(name, "", doubt);
        std::vector<std::string> changed{name};
        for (std::size_t i = 0; i < changed.size(); ++i)
            for (const auto& [one, other] : shared_) {
                if (changed[i] != one && changed[i] != other) continue;
                const std::string& next = changed[i] == one ? other : one;
                if (std::find(changed.begin(), changed.end(), next) == changed.end()) changed.push_back(next);
            }
        for (std::size_t i = 1; i < changed.size(); ++i)
            bind(changed[i], "", changed[i] + " is changed with " + name + " by " + shortened(text));
    }
    /// Binds the words of what a statement assigns to, but not those of an index; of R also diag(S) <- 0.
    void change_words(std::string_view target, const std::string& text) {
        const std::size_t first = std::min(target.find_first_not_of(' '), target.size());
        const bool bracket = first < target.size() && is_one_of(target[first], "([");
        const bool several = bracket || target.find(',') < target.find_first_of("([{");
        const std::string_view inside = target.substr(bracket ? first + 1 : 0);
        find_in_arrays(inside, language_, [&](std::size_t i, std::size_t depth) {
            const bool part = i > 0 && (formula_scanner::is_word(inside[i - 1]) || inside[i - 1] == '.');
            const std::string name(first_word(inside.substr(i)));
            if (part || name.empty() || (depth != 0 && !is_r() && !is_conditional(text))) return false;
            const char next = i + name.size() < inside.size() ? inside[i + name.size()] : ' ';
            change(name, text,
                   several ? name + " is one of several results of " + shortened(text)
                   : is_one_of(next, "([")
                       ? name + " is changed, or a function called " + name + " is defined, by " + shortened(text)
                       : name + " is changed by " + shortened(text));
            return false;
        });
    }
    static bool is_conditional(const std::string& text) { return text.find_first_of("&|?") != std::string::npos; }
    /// S++ of Octave
    void read_step(const std::string& text) {
        const std::string end = text.size() > 2 ? text.substr(text.size() - 2) : "";
        if (is_matlab() && (end == "++" || end == "--")) change_words(text.substr(0, text.size() - 2), text);
    }
    /// fill!(S, 0) and fill!.(S) of Julia
    void change_arguments(const std::string& text) {
        if (text.size() > longest) return;
        for (std::size_t mark = text.find('!'); mark != std::string::npos; mark = text.find('!', mark + 1)) {
            const std::size_t open = mark + (text.compare(mark, 2, "!.") == 0 ? 2 : 1);
            if (language_ != code_language::julia || open >= text.size() || text[open] != '(' || mark == 0 ||
                !formula_scanner::is_word(text[mark - 1]))
                continue;
            const std::size_t close = closing_bracket(text, open);
            for (const std::string_view one : arguments_of(std::string_view(text).substr(open + 1, close - open - 1)))
                change(std::string(first_word(one)), text,
                       std::string(first_word(one)) + " is changed by " + shortened(text));
        }
    }

    static constexpr std::size_t longest = 5000;  ///< what is longer is numbers
    code_language language_;
    array_comments comments_;
    std::vector<code_binding> bindings_{};
    std::string continued_{};                                    ///< MATLAB: the beginning of a statement, before ...
    std::size_t depth_ = 0, brackets_ = 0, line_ = 0;            ///< blocks and brackets that are open
    std::vector<std::pair<std::string, std::string>> shared_{};  ///< Julia: names that may be one matrix
    bool opens_ = false;                                         ///< the statement is in a block of its own
    bool body_follows_ = false;                                  ///< R: the next statement belongs to a header
};

}  // namespace heed::detail
