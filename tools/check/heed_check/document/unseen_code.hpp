// SPDX-License-Identifier: BSL-1.0
// Code of Python that runs other code, or reaches names by their text: exec(code), globals()["S"] = T, %run file. What
// it binds is not read.
#pragma once

#include <heed_check/document/changing_calls.hpp>
#include <heed_check/document/table_names.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// The names that code which is not read may change.
struct unseen_changes {
    bool all = false;
    std::vector<std::string> names{};
};

class unseen_code {
public:
    static unseen_changes in(std::string_view text) {
        unseen_changes changes;
        for (const std::string_view runs : {"%run ", "%load ", "%store "})
            changes.all = changes.all || text.substr(0, runs.size()) == runs;
        const bool binds = find_outside(text, '=') != std::string_view::npos || first_word(text) == "del";
        for (const std::string_view holds_all : {"sys.modules[", "__main__.", "__dict__["})
            changes.all = changes.all || (binds && text.find(holds_all) != std::string_view::npos);
        for (const called_in_code& call : calls_in(text)) add(call, text, binds, changes);
        return changes;
    }

private:
    static void add(const called_in_code& call, std::string_view text, bool binds, unseen_changes& changes) {
        const bool built_in = call.of.empty() || call.of == "builtins";
        const bool runs = call.function == "exec" || call.function == "eval";
        if (built_in && runs && !call.arguments.empty()) add_run(call, changes);
        if (call.function == "run_cell" || call.function == "run_line_magic" || call.function == "interact")
            changes.all = true;
        if (built_in && call.function == "setattr" && call.arguments.size() > 1)
            add_literal(call.arguments[1], changes);
        const bool space = call.function == "globals" || call.function == "locals" || call.function == "vars";
        if (built_in && space && call.arguments.empty()) add_names_of_space(call, text, binds, changes);
    }
    /// exec may change whatever its text names, eval what an expression changes.
    static void add_run(const called_in_code& call, unseen_changes& changes) {
        const std::string_view code = call.arguments[0];
        const char quote = code[0];
        if (!is_one_of(quote, "\"'") || code.find(quote, 1) != code.size() - 1) {
            changes.all = true;
            return;
        }
        const std::string_view inside = code.substr(1, code.size() - 2);
        if (call.function == "eval") {
            for (const std::string& name : changed_by_calls(inside)) changes.names.push_back(name);
            for (const std::string& name : changed_for_effect(inside)) changes.names.push_back(name);
            return;
        }
        for (std::size_t i = 0; i < inside.size(); ++i)
            if (i == 0 || !formula_scanner::is_word(inside[i - 1]))
                if (const std::string_view name = first_word(inside.substr(i)); !name.empty())
                    changes.names.emplace_back(name);
    }
    /// "S" names S; what is no text may name anything.
    static void add_literal(std::string_view name, unseen_changes& changes) {
        const bool quoted = name.size() > 2 && is_one_of(name[0], "\"'") && name.back() == name[0];
        if (quoted && is_name(name.substr(1, name.size() - 2)))
            changes.names.emplace_back(name.substr(1, name.size() - 2));
        else
            changes.all = true;
    }
    /// globals() itself, with what is behind it: reading a name changes none.
    static void add_names_of_space(const called_in_code& call, std::string_view text, bool binds,
                                   unseen_changes& changes) {
        const std::string_view behind = text.substr(std::min(call.close + 1, text.size()));
        for (const std::string_view reads : {".get(", ".keys(", ".items(", ".values(", ".copy("})
            if (behind.substr(0, reads.size()) == reads) return;
        const std::string_view before = without_end(text.substr(0, call.begin), " ");
        if (before.size() > 2 && before.substr(before.size() - 3) == " in") return;
        if (before.size() > 1 && before.substr(before.size() - 2) == "**") return;  // format(**locals())
        const std::string_view copies = word_before(before, before.size() - (before.empty() ? 0 : 1));
        for (const std::string_view one : {"print", "len", "list", "set", "sorted", "dict", "tuple"})
            if (!before.empty() && before.back() == '(' && copies == one) return;
        if (behind.substr(0, 1) != "[") {
            changes.all = true;
            return;
        }
        const std::size_t equals = find_outside(text, '=');
        const bool target = binds && (equals == std::string_view::npos || call.begin < equals);
        const std::size_t close = closing_bracket(behind, 0);
        if (target && close < behind.size()) add_literal(behind.substr(1, close - 1), changes);
    }
};

}  // namespace heed::detail
