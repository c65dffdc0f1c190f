// SPDX-License-Identifier: BSL-1.0
// Where code stands in a document, whatever contains it: fences, also in quotations; verbatim, lstlisting and minted of
// LaTeX; <pre> of HTML; directives and literal blocks of reStructuredText; blocks of Org and AsciiDoc; indented lines;
// and lines among words that only code has.
#pragma once

#include <heed/printed/characters.hpp>
#include <heed/printed/entities.hpp>
#include <heed/printed/tags.hpp>
#include <heed_check/document/code_language.hpp>
#include <heed_check/document/code_runs.hpp>
#include <heed_check/tables/document_lines.hpp>
#include <heed_check/tables/html_table.hpp>
#include <heed_check/tables/margins.hpp>
#include <heed_check/tables/small_letters.hpp>
#include <heed_check/tables/unseen_text.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

class code_place_finder {
public:
    explicit code_place_finder(std::string_view document) : lines_(lines_in(document)) {}

    /// In order. Of lines that are in no container only those that are Python are a place.
    std::vector<code_place> find() {
        while (at_ < lines_.size()) {
            const std::size_t begin = at_;
            run_ = code_run::unsaid;
            (void)(take_fence() || take_environment() || take_html() || take_marked() || take_directive() ||
                   take_indented() || take_paragraph());
            at_ = std::max(at_, begin + 1);  // each step leaves a line behind it
        }
        code_runs(found_).settle(runs_none_by_default(lines_));
        return std::move(found_);
    }

private:
    static std::string_view without_margin(std::string_view line) {
        return line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
    }
    static std::size_t indent_of(std::string_view line) {
        std::size_t indent = 0;
        for (const char c : line.substr(0, line.find_first_not_of(" \t"))) indent += c == '\t' ? 4U : 1U;
        return indent;
    }
    static std::string_view without_indent(std::string_view line, std::size_t indent) {
        std::size_t at = 0;
        for (std::size_t taken = 0; at < line.size() && taken < indent && is_one_of(line[at], " \t"); ++at)
            taken += line[at] == '\t' ? 4U : 1U;
        return line.substr(at);
    }
    static bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

    /// Adds the place with the lines from `first` up to `last`; the search goes on at the line `next`.
    void add(std::size_t first, std::size_t next, code_language language, std::vector<std::string> lines,
             around_code where = around_code::container) {
        const auto prompted = std::find_if(
            lines.begin(), lines.end(), [](const std::string& line) { return begins_prompted(without_margin(line)); });
        const bool session = prompted != lines.end();
        if (const std::size_t indent = session ? indent_of(*prompted) : 0; indent != 0)
            for (std::string& line : lines) line = without_indent(line, indent);
        const python_signs python(where);
        const auto is_python = [&](const std::string& line) { return python.are_in(line); };
        if (language == code_language::none && std::any_of(lines.begin(), lines.end(), is_python))
            language = code_language::python;
        found_.push_back(
            {first + 1, at_ + 1, std::min(next, lines_.size()), language, session, std::move(lines), run_});
        at_ = next;
    }

    // ---- fences

    /// ``` or ~~~ behind blanks and >.
    static std::string_view fence_in(std::string_view line) {
        const std::size_t begin = std::min(line.find_first_not_of(" \t>"), line.size());
        return is_fence(line.substr(begin)) ? line.substr(begin) : std::string_view();
    }
    bool take_fence() {
        const std::string_view line = lines_[at_], open = fence_in(line);
        if (open.empty()) return false;
        const std::string_view margin = line.substr(0, line.size() - open.size());
        const std::size_t length = std::min(open.find_first_not_of(open[0]), open.size());
        std::vector<std::string> inside;
        std::size_t last = at_ + 1;
        for (; last < lines_.size(); ++last) {
            const std::string_view mark = fence_in(lines_[last]);
            if (!mark.empty() && mark[0] == open[0] && std::min(mark.find_first_not_of(open[0]), mark.size()) >= length)
                break;
            inside.emplace_back(in_margin(lines_[last], margin));
        }
        run_ = run_of_fence(open.substr(length), inside);
        add(at_ + 1, last + 1, language_named(open.substr(length)), std::move(inside));
        return true;
    }
    /// A line without as many > as the first line of its quotation, and without its indentation.
    static std::string_view in_margin(std::string_view line, std::string_view margin) {
        const auto quotes = std::count(margin.begin(), margin.end(), '>');
        for (std::ptrdiff_t i = 0; i < quotes; ++i) {
            const std::size_t mark = line.find_first_not_of(" \t");
            if (mark == std::string_view::npos || line[mark] != '>') break;
            line.remove_prefix(mark + 1);
            if (line.substr(0, 1) == " ") line.remove_prefix(1);
        }
        return without_indent(line, quotes == 0 ? indent_of(margin) : 0);
    }

    // ---- containers with a mark at both ends

    bool take_environment() {
        const std::string_view line = lines_[at_];
        const std::size_t begin = line.find("\\begin{");
        if (begin == std::string_view::npos || line.substr(0, begin).find('%') != std::string_view::npos) return false;
        const std::string_view rest = line.substr(begin + 7);
        const std::string name(rest.substr(0, rest.find('}')));
        if (!shows_as_typed(name)) return false;
        const std::size_t option = rest.find("anguage=");  // language=Python, minted language=python
        const std::size_t argument = rest.find('{', name.size());
        const std::string_view said = option != std::string_view::npos ? rest.substr(option + 8)
                                      : name == "minted" && argument != std::string_view::npos
                                          ? rest.substr(argument + 1)
                                      : name.substr(0, 2) == "py"           ? std::string_view("python")
                                      : name == "Sinput" || name == "Scode" ? std::string_view("r")
                                                                            : std::string_view();
        return take_until("\\end{" + name + "}", said);
    }
    /// Lines behind colons after #+RESULTS: of Org.
    bool take_results() {
        std::vector<std::string> inside;
        std::size_t last = at_ + 1;
        for (; last < lines_.size() && is_behind_colon(lines_[last]); ++last)
            inside.emplace_back(lines_[last].substr(std::min(lines_[last].find(':') + 2, lines_[last].size())));
        if (inside.empty()) return false;
        add(at_ + 1, last, code_language::none, std::move(inside));
        return true;
    }
    /// #+begin_src python of Org; [source,python] and ---- of AsciiDoc.
    bool take_marked() {
        const std::string mark = in_small_letters(without_margin(lines_[at_]).substr(0, 80));
        for (const std::string_view what : {"src", "example"}) {
            const std::string begins = "#+begin_" + std::string(what);
            if (mark.compare(0, begins.size(), begins) != 0) continue;
            run_ = what == "src" ? run_of_org(mark) : code_run::unsaid;
            return take_until("#+end_" + std::string(what), std::string_view(mark).substr(begins.size()));
        }
        if (announces_results(mark)) return take_results();
        const bool source = mark.compare(0, 7, "[source") == 0 && at_ + 1 < lines_.size();
        if (!source || lines_[at_ + 1].substr(0, 4) != "----") return false;
        const std::size_t comma = mark.find(',');
        ++at_;
        if (take_until("----",
                       comma == std::string::npos ? std::string_view() : std::string_view(mark).substr(comma + 1)))
            return true;
        --at_;
        return false;
    }
    /// Takes the lines below this one up to one that has the mark, in small or capital letters; false if there is none.
    bool take_until(const std::string& mark, std::string_view language) {
        const std::string wanted = in_small_letters(mark);
        if (unclosed_.count(wanted) != 0) return false;
        std::vector<std::string> inside;
        std::size_t last = at_ + 1;
        for (; last < lines_.size() && in_small_letters(lines_[last]).find(wanted) == std::string::npos; ++last)
            inside.emplace_back(lines_[last]);
        if (last == lines_.size()) {
            unclosed_.insert(wanted);
            return false;
        }
        add(at_ + 1, last + 1, language_named(language), std::move(inside));
        return true;
    }

    /// <pre>, also with <code class="language-python"> in it; and <syntaxhighlight lang="python">.
    bool take_html() {
        const std::string_view line = lines_[at_];
        for (const std::string name : {"pre", "syntaxhighlight", "source", "programlisting"}) {
            const std::size_t open = find_tag(line, '<' + name, 0);
            if (open == std::string_view::npos) continue;
            std::size_t last = at_;
            if (unclosed_.count(name) != 0) continue;
            while (last < lines_.size() && find_tag(lines_[last], "</" + name, last == at_ ? open : 0) == no_position)
                ++last;
            if (last == lines_.size()) {
                unclosed_.insert(name);
                continue;
            }
            std::vector<std::string> inside;
            for (std::size_t i = at_; i <= last; ++i) {
                const std::size_t from = i == at_ ? open : 0;
                const std::size_t close = i == last ? find_tag(lines_[i], "</" + name, from) : lines_[i].size();
                inside.push_back(text_of_html(lines_[i].substr(from, close - from)));
            }
            add(at_, last + 1, language_of_tags(line), std::move(inside));
            return true;
        }
        return false;
    }
    /// A line of HTML as a browser shows it in <pre>.
    static std::string text_of_html(std::string_view html) {
        std::string text;
        for (cursor c{html.data(), 0, html.size()}; !c.done();) {
            if (const tag t = tag_at(c); t.length != 0) {
                c.at += t.length;
                continue;
            }
            const character entity = entity_at(c);
            const bool plain = entity.length != 0 && entity.code < 0x80;
            text += plain                ? static_cast<char>(entity.code)
                    : entity.length != 0 ? (entity.code == 0xA0 ? ' ' : '?')
                                         : c.peek();
            c.at += entity.length != 0 ? entity.length : 1;
        }
        return text;
    }
    /// class="language-python", class="highlight-python", lang="python"
    static code_language language_of_tags(std::string_view line) {
        for (const std::string_view before : {"language-", "highlight-", "lang-", "lang=\"", "class=\"", "source-"})
            for (std::size_t at = line.find(before); at != std::string_view::npos; at = line.find(before, at + 1)) {
                const code_language named = language_named(line.substr(at + before.size()));
                if (named == code_language::python || is_of_arrays(named)) return named;
            }
        return code_language::none;
    }

    // ---- containers by indentation

    /// .. code-block:: python, and a paragraph that ends with ::
    bool take_directive() {
        const std::string_view line = without_blanks(lines_[at_]);
        const bool literal = line.size() > 1 && line.substr(line.size() - 2) == "::";
        code_language language = code_language::none;
        bool directive = false, runs = false;
        for (const code_directive& d : code_directives) {
            const std::optional<std::string_view> behind = d.in_restructured(line);
            if (!behind) continue;
            directive = true;
            runs = d.runs;
            language = d.language == code_language::none ? language_named(*behind) : d.language;
        }
        if (!literal && !directive) return false;
        const std::size_t first = at_ + 1, indent = indent_of(lines_[at_]);
        std::size_t next = first;
        while (next < lines_.size() && is_blank(lines_[next])) ++next;
        if (next == lines_.size() || indent_of(lines_[next]) <= indent || !fence_in(lines_[next]).empty()) return false;
        run_ = runs ? code_run::always : code_run::unsaid;
        take_run(next, indent_of(lines_[next]), language, around_code::container);
        return true;
    }
    /// Lines behind a blank line that are indented by four or more, if they are Python.
    bool take_indented() {
        const std::size_t indent = indent_of(lines_[at_]);
        if (indent < 4 || is_blank(lines_[at_]) || (at_ > 0 && !is_blank(lines_[at_ - 1]))) return false;
        take_run(at_, indent, code_language::none, around_code::container);
        return true;
    }
    /// The lines from `first` on that have this indentation or more, and blank lines among them. Where nothing says
    /// that they are code and they are no Python, they are words; below code they are its output.
    void take_run(std::size_t first, std::size_t indent, code_language language, around_code where) {
        std::vector<std::string> inside;
        std::size_t end = first;
        for (std::size_t i = first; i < lines_.size() && (is_blank(lines_[i]) || indent_of(lines_[i]) >= indent); ++i) {
            if (!fence_in(lines_[i]).empty()) break;
            inside.emplace_back(without_indent(lines_[i], indent));
            if (!is_blank(lines_[i])) end = i + 1;
        }
        inside.resize(end - first);
        add_python(first, end, language, std::move(inside), where);
    }
    void add_python(std::size_t first, std::size_t end, code_language language, std::vector<std::string> lines,
                    around_code where) {
        constexpr std::size_t near = 4;
        const bool below_code = where == around_code::container && !found_.empty() && !found_.back().session &&
                                found_.back().language == code_language::python && first < found_.back().end + near;
        add(first, end, language, std::move(lines), where);
        if (found_.back().language == code_language::none && !below_code) found_.pop_back();
    }

    /// A paragraph in which a line is Python, with what is further in below it.
    bool take_paragraph() {
        const std::string_view margin = quoted_margin(lines_[at_]);
        if (is_blank(in_margin(lines_[at_], margin))) return false;
        std::vector<std::string> inside;
        std::size_t end = at_;
        const auto text_of = [&](std::size_t i) { return in_margin(lines_[i], margin); };
        const std::size_t indent = indent_of(text_of(at_));
        const python_signs python(around_code::words);
        bool is_python = false;
        for (std::size_t i = at_; i < lines_.size(); ++i) {
            const std::string_view text = text_of(i);
            const bool below = i == at_ || !is_blank(text_of(i - 1));
            if (i != at_ && begins_container(lines_[i])) break;
            if (!below && !is_blank(text) && (indent_of(text) <= indent || !is_python)) break;
            is_python = is_python || python.are_in(without_margin(text));
            inside.emplace_back(without_indent(text, indent));
            if (!is_blank(text)) end = i + 1;
        }
        inside.resize(end - at_);
        add_python(at_, end, code_language::none, std::move(inside), around_code::words);
        return true;
    }
    static bool begins_container(std::string_view line) {
        const std::string_view words = without_blanks(line);
        return !fence_in(line).empty() || line.find("\\begin{") != std::string_view::npos ||
               words.substr(0, 2) == "#+" || words.substr(0, 7) == "[source" || words.substr(0, 4) == "<pre" ||
               (words.size() > 1 && words.substr(words.size() - 2) == "::") || find_tag(line, "<pre", 0) != no_position;
    }
    /// The > of a quotation, which is no prompt.
    static std::string_view quoted_margin(std::string_view line) {
        return line.substr(0, 2) == "> " ? line.substr(0, 2) : std::string_view();
    }

    static constexpr std::size_t no_position = std::string_view::npos;
    std::vector<std::string_view> lines_{};
    std::vector<code_place> found_{};
    std::set<std::string> unclosed_{};  ///< marks that do not come again
    std::size_t at_ = 0;                ///< the line that is read
    code_run run_ = code_run::unsaid;   ///< what is said of the place that is taken
};

/// The code of a document.
inline std::vector<code_place> code_places(std::string_view document) { return code_place_finder(document).find(); }

}  // namespace heed::detail
