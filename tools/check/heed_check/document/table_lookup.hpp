// SPDX-License-Identifier: BSL-1.0
// The matrices of a document, and how statements find them: by number or by the text before them.
#pragma once

#include <heed/printed/characters.hpp>
#include <heed/printed/find_tables.hpp>
#include <heed_check/document/doubles_of_float32.hpp>
#include <heed_check/document/html_text.hpp>
#include <heed_check/document/latex_styles.hpp>
#include <heed_check/document/signs_of_equality.hpp>
#include <heed_check/document/statement.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

/// LaTeX commands that set the style of what follows, without an argument in braces.
inline bool is_setting(std::string_view command) {
    for (const std::string_view word :
         {"quad", "qquad", "enspace", "enskip", "thinspace", "hfill", "left", "right", "displaystyle", "textstyle",
          "bf", "rm", "mathbf", "mathrm", "boldsymbol", "bm"})
        if (command == word) return true;
    return false;
}

/// The sign that a LaTeX command stands for between a name and what it is: = for \approx, an arrow for \to.
inline std::string_view relation_of(std::string_view command) {
    for (const sign_of_equality& sign : signs_of_equality)
        if (!sign.command.empty() && command == sign.command.substr(1)) return "=";
    for (const std::string_view word : {"in", "leftarrow", "gets"})
        if (command == word) return "=";
    for (const std::string_view word : {"to", "rightarrow", "Rightarrow", "implies", "mapsto", "longrightarrow"})
        if (command == word) return "->";
    return {};
}

/// Whether what stands behind a command has another name with it: \check{S}, \hat S, \sqrt S
inline bool makes_another_name(std::string_view command, bool has_argument) {
    const bool known = command == "sqrt" || !mark_of_command(command).empty();
    return !command.empty() && !is_style(command) && (has_argument || known);
}

/// The text without style commands, tags and signs, in which names are compared: \text{Score}(Q, K) = and Score(Q, K)
/// are equal.
inline std::string plain_words(std::string_view html) {
    const std::string plain = without_html(html);
    const std::string_view text = plain;
    std::string words;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\\') {
            std::size_t end = i + 1;
            while (end < text.size() && is_letter(text[end])) ++end;
            const bool has_argument = end < text.size() && text[end] == '{';  // \text{
            const std::string_view command = text.substr(i + 1, end - i - 1);
            if (command.empty() && end < text.size() && is_one_of(text[end], ",;:!> ")) {  // Q\, K
                if (text[end] != '!' && !words.empty() && words.back() != ' ') words += ' ';
                i = end;
            } else if (has_argument && (command == "begin" || command == "end")) {  // \\begin{align*}S =
                i = std::min(text.find('}', end), text.size() - 1);
            } else if (const std::string_view relation = relation_of(command); !relation.empty()) {
                words += ' ' + std::string(relation);
                i = end - 1;
            } else if (makes_another_name(command, has_argument)) {
                words += std::string(command) + '_';
                i = std::min(text.find_first_not_of(' ', end + (has_argument ? 1 : 0)), text.size()) - 1;
            } else if (has_argument || is_setting(command))
                i = end - (has_argument ? 0 : 1);
        } else if (c == ' ' || c == '\t' || c == '\n') {
            if (!words.empty() && words.back() != ' ') words += ' ';
        } else if (std::string_view("{}$*`").find(c) == std::string_view::npos) {
            words += c;
        }
    }
    while (!words.empty() && words.back() == ' ') words.pop_back();
    return words;
}

/// Whether a name may go on with the character before or after a text: W_Q does not end with the name Q. Letters of
/// scripts without blanks between words do not count.
inline bool continues_name(char c) {
    return is_letter(c) || formula_scanner::is_digit(c) || c == '_' || c == '^' || c == '\'';
}
inline bool ends_within_a_name(std::string_view before) {
    if (before.empty()) return false;
    if (static_cast<unsigned char>(before.back()) < 0x80) return continues_name(before.back());
    std::size_t begin = before.size() - 1;
    while (begin > 0 && (static_cast<unsigned char>(before[begin]) & 0xC0) == 0x80) --begin;
    const unsigned code = character_at({before.data(), begin, before.size()}).code;
    return code < 0x2000 && is_other_letter(code);
}
/// Whether a text has the wanted words, which neither begin nor end within a name.
inline bool has_whole(std::string_view text, std::string_view wanted) {
    const bool begins = continues_name(wanted.front()), ends = continues_name(wanted.back());
    for (std::size_t at = text.find(wanted); at != std::string_view::npos; at = text.find(wanted, at + 1)) {
        const std::string_view before = text.substr(0, at), after = text.substr(at + wanted.size());
        const bool cut_before = begins && ends_within_a_name(before);
        const bool cut_after = ends && !after.empty() && continues_name(after[0]);
        if (!cut_before && !cut_after) return true;
    }
    return false;
}

class page_tables {
public:
    explicit page_tables(std::string_view document) {
        document_tables found = find_tables_and_skipped(document);
        tables_ = std::move(found.tables);
        skipped_ = std::move(found.skipped);
        rest_ = std::move(found.rest);
        for (found_table& t : tables_) doubles_of_float32_ = read_doubles_of_float32(t.table) || doubles_of_float32_;
        for (const found_table& t : tables_) words_before_.push_back(plain_words(t.before));
    }

    /// The index of the i-th matrix (from 0) that a statement numbers.
    /// errors  formula_error if there is no such matrix
    std::size_t find_numbered(const page_statement& s, std::size_t i) const {
        const std::size_t number = s.first + i;
        if (number == 0 || number > tables_.size())
            throw formula_error(s.source.at, "there is no matrix " + std::to_string(number) + ": " + number_of_them());
        return number - 1;
    }
    /// The first matrix after the text that a statement quotes: whole words, so that W_Q = is not Q =.
    std::size_t find_after(const page_statement& s) const {
        const std::string wanted = plain_words(s.source.text);
        for (std::size_t i = 0; i < words_before_.size() && !wanted.empty(); ++i)
            if (has_whole(words_before_[i], wanted)) return i;
        throw formula_error(s.source.at, "no matrix has this text before it: " + number_of_them());
    }

    /// The matrix for a name of a statement.
    /// errors  formula_error if the matrix cannot be read, or has another name
    const printed_table& read(const page_statement& s, std::size_t name, std::size_t table) const {
        const found_table& t = tables_[table];
        if (t.error) throw formula_error(s.source.at, "this matrix cannot be read: " + std::string(t.error->what()));
        const auto other = names_.find(table);
        if (other != names_.end() && other->second != s.names[name].text)
            throw formula_error(s.names[name].at, "matrix " + std::to_string(table + 1) + " is " + other->second +
                                                      " already: it has one name");
        return t.table;
    }
    const std::vector<std::size_t>& places(std::size_t table) const { return tables_[table].places; }
    void set_name(std::size_t table, const std::string& name) { names_.emplace(table, name); }

    /// The readable matrices that no statement names, from 0.
    std::vector<std::size_t> unnamed() const {
        std::vector<std::size_t> all;
        for (std::size_t i = 0; i < tables_.size(); ++i)
            if (!tables_[i].error && names_.count(i) == 0) all.push_back(i);
        return all;
    }

    /// Whether numbers of float32 are printed as doubles.
    bool has_doubles_of_float32() const { return doubles_of_float32_; }

    std::vector<found_table> take() { return std::move(tables_); }
    std::vector<skipped_text> take_skipped() { return std::move(skipped_); }
    std::vector<skipped_text> take_rest() { return std::move(rest_); }

private:
    std::string number_of_them() const {
        const std::size_t n = tables_.size();
        return n == 0 ? "no matrix was found in this document"
                      : "there " + std::string(n == 1 ? "is " : "are ") + std::to_string(n) +
                            (n == 1 ? " matrix" : " matrices") + " in this document; --list shows " +
                            (n == 1 ? "it" : "them");
    }

    std::vector<found_table> tables_{};
    std::vector<skipped_text> skipped_{}, rest_{};
    std::vector<std::string> words_before_{};
    std::map<std::size_t, std::string> names_{};
    bool doubles_of_float32_ = false;
};

}  // namespace heed::detail
