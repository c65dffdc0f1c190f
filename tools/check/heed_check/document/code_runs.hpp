// SPDX-License-Identifier: BSL-1.0
// Which code of a document is run: chunks of R Markdown and Quarto, cells of MyST and of notebooks, blocks of Org.
// Where some code of a language is marked so, other code of it is only shown, and binds no name.
#pragma once

#include <heed_check/document/array_lines.hpp>
#include <heed_check/document/code_language.hpp>
#include <heed_check/document/name_text.hpp>
#include <heed_check/tables/document_lines.hpp>
#include <heed_check/tables/small_letters.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

/// unsaid: of code that its container does not mark; perhaps: on a condition; by_default: as the document says of all.
enum class code_run : unsigned char { unsaid, never, perhaps, always, by_default };

/// Lines of code, or of output, without what belongs to their container.
struct code_place {
    std::size_t first = 0;  ///< the number of the first of `lines` in the document, from 1
    std::size_t begin = 0;  ///< of the first line of the container
    std::size_t end = 0;    ///< of its last line
    code_language language = code_language::none;
    bool session = false;  ///< code stands behind prompts, and other lines are output
    std::vector<std::string> lines{};
    code_run run = code_run::unsaid;
    code_language output_of = code_language::none;  ///< the language of the code above, if this is its output
};

/// What a value of an option says: eval=FALSE, eval: false, :eval no.
inline code_run run_of_option(std::string_view value) {
    const std::string word = in_small_letters(first_word(value));
    for (const std::string_view no : {"false", "f", "no", "off", "never"})
        if (word == no) return code_run::never;
    for (const std::string_view yes : {"true", "t", "yes", "on"})
        if (word == yes) return code_run::always;
    return code_run::perhaps;
}
/// The option eval behind a sign: eval = F. Unsaid where it is not there.
inline code_run run_of_options(std::string_view options, char sign) {
    for (std::size_t at = options.find("eval"); at != std::string_view::npos; at = options.find("eval", at + 1)) {
        const std::size_t next = std::min(options.find_first_not_of(' ', at + 4), options.size());
        const bool whole = at == 0 || !(formula_scanner::is_word(options[at - 1]) || options[at - 1] == '.');
        if (whole && next < options.size() && options[next] == sign)
            return run_of_option(without_blanks(options.substr(next + 1)));
    }
    return code_run::unsaid;
}

/// Whether a fence is one of a chunk or a cell: ```{r}, ```{code-cell}; but not ```{.r}, ```{code-block}.
inline bool is_fence_of_chunk(std::string_view info) {
    info = without_blanks(info);
    if (info.substr(0, 1) != "{" || info.size() < 2 || !is_letter(info[1])) return false;
    const std::string_view name = info.substr(1, info.find_first_of(" ,}") - 1);
    const code_language language = language_named(name);
    for (const code_directive& d : code_directives)
        if (d.runs && d.name == name) return true;
    return name == "raw" || language == code_language::python || is_of_arrays(language);
}
/// What a fence with this info string and the first of its lines say.
inline code_run run_of_fence(std::string_view info, const std::vector<std::string>& lines) {
    if (!is_fence_of_chunk(info)) return code_run::unsaid;
    code_run run = run_of_options(info, '=');
    for (const std::string& line : lines) {
        const std::string_view text = without_blanks(line);
        const bool option = text.substr(0, 2) == "#|" || text.substr(0, 3) == "//|" || text.substr(0, 1) == ":" ||
                            text.substr(0, 3) == "---" || text.substr(0, 4) == "tags" || text.substr(0, 1) == "-";
        if (!option) break;
        if (text.find("skip-execution") != std::string_view::npos) run = code_run::never;
        for (const char sign : {':', '='})
            if (const code_run said = run_of_options(text, sign); said != code_run::unsaid) run = said;
    }
    return run == code_run::unsaid ? code_run::by_default : run;
}
/// Whether the header of a document, between lines of ---, says eval: false of all chunks.
inline bool runs_none_by_default(const std::vector<std::string_view>& lines) {
    const auto is_mark = [](std::string_view line) { return without_blanks(line) == "---"; };
    for (std::size_t i = 1; !lines.empty() && is_mark(lines[0]) && i < lines.size() && !is_mark(lines[i]); ++i)
        if (run_of_options(lines[i], ':') == code_run::never) return true;
    return false;
}
/// #+begin_src python :eval no
inline code_run run_of_org(std::string_view options) {
    const std::size_t at = options.find(":eval ");
    if (at == std::string_view::npos) return code_run::always;
    const std::string_view value = without_blanks(options.substr(at + 6));
    const bool at_export = value.substr(0, 9) == "no-export" || value.substr(0, 12) == "never-export";
    return at_export ? code_run::always : run_of_option(value);
}

/// Decides about the places of a document, which are in its order.
class code_runs {
public:
    explicit code_runs(std::vector<code_place>& places) : places_(places) {}

    /// none  no chunk is run unless it says so
    void settle(bool none) {
        for (std::size_t i = 1; i < places_.size(); ++i) note_output(i);
        for (code_place& p : places_) {
            if (p.run == code_run::by_default) p.run = none ? code_run::never : code_run::always;
            const code_run set = p.run == code_run::never ? code_run::unsaid : set_by(p);
            if (set != code_run::unsaid) none = set == code_run::never;
            if (set != code_run::never && p.run == code_run::always) marked_.insert(p.language);
        }
        note_sessions();
        for (std::size_t i = 0; i < places_.size(); ++i) {
            code_place& p = places_[i];
            const bool marked = marked_.count(p.language) != 0;
            const bool is_code = p.language != code_language::none && !p.session;
            if (marked_.empty() && p.run == code_run::never) p.run = code_run::unsaid;
            if (marked && is_code && p.run == code_run::unsaid) p.run = code_run::never;
            if (p.run == code_run::never && has_output(i)) p.run = code_run::perhaps;
            if (p.run == code_run::unsaid && is_code && is_between_sessions(i)) p.run = code_run::perhaps;
        }
    }

private:
    /// What the last knitr::opts_chunk$set(eval = FALSE) of a chunk says of the chunks that follow. A chunk that says
    /// so marks no code: where it alone is run, no code of the document is.
    static code_run set_by(const code_place& p) {
        constexpr std::string_view call = "opts_chunk$set(";
        array_comments comments(p.language);
        std::string code;
        for (const std::string& line : p.lines) code += comments.without(line) + ' ';
        const std::size_t at = code.rfind(call);
        if (at == std::string::npos) return code_run::unsaid;
        const std::size_t open = at + call.size() - 1, close = std::min(closing_bracket(code, open), code.size());
        return run_of_options(std::string_view(code).substr(open, close - open), '=');
    }
    bool is_below(std::size_t i) const { return places_[i].begin <= places_[i - 1].end + most_between; }
    void note_output(std::size_t i) {
        const code_place& above = places_[i - 1];
        if (places_[i].language == code_language::none && is_below(i))
            places_[i].output_of = above.language == code_language::none ? above.output_of : above.language;
    }
    /// Code whose output is shown was run, whatever is said.
    bool has_output(std::size_t i) const {
        return i + 1 < places_.size() && places_[i + 1].language == code_language::none && is_below(i + 1);
    }
    void note_sessions() {
        for (std::size_t i = 0; i < places_.size(); ++i) {
            if (!places_[i].session) continue;
            sessions_.try_emplace(places_[i].language, i, i).first->second.second = i;
        }
    }
    /// Lines of a session go on where it stopped: code between them is another program, or a part of it.
    bool is_between_sessions(std::size_t i) const {
        const auto found = sessions_.find(places_[i].language);
        return !has_output(i) && found != sessions_.end() && found->second.first < i && i < found->second.second;
    }

    static constexpr std::size_t most_between = 4;  ///< lines between code and its output
    std::vector<code_place>& places_;
    std::set<code_language> marked_{};  ///< those of which some code is marked as run
    std::map<code_language, std::pair<std::size_t, std::size_t>> sessions_{};  ///< the first place and the last
};

}  // namespace heed::detail
