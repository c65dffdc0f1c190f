// SPDX-License-Identifier: BSL-1.0
// What a statement of code gives a name, and what code shows.
#pragma once

#include <heed/printed/read.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace heed::detail {

/// A name gets a value.
struct code_binding {
    std::size_t line = 0;
    std::string name{};
    std::string value{};  ///< an expression
    std::string doubt{};  ///< why the name may have another value: a sentence
};

/// Something is printed, after so many bindings.
struct shown_in_code {
    std::string name{};  ///< empty for an expression that has none
    std::size_t after = 0;
    std::size_t line = 0;
    bool evaluated = false;  ///< it is no call of print: only a session, or the end of a cell, shows it
    int rounded_to = -1;     ///< places; -1 if it is shown as it is
    int significant = -1;    ///< significant digits
};

/// A statement in a message, which is not longer than a line.
inline std::string shortened(std::string_view text) {
    constexpr std::size_t most = 60;
    return std::string(cut_to(text, most)) + (text.size() > most ? "..." : "");
}

}  // namespace heed::detail
