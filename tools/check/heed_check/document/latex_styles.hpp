// SPDX-License-Identifier: BSL-1.0
// What LaTeX commands make of their argument: a letter with a mark, as bold or with a hat; the text itself, in another
// style or at another place. All others make something else of it: \sqrt{S} is no S.
#pragma once

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
