// SPDX-License-Identifier: BSL-1.0
// Arithmetic that a pragma of g++ relaxed before heed's headers. Options tell it by macros, and heed's headers take it
// back (HEED_BEGIN_IEEE_754); a pragma tells it only by what is a constant within functions then.
#pragma once

#if defined(__GNUC__) && !defined(__clang__)
namespace heed::detail {

extern float unknown_number;
inline void refuse_relaxed_arithmetic() {
    static_assert(!__builtin_constant_p((unknown_number + 1.0F) - unknown_number) &&
                      !__builtin_constant_p(unknown_number - unknown_number),
                  "heed: wrong behind #pragma GCC optimize with Ofast, fast-math or a part of it: include heed before "
                  "it, or give it as an option, -Ofast, which does not reach heed");
}

}  // namespace heed::detail
#endif
