// SPDX-License-Identifier: BSL-1.0
// What heed_check/document/read_document.hpp declares.
#include <heed/printed/find_tables.hpp>
#include <heed_check/document/blocks.hpp>
#include <heed_check/document/matrix_laws.hpp>
#include <heed_check/document/output_names.hpp>
#include <heed_check/document/quantities.hpp>
#include <heed_check/document/read_document.hpp>
#include <heed_check/document/stated_formulas.hpp>
#include <heed_check/document/statement.hpp>
#include <heed_check/document/table_lookup.hpp>
#include <heed_check/document/work.hpp>
#include <heed_check/tables/known_places.hpp>
#include <heed_check/tables/math_escapes.hpp>
#include <heed_check/tables/number_rows.hpp>
#include <heed_check/tables/unseen_text.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed {

namespace detail {

class page_reader {
public:
    explicit page_reader(std::string_view document)
        : document_(document), blocks_(find_blocks(document)), tables_(blocks_.rest) {
        result_.has_block = blocks_.any;
        result_.stated = find_stated(with_plain_math(without(blocks_.rest, unseen_in(blocks_.rest))));
        result_.shown_in_float32 = result_.stated.in == arithmetic::exact && tables_.has_doubles_of_float32();
        if (result_.shown_in_float32) result_.stated.in = in_float32;
        result_.errors = std::move(blocks_.errors);
        line_begins_.push_back(0);
        for (std::size_t i = 0; i < document_.size(); ++i)
            if (document_[i] == '\n') line_begins_.push_back(i + 1);
    }

    page_text read() {
        std::vector<page_statement> statements;
        for (const statement_text& text : blocks_.statements) parse(text, statements);
        for (std::size_t i = 0; i < statements.size(); ++i) {
            at_ = places_[i];
            attempt([&] { apply(statements[i]); }, statements[i]);
        }
        check_subjects();
        check_laws();
        if (result_.errors.empty() && result_.has_block && result_.laws.empty() &&
            result_.quantities.subjects().empty())
            result_.errors.push_back({first_statement(),
                                      "nothing to verify: no name has both numbers (=) and a formula (:=), and there "
                                      "are no laws"});
        std::sort(result_.errors.begin(), result_.errors.end(), [](const page_message& a, const page_message& b) {
            return a.position != b.position ? a.position < b.position : a.words < b.words;
        });
        result_.unnamed = tables_.unnamed();
        result_.tables = tables_.take();
        output_names(result_.tables, result_.stated).give();
        result_.skipped = tables_.take_skipped();
        result_.rest = tables_.take_rest();
        return std::move(result_);
    }

private:
    void refuse(std::size_t position, std::string words) { result_.errors.push_back({position, std::move(words)}); }

    std::size_t first_statement() const {
        if (blocks_.statements.empty()) return 0;
        const statement_text& s = blocks_.statements[0];
        return s.position + s.text.find_first_not_of(" \t\r\n");
    }

    void parse(const statement_text& text, std::vector<page_statement>& statements) {
        try {
            statements.push_back(statement_parser(text.text).parse());
            places_.push_back(text.position);
            if (statements.back().kind != statement_kind::law)
                for (const placed_text& name : statements.back().names)
                    introduced_.emplace(name.text, text.position + name.at);
        } catch (const formula_error& e) {
            refuse(text.position + e.position, e.what());
            find_lost_names(text.text);
        }
    }

    /// Collects the names on the left of a malformed statement, so that their uses get no messages of their own.
    void find_lost_names(const std::string& text) {
        formula_scanner scan(std::string_view(text).substr(0, text.find('=')));
        for (; scan.peek() != '\0';) {
            if (formula_scanner::is_word(scan.peek()))
                lost_.insert(std::string(scan.word()));
            else
                scan.skip();
        }
    }

    /// Runs the action; an exception that it throws becomes a message at the place of the statement.
    template <class Action>
    void attempt(const Action& action, const page_statement& s) {
        try {
            action();
        } catch (const formula_error& e) {
            refuse(at_ + e.position, e.what());
            for (const placed_text& name : s.names)
                if (s.kind != statement_kind::law && !result_.quantities.is_usable(name.text)) lost_.insert(name.text);
        }
    }

    void apply(const page_statement& s) {
        switch (s.kind) {
            case statement_kind::numbered:
                for (std::size_t i = 0; i < s.names.size(); ++i) print_table(s, i, tables_.find_numbered(s, i));
                return;
            case statement_kind::after: return print_table(s, 0, tables_.find_after(s));
            case statement_kind::written: return print_written(s);
            case statement_kind::formula: return define(s);
            case statement_kind::law: return add_law(s);
            case statement_kind::all_in: return result_.quantities.compute_in("", s.in);
        }
    }

    std::size_t line_number(std::size_t position) const {
        const auto below = std::upper_bound(line_begins_.begin(), line_begins_.end(), position);
        return static_cast<std::size_t>(below - line_begins_.begin());
    }
    std::string line_of(std::size_t position) const { return "line " + std::to_string(line_number(position)); }

    void print_table(const page_statement& s, std::size_t name, std::size_t table) {
        const printed_table& t = tables_.read(s, name, table);
        if (s.places >= 0 && !has_at_most_places(t, s.places))
            throw formula_error(s.source.at, "numbers of this matrix show more than " + std::to_string(s.places) +
                                                 (s.places == 1 ? " place" : " places"));
        if (s.significant > 0 && !has_at_most_significant(t, s.significant))
            throw formula_error(s.source.at, "numbers of this matrix show more than " + std::to_string(s.significant) +
                                                 " significant digit" + (s.significant == 1 ? "" : "s"));
        print(s, name,
              s.places >= 0        ? with_places(t, s.places)
              : s.significant >= 0 ? with_significant(t, s.significant)
                                   : t,
              tables_.places(table));
        tables_.set_name(table, s.names[name].text);
    }

    void print_written(const page_statement& s) {
        placed_table read;
        try {
            read = detail::read_placed(s.source.text, line_number(at_ + s.source.at));
        } catch (const printed_error& e) {
            throw formula_error(s.source.at, "this matrix cannot be read: " + std::string(e.what()));
        }
        print(s, 0, read.table, moved_by(at_ + s.source.at, std::move(read.places)));
    }

    void print(const page_statement& s, std::size_t index, const printed_table& table,
               std::vector<std::size_t> places) {
        const placed_text& name = s.names[index];
        if (result_.quantities.has(name.text) && result_.quantities.printed(name.text))
            throw formula_error(
                name.at, name.text + " has its numbers already, from " + line_of(introduced_.find(name.text)->second));
        for (const decimal& d : table.entries)
            if (d.kind == entry_kind::number && (d.places > 300 || d.places < -300))
                throw formula_error(s.source.at, "numbers with exponents beyond 300 cannot be verified");
        result_.quantities.print(name.text, table, s.how);
        result_.places.emplace(name.text, std::move(places));
        if (s.in != arithmetic::exact) result_.quantities.compute_in(name.text, s.in);
    }

    void define(const page_statement& s) {
        const placed_text& name = s.names[0];
        if (names_lost(s.source.text)) {
            lost_.insert(name.text);
            return;
        }
        if (result_.quantities.has(name.text) && !result_.quantities.formula(name.text).empty())
            throw formula_error(
                name.at, name.text + " has its formula already, from " + line_of(defined_.find(name.text)->second));
        try {
            result_.quantities.define(name.text, without_blanks_at_end(s.source.text), s.asked);
        } catch (const formula_error& e) {
            throw formula_error(s.source.at + e.position, words_of(e, s));
        }
        defined_.emplace(name.text, at_ + s.source.at);
        if (s.in != arithmetic::exact) result_.quantities.compute_in(name.text, s.in);
    }

    static std::string without_blanks_at_end(const std::string& text) {
        return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
    }

    /// Whether a formula uses a name whose statement could not be read.
    bool names_lost(const std::string& formula) const {
        formula_scanner scan(formula);
        for (; scan.peek() != '\0';) {
            if (!formula_scanner::is_word(scan.peek()))
                scan.skip();
            else if (lost_.count(std::string(scan.word())) != 0)
                return true;
        }
        return false;
    }

    /// The message, with a hint if a missing name is defined further below, or is printed in part.
    std::string words_of(const formula_error& e, const page_statement& s) const {
        const std::string words = e.what();
        if (words.compare(0, 12, "unknown name") != 0) return words;
        const std::string name(formula_scanner(std::string_view(s.source.text).substr(e.position)).word());
        if (name == s.names[0].text) return name + " cannot be defined by itself";
        if (result_.quantities.has(name) && result_.quantities.printed(name))
            return name + " is printed in part only; define it before it is used: " + name + " := ...";
        if (const auto later = introduced_.find(name); later != introduced_.end())
            return name + " is used before it is known: it is named in " + line_of(later->second);
        return unknown_name(name);
    }
    std::string unknown_name(const std::string& name) const {
        const std::vector<std::string> names = result_.quantities.usable_names();
        std::string words = "unknown name " + detail::quoted(name) +
                            suggestion(name, names, [](const std::string& n) { return std::string_view(n); });
        constexpr std::size_t most = 20;
        for (std::size_t i = 0; i < names.size() && i < most; ++i) words += (i == 0 ? "; names are " : ", ") + names[i];
        return words + (names.size() > most ? ", ..." : "");
    }

    void add_law(const page_statement& s) {
        for (const placed_text& name : s.names) {
            if (lost_.count(name.text) != 0) return;
            if (!introduced_.count(name.text)) throw formula_error(name.at, unknown_name(name.text));
        }
        result_.laws.push_back({s.law, s.names[0].text, s.names.size() > 1 ? s.names[1].text : ""});
        law_places_.push_back({at_ + s.names[0].at, s.names.size() > 1 ? at_ + s.names[1].at : 0});
    }

    /// Checks that shapes fit, that operands are not printed in part, and that formulas are not too large.
    void check_subjects() {
        for (const std::string& name : result_.quantities.subjects()) {
            if (lost_.count(name) != 0) continue;
            const std::size_t position = defined_.find(name)->second;
            try {
                const std::string words = why_too_large(result_.quantities.subject_of(name));
                if (!words.empty()) refuse(position, words);
            } catch (const formula_error& e) {
                refuse(position, e.what());
            }
        }
    }

    /// Laws are checked last, because they may stand before the numbers that they are about.
    void check_laws() {
        for (std::size_t i = 0; i < result_.laws.size(); ++i) {
            const page_law& law = result_.laws[i];
            if (!check_printed(law.name, law_places_[i].first)) continue;
            if (!law.other.empty() && !check_printed(law.other, law_places_[i].second)) continue;
            try {
                static_cast<void>(
                    examine_law(law, *result_.quantities.printed(law.name),
                                law.other.empty() ? subject_numbers{} : *result_.quantities.printed(law.other)));
            } catch (const formula_error& e) {
                refuse(law_places_[i].first, e.what());
            }
        }
    }
    bool check_printed(const std::string& name, std::size_t position) {
        if (result_.quantities.has(name) && result_.quantities.printed(name)) return true;
        if (lost_.count(name) == 0) refuse(position, name + " has no numbers: a law is about those that are printed");
        return false;
    }

    std::string_view document_;
    std::vector<std::size_t> line_begins_{};
    page_blocks blocks_;
    page_tables tables_;
    page_text result_{};
    std::vector<std::size_t> places_{};                            ///< where the statements begin in the document
    std::size_t at_ = 0;                                           ///< where the current statement begins
    std::map<std::string, std::size_t> introduced_{}, defined_{};  ///< where names first occur, where their formulas do
    std::set<std::string> lost_{};                                 ///< names whose statements have errors
    std::vector<std::pair<std::size_t, std::size_t>> law_places_{};
};

}  // namespace detail

page_text read_page_text(std::string_view document) {
    if (const std::string_view why = detail::why_no_text(document); !why.empty()) {
        page_text none;
        none.errors.push_back({0, std::string(why)});
        return none;
    }
    const std::string lines = detail::with_line_feeds(document);
    return detail::page_reader(lines).read();
}

}  // namespace heed
