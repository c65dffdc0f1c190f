// SPDX-License-Identifier: BSL-1.0
// What is thrown where sizes do not fit that are known only at run time.
#pragma once

#include <heed/shape/shape_words.hpp>

#include <cstddef>
#include <exception>
#include <type_traits>

namespace heed {

/// A size that does not fit, found at run time. what() is a sentence with the shape and the numbers:
/// "heed: tensor(numbers) needs as many numbers as it has elements: [2 x 3] has 6, given are 5".
class shape_error : public std::exception {
public:
    shape_error(const char* law, const detail::shape& s, std::size_t given) noexcept {
        detail::shape_writer out{words_, sizeof words_ - 1};
        out.add(law);
        out.add(": ");
        add_shape(out, s);
        out.add(" has ");
        out.add(s.size());
        out.add(", given are ");
        out.add(given);
    }

    const char* what() const noexcept override { return words_; }

private:
    char words_[256]{};
};

namespace detail {

[[noreturn]] inline void throw_shape_error(const char* law, const shape& s, std::size_t given) {
#if defined(__cpp_exceptions)
    throw shape_error(law, s, given);
#else
    stop(shape_error(law, s, given).what());
#endif
}

/// Throws shape_error; in a constant expression compilers print the call with its arguments.
template <class Words>
constexpr void fail_count(const Words* law, const shape& s, std::size_t given, [[maybe_unused]] std::size_t needed) {
    if (law == nullptr) return;  // never, see fail
    if (std::is_constant_evaluated()) fail(law);
    throw_shape_error(law, s, given);
}

}  // namespace detail
}  // namespace heed
