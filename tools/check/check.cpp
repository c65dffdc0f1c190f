// SPDX-License-Identifier: BSL-1.0
// All of heed::check as one source, for programs that are compiled by hand.
#include "examine.cpp"
#include "explain.cpp"
#include "find_tables.cpp"
#include "findings.cpp"
#include "propose.cpp"
#include "read_document.cpp"
#include "report.cpp"
#include "report_html.cpp"
