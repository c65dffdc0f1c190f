// SPDX-License-Identifier: BSL-1.0
// What LaTeX commands make of their argument: a letter with a mark, as bold or with a hat; the text itself, in another
// style or at another place. All others make something else of it: \sqrt{S} is no S.
#pragma once

#include <heed/printed/text_cursor.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace heed::detail {

/// The letters for a LaTeX command that makes another name of a letter; empty for others, such as \mathrm.
inline std::string_view mark_of_command(std::string_view command) {
    constexpr std::string_view marks[][2] = {
        {"mathbf", "bold"},  {"boldsymbol", "bold"}, {"bm", "bold"},      {"textbf", "bold"},     {"pmb", "bold"},
        {"symbf", "bold"},   {"symbfit", "bold"},    {"symbfup", "bold"}, {"mathbfit", "bold"},   {"vb", "bold"},
        {"mathcal", "cal"},  {"mathscr", "cal"},     {"symcal", "cal"},   {"symscr", "cal"},      {"mathbb", "double"},
        {"symbb", "double"}, {"mathfrak", "frak"},   {"symfrak", "frak"}, {"mathsf", "sans"},     {"symsf", "sans"},
        {"hat", "hat"},      {"widehat", "hat"},     {"tilde", "tilde"},  {"widetilde", "tilde"}, {"bar", "bar"},
        {"overline", "bar"}};
    constexpr std::string_view accents[] = {"vec",       "dot",      "ddot",   "dddot",          "check",
                                            "widecheck", "breve",    "acute",  "grave",          "mathring",
                                            "underline", "underbar", "utilde", "overrightarrow", "overleftarrow"};
    for (const auto& mark : marks)
        if (mark[0] == command) return mark[1];
    for (const std::string_view accent : accents)
        if (accent == command) return accent;
    return {};
}
/// The length of a command at the beginning of an index that sets it upright or slanted: \mathrm; 0 for others.
inline std::size_t length_of_font(std::string_view text) {
    if (text.substr(0, 1) != "\\") return 0;
    std::size_t end = 1;
    while (end < text.size() && is_letter(text[end])) ++end;
    for (const std::string_view font : {"text", "textrm", "textit", "mathrm", "mathit", "mathsf"})
        if (text.substr(1, end - 1) == font) return end;
    return 0;
}

/// Whether a mark is only a style, in which a letter may mean what it means without: a calligraphic S is another S.
inline bool is_font(std::string_view mark) { return mark == "bold" || mark == "sans"; }

/// Whether the argument of a command is the text itself.
inline bool is_style(std::string_view command) {
    constexpr std::string_view commands =
        " text textit textrm texttt textsf textnormal textup textsc textsl emph mathrm mathit symrm symup"
        " symit mathtt mathnormal operatorname mbox hbox fbox boxed makebox framebox ensuremath mathop"
        " mathrel mathbin mathord left right underbrace overbrace tag color textcolor colorbox chapter section"
        " subsection subsubsection paragraph subparagraph part title caption captionof item label ref eqref cref"
        " Cref cite footnote href url centerline hspace vspace noindent phantom hphantom vphantom smash mathstrut"
        " limits displaystyle textstyle bf rm quad qquad frac dfrac tfrac begin end ";
    return is_font(mark_of_command(command)) ||
           commands.find(' ' + std::string(command) + ' ') != std::string_view::npos;
}

}  // namespace heed::detail
