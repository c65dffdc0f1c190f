// SPDX-License-Identifier: BSL-1.0
// What heed/verify/report_writers.hpp declares, without HTML.
#include <heed/verify/report_writers.hpp>
#include <heed_check/report/markdown.hpp>
#include <heed_check/report/terminal_text.hpp>

namespace heed {

std::string to_text(const report& r, const text_style& style) { return detail::report_text(r, style).take(); }
std::string to_markdown(const report& r) { return detail::report_markdown(r).take(); }

}  // namespace heed
