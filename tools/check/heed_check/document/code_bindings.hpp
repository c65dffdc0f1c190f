// SPDX-License-Identifier: BSL-1.0
// What Python code binds its names to, statement by statement, and where it shows them. Where a name may have another
// value than a statement says, the reason is said in words.
#pragma once

#include <heed_check/document/changed_by_functions.hpp>
#include <heed_check/document/changing_calls.hpp>
#include <heed_check/document/code_binding.hpp>
#include <heed_check/document/code_lines.hpp>
#include <heed_check/document/code_words.hpp>
#include <heed_check/document/imported_names.hpp>
#include <heed_check/document/said_rounding.hpp>
#include <heed_check/document/several_values.hpp>
#include <heed_check/document/shared_memory.hpp>
#include <heed_check/document/simple_functions.hpp>
#include <heed_check/document/table_names.hpp>
#include <heed_check/document/unseen_code.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

class code_reader {
public:
    std::vector<code_binding> bindings{};
    std::vector<shown_in_code> shown{};

    void read(const code_statement& s) {
        if (s.begins_line)
            while (!open_.empty() && open_.back().indent >= s.indent) open_.pop_back();
        line_ = s.line;
        read_text(s.text, s.indent);
    }
    /// Blocks end with what contains the code.
    void end_place() { open_.clear(); }

private:
    /// What a statement stands in. A block of with is run once, as is that of `if __name__ == "__main__"`.
    enum class block : unsigned char { once, branch, loop, function, never };
    struct open_block {
        std::size_t indent = 0;
        block kind = block::once;
    };

    bool is_inside(block kind) const {
        return std::any_of(open_.begin(), open_.end(), [&](const open_block& b) { return b.kind == kind; });
    }
    std::string doubt_of_place(const std::string& name) const {
        if (is_inside(block::loop)) return name + " is stated in a loop";
        return is_inside(block::branch) ? name + " is stated in a branch" : "";
    }
    void bind(const std::string& name, const std::string& value, const std::string& doubt = "") {
        const std::string place = doubt_of_place(name);
        memory_.bind(name, value);
        bound_.insert(name);
        bindings.push_back({line_, name, value, place.empty() ? doubt : place});
    }
    /// A part of the matrix of this name gets other numbers, and with it all names that stand for the same matrix.
    void change(const std::string& name, const std::string& by) {
        change_others(name, by);
        note_change(name, by);
    }
    void note_change(const std::string& name, const std::string& by) {
        bindings.push_back({line_, name, "", name + " is changed afterwards by " + shortened(by)});
    }
    /// Code that is not read may bind any name anew.
    void change_unseen(const unseen_changes& unseen, const std::string& by) {
        for (const std::string& name : unseen.names) change(name, by);
        if (!unseen.all) return;
        for (const std::string& name : bound_)
            bindings.push_back({line_, name, "", name + " may be changed by " + shortened(by)});
        bound_.clear();
    }
    /// [r.fill(0) for r in S]: r is a part of S.
    void share_in_comprehensions(const std::string& text) {
        for (std::size_t at = text.find(" for "); at != std::string::npos; at = text.find(" for ", at + 1)) {
            const std::size_t in = text.find(" in ", at);
            if (in == std::string::npos) return;
            const std::string_view from = std::string_view(text).substr(in + 4);
            const std::string_view whole = from.substr(0, std::min(from.find(" for "), from.find_first_of(")]}")));
            for (const std::string& name : words_of_code(text.substr(at + 5, in - at - 5))) memory_.bind(name, whole);
        }
    }
    void change_others(const std::string& name, const std::string& by) {
        for (const std::string& other : memory_.changed_with(name))
            bindings.push_back({line_, other, "", other + " is changed with " + name + " by " + shortened(by)});
    }

    void read_text(const std::string& text, std::size_t indent) {
        if (is_inside(block::never)) return;
        std::string_view word = first_word(text);
        if (word == "async") word = first_word(trimmed_code(text.substr(5)));
        if (word == "def" || word == "class") return read_definition(text, word, indent);
        if (is_inside(block::function)) return read_in_function(text, word, indent);
        for (const std::string_view opens : {"if", "elif", "else", "for", "while", "try", "except", "finally", "with"})
            if (word == opens) return read_header(text, word, indent);
        if (word == "import" || word == "from") return read_import(text);
        decorated_ = text[0] == '@';
        read_statement(with_halves(functions_written_out_.expanded(text)), word);
    }
    void read_statement(const std::string& text, std::string_view word) {
        if (word == "del")
            for (const std::string_view name : arguments_of(std::string_view(text).substr(3)))
                bind(std::string(name), "", std::string(name) + " is deleted");
        bind_inside(text);
        change_arguments(text);
        change_unseen(unseen_code::in(text), text);
        const std::vector<std::string> changed = changed_by_calls(text);
        if (!changed.empty()) share_in_comprehensions(text);
        for (const std::string& name : changed) change(name, text);
        if (!read_assignment(text)) read_call(text);
    }

    void read_definition(const std::string& text, std::string_view word, std::size_t indent) {
        const std::string name(first_word(trimmed_code(text.substr(text.find(word) + word.size()))));
        const std::string what = word == "class" ? "class" : "function";
        if (!name.empty() && !is_inside(block::function))
            bind(name, "", "a " + what + " called " + name + " is defined in the document");
        define_simple(name, text);
        decorated_ = false;
        open_.push_back({indent, block::function});
        (word == "class" ? class_ : function_) = name;
        changed_by_functions_.begin(name, text);
        if (indent == 0 && word != "class") class_.clear();
        functions_.insert(name);
    }
    /// A function whose calls are written out where its body allows it, if it stands by itself.
    void define_simple(const std::string& name, const std::string& text) {
        if (is_inside(block::function)) {
            if (body_of_ != nullptr) body_of_->spoil();
            return;
        }
        simple_function defined(text);
        if (decorated_ || text.compare(0, 4, "def ") != 0 || !open_.empty()) defined.spoil();
        body_of_ = &functions_written_out_.define(name, std::move(defined));
    }
    bool is_own_function(std::string_view name) const { return functions_.count(name) != 0; }
    /// Notes that a function changes a part of a matrix that it is given, or names that are not its own.
    void read_in_function(const std::string& text, std::string_view word, std::size_t indent) {
        if (body_of_ != nullptr) body_of_->read(text, indent);
        if (word == "global" || word == "nonlocal")
            for (const std::string& name : words_of_code(text.substr(word.size())))
                bindings.push_back({line_, name, "", name + " may be changed by the function " + function_});
        const std::string_view rest = std::string_view(text).substr(word.size());
        const std::size_t equals = find_outside(text, '=');
        const bool sets_part =
            rest.substr(0, 1) == "[" && equals != std::string::npos && text.compare(equals, 2, "==") != 0;
        const std::size_t sign = std::min(rest.find_first_not_of(' '), rest.size());
        const std::size_t end = rest.find_first_not_of("+-*/@", sign);
        const bool operates = end != std::string_view::npos && end > sign && rest[end] == '=';
        if (class_.empty()) changed_by_functions_.read(text, equals, sets_part);
        if (!sets_part && !operates && (is_own_function(first_word(text)) || !may_change_arguments(text))) return;
        for (const std::string& changing : {function_, class_})
            if (!changing.empty()) changing_.push_back(changing);
    }
    /// relu = nn.ReLU(inplace=True), and an object of a class that changes something.
    void note_changing(const std::string& name, const std::string& value) {
        bool changes = value.find("inplace=True") != std::string::npos;
        for (const called_in_code& call : calls_in(value))
            changes = changes || std::find(changing_.begin(), changing_.end(), call.function) != changing_.end();
        if (changes) changing_.push_back(name);
    }
    /// What is given to a function that changes something may be changed.
    void change_arguments(const std::string& text) {
        for (const called_in_code& call : calls_in(text)) change_unseen(changed_by_functions_.of(call.function), text);
        for (const std::string& function : changing_) {
            const std::size_t at = text.find(function + '(');
            if (at == std::string::npos || (at > 0 && formula_scanner::is_word(text[at - 1]))) continue;
            const std::size_t open = at + function.size(), close = closing_bracket(text, open);
            for (const std::string_view item : arguments_of(std::string_view(text).substr(open + 1, close - open - 1)))
                if (is_name(item)) change(std::string(item), text);
        }
    }
    void read_header(const std::string& text, std::string_view word, std::size_t indent) {
        const std::size_t colon = find_outside(text, ':');
        const std::string head = text.substr(0, std::min(colon, text.size()));
        const bool loops = word == "for" || word == "while";
        open_.push_back({indent, never_runs(head)                       ? block::never
                                 : loops                                ? block::loop
                                 : word == "with" || runs_as_main(head) ? block::once
                                                                        : block::branch});
        if (word == "for") bind_in_loop(head);
        if (const std::size_t as = head.find(" as "); word == "with" && as != std::string::npos)
            for (const std::string& name : words_of_code(head.substr(as + 4))) {
                bind(name, "", name + " is opened by with");
                memory_.bind(name, trimmed_code(head.substr(4, as - 4)));
            }
        bind_inside(head);
        if (colon == std::string::npos) return;
        if (const std::string body = trimmed_code(text.substr(colon + 1)); !body.empty()) read_text(body, indent);
    }
    /// Names of a loop over rows share the matrix.
    void bind_in_loop(const std::string& head) {
        const std::size_t in = std::min(head.find(" in "), head.size() - 4);
        for (const std::string& name : words_of_code(head.substr(3, in - 3))) {
            bind(name, "");
            memory_.bind(name, trimmed_code(head.substr(in + 4)));
        }
    }
    void read_import(const std::string& text) {
        for (const imported_name& one : names_imported(text)) bind(one.name, one.value, one.doubt);
    }

    /// Names that := binds.
    void bind_inside(const std::string& text) {
        find_in_code(text, [&](std::size_t i, std::size_t) {
            if (text.compare(i, 2, ":=") != 0) return false;
            const std::size_t end = text.find_last_not_of(' ', i == 0 ? 0 : i - 1) + 1;
            const std::string name(word_before(text, end));
            if (is_name(name)) bind(name, "", name + " is bound within an expression");
            return false;
        });
    }

    /// True if the statement is an assignment.
    bool read_assignment(const std::string& text) {
        std::vector<std::string> parts;
        std::string operation;
        std::size_t begin = 0;
        find_in_code(text, [&](std::size_t i, std::size_t depth) {
            if (text[i] != '=' || depth > 0) return false;
            if (trimmed_code(text.substr(begin, 8)).compare(0, 6, "lambda") == 0) return true;
            const char before = i > 0 ? text[i - 1] : ' ';
            if (text.compare(i, 2, "==") == 0 || before == '=' || before == '<' || before == '>' || before == '!' ||
                before == ':')
                if (!(before == '<' || before == '>') || i < 2 || text[i - 2] != before) return false;
            std::size_t end = i;
            while (end > begin && std::string_view("+-*/@%&|^<>").find(text[end - 1]) != std::string_view::npos) --end;
            if (end < i) operation = text.substr(end, i - end);
            parts.push_back(trimmed_code(text.substr(begin, end - begin)));
            begin = i + 1;
            return false;
        });
        if (parts.empty()) return false;
        const std::string value = trimmed_code(text.substr(begin));
        if (!operation.empty())
            assign_with(operation, parts[0], value, text);
        else
            assign_all(parts, value, text);
        change_outputs(text);
        return true;
    }

    /// S = T = value: both are one matrix.
    void assign_all(const std::vector<std::string>& targets, const std::string& value, const std::string& text) {
        for (const std::string& target : targets) assign(target, value, text);
        for (const std::string& target : targets)
            if (is_name(target) && is_name(targets[0])) memory_.bind_both(target, targets[0]);
    }
    void assign_with(const std::string& operation, const std::string& target, const std::string& value,
                     const std::string& text) {
        if (!is_name(target)) change_behind(target, text);
        const std::string one_of_each_row = with_changed_places(target, operation, value);
        if (!one_of_each_row.empty()) {
            const std::string name(first_word(target));
            change_others(name, text);
            return bindings.push_back({line_, name, one_of_each_row, doubt_of_place(name)});
        }
        if (!is_name(target)) return change(std::string(first_word(target)), text);
        change_others(target, text);
        bindings.push_back({line_, target,
                            target + ' ' + operation + (is_name(value) ? ' ' + value : " (" + value + ')'),
                            doubt_of_place(target)});
    }
    void assign(std::string target, const std::string& value, const std::string& text) {
        if (const std::size_t colon = find_outside(target, ':'); colon != std::string::npos)  // S: np.ndarray
            target = trimmed_code(target.substr(0, colon));
        if (is_name(target)) note_changing(target, value);
        if (is_name(target)) name_function(target, value);
        if (is_name(target))
            return bind(target, value, value.compare(0, 6, "lambda") == 0 ? doubt_of_function(target) : "");
        if (find_outside(target, ',') != std::string::npos || target[0] == '(' || target[0] == '[')
            return assign_several(target, value, text);
        const std::string changed(first_word(target));
        change_behind(target, text);
        if (changed.empty() || target.find(".requires_grad") != std::string::npos) return;
        if (!is_whole_member(target.substr(changed.size()))) return change(changed, text);
        note_change(changed, text);
        memory_.hold(changed, value);
    }
    /// np.asarray(S)[0] = 0
    void change_behind(std::string_view target, const std::string& text) {
        for (const called_in_code& call : calls_in(target))
            for (const std::string_view a : call.arguments)
                if (const std::string_view name = first_word(a); !name.empty()) change(std::string(name), text);
    }
    /// softmax = lambda x: ..., and a name that is a function no more.
    void name_function(const std::string& name, const std::string& value) {
        functions_written_out_.forget(name);
        if (value.compare(0, 6, "lambda") == 0 && open_.empty())
            functions_written_out_.define(name, simple_function::of_lambda(value));
    }
    /// A, B = x, y
    void assign_several(std::string targets, const std::string& value, const std::string& text) {
        if ((targets[0] == '(' || targets[0] == '[') && closing_bracket(targets, 0) + 1 == targets.size())
            targets = targets.substr(1, targets.size() - 2);
        const std::vector<std::string_view> names = arguments_of(targets), values = arguments_of(value);
        bool apart = names.size() == values.size();  // no name is used in the values
        for (const std::string& used : words_of_code(value, false))
            apart = apart && std::find(names.begin(), names.end(), used) == names.end();
        const auto share = [&](std::string_view name) {
            if (is_name(name) && !apart) memory_.bind(std::string(name), value);
        };
        const std::string sizes = shape_in(value);
        for (std::size_t i = 0; i < names.size(); ++i) {
            const std::string name(names[i]);
            if (is_name(name) && !sizes.empty())
                bind(name, sizes + ".shape[" + std::to_string(i) + ']');
            else if (is_name(name))
                bind(name, apart ? std::string(values[i]) : "",
                     apart ? "" : name + " is one of several results of " + shortened(text));
            else if (!first_word(name).empty())
                change(std::string(first_word(name)), text);
        }
        std::for_each(names.begin(), names.end(), share);
    }

    /// Functions that change a matrix, and what shows one.
    void read_call(const std::string& text) {
        change_outputs(text);
        const bool prints = text.compare(0, 6, "print(") == 0 || text.compare(0, 8, "display(") == 0;
        const bool certain = doubt_of_place("").empty();
        if (prints) {
            if (certain && may_print_a_matrix(text) && !note_several(text)) note_print(text);
            return;
        }
        if (!is_own_function(first_word(text)))
            for (const std::string& name : changed_for_effect(text)) change(name, text);
        if (!certain) return;
        for (const std::string_view item : arguments_of(text))
            if (const std::string one = name_of_expression(item); !one.empty() || computes_a_matrix(text))
                note_shown(one, item, item.size() == text.size(), true);
    }
    /// print(Q, K, V, sep="\n") shows one matrix after the other.
    bool note_several(const std::string& text) {
        const std::size_t open = text.find('('), close = text.rfind(')');
        std::vector<shown_in_code> several;
        for (const std::string_view a : arguments_of(std::string_view(text).substr(open + 1, close - open - 1)))
            if (!is_keyword_argument(a))
                several.push_back({name_of_expression(a), bindings.size(), line_, false, places_of_rounded(a)});
        const auto has_no_name = [](const shown_in_code& s) { return s.name.empty(); };
        if (several.size() < 2 || std::any_of(several.begin(), several.end(), has_no_name)) return false;
        shown.insert(shown.end(), several.begin(), several.end());
        return true;
    }
    void note_print(const std::string& text) {
        const std::string_view expression = shown_expression(text);
        const bool joins_words = expression.find_first_of("\"'") != std::string_view::npos;  // "S: " + str(S)
        note_shown(shown_name(text), expression,
                   !joins_words && expression.find_first_of("@*/+-.(") != std::string_view::npos, false);
    }
    /// What is shown without a name is a statement by itself, if it computes something.
    void note_shown(std::string name, std::string_view expression, bool computes, bool evaluated) {
        if (name.empty() && computes) bindings.push_back({line_, name = name_of_print(line_), std::string(expression)});
        shown.push_back({name, bindings.size(), line_, evaluated, places_of_rounded(expression)});
    }
    /// np.add(S, M, out=S)
    void change_outputs(const std::string& text) {
        for (std::size_t at = text.find("out="); at != std::string::npos; at = text.find("out=", at + 1)) {
            const std::string name(first_word(std::string_view(text).substr(at + 4)));
            if (at > 0 && !formula_scanner::is_word(text[at - 1]) && !name.empty() && name != "None")
                change(name, text);
        }
    }

    std::vector<open_block> open_{};
    shared_memory memory_{};
    std::set<std::string, std::less<>> functions_{};  ///< those that the document defines
    simple_functions functions_written_out_{};
    simple_function* body_of_ = nullptr;   ///< the one of these that was defined last
    bool decorated_ = false;               ///< what is defined next
    std::vector<std::string> changing_{};  ///< functions that may change what they are given
    std::string class_{};                  ///< the one that is open, or was the last
    std::string function_{};               ///< the one that was defined last
    changed_by_functions changed_by_functions_{};
    std::set<std::string> bound_{};  ///< since code was run that is not read
    std::size_t line_ = 0;
};

}  // namespace heed::detail
