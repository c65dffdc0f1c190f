// SPDX-License-Identifier: BSL-1.0
// What every module of the lab has: memory that the page writes into, and errors of heed as words for the page.
#pragma once

#include <heed/meta/raise.hpp>

#include <cstddef>
#include <cstdlib>

#ifdef __wasm__
#define LAB_EXPORT(name) extern "C" __attribute__((export_name(#name)))
/// Takes the words of an error; the page shows them. The module stops after it, and the page makes a new one.
extern "C" __attribute__((import_module("lab"), import_name("error"))) void lab_error(const char* words);
#else
#define LAB_EXPORT(name) extern "C"
extern "C" void lab_error(const char* words);
#endif

namespace lab {

inline const bool errors_have_words = (heed::set_error_handler(lab_error), true);

}  // namespace lab

/// Memory for `bytes` bytes, for `lab_release`. The page asks for it and writes text or numbers there.
LAB_EXPORT(room) void* lab_room(std::size_t bytes) { return std::malloc(bytes); }
LAB_EXPORT(release) void lab_release(void* memory) { std::free(memory); }
