// SPDX-License-Identifier: BSL-1.0
// What the programs are told: [--quick] [--only PART] JSON
#pragma once

#include <bench/interleave.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace bench {

/// What a quick run leaves out is larger.
inline constexpr double quick_flops = 6e9;

struct options {
    std::string file;  ///< to write
    std::string only;  ///< tasks with this in their name
    bool is_quick = false;
    effort how = thorough;
};

inline options read_options(int count, char** arguments) {
    options o;
    for (int i = 1; i < count; ++i) {
        const std::string_view argument = arguments[i];
        if (argument == "--quick") {
            o.is_quick = true;
            o.how = quick;
        } else if (argument == "--only" && i + 1 < count) {
            o.only = arguments[++i];
        } else {
            o.file = argument;
        }
    }
    if (o.file.empty() || o.file.front() == '-') {
        std::fprintf(stderr, "usage: %s [--quick] [--only PART_OF_A_NAME] JSON\n", arguments[0]);
        std::exit(2);
    }
    return o;
}

}  // namespace bench
