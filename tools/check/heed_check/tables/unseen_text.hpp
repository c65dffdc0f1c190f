// SPDX-License-Identifier: BSL-1.0
// Text of a document that its readers do not see: comments, scripts, and what stands behind its end.
#pragma once

#include <heed/printed/characters.hpp>
#include <heed/printed/found_table.hpp>
#include <heed_check/tables/document_lines.hpp>
#include <heed_check/tables/html_table.hpp>
#include <heed_check/tables/number_places.hpp>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// Whether an environment of LaTeX shows its text as it is typed.
inline bool shows_as_typed(std::string_view name) {
    for (const std::string_view one :
         {"verbatim", "verbatim*",  "Verbatim", "BVerbatim",  "LVerbatim", "SaveVerbatim", "spverbatim",
          "alltt",    "lstlisting", "minted",   "tcblisting", "python",    "pycode",       "pyconsole",
          "pyblock",  "pythoncode", "code",     "Sinput",     "Soutput",   "Scode"})
        if (name == one) return true;
    return false;
}

/// Bytes of a document, from begin up to end.
struct text_range {
    std::size_t begin = 0, end = 0;
};

/// Goes through the lines of a document.
class unseen_finder {
public:
    explicit unseen_finder(std::string_view document) : document_(document), latex_(is_latex(document)) {}

    std::vector<text_range> find() {
        while (at_ < document_.size()) {
            const std::string_view line = without_blanks(rest_of_line());
            if (pass_fence(line) || pass_typed(line) || take_block(line))
                at_ = next_line();
            else if (latex_ && line.substr(0, 14) == "\\end{document}")
                take_until(document_.size());
            else
                scan_line();
        }
        return std::move(found_);
    }

private:
    /// A document of LaTeX, or a part of one: in others % is a percentage, or a comment of code that is shown.
    static bool is_latex(std::string_view document) {
        for (const std::string_view command : {"\\documentclass", "\\begin{document}", "\\usepackage"})
            if (document.find(command) != std::string_view::npos) return true;
        if (document.find("\\begin{") == std::string_view::npos) return false;
        for (const std::string_view mark : {"```", "~~~", "$$", "<p>", "<div", "<pre"})
            if (document.find(mark) != std::string_view::npos) return false;
        return true;
    }

    std::size_t line_end() const { return std::min(document_.find('\n', at_), document_.size()); }
    std::size_t next_line() const { return line_end() + 1; }
    std::string_view rest_of_line() const { return document_.substr(at_, line_end() - at_); }

    void take_until(std::size_t end) {
        found_.push_back({at_, std::min(end, document_.size())});
        at_ = std::max(end, at_ + 1);
    }

    /// Code of Markdown.
    bool pass_fence(std::string_view line) {
        const bool mark = !latex_ && is_fence(line.substr(std::min(line.find_first_not_of("> "), line.size())));
        if (mark) in_fence_ = !in_fence_;
        return mark || in_fence_;
    }
    /// Code of LaTeX.
    bool pass_typed(std::string_view line) {
        if (!latex_) return false;
        const bool in_it = !typed_.empty();
        if (in_it && line.find("\\end{" + typed_ + "}") != std::string_view::npos) typed_.clear();
        if (in_it) return true;
        const std::size_t begin = line.find("\\begin{");
        if (begin == std::string_view::npos || line.substr(0, begin).find('%') != std::string_view::npos) return false;
        const std::string_view behind = line.substr(begin + 7), name = behind.substr(0, behind.find('}'));
        if (!shows_as_typed(name)) return false;
        if (line.find("\\end{" + std::string(name) + "}") == std::string_view::npos) typed_ = name;
        return true;
    }
    /// Takes lines between two that mark a comment.
    bool take_block(std::string_view line) {
        struct marks {
            std::string_view begin, end;
            bool latex;
        };
        for (const marks& m : {marks{"\\iffalse", "\\fi", true}, marks{"\\begin{comment}", "\\end{comment}", true},
                               marks{"////", "////", false}, marks{"#+begin_comment", "#+end_comment", false},
                               marks{"#+BEGIN_COMMENT", "#+END_COMMENT", false}})
            if (m.latex == latex_ && line.substr(0, m.begin.size()) == m.begin)
                return take_to("\n" + std::string(m.end));
        return false;
    }

    void scan_line() {
        for (std::size_t end = line_end(); at_ < end;) {
            if (latex_)
                scan_latex(end);
            else
                scan_markup(end);
            if (at_ > end) end = line_end();
        }
        ++at_;
    }
    void scan_latex(std::size_t end) {
        if (document_[at_] == '%') return take_until(end);
        if (document_.substr(at_, 5) == "\\verb" && at_ + 5 < end && !is_letter(document_[at_ + 5]))
            return pass_to(document_[at_ + 5], at_ + 6, end);
        if (document_.substr(at_, 5) == "\\url{") return pass_to('}', at_ + 5, end);
        at_ += document_[at_] == '\\' ? 2 : 1;
    }
    void scan_markup(std::size_t end) {
        if (document_[at_] == '`') return pass_to('`', at_ + 1, end);
        if (document_[at_] != '<') return void(++at_);
        if (document_.substr(at_, 4) == "<!--" && take_to("-->")) return;
        for (const std::string_view name : {"script", "style", "template"}) {
            if (!is_tag(document_, at_, "<" + std::string(name))) continue;
            if (!is_formula(at_) && take_element("</" + std::string(name))) return;
        }
        ++at_;
    }
    /// <script type="math/tex">, which MathJax shows
    bool is_formula(std::size_t tag) const {
        constexpr std::size_t longest = 200;
        const std::string_view near = document_.substr(tag, longest);
        return near.substr(0, near.find('>')).find("math/") != std::string_view::npos;
    }
    bool take_element(const std::string& close) {
        if (unclosed_.count(close) != 0) return false;
        const std::size_t found = find_tag(document_, close, at_);
        if (found == std::string_view::npos)
            unclosed_.insert(close);
        else
            take_until(end_of_tag(document_, found));
        return found != std::string_view::npos;
    }
    /// Takes what ends with the mark; false where nothing does: then it is text.
    bool take_to(const std::string& mark) {
        if (unclosed_.count(mark) != 0) return false;
        const std::size_t found = document_.find(mark, at_);
        if (found == std::string_view::npos)
            unclosed_.insert(mark);
        else
            take_until(found + mark.size());
        return found != std::string_view::npos;
    }
    /// Passes text as it is typed, up to the sign that ends it in this line; only the sign before `from` where none
    /// does.
    void pass_to(char sign, std::size_t from, std::size_t end) {
        const std::size_t close = document_.substr(0, end).find(sign, from);
        at_ = close < end ? close + 1 : from;
    }

    std::string_view document_;
    bool latex_;
    bool in_fence_ = false;
    std::string typed_{};               ///< the environment whose text is shown as it is typed
    std::set<std::string> unclosed_{};  ///< marks that do not come again
    std::size_t at_ = 0;
    std::vector<text_range> found_{};
};

/// Where readers of a document do not see its text, in order.
/// cost    a pass over the document
inline std::vector<text_range> unseen_in(std::string_view document) { return unseen_finder(document).find(); }

/// The document with blanks in place of these bytes; lines stay lines.
inline std::string without(std::string_view document, const std::vector<text_range>& unseen) {
    std::string seen(document);
    for (const text_range& r : unseen)
        std::replace_if(
            seen.begin() + static_cast<std::ptrdiff_t>(r.begin), seen.begin() + static_cast<std::ptrdiff_t>(r.end),
            [](char c) { return c != '\n'; }, ' ');
    return seen;
}

/// Puts the lines of these bytes that have numbers among the others that are not read.
inline void list_unseen(std::string_view document, const std::vector<text_range>& unseen, document_tables& found) {
    std::size_t line = 1, counted = 0;
    for (const text_range& r : unseen) {
        const std::string_view text = document.substr(0, r.end);
        for (std::size_t at = next_number(text, r.begin); at < r.end;) {
            const std::size_t end = std::min(text.find('\n', at), r.end);
            line += static_cast<std::size_t>(std::count(document.begin() + static_cast<std::ptrdiff_t>(counted),
                                                        document.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
            counted = at;
            const std::size_t begin = std::max(document.rfind('\n', at) + 1, r.begin);
            found.rest.push_back({line, std::string(cut_to(without_blanks(text.substr(begin, end - begin)), 60)),
                                  "text that readers of the document do not see", at, end});
            at = end < r.end ? next_number(text, end) : r.end;
        }
    }
    std::sort(found.rest.begin(), found.rest.end(),
              [](const skipped_text& a, const skipped_text& b) { return a.begin < b.begin; });
}

}  // namespace heed::detail
