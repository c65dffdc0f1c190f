// SPDX-License-Identifier: BSL-1.0
// The exception for files that are missing, wrong or not as requested.
#pragma once

#include <heed/io/label_text.hpp>
#include <heed/meta/raise.hpp>

#include <cerrno>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace heed {

/// A file that cannot be read or written, or that is not what was asked for. what() is a sentence with the file, the
/// tensor, what was expected and what was found:
///     "heed: weights.safetensors: "wq" is [288 x 288] of BF16, asked for [256 x 288] of float".
class io_error : public std::runtime_error {
public:
    /// words: the sentence that what() returns.
    explicit io_error(const std::string& words) : std::runtime_error(words) {}
};

namespace detail {

/// Names in files may be of any length; messages show at most this much of them.
inline constexpr std::size_t most_shown = 100;

/// Text from a file, on one line and shortened.
inline std::string shown(std::string_view text) {
    if (text.size() <= most_shown) return visible(text);
    return visible(text.substr(0, most_shown)) + "...";
}
inline std::string in_quotes(std::string_view text) { return '"' + shown(text) + '"'; }

[[noreturn]] inline void raise_io(std::string_view path, std::string_view words) {
    raise<io_error>("heed: " + visible(path) + ": " + std::string(words));
}

/// The system's message for its last error.
inline std::string system_words() { return std::generic_category().message(errno); }

}  // namespace detail
}  // namespace heed
