// SPDX-License-Identifier: BSL-1.0
// Text as a template argument: printed<"0.1 0.2">, einsum<"ij,jk->ik">(A, B).
#pragma once

#include <cstddef>

namespace heed {

/// The characters of a string literal, with the zero at the end.
template <std::size_t N>
struct fixed_text {
    char data[N]{};

    constexpr fixed_text(const char (&literal)[N]) {
        for (std::size_t i = 0; i < N; ++i) data[i] = literal[i];
    }

    static constexpr std::size_t size() { return N - 1; }
};

}  // namespace heed
