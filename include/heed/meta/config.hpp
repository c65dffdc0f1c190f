// SPDX-License-Identifier: BSL-1.0
// What differs between compilers, named once.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <type_traits>

/// Inlined even where the optimiser would not: loop bodies that are written as functions.
#define HEED_INLINE [[gnu::always_inline]] inline

/// The loop that follows has a few rounds and is unrolled whole, at -O2 too: its arrays then are registers.
#if defined(__clang__)
#define HEED_UNROLL _Pragma("clang loop unroll(full)")
#else
#define HEED_UNROLL _Pragma("GCC unroll 16")
#endif

/// The argument must outlive the result (clang warns when it does not; g++ has no equivalent).
#if defined(__clang__)
#define HEED_LIFETIMEBOUND [[clang::lifetimebound]]
#else
#define HEED_LIFETIMEBOUND
#endif

/// Exact products are one instruction at run time.
#if defined(__FP_FAST_FMA) || defined(__FMA__) || defined(__ARM_FEATURE_FMA)
#define HEED_HAS_FMA 1
#else
#define HEED_HAS_FMA 0
#endif

/// How many steps a formula may take inside a constant expression before heed refuses it in words.
/// Raise it together with -fconstexpr-steps (clang) or -fconstexpr-ops-limit and -fconstexpr-loop-limit (g++).
#ifndef HEED_CONSTEXPR_STEPS
#define HEED_CONSTEXPR_STEPS 900'000
#endif

/// Stops with words: in a constant expression the compiler shows them, at run time they go to stderr.
#if defined(__cpp_exceptions)
#define HEED_FAIL(words) (std::is_constant_evaluated() ? throw words : ::heed::detail::stop(words))
#else
#define HEED_FAIL(words) ::heed::detail::stop(words)
#endif

namespace heed::detail {

#if defined(NDEBUG)
inline constexpr bool checks_bounds_at_run_time = false;
#else
inline constexpr bool checks_bounds_at_run_time = true;
#endif

[[noreturn]] inline void stop(const char* words) {
    std::fputs(words, stderr);
    std::fputc('\n', stderr);
    std::abort();
}

}  // namespace heed::detail
