// SPDX-License-Identifier: BSL-1.0
// The names of matrices that code shows, in the output below it or after its statements: the first one is what the
// first print shows, though the line above it is the last print. Where there are as many matrices as prints, their
// order tells; else it is uncertain which is which.
#pragma once

#include <heed/printed/found_table.hpp>
#include <heed_check/document/stated_formulas.hpp>
#include <heed_check/document/table_names.hpp>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace heed::detail {

class output_names {
public:
    output_names(std::vector<found_table>& tables, const document_statements& stated)
        : tables_(tables), code_(stated.code), formulas_(stated.formulas) {
        for (const stated_code& c : code_)
            for (const shown_in_code& s : c.shown) lines_of_code_.insert(s.line);
        for (const stated_formula& f : formulas_)
            if (f.in_code()) lines_of_code_.insert(f.line);
    }

    void give() {
        for (const stated_code& c : code_) {
            give_below(c);
            give_among(c);
        }
    }

private:
    /// What the code shows at the end of its container.
    void give_below(const stated_code& c) {
        std::vector<shown_in_code> prints;
        for (const shown_in_code& s : c.shown)
            if (!s.evaluated || is_last_line(s.line, c)) prints.push_back(s);
        name(tables_between(c.end, c.output_ends), prints, c);
    }
    /// Whether nothing is shown or bound below a line of the code.
    bool is_last_line(std::size_t line, const stated_code& c) const {
        const auto next = lines_of_code_.upper_bound(line);
        return next == lines_of_code_.end() || *next > c.end;
    }
    /// What it shows between its statements: in a session, or in comments.
    void give_among(const stated_code& c) {
        for (std::size_t i = 0; i < c.shown.size();) {
            std::vector<shown_in_code> prints{c.shown[i]};
            std::size_t next = i + 1;
            while (next < c.shown.size() && tables_between(prints.back().line, c.shown[next].line).empty())
                prints.push_back(c.shown[next++]);
            const std::size_t end = next < c.shown.size() ? c.shown[next].line : c.end;
            std::vector<found_table*> tables = tables_between(prints.back().line, end);
            const bool shows = c.session || prints.back().evaluated || is_shown_in_comment(tables, prints, c);
            const bool directly = shows && !tables.empty() && is_directly_below(prints.back(), *tables[0]);
            while (directly && prints.size() > 1 && prints[0].line != prints.back().line) prints.erase(prints.begin());
            if (directly && prints.size() == 1) tables.resize(1);
            if (prints.size() > 1 || directly) name(tables, prints, c);
            i = next;
        }
    }
    /// Whether a comment shows what the last print gives: where there are as many as prints, their order tells.
    static bool is_shown_in_comment(const std::vector<found_table*>& tables, const std::vector<shown_in_code>& prints,
                                    const stated_code& c) {
        return !tables.empty() && tables.size() != prints.size() && is_of_code(tables[0]->before, c);
    }
    static bool is_directly_below(const shown_in_code& print, const found_table& t) {
        const bool labelled = t.before.compare(0, 4, "Out[") == 0 || name_in_text(t.before) == print.name;
        return t.line == print.line + 1 || (t.line == print.line + 2 && labelled);
    }
    std::vector<found_table*> tables_between(std::size_t above, std::size_t last) const {
        const auto is_above = [](std::size_t line, const found_table& t) { return line < t.line; };
        const auto first = std::upper_bound(tables_.begin(), tables_.end(), above, is_above);
        std::vector<found_table*> some;
        for (auto t = first; t != tables_.end() && t->line <= last; ++t)
            if (lines_of_code_.count(t->line) == 0) some.push_back(&*t);  // print(S)  # [0.3, 0.7] has its own
        return some;
    }
    /// Names those matrices that have no name of their own beside them.
    void name(const std::vector<found_table*>& tables, std::vector<shown_in_code> prints, const stated_code& c) const {
        if (prints.size() > tables.size())
            prints.erase(std::remove_if(prints.begin(), prints.end(), [&](const auto& p) { return is_number(p.name); }),
                         prints.end());
        std::vector<std::string> names;
        for (const shown_in_code& p : prints) names.push_back(p.name);
        if (names.size() != tables.size()) {
            const auto none = static_cast<std::size_t>(std::count(names.begin(), names.end(), ""));
            if (tables.size() < 2 && none + 1 == names.size() && !names.back().empty()) return;  // the line above tells
            names.assign(tables.size(), "");
        }
        for (std::size_t i = 0; i < tables.size(); ++i) {
            found_table& t = *tables[i];
            if (prints.size() == tables.size()) {
                t.rounded_to = prints[i].rounded_to;
                t.significant = prints[i].significant;
            }
            const std::string own = name_in_text(t.before);
            if (own.empty() || is_of_code(t.before, c) || is_computed_from(own, names[i]) || is_label_of(own, names[i]))
                t.shown = names[i];
        }
    }
    /// Whether code gives the name a single number: d_k = K.shape[-1]
    bool is_number(const std::string& name) const {
        for (const stated_formula& f : formulas_) {
            if (!f.in_code() || f.name != name) continue;
            const std::string& value = f.formula;
            bool single = !value.empty() && value.find_first_not_of("0123456789.+-*/ ") == std::string::npos;
            for (const std::string_view begins : {"len(", "int(", "float("})
                single = single || value.compare(0, begins.size(), begins) == 0;
            for (const std::string_view member : {".shape[", ".size(", ".item()"})
                single = single || (value.find(member) != std::string::npos && value.find('@') == std::string::npos &&
                                    value.back() != '.' && first_word(value).size() == value.find(member));
            if (single) return true;
        }
        return false;
    }
    /// Whether a print shows what it computes, below the name of another matrix: print("S =", S / 2).
    bool is_computed_from(const std::string& label, const std::string& print) const {
        bool bound = false, computed = false;
        for (const stated_formula& f : formulas_) {
            bound = bound || (f.in_code() && f.name == label);
            computed = computed || (f.name == print && (f.formula.find_first_of("@*/+") != std::string::npos ||
                                                        f.formula.find(" - ") != std::string::npos ||
                                                        f.formula.find(".T") != std::string::npos));
        }
        return is_unnamed_print(print) && bound && computed;
    }
    /// Whether the text before a matrix is the name of nothing that is stated, and a name of code is printed below it:
    /// print("Attention weights:", W).
    bool is_label_of(const std::string& label, const std::string& print) const {
        const auto stands = [&](const std::string& name) {
            return std::any_of(formulas_.begin(), formulas_.end(),
                               [&](const stated_formula& f) { return f.name == name; });
        };
        return !print.empty() && !is_unnamed_print(print) && stands(print) && !stands(label);
    }
    /// Whether the text before a matrix is the line above it: of the code, or of what parts the output from it.
    static bool is_of_code(const std::string& before, const stated_code& c) {
        for (const std::string_view shows : {"print(", "display(", ">>> ", "Out["})
            if (before.compare(0, shows.size(), shows) == 0) return true;
        return std::find(c.above_output.begin(), c.above_output.end(), before) != c.above_output.end();
    }

    std::vector<found_table>& tables_;
    const std::vector<stated_code>& code_;
    const std::vector<stated_formula>& formulas_;
    std::set<std::size_t> lines_of_code_{};
};

}  // namespace heed::detail
