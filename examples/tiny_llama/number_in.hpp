// SPDX-License-Identifier: BSL-1.0
// Numbers that users write.
#pragma once

#include <charconv>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace tiny_llama {

/// A program is called otherwise than it can be.
struct usage_error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// All of the text as a number.
/// errors  usage_error, by the name of what it is for
template <class Number>
Number number_in(std::string_view name, std::string_view text, Number least, Number most) {
    Number n{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc() || end != text.data() + text.size() || !(n >= least && n <= most))
        throw usage_error(std::string(name) + " needs a number from " + std::to_string(least) + " to " +
                          std::to_string(most) + ", not " + std::string(text));
    return n;
}

}  // namespace tiny_llama
