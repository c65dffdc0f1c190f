// SPDX-License-Identifier: BSL-1.0
// What an import of Python gives names: from MODULE import NAME. A name of a module that is not known may be anything,
// and softmax of SciPy is over all entries.
#pragma once

#include <heed_check/document/code_binding.hpp>
#include <heed_check/document/code_lines.hpp>
#include <heed_check/document/table_names.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

struct imported_name {
    std::string name{}, value{}, doubt{};
};

inline std::vector<imported_name> names_imported(const std::string& text) {
    std::vector<imported_name> names;
    const std::size_t import = text.find(" import ");
    if (first_word(text) != "from" || import == std::string::npos) return names;
    const std::string module = trimmed_code(text.substr(5, import - 5));
    const std::string_view first = first_word(module);
    for (const std::string_view one : {"numpy", "torch", "tensorflow", "jax", "math", "cmath", "typing", "keras"})
        if (first == one) return names;
    std::string listed = text.substr(import + 8);
    std::replace_if(
        listed.begin(), listed.end(), [](char c) { return c == '(' || c == ')'; }, ' ');
    for (const std::string_view item : arguments_of(listed)) {
        const std::string name(first_word(item));
        const std::size_t as = item.find(" as ");
        const std::string here = as == std::string_view::npos ? name : trimmed_code(item.substr(as + 4));
        const bool scipy = first == "scipy";
        if (is_name(here))
            names.push_back(
                {here, scipy ? module + '.' + name : "", scipy ? "" : here + " is imported from " + shortened(module)});
    }
    return names;
}

}  // namespace heed::detail
