// SPDX-License-Identifier: BSL-1.0
// Checks what bounds assume of the arithmetic: IEEE doubles, each operation rounded to nearest separately, denormal
// numbers kept. If a macro shows otherwise, this header does not compile; the rest is tested at run time.
#pragma once

#include <heed/meta/raise.hpp>

#include <atomic>
#include <bit>
#include <cstdint>
#include <exception>

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0)
static_assert(false,
              "heed: verification needs a file compiled without -ffast-math and what it consists of (-Ofast, "
              "-funsafe-math-optimizations, -fassociative-math, -freciprocal-math, -ffinite-math-only)");
#elif defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 1 && __FLT_EVAL_METHOD__ != 16
static_assert(false,
              "heed: verification needs doubles that are computed as doubles: compile with -mfpmath=sse -msse2, and "
              "not for x87 registers (-mfpmath=387, -m32)");
#endif

namespace heed {

/// The arithmetic of the running program is not what bounds need. what() says why.
class arithmetic_error : public std::exception {
public:
    explicit arithmetic_error(const char* words) : words_(words) {}
    const char* what() const noexcept override { return words_; }

private:
    const char* words_;
};

namespace detail {

/// Set if a file of this program was compiled with permission to reassociate sums, so that its functions give no
/// bounds. The linker keeps one copy of a function that many files have, possibly that one. It is set before main, or
/// when a library is loaded.
inline std::atomic<bool> some_file_rearranges{false};

/// Whether this file is such a file. Some compilers define no macro for it (clang with -fassociative-math), so it is
/// measured. Each file has its own copy of this function.
[[gnu::noinline]] static inline bool note_rearranging_file() noexcept {
    const volatile double numbers[] = {1, 0x1p53, 49, 98, 147, 196};
    const double one = numbers[0], large = numbers[1], divisor = numbers[2];
    const double first = divisor / divisor, second = numbers[3] / divisor, third = numbers[4] / divisor,
                 fourth = numbers[5] / divisor;
    const bool rearranges = (large + one) - large != 0 || first != 1 || second != 2 || third != 3 || fourth != 4;
    if (rearranges) some_file_rearranges.store(true, std::memory_order_relaxed);
    return rearranges;
}
[[maybe_unused]] static const bool this_file_rearranges = note_rearranging_file();

/// What is wrong with the arithmetic of this thread, or null. Rounding depends on the state of the processor.
[[gnu::noinline]] inline const char* arithmetic_flaw() noexcept {
    if (some_file_rearranges.load(std::memory_order_relaxed))
        return "heed: verification needs each file that includes it compiled without -ffast-math and what it consists "
               "of (-Ofast, -funsafe-math-optimizations, -fassociative-math, -freciprocal-math, -ffinite-math-only)";
    const volatile double numbers[] = {1, 0x1p-60, 0x1.8p-53, 0x1p-1022, 0x1p-1074};
    const double one = numbers[0], tiny = numbers[1], more_than_half = numbers[2];
    if (one + tiny != 1 || -one - tiny != -1 || one + more_than_half == 1 || -one - more_than_half == -1)
        return "heed: verification needs arithmetic that rounds to nearest, and this thread rounds otherwise "
               "(fesetround)";
    const double smallest_normal = numbers[3], smallest = numbers[4];
    if (std::bit_cast<std::uint64_t>(smallest_normal * 0.5) != std::uint64_t{1} << 51 || smallest * 0x1p1000 == 0)
        return "heed: verification needs denormal numbers, and this thread flushes them to zero (a program linked with "
               "-ffast-math does, or _MM_SET_FLUSH_ZERO_MODE)";
    return nullptr;
}

/// errors  raises arithmetic_error
inline void check_arithmetic() {
    const char* const words = arithmetic_flaw();
    if (words != nullptr) raise<arithmetic_error>(words);
}

/// Called at run time before each verdict and each enclosure; takes some nanoseconds. In constant expressions compilers
/// follow IEEE.
constexpr void require_ieee_arithmetic() {
    if (!std::is_constant_evaluated()) check_arithmetic();
}

}  // namespace detail
}  // namespace heed
