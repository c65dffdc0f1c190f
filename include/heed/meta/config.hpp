// SPDX-License-Identifier: BSL-1.0
// What differs between compilers, named once.
#pragma once

// First of all: one sentence instead of a page of syntax errors. Neither g++ nor clang stops at #error; both stop at a
// header that is not there.
#if __cplusplus < 202002L
#error "heed: this is a C++20 library; compile with -std=c++20 (g++ 12 and newer, clang 14 and newer)"
#include <heed_needs_c++20>
#endif

// Masked scores are minus infinity. Other options that relax arithmetic do not reach heed's headers
// (HEED_BEGIN_IEEE_754); of this one clang 19 and newer write into parameters and results of functions that they are
// finite.
#if defined(__clang__) && __clang_major__ >= 19 && __FINITE_MATH_ONLY__ && !defined(HEED_ALLOW_FINITE_MATH_ONLY)
#error \
    "heed: wrong with -ffinite-math-only, of which -ffast-math and -Ofast consist; add -fno-finite-math-only behind \
them, or, if no score is infinite or masked and you know what else it changes, -DHEED_ALLOW_FINITE_MATH_ONLY"
#include <heed_needs_infinities>
#endif

// The halves of it, -fno-honor-infinities and -fno-honor-nans, set no macro. clang 19 tells them by a warning, where
// heed is no header of the system.
#if defined(__clang__) && __clang_major__ >= 19 && !defined(HEED_ALLOW_FINITE_MATH_ONLY)
#pragma clang diagnostic push
#pragma clang diagnostic error "-Wnan-infinity-disabled"
namespace heed::detail {
inline bool heed_needs_infinities_and_nans(float x) { return __builtin_isinf(x) || __builtin_isnan(x); }
}  // namespace heed::detail
#pragma clang diagnostic pop
#endif

// The registers of the x87 have more digits than float and double, where exp and what is made of it count on theirs.
#if (defined(__x86_64__) || defined(__i386__)) && defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error "heed: wrong with -mfpmath=387; compile for SSE2, which every x86-64 has: -msse2 -mfpmath=sse"
#include <heed_needs_sse2>
#endif

#include <type_traits>

static_assert(sizeof(0.1) == sizeof(double) && 0.1 != static_cast<double>(0.1F),
              "heed: constants need their precision: compile without -fsingle-precision-constant");

/// Whether errors that are found at run time are thrown; else see set_error_handler.
#if defined(__cpp_exceptions)
#define HEED_THROWS 1
#else
#define HEED_THROWS 0
#endif

/// Inlined even where the optimiser would not: functions of numbers and registers. HEED_ALWAYS_INLINE_LAMBDA is the
/// same for a lambda, after its parameters. Without optimisation calls remain calls: copies of each function in each
/// loop take compilers up to twice the time and memory, for loops that are at most twice as fast.
#if defined(__OPTIMIZE__)
#define HEED_ALWAYS_INLINE [[gnu::always_inline]] inline
#define HEED_ALWAYS_INLINE_LAMBDA __attribute__((always_inline))
#else
#define HEED_ALWAYS_INLINE inline
#define HEED_ALWAYS_INLINE_LAMBDA
#endif

/// Loop bodies that are written as functions. g++ inlines them into the function that is marked HEED_FLATTEN, all at
/// once: what is always inlined it optimises again in each function between, which takes twice the time. clang inlines
/// them always; what it flattens takes in direct calls alone.
#if defined(__clang__)
#define HEED_INLINE HEED_ALWAYS_INLINE
#define HEED_INLINE_LAMBDA HEED_ALWAYS_INLINE_LAMBDA
#define HEED_FLATTEN
#else
#define HEED_INLINE inline
#define HEED_INLINE_LAMBDA
#define HEED_FLATTEN [[gnu::flatten]]
#endif

/// A function that several places call, and that g++ would copy into each of them.
#if defined(__clang__)
#define HEED_ONE_COPY
#else
#define HEED_ONE_COPY [[gnu::noinline]]
#endif

/// A part of a kernel that is a function of its own for g++, whose time and memory grow faster than a function's size.
/// clang's code would take two to four times as long.
#if defined(__clang__)
#define HEED_APART HEED_ALWAYS_INLINE
#else
#define HEED_APART HEED_FLATTEN HEED_ONE_COPY
#endif

/// The loop that follows has a few rounds and is unrolled whole, at -O2 too: its arrays then are registers.
#if defined(__clang__)
#define HEED_UNROLL _Pragma("clang loop unroll(full)")
#else
#define HEED_UNROLL _Pragma("GCC unroll 16")
#endif

/// The loop that follows stays a loop, of small code.
#if defined(__clang__)
#define HEED_ROLLED _Pragma("clang loop unroll(disable)")
#else
#define HEED_ROLLED _Pragma("GCC unroll 1")
#endif

/// What std::is_constant_evaluated() says, for conditions before what only compilers run. Where it stands without a
/// `!`, compilers leave the other branch out at once; of a call of a function, or its negation, g++ 12 inlines and
/// optimises both branches before it drops one. No function returns a value that depends on it and initialises a
/// constant: `const auto n = f(a)` is evaluated as a constant where a compiler can, also for what then runs.
#define HEED_CONSTANT_EVALUATED __builtin_is_constant_evaluated()

/// The argument must outlive the result (clang warns when it does not; g++ has no equivalent).
#if defined(__clang__)
#define HEED_LIFETIMEBOUND [[clang::lifetimebound]]
#else
#define HEED_LIFETIMEBOUND
#endif

// Options that let compilers compute with other rules than IEEE 754's (-Ofast, -ffast-math and what these consist of)
// do not reach what is between HEED_BEGIN_HEADERS and HEED_END_HEADERS. g++ says by macros that it has them. clang says
// so for some; for the others sums keep their order and, from 18 on, quotients are quotients: contraction stays as
// asked. clang has these pragmas for the two processors named here.
#if defined(__clang__) && !defined(__x86_64__) && !defined(__aarch64__)
#define HEED_BEGIN_IEEE_754
#define HEED_END_IEEE_754
#elif defined(__clang__)
#if defined(__FAST_MATH__) || __FINITE_MATH_ONLY__
#define HEED_BEGIN_IEEE_754 _Pragma("float_control(precise, on, push)")
#elif __clang_major__ < 18
#define HEED_BEGIN_IEEE_754 _Pragma("float_control(push)") _Pragma("clang fp reassociate(off)")
#else
#define HEED_BEGIN_IEEE_754 _Pragma("float_control(push)") _Pragma("clang fp reassociate(off) reciprocal(off)")
#endif
#define HEED_END_IEEE_754 _Pragma("float_control(pop)")
#elif defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
    defined(__NO_SIGNED_ZEROS__) || __FINITE_MATH_ONLY__
#define HEED_BEGIN_IEEE_754 _Pragma("GCC push_options") _Pragma("GCC optimize(\"no-fast-math\")")
#define HEED_END_IEEE_754 _Pragma("GCC pop_options")
#else
#define HEED_BEGIN_IEEE_754
#define HEED_END_IEEE_754
#endif

// Around what the headers that users name include. g++'s -Wshadow compares local names with the globals of a program,
// m, n, keys: what those are called is the program's affair. Each header alone, and clang, still compile with -Wshadow.
#if defined(__GNUC__) && !defined(__clang__)
#define HEED_BEGIN_HEADERS \
    HEED_BEGIN_IEEE_754 _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wshadow\"")
#define HEED_END_HEADERS _Pragma("GCC diagnostic pop") HEED_END_IEEE_754
#else
#define HEED_BEGIN_HEADERS HEED_BEGIN_IEEE_754
#define HEED_END_HEADERS HEED_END_IEEE_754
#endif

/// Around functions that are many and run once, those of study: optimising them takes compilers longer than all else.
/// Nothing else may be included there for the first time. On clang, which cannot restore it, code after a header of
/// study is optimised even if the program has turned that off before.
#if defined(__clang__)
#define HEED_BEGIN_UNOPTIMISED _Pragma("clang optimize off")
#define HEED_END_UNOPTIMISED _Pragma("clang optimize on")
#else
#define HEED_BEGIN_UNOPTIMISED _Pragma("GCC push_options") _Pragma("GCC optimize(\"O0\")")
#define HEED_END_UNOPTIMISED _Pragma("GCC pop_options")
#endif

/// Whether messages show text that is a template argument; clang 14 shows the codes of its characters.
#if defined(__clang__) && __clang_major__ < 16
#define HEED_SHOWS_TEXT 0
#else
#define HEED_SHOWS_TEXT 1
#endif

/// Exact products are one instruction at run time.
#if defined(__FP_FAST_FMA) || defined(__FMA__) || defined(__ARM_FEATURE_FMA)
#define HEED_HAS_FMA 1
#else
#define HEED_HAS_FMA 0
#endif

/// Whether each tensor knows that it lives, so that a formula over one that does not says so instead of reading it:
/// -DHEED_CHECK_LIFETIMES, the same for all sources of a program, as tensors then are 8 bytes larger. Functions that
/// take tensors have other names then, so that the linker refuses a mixture.
#if defined(HEED_CHECK_LIFETIMES)
#define HEED_LIFETIME_ABI [[gnu::abi_tag("lifetimes")]]
#else
#define HEED_LIFETIME_ABI
#endif

// The instructions that loops are compiled to, as far as macros say it.
#if defined(__AVX512F__)
#define HEED_REGISTERS "avx512"
#elif defined(__AVX2__)
#define HEED_REGISTERS "avx2"
#elif defined(__AVX__)
#define HEED_REGISTERS "avx"
#elif defined(__SSE4_1__)
#define HEED_REGISTERS "sse4_1"
#elif defined(__ARM_FEATURE_SVE)
#define HEED_REGISTERS "sve"
#elif defined(__wasm_simd128__)
#define HEED_REGISTERS "simd128"
#else
#define HEED_REGISTERS "base"
#endif
#if defined(__FMA__)
#define HEED_REGISTERS_FMA "_fma"
#else
#define HEED_REGISTERS_FMA
#endif
#if defined(__F16C__)
#define HEED_REGISTERS_HALF "_f16c"
#elif defined(__ARM_FEATURE_FP16_VECTOR_ARITHMETIC) || defined(__ARM_FEATURE_BF16)
#define HEED_REGISTERS_HALF "_half"
#else
#define HEED_REGISTERS_HALF
#endif
#if defined(__AVX512VL__) && defined(__AVX512BW__) && defined(__AVX512DQ__)
#define HEED_REGISTERS_MORE "_vl_bw_dq"
#else
#define HEED_REGISTERS_MORE
#endif

/// Sources of one program may be compiled for different instructions: functions of formulas then have different names,
/// so that each source runs those that it was compiled to, where it is optimised (else calls remain of functions that
/// have no formula). Not the tensors, which sources pass to each other.
#define HEED_CODE_ABI [[gnu::abi_tag(HEED_REGISTERS HEED_REGISTERS_FMA HEED_REGISTERS_HALF HEED_REGISTERS_MORE)]]

/// Sources of one program may be compiled with OpenMP and without it: the policy of several threads, and so all that is
/// evaluated by it, have different names.
#if defined(_OPENMP)
#define HEED_THREADS_ABI [[gnu::abi_tag("openmp")]]
#else
#define HEED_THREADS_ABI
#endif

/// Whether the system has POSIX threads and says on which processors a process may run.
#if defined(__linux__)
#define HEED_HAS_THREADS 1
#else
#define HEED_HAS_THREADS 0
#endif

/// Whether the system has files that can be mapped into memory; WebAssembly has none.
#if defined(__wasm__)
#define HEED_HAS_FILES 0
#else
#define HEED_HAS_FILES 1
#endif

/// Whether what study::emit writes is linked, as the CMake target heed::study, and not compiled with each program. The
/// same for all sources of a program.
#ifndef HEED_COMPILED_STUDY
#define HEED_COMPILED_STUDY 0
#endif

/// Whether the values that compilers compute are checked: -DHEED_CHECK_PASSES, for the tests of heed. Passes read only
/// elements that exist, and a plan is compared with the one that the same passes give at run time (run/check_plan.hpp).
/// The same for all sources of a program.
#if defined(HEED_CHECK_PASSES)
#define HEED_CHECKS_PASSES 1
#else
#define HEED_CHECKS_PASSES 0
#endif

/// Whether a source that compiles kernels compiles them for several threads too, which takes twice as long: with
/// OpenMP, or with -DHEED_PARALLEL_KERNELS.
#if defined(_OPENMP) || defined(HEED_PARALLEL_KERNELS)
#define HEED_COMPILES_PARALLEL_KERNELS 1
#else
#define HEED_COMPILES_PARALLEL_KERNELS 0
#endif

/// How many steps a formula may take inside a constant expression before heed refuses it in words.
/// Raise it together with -fconstexpr-steps (clang) or -fconstexpr-ops-limit and -fconstexpr-loop-limit (g++).
#ifndef HEED_CONSTEXPR_STEPS
#define HEED_CONSTEXPR_STEPS 900'000
#endif

/// Rows of a dynamic number that have plans of their own: one for 1, one for 2 and so on, to this number, at most 4.
/// Each is compiled, which takes time (docs/guide.md). The same for all sources of a program.
#ifndef HEED_PLANNED_ROWS
#define HEED_PLANNED_ROWS 4
#endif

/// Tile sizes, for those who measure others (bench/sweep). The same for all sources of a program.
#ifndef HEED_KEY_BLOCK
#define HEED_KEY_BLOCK 64
#endif
#ifndef HEED_PRODUCT_DEPTH
#define HEED_PRODUCT_DEPTH 256
#endif
#ifndef HEED_SCORE_DEPTH
#define HEED_SCORE_DEPTH 32
#endif
#ifndef HEED_SLAB_PANELS
#define HEED_SLAB_PANELS 4
#endif
#ifndef HEED_TILE_BYTES
#define HEED_TILE_BYTES 524288
#endif
#ifndef HEED_MOST_TILE_ROWS
#define HEED_MOST_TILE_ROWS 256
#endif

namespace heed::detail {

inline constexpr bool checks_passes = HEED_CHECKS_PASSES != 0;

#if defined(NDEBUG)
inline constexpr bool checks_bounds_at_run_time = false;
#else
inline constexpr bool checks_bounds_at_run_time = true;
#endif

/// The same pointer, of which the optimiser does not know where it comes from. g++ 12.2 drops whole loops at -O1 and
/// -O2 when two pointers into one array run with different strides: its induction variable pass writes one access as an
/// index from address 0, its analysis of pure functions takes that for a null dereference and stops looking for stores.
template <class T>
HEED_ALWAYS_INLINE constexpr T* of_unknown_origin(T* p) {
#if defined(__GNUC__) && !defined(__clang__)
    if (HEED_CONSTANT_EVALUATED) return p;
    __asm__("" : "+r"(p));
#endif
    return p;
}

}  // namespace heed::detail
