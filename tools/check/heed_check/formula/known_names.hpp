// SPDX-License-Identifier: BSL-1.0
// The names that a formula may use, and a suggestion for a name that does not exist.
#pragma once

#include <heed_check/formula/called_functions.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

struct formula_name {
    std::string name;
    shape dims;
    std::optional<shape> kept{};  ///< that of formula_term
};

/// Whether inserting, deleting or replacing one character turns a into b.
constexpr bool is_one_edit_apart(std::string_view a, std::string_view b) {
    if (a.size() > b.size()) return is_one_edit_apart(b, a);
    if (b.size() - a.size() > 1 || a == b) return false;
    std::size_t same = 0;
    while (same < a.size() && a[same] == b[same]) ++same;
    return a.substr(same + (a.size() == b.size() ? 1 : 0)) == b.substr(same + 1);
}

/// "; did you mean B?" if exactly one name is one edit away.
template <class Names, class Text>
std::string suggestion(std::string_view wanted, const Names& names, const Text& text_of_name) {
    std::string found;
    std::size_t count = 0;
    for (const auto& name : names)
        if (is_one_edit_apart(wanted, text_of_name(name))) {
            found = text_of_name(name);
            ++count;
        }
    return count == 1 ? "; did you mean " + found + "?" : "";
}

/// A word of the text as quoted in a message, shortened if it is long.
inline std::string quoted(std::string_view word) {
    constexpr std::size_t most = 40;
    return '"' + std::string(word.substr(0, most)) + (word.size() > most ? "...\"" : "\"");
}

inline bool has_name(const std::vector<formula_name>& names, std::string_view wanted) {
    for (const formula_name& n : names)
        if (n.name == wanted) return true;
    return false;
}

inline std::size_t find_name(const std::vector<formula_name>& names, std::string_view wanted, std::size_t at) {
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i].name == wanted) return i;
    std::string words = "unknown name " + quoted(wanted) +
                        suggestion(wanted, names, [](const formula_name& n) { return std::string_view(n.name); });
    constexpr std::size_t most = 20;
    std::size_t shown = 0;
    for (const formula_name& n : names) {
        if (n.name.empty()) continue;
        if (shown < most) words += (shown == 0 ? "; names are " : ", ") + n.name;
        if (shown++ == most) words += ", ...";
    }
    throw formula_error(at, words);
}

inline bool is_function(std::string_view name) {
    for (const named_function& f : named_functions)
        if (f.name == name) return true;
    return false;
}

/// The module of this name, or null.
inline const named_module* find_module(std::string_view name) {
    for (const named_module& m : named_modules)
        if (m.name == name) return &m;
    return nullptr;
}

/// heed's name for a function that other libraries call by this name.
inline std::string name_here(std::string_view wanted) {
    for (const std::string_view name : {"concatenate", "cat", "hstack", "column_stack"})
        if (wanted == name) return "; parts side by side are concat(A, B)";
    return "";
}

inline const named_function& find_function(const std::vector<formula_name>& names, std::string_view wanted,
                                           std::size_t at) {
    for (const named_function& f : named_functions)
        if (f.name == wanted) return f;
    for (const formula_name& n : names)
        if (n.name == wanted) throw formula_error(at, n.name + " is no function; write " + n.name + " * (...)");
    throw formula_error(at, "unknown function " + quoted(wanted) + name_here(wanted) +
                                suggestion(wanted, named_functions, [](const named_function& f) { return f.name; }));
}

}  // namespace heed::detail
