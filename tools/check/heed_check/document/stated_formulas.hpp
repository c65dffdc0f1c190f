// SPDX-License-Identifier: BSL-1.0
// What the lines of a document state about its matrices: formulas ("weights = softmax(scores) =" before the numbers, or
// the code line weights = softmax(scores) above them), numbers that have names, matrices that code writes out, and the
// format of the numbers.
#pragma once

#include <heed/printed/find_tables.hpp>
#include <heed_check/document/array_code.hpp>
#include <heed_check/document/array_types.hpp>
#include <heed_check/document/code_bindings.hpp>
#include <heed_check/document/code_language.hpp>
#include <heed_check/document/code_places.hpp>
#include <heed_check/document/data_frames.hpp>
#include <heed_check/document/format_finder.hpp>
#include <heed_check/document/html_text.hpp>
#include <heed_check/document/name_marks.hpp>
#include <heed_check/document/operation_sentences.hpp>
#include <heed_check/document/parts_of_lines.hpp>
#include <heed_check/document/said_rounding.hpp>
#include <heed_check/document/sigma_meaning.hpp>
#include <heed_check/document/signs_of_equality.hpp>
#include <heed_check/document/softmax_sentences.hpp>
#include <heed_check/document/table_names.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed {

/// A name and the formula, or the number, that a document states for it.
struct stated_formula {
    std::size_t line = 0;   ///< of the document, from 1
    std::string name{};     ///< the name that a matrix gets from the same text before it, with marks
    std::string formula{};  ///< as written in the document
    detail::code_language in = detail::code_language::none;  ///< none: in words
    std::string doubt{};                                     ///< of code: why the name may have another value
    softmax_of along = softmax_of::unsaid;                   ///< of words: what sentences say of its softmax
    bool label = false;     ///< it is itself what stands before the numbers: Q K^T = [[...]]
    bool sentence = false;  ///< its name is the last word of a sentence before the sign: the output is O = A V

    bool in_code() const { return in != detail::code_language::none; }
};

/// Python code, and the names that it shows.
struct stated_code {
    std::size_t begin = 0, end = 0;  ///< the first and the last line of what contains it
    bool session = false;
    std::size_t output_ends = 0;  ///< the last line of output in a container directly below; 0 if there is none
    std::vector<std::string> above_output{};  ///< the last line of the code, and those between it and its output
    std::vector<detail::shown_in_code> shown{};
};

/// Lines of code, or of its output.
struct stated_place {
    std::size_t begin = 0, end = 0;
    detail::code_language language = detail::code_language::none;
    bool is_run = true;
    std::size_t alone = 0;  ///< where code may not be run, its first line: others may not read what it shows
};

/// The place that has a line; none if there is none.
inline const stated_place* place_of(const std::vector<stated_place>& places, std::size_t line) {
    const auto found =
        std::partition_point(places.begin(), places.end(), [&](const stated_place& p) { return p.end < line; });
    return found == places.end() || line < found->begin ? nullptr : &*found;
}

/// What the lines of a document state.
struct document_statements {
    std::vector<stated_formula> formulas{};  ///< in their order
    std::vector<stated_code> code{};
    std::vector<stated_place> places{};      ///< in their order
    std::vector<stated_formula> literals{};  ///< matrices that code writes out: they are inputs, and their digits exact
    std::map<std::string, detail::matrix_class> matrix_class{};  ///< by names of code
    std::set<std::string> narrow{};       ///< names of code whose whole numbers have few bits: results wrap around
    arithmetic in = arithmetic::exact;    ///< the only format of numbers that the document names
    bool rounds_to_whole = false;         ///< it says that numbers are rounded to whole ones
    sigma_of sigma = sigma_of::unsaid;    ///< what words say \sigma is
    bool has_softmax_of_rows = false;     ///< words say that each row is normalised
    bool has_softmax_of_columns = false;  ///< words say that columns are
    std::vector<stated_operation> operations{};  ///< of two matrices, in sentences
    bool speaks_of_scale = false;                ///< words or formulas divide something
    bool has_only_doubles = false;               ///< R computed everything
    bool has_float32_library = false;  ///< code calls one that computes in float32 unless it is told otherwise
    bool has_softmax_library = false;  ///< code of Julia names one that has a softmax, which is down the columns
};

namespace detail {

/// Reads a document line by line.
class statement_finder {
public:
    document_statements find(std::string_view document) {
        const std::vector<code_place> places = code_places(document);
        note_places(places);
        std::size_t number = 0, next = 0;
        for (std::size_t at = 0; at < document.size() && found_.formulas.size() < most;) {
            const std::size_t end = std::min(document.find('\n', at), document.size());
            const std::string_view line = document.substr(at, end - at);
            at = end + 1;
            ++number;
            format_.read(line);
            rounding_.read(line);
            while (next < places.size() && places[next].end < number) ++next;
            if (next < places.size() && number == places[next].begin) note_output(places, next, line);
            if (next == places.size() || number < places[next].begin) note_between(line, number);
            if (next == places.size() || number < places[next].begin)
                read(line, number);
            else if (places[next].run == code_run::never)
                continue;
            else if (is_of_arrays(places[next].language))
                number == places[next].begin ? read_arrays(places[next]) : void();
            else if (places[next].language != code_language::python)
                read_in(places[next], number);
            else if (number == places[next].begin)
                read_code(places[next]);
        }
        found_.in = format_.only();
        found_.has_only_doubles = format_.has_only_doubles();
        found_.rounds_to_whole = rounding_.is_said();
        found_.sigma = sigma_.said();
        found_.speaks_of_scale = operations_.speaks_of_scale();
        found_.operations = operations_.take_all();
        found_.has_softmax_of_rows = sentences_.only_rows();
        found_.has_softmax_of_columns = sentences_.any_columns();
        for (stated_formula& f : found_.formulas)
            if (f.along == softmax_of::unsaid && sentences_.any_columns() && !f.in_code())
                f.along = softmax_of::columns_elsewhere;
        return std::move(found_);
    }

private:
    void note_places(const std::vector<code_place>& places) {
        for (const code_place& p : places) {
            if (p.language == code_language::r || p.output_of == code_language::r) format_.note_r();
            const bool is_output = p.language == code_language::none && p.output_of != code_language::none;
            const std::size_t above = is_output && !found_.places.empty() ? found_.places.back().alone : 0;
            found_.places.push_back({p.begin, p.end, is_output ? p.output_of : p.language, p.run != code_run::never,
                                     p.run == code_run::perhaps ? p.begin : above});
        }
    }
    /// A line that is in no code.
    void read(std::string_view line, std::size_t number) {
        if (take_prompted(line, number)) return;
        const std::string plain = without_html(line.substr(0, line.find("<table")));
        line = plain;
        sentences_.read(line);
        operations_.read(line, number);
        sigma_.read(line);
        line = before_denied(line);
        line = behind_display(line);
        for (const std::string_view text : texts_before_matrices(line)) add(text, number);
        for (const char sign : {'`', '$'}) add_in_sentence(line, sign, number);
        const sentence_formula said = formula_of_sentence(line);
        if (!said.left.empty() && line.find("\\(") != std::string_view::npos) add(said.text, number);
        if (!said.text.empty() && said.left.empty())
            found_.formulas.push_back({number, name_in_text(with_marks(line)), std::string(said.text),
                                       code_language::none, "", along_of(std::string(said.text)),
                                       said.label == said.text});
    }
    /// A line without the beginning of a displayed formula: \begin{align*}S = Q K^\top
    static std::string_view behind_display(std::string_view line) {
        constexpr std::string_view begins = "\\begin{";
        const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
        const std::size_t end = line.find('}', first);
        if (line.substr(first, begins.size()) != begins || end == std::string_view::npos) return line;
        const std::string_view name = line.substr(first, end - first);
        const bool is_matrix =
            name.find("matrix") != std::string_view::npos || name.find("array") != std::string_view::npos;
        return is_matrix ? line : behind_display(line.substr(end + 1));
    }
    /// A line of code that is no Python, or of output.
    void read_in(const code_place& place, std::size_t number) {
        if (number < place.first || number - place.first >= place.lines.size()) return;
        std::string_view line = place.lines[number - place.first];
        if (take_prompted(line, number)) return;
        if (place.language == code_language::other) line = line.substr(0, line.find('#'));
        read(line, number);
    }
    /// Notes that a place is the output of the code above, from which at most a line of words parts it.
    void note_output(const std::vector<code_place>& places, std::size_t i, std::string_view line) {
        const code_place& place = places[i];
        if (i == 0 || place.language != code_language::none || found_.code.empty()) return;
        stated_code& code = found_.code.back();
        if (places[i - 1].end == code.end && place.begin <= code.end + most_between) code.output_ends = place.end;
        if (code.output_ends == place.end) code.above_output.push_back(trimmed(line));
    }
    void note_between(std::string_view line, std::size_t number) {
        if (found_.code.empty() || number > found_.code.back().end + most_between) return;
        found_.code.back().above_output.push_back(trimmed(line));
    }
    /// A line of a session of MATLAB or Julia among words or output, or one that goes on with it.
    bool take_prompted(std::string_view line, std::size_t number) {
        const std::size_t prompt = prompt_of_arrays(line, code_language::none);
        const code_language language = language_of_prompt(line);
        if (prompt != 0 && !(prompted_ && prompted_->language() == language)) prompted_.emplace(language);
        const bool goes_on = prompted_ && prompted_->is_open() && !trimmed(line).empty();
        if (prompt == 0 && !goes_on) {
            prompted_.reset();
            return false;
        }
        add_bindings(prompted_->read(line.substr(prompt), number), prompted_->language());
        return true;
    }
    /// Adds what code of Julia, MATLAB or R states. In a session only lines with a prompt are code, and those that go
    /// on with what is open.
    void read_arrays(const code_place& place) {
        const auto prompt_of = [&](std::string_view line) { return prompt_of_arrays(line, place.language); };
        const bool session = std::any_of(place.lines.begin(), place.lines.end(),
                                         [&](const std::string& line) { return prompt_of(line) != 0; });
        array_code& code = arrays_.try_emplace(place.language, place.language).first->second;
        for (std::size_t i = 0; i < place.lines.size(); ++i) {
            std::string_view line = place.lines[i];
            const bool is_code = !session || prompt_of(line) != 0 || code.is_open();
            line.remove_prefix(prompt_of(line));
            if (session && place.language == code_language::r && line.substr(0, 2) == "+ ") line.remove_prefix(2);
            if (is_code) add_bindings(code.read(line, place.first + i), place.language, place.run);
            for (const std::string_view library : {"using NNlib", "using Flux", "using Lux", "import NNlib"})
                found_.has_softmax_library =
                    found_.has_softmax_library || (is_code && line.find(library) != std::string_view::npos);
        }
        code.end_place();
        if (place.language == code_language::r && !session) note_shown_by_r(place);
    }
    /// A line with a name, or a call that prints or rounds one, is what R shows.
    void note_shown_by_r(const code_place& place) {
        stated_code code{.begin = place.begin, .end = place.end};
        for (std::size_t i = 0; i < place.lines.size(); ++i) {
            const std::string_view line = place.lines[i];
            const std::string text = trimmed(line.substr(0, line.find('#')));
            if (!text.empty()) code.above_output = {text};
            said_digits to;
            const std::string_view shown = shown_by_r(text, to);
            if (is_name(shown) || to.places >= 0 || to.significant >= 0)
                code.shown.push_back({std::string(is_name(shown) ? shown : ""), found_.formulas.size(), place.first + i,
                                      false, to.places, to.significant});
        }
        if (!code.shown.empty()) found_.code.push_back(std::move(code));
    }
    /// print(round(W, 4)) shows W, known to 4 places.
    static std::string_view shown_by_r(std::string_view text, said_digits& to) {
        constexpr std::string_view print = "print(";
        if (text.substr(0, print.size()) == print && text.back() == ')') {
            const std::vector<std::string_view> all =
                arguments_of(text.substr(print.size(), text.size() - print.size() - 1));
            text = all.empty() ? std::string_view() : all[0];
        }
        const rounding_of_arrays rounded = rounding_of_arrays::in(text);
        to = rounded.to;
        return rounded.of.empty() ? text : rounded.of;
    }
    void add_bindings(const std::vector<code_binding>& bindings, code_language language,
                      code_run run = code_run::unsaid) {
        for (const code_binding& b : bindings) {
            if (found_.formulas.size() >= most) return;
            const bool letters = std::any_of(b.value.begin(), b.value.end(), is_letter);
            if (b.value.substr(0, 1) == "[" && !letters && b.doubt.empty() && !is_computed_on(b.value))
                found_.literals.push_back({b.line, b.name, b.value, language});
            add_binding(b, language, run);
        }
    }
    /// What may not be run is a doubt where the name has a value without it.
    void add_binding(const code_binding& b, code_language language, code_run run) {
        const bool is_long = b.value.size() > longest;
        const bool open = run == code_run::perhaps && bound_in_code_.count({language, b.name}) != 0;
        const std::string doubt = open ? b.name + " is stated in code that may not be run" : "";
        found_.formulas.push_back(
            {b.line, b.name, is_long ? "" : b.value, language, b.doubt.empty() ? doubt : b.doubt});
        bound_in_code_.insert({language, b.name});
    }

    /// Adds what Python code states.
    void read_code(const code_place& place) {
        for (std::size_t i = 0; i < place.lines.size(); ++i)
            lines_.read(place.lines[i], place.first + i, place.session);
        for (code_statement& s : lines_.take()) {
            if (has_numbers_side_by_side(s.text)) continue;  // output among the code
            s.text = frames_.along_columns(std::move(s.text));
            add_literal(s);
            array_types(found_.matrix_class, found_.narrow).read(s.text);
            for (const std::string_view library : {"torch.", "jnp.", "tf."})
                found_.has_float32_library = found_.has_float32_library || s.text.find(library) != std::string::npos;
            code_.read(s);
        }
        code_.end_place();
        stated_code code{.begin = place.begin, .end = place.end, .shown = std::move(code_.shown)};
        code.session = place.session;
        for (const std::string& line : place.lines)
            if (const std::string words = trimmed(line); !words.empty()) code.above_output = {words};
        found_.code.push_back(std::move(code));
        code_.shown.clear();
        // Bindings are counted from the first one of the document; statements in words stand between them.
        for (shown_in_code& s : found_.code.back().shown) s.after = s.after - bindings_ + found_.formulas.size();
        for (std::size_t i = bindings_; i < code_.bindings.size(); ++i)
            add_binding(code_.bindings[i], code_language::python, place.run);
        bindings_ = code_.bindings.size();
    }
    void add_literal(const code_statement& s) {
        const std::size_t equals = find_outside(s.text, '=');
        if (equals == std::string::npos) return;
        const std::string name = joined_words(std::string_view(s.text).substr(0, equals), 4);
        const std::string value = trimmed_code(s.text.substr(equals + 1));
        if (!name.empty() && begins_as_literal(value, true) && !is_computed_on(value))
            found_.literals.push_back({s.line, name, value, code_language::python});
    }

    /// Adds what one line states: "weights = softmax(scores) =" gives a name and a formula. A formula has at least one
    /// letter, or is a number.
    void add(std::string_view line, std::size_t number) {
        const std::string plain = with_equals(without_prompt(line));
        line = plain;
        if (line.find('=') == std::string_view::npos) return;
        const std::vector<std::string> parts = parts_between_equals(line.substr(0, longest));
        if (parts.size() < 2) return;
        const std::size_t word = is_plain_number(parts[1]) ? parts[0].rfind(' ') + 1 : 0;  // in "here d_k = 16"
        const std::string name = name_in_text(with_marks(parts[0].substr(word)) + " =");
        if (name.empty()) return;
        if (begins_as_literal(parts[1], false))
            found_.literals.push_back({number, name, parts[1], code_language::none});
        if (line.size() > longest) return;
        if (says_operation(parts[0]))
            found_.formulas.push_back({number, name, parts[0], code_language::none, "", along_of(parts[0]), true});
        const std::string sign = sign_in_sentence(parts[0]);
        for (std::size_t i = 1; i < parts.size(); ++i) {
            if (i > 1 && ends_formula(parts[i - 1])) break;
            if (!is_formula(parts[i])) continue;
            const std::string formula = before_explanation(parts[i]);
            const softmax_of along = along_of(formula);
            found_.formulas.push_back({number, name, formula, code_language::none, "", along});
            if (!sign.empty() && sign != name)
                found_.formulas.push_back({number, sign, formula, code_language::none, "", along, false, true});
        }
    }
    /// A line with = for the signs of "about" and "is defined as", and without the signs that align its lines.
    static std::string with_equals(std::string_view line) {
        std::string plain = with_signs_of_equality(line);
        for (const std::string_view aligned : {"&=", "& ="})
            for (std::size_t at = plain.find(aligned); at != std::string::npos; at = plain.find(aligned, at))
                plain.replace(at, aligned.size(), "=");
        if (const std::size_t end = plain.find_last_not_of(" \t\r"); end != std::string::npos && end > 0)
            if (plain.compare(end - 1, 2, "\\\\") == 0) plain.resize(end - 1);
        return plain;
    }
    softmax_of along_of(const std::string& formula) {
        const bool softmax = formula.find("oftmax") != std::string::npos;
        return softmax ? sentences_.take() : softmax_of::unsaid;
    }
    static bool is_formula(std::string_view text) {
        const bool letters = std::any_of(text.begin(), text.end(), [](char c) { return is_letter(c); });
        return is_plain_number(text) || (letters && !is_latex_matrix(text));
    }

    /// Adds what is stated between backquotes in a line, or between dollar signs, each pair by itself.
    void add_in_sentence(std::string_view line, char sign, std::size_t number) {
        const std::size_t first = line.find(sign);
        if (sign == '$' && (line.find("$$") != std::string_view::npos || is_alone(line))) return;
        for (std::size_t open = first; open != std::string_view::npos;) {
            const std::size_t close = line.find(sign, open + 1);
            if (close == std::string_view::npos) return;
            add(line.substr(open + 1, close - open - 1), number);
            open = line.find(sign, close + 1);
        }
    }
    /// Whether a line is one formula between dollar signs.
    static bool is_alone(std::string_view line) {
        const std::string text = trimmed(line);
        return !text.empty() && text[0] == '$' && text.find('$', 1) + 1 >= text.size();
    }

    static constexpr std::size_t most = 10'000, longest = 300, most_between = 4;
    document_statements found_{};
    format_finder format_{};
    whole_rounding rounding_{};
    softmax_sentences sentences_{};
    sigma_sentences sigma_{};
    operation_sentences operations_{};
    code_lines lines_{};
    data_frames frames_{};
    code_reader code_{};
    std::map<code_language, array_code> arrays_{};
    std::set<std::pair<code_language, std::string>> bound_in_code_{};
    std::optional<array_code> prompted_{};  ///< a session that is in no code of its language
    std::size_t bindings_ = 0;              ///< how many of the code are among the formulas
};

/// Everything that the lines of a document state. The caller finds out which of it is a formula of a matrix.
inline document_statements find_stated(std::string_view document) { return statement_finder().find(document); }

}  // namespace detail

}  // namespace heed
