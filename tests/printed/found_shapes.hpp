// SPDX-License-Identifier: BSL-1.0
// What is found in a document, in short.
#pragma once

#include <heed/printed/find_tables.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::test {

/// Shapes of what is found, "error" where it cannot be read.
inline std::vector<std::string> shapes_in(std::string_view document) {
    std::vector<std::string> result;
    for (const found_table& f : find_tables(document)) {
        std::string shape;
        for (const std::size_t n : f.table.extents) shape += (shape.empty() ? "" : "x") + std::to_string(n);
        result.push_back(f.error ? "error" : shape);
    }
    return result;
}

}  // namespace heed::test
