// SPDX-License-Identifier: BSL-1.0
// Verification at run time: figures, explanations, documents, reports as text, Markdown and HTML.
#pragma once

// First: it says which C++ is needed.
#include <heed/meta/config.hpp>

HEED_BEGIN_HEADERS
#include <heed/heed.hpp>
#include <heed/printed/find_tables.hpp>
#include <heed/verify/document/quantities.hpp>
#include <heed/verify/examine.hpp>
#include <heed/verify/report/html.hpp>
#include <heed/verify/report/markdown.hpp>
#include <heed/verify/report/terminal_text.hpp>
#include <heed/verify/slip/explanations.hpp>
HEED_END_HEADERS
