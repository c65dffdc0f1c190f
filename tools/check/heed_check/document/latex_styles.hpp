// SPDX-License-Identifier: BSL-1.0
// LaTeX commands whose argument is the text itself, in another style or at another place. All others make something
// else of it: \hat{y} is no y, and \sqrt{S} no S.
#pragma once

#include <string>
#include <string_view>

namespace heed::detail {

inline bool is_style(std::string_view command) {
    constexpr std::string_view commands =
        " text textbf textit textrm texttt textsf textnormal textup textsc textsl emph mathrm mathbf mathit mathsf"
        " mathtt mathnormal boldsymbol bm pmb operatorname mbox hbox fbox boxed makebox framebox ensuremath mathop"
        " mathrel mathbin mathord left right underbrace overbrace tag color textcolor colorbox chapter section"
        " subsection subsubsection paragraph subparagraph part title caption captionof item label ref eqref cref"
        " Cref cite footnote href url centerline hspace vspace noindent phantom hphantom vphantom smash mathstrut"
        " limits displaystyle textstyle bf rm quad qquad frac dfrac tfrac begin end ";
    return commands.find(' ' + std::string(command) + ' ') != std::string_view::npos;
}

}  // namespace heed::detail
