// SPDX-License-Identifier: BSL-1.0
// Whether output appears in colour, according to the environment and the stream.
#pragma once

#include <cstdlib>
#include <iostream>
#include <string_view>
#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

namespace heed {

/// Whether the environment names a terminal with 24-bit colour and does not say NO_COLOR.
/// source  no-color.org; COLORTERM as terminals set it; TERM=xterm-direct and the like, as terminfo names them
inline bool environment_has_colour() {
    const char* const no_color = std::getenv("NO_COLOR");
    if (no_color != nullptr && *no_color != '\0') return false;
    const char* const colours = std::getenv("COLORTERM");
    if (colours != nullptr && (std::string_view(colours) == "truecolor" || std::string_view(colours) == "24bit"))
        return true;
    const char* const term = std::getenv("TERM");
    return term != nullptr && std::string_view(term).ends_with("-direct");
}

/// Whether a stream is a standard one and writes to a terminal. Files, pipes and strings are none.
inline bool is_terminal(const std::ostream& out) {
#if __has_include(<unistd.h>)
    if (out.rdbuf() == std::cout.rdbuf()) return isatty(STDOUT_FILENO) == 1;
    if (out.rdbuf() == std::cerr.rdbuf() || out.rdbuf() == std::clog.rdbuf()) return isatty(STDERR_FILENO) == 1;
#endif
    return false;
}

/// Whether what is written appears in 24-bit colour.
inline bool stream_has_colour(const std::ostream& out) { return is_terminal(out) && environment_has_colour(); }

}  // namespace heed
