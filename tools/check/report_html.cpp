// SPDX-License-Identifier: BSL-1.0
// What heed/verify/report_writers.hpp declares of HTML.
#include <heed/verify/report_writers.hpp>
#include <heed_check/report/html.hpp>

namespace heed {

std::string to_html(const report& r) { return detail::report_html(r).take(); }

}  // namespace heed
