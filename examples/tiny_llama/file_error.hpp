// SPDX-License-Identifier: BSL-1.0
// What is said of files of a model.
#pragma once

#include <heed/io/io_error.hpp>

#include <string>

namespace tiny_llama {

/// A file that is not what it should be: a sentence that begins with its name.
inline heed::io_error file_error(const std::string& path, const std::string& what) {
    return heed::io_error(path + ": " + what);
}

}  // namespace tiny_llama
