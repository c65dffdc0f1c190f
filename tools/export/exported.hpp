// SPDX-License-Identifier: BSL-1.0
// What the parts of an exported library hand to each other: its C interface on one side, kernels for an instruction set
// on the other. Nothing of heed. Functions are compiled by both: the kernels of an instruction set keep theirs local.
#pragma once

#include <cstddef>

namespace heed_export {

/// A tensor or a number of the caller.
struct array {
    void* data;
    const std::size_t* sizes;
    const std::ptrdiff_t* steps;  ///< bytes from element to element along each axis; null where it is row-major
};

enum class task { evaluate, measure };  ///< write the results, or their sizes alone

/// As in the C header.
enum error_code : int { no_error, shape_error, index_error, memory_error, other_error };

/// What went wrong, in words.
struct words {
    char text[512];
};

/// Writes as much of a text as there is room for.
inline void write_words(words& to, const char* text) {
    std::size_t i = 0;
    for (; text[i] != '\0' && i + 1 < sizeof to.text; ++i) to.text[i] = text[i];
    to.text[i] = '\0';
}

/// A kernel. To measure results it writes their sizes, which then have places for them.
using entry = error_code (*)(task, const array* results, const array* arguments, words*);

}  // namespace heed_export
