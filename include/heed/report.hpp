// SPDX-License-Identifier: BSL-1.0
// Verification at run time: figures, explanations, reports as text, Markdown and HTML. What is declared here and no
// template is compiled once: link heed::check, or compile tools/check/check.cpp.
#pragma once

// First: it says which C++ is needed.
#include <heed/meta/config.hpp>

HEED_BEGIN_HEADERS
#include <heed/heed.hpp>
#include <heed/printed/find_tables.hpp>
#include <heed/printed/read.hpp>
#include <heed/verify/explanations.hpp>
#include <heed/verify/report_writers.hpp>
HEED_END_HEADERS
