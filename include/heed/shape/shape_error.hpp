// SPDX-License-Identifier: BSL-1.0
// The exception for sizes that do not fit at run time.
#pragma once

#include <heed/meta/raise.hpp>
#include <heed/shape/shape_words.hpp>

#include <concepts>
#include <cstddef>
#include <exception>
#include <type_traits>

namespace heed {

/// A mismatch of sizes that was found at run time. what() is a sentence with the shape and the numbers: "heed:
/// tensor(numbers) needs as many numbers as it has elements: [2 x 3] has 6, given are 5".
class shape_error : public std::exception {
public:
    /// The law, and what violates it: text, numbers (std::size_t), shapes and extents, in reading order. At most 511
    /// characters are kept.
    template <class... Parts>
    explicit shape_error(const char* law, const Parts&... parts) noexcept {
        detail::shape_writer out{words_, sizeof words_ - 1};
        out.add(law);
        (add(out, parts), ...);
    }

    /// The sentence that `write` adds to a shape_writer.
    template <class Write>
    requires requires(const Write& write, detail::shape_writer& out) { write(out); }
    explicit shape_error(const Write& write) noexcept {
        detail::shape_writer out{words_, sizeof words_ - 1};
        write(out);
    }

    /// The sentence; it is stored in the error, without allocation.
    const char* what() const noexcept override { return words_; }

private:
    static void add(detail::shape_writer& out, const char* text) { out.add(text); }
    static void add(detail::shape_writer& out, std::same_as<std::size_t> auto number) { out.add(number); }
    static void add(detail::shape_writer& out, const detail::shape& s) { detail::add_shape(out, s); }
    static void add(detail::shape_writer& out, const extent& e) { detail::add_extent(out, e); }

    char words_[512]{};
};

namespace detail {

/// Raises shape_error: "[2 x 3] has 6, given are 5".
[[noreturn]] inline void raise_count(const char* law, const shape& s, std::size_t given) {
    raise<shape_error>(law, ": ", s, " has ", s.size(), ", given are ", given);
}

/// Raises shape_error; in a constant expression, compilers print this call with its arguments.
template <class Words>
constexpr void fail_count(const Words* law, const shape& s, std::size_t given, [[maybe_unused]] std::size_t needed) {
    if (law == nullptr) return;  // not reached, see fail
    if (std::is_constant_evaluated()) fail(law);
    raise_count(law, s, given);
}

/// Raises shape_error with the law and the text that `write` adds. In a constant expression, compilers print this call.
template <class Words, class Write>
constexpr void fail_shape_sentence(const Words* law, const Write& write) {
    if (law == nullptr) return;  // not reached, see fail
    if (std::is_constant_evaluated()) fail(law);
    raise<shape_error>([&](shape_writer& out) {
        out.add(law);
        out.add(": ");
        write(out);
    });
}

}  // namespace detail
}  // namespace heed
