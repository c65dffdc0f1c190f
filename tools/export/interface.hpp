// SPDX-License-Identifier: BSL-1.0
// What the C interface of an exported library is made of: who computes, the last words, buffers of Python. Compiled for
// any processor, without heed.
#pragma once

#include "exported.hpp"

#include <cstddef>
#include <cstdlib>
#include <cstring>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace heed_export {

#if defined(__x86_64__)
/// Whether the processor has features that clang 14 to 16 know no name for: bits of ecx in a leaf of cpuid.
inline bool has_features(unsigned leaf, unsigned bits) {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    return __get_cpuid(leaf, &eax, &ebx, &ecx, &edx) != 0 && (ecx & bits) == bits;
}
#endif

/// The instruction sets of x86-64 that a library may have kernels for, by their level: all that -march=x86-64-v3 lets a
/// compiler use.
inline bool runs_level(int level) {
#if defined(__x86_64__)
    constexpr unsigned features = 1, more_features = 0x80000001;
    __builtin_cpu_init();
    if (level == 2)
        return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt") &&
               has_features(features, bit_CMPXCHG16B) && has_features(more_features, bit_LAHF_LM);
    if (level == 3)
        return runs_level(2) && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
               __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
               has_features(features, bit_F16C | bit_MOVBE) && has_features(more_features, bit_LZCNT);
    if (level == 4)
        return runs_level(3) && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl");
#endif
    return level <= 1;
}

/// The highest level that whoever started the program allows: HEED_INSTRUCTION_SET=x86-64-v3, for the same bits on
/// different machines; 4 if it is not set or empty. 0 if it is no level: then no kernels run, rather than others than
/// those that were meant.
inline int highest_level() {
    const char* const most = std::getenv("HEED_INSTRUCTION_SET");
    if (most == nullptr || *most == '\0') return 4;
    if (std::strcmp(most, "x86-64") == 0) return 1;
    const bool is_level = std::strncmp(most, "x86-64-v", 8) == 0 && most[8] >= '1' && most[8] <= '4' && most[9] == '\0';
    return is_level ? most[8] - '0' : 0;
}

/// What initialises a variable.
using initialiser = void (*)();
inline void initialise(const initialiser* begin, const initialiser* end) {
    for (; begin != end; ++begin) (*begin)();
}

inline thread_local words last_words{};

}  // namespace heed_export

// The part of Python's stable interface that is used: found where a Python program loads the library, else null.
extern "C" {
struct Py_buffer_of_heed {
    void* buf;
    void* obj;
    std::ptrdiff_t len;
    std::ptrdiff_t itemsize;
    int readonly;
    int ndim;
    char* format;
    std::ptrdiff_t* shape;
    std::ptrdiff_t* strides;
    std::ptrdiff_t* suboffsets;
    void* internal;
};
[[gnu::weak]] int PyObject_GetBuffer(void* object, Py_buffer_of_heed*, int flags);
[[gnu::weak]] void PyBuffer_Release(Py_buffer_of_heed*);
[[gnu::weak]] void* PyEval_SaveThread();
[[gnu::weak]] void PyEval_RestoreThread(void*);
[[gnu::weak]] void PyErr_SetString(void* type, const char* words);
[[gnu::weak]] void Py_IncRef(void*);
[[gnu::weak]] extern void* PyExc_ValueError;
[[gnu::weak]] extern void* PyExc_BufferError;
[[gnu::weak]] int PyErr_ExceptionMatches(void* type);
}

namespace heed_export {

/// The exceptions that modules raise, by error code. The library holds them: a module may be deleted, or imported
/// again.
inline void* python_errors[other_error + 2]{};
inline constexpr int type_error = other_error + 1;

/// A module of Python is there. All modules of a library raise the exceptions of the first.
/// returns a new reference to the class of shape_error
inline void* start_python(void* const (&errors)[type_error + 1]) {
    for (int i = 1; i <= type_error; ++i) {
        if (python_errors[i] != nullptr) continue;
        Py_IncRef(errors[i]);
        python_errors[i] = errors[i];
    }
    Py_IncRef(python_errors[shape_error]);
    return python_errors[shape_error];
}

/// What an array of Python has to be.
struct needed_array {
    const char* words;  ///< what is said where it is something else
    char kind;          ///< f, i, u
    std::ptrdiff_t bytes;
    int rank;
    bool is_result;
};

constexpr char kind_of_format(const char* format) {
    if (format == nullptr) return 'u';
    if (*format == '@' || *format == '=' || (*format == '<' && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)) ++format;
    if (format[0] == '\0' || format[1] != '\0') return '?';
    switch (*format) {
        case 'e':
        case 'f':
        case 'd': return 'f';
        case 'b':
        case 'h':
        case 'i':
        case 'l':
        case 'q':
        case 'n': return 'i';
        case 'B':
        case 'H':
        case 'I':
        case 'L':
        case 'Q':
        case 'N': return 'u';
        default: return '?';
    }
}

/// The memory of as many Python objects, held while it is used.
template <int Most>
class python_buffers {
public:
    ~python_buffers() {
        for (int i = 0; i < count_; ++i) PyBuffer_Release(&buffers_[i]);
    }

    /// False where an exception of Python is set.
    bool take(void* object, const needed_array& needed, array& a) {
        Py_buffer_of_heed& b = buffers_[count_];
        constexpr int writable = 0x01, format = 0x04, strides = 0x18;
        if (PyObject_GetBuffer(object, &b, strides | format | (needed.is_result ? writable : 0)) != 0) {
            // It is no array, one of elements that buffers do not have, or one that cannot be written.
            void* const refusals[] = {python_errors[type_error], PyExc_ValueError, PyExc_BufferError};
            for (void* const error : refusals)
                if (PyErr_ExceptionMatches(error) != 0) {
                    PyErr_SetString(python_errors[type_error], needed.words);
                    break;
                }
            return false;
        }
        ++count_;
        if (kind_of_format(b.format) != needed.kind || b.itemsize != needed.bytes || b.ndim != needed.rank) {
            PyErr_SetString(python_errors[type_error], needed.words);
            return false;
        }
        a = {b.buf, reinterpret_cast<const std::size_t*>(b.shape), b.strides};
        return true;
    }

private:
    Py_buffer_of_heed buffers_[Most];
    int count_ = 0;
};

/// Calls a kernel while other threads of Python run, and raises what is wrong.
inline void call_from_python(entry kernel, task what, const array* results, const array* arguments) {
    words said;
    void* const thread = what == task::evaluate ? PyEval_SaveThread() : nullptr;
    const error_code code = kernel(what, results, arguments, &said);
    if (thread != nullptr) PyEval_RestoreThread(thread);
    if (code != no_error) PyErr_SetString(python_errors[code], said.text);
}

}  // namespace heed_export
