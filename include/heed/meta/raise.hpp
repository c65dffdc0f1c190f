// SPDX-License-Identifier: BSL-1.0
// The one way in which errors leave heed: thrown, or, where nothing can be thrown, words to a handler.
#pragma once

#include <heed/meta/config.hpp>

#include <cstdio>
#include <cstdlib>
#include <type_traits>

namespace heed {

/// Receives a sentence without a newline that begins with "heed: "; the text is valid only during the call. A handler
/// ends the program, or leaves by longjmp (then no destructor runs, and memory that a formula allocated is lost). If it
/// returns, the program is aborted.
using error_handler = void (*)(const char* words);

namespace detail {

inline error_handler current_error_handler = nullptr;

}  // namespace detail

/// Sets the handler for errors that are not thrown. With -fno-exceptions these are all errors; with exceptions only
/// mistakes of the program (an index beyond its axis without -DNDEBUG, a formula over a tensor that no longer lives). A
/// null pointer restores the default handler, which prints the sentence and a newline to stderr and aborts. Returns the
/// previous handler, or null. Any thread may call this function at any time, and any thread may call the handler.
/// example set_error_handler([](const char* what) { std::cerr << what << '\n'; });
inline error_handler set_error_handler(error_handler handler) noexcept {
    return __atomic_exchange_n(&detail::current_error_handler, handler, __ATOMIC_ACQ_REL);
}

namespace detail {

/// Ends the program with words, by the handler.
[[noreturn, gnu::cold, gnu::noinline]] inline void stop(const char* words) {
    if (const error_handler handler = __atomic_load_n(&current_error_handler, __ATOMIC_ACQUIRE)) {
        handler(words);
    } else {
        std::fputs(words, stderr);
        std::fputc('\n', stderr);
    }
    std::abort();
}

/// Throws Error(arguments...), or stops with its words where a program is compiled without exceptions. Only at run
/// time: in a constant expression call fail first.
template <class Error, class... Arguments>
[[noreturn, gnu::cold, gnu::noinline]] void raise(const Arguments&... arguments) {
#if HEED_THROWS
    throw Error(arguments...);
#else
    stop(Error(arguments...).what());
#endif
}

/// Stops with words: in a constant expression compilers print the call with its argument, at run time they go to the
/// handler. A template, because clang does not accept another constexpr function that always stops.
template <class Words>
constexpr void fail(const Words* words) {
    if (words == nullptr) return;  // never: else g++ gives two errors, and not the words
#if HEED_THROWS
    if (HEED_CONSTANT_EVALUATED) throw words;
#endif
    stop(words);
}

}  // namespace detail
}  // namespace heed
