// SPDX-License-Identifier: BSL-1.0
// Which names of kernels and parameters an exported library cannot have, in words.
#pragma once

#include "write_c.hpp"

#include <dlfcn.h>

#include <cstddef>
#include <regex>
#include <string>
#include <vector>

namespace heed_export {

/// int32_t, uint_fast8_t, INT32_MAX, SIZE_MAX
inline bool is_of_stdint(const std::string& name) {
    static const std::regex types(
        "u?int((_fast|_least)?(8|16|32|64)|max|ptr)_t|(size|ptrdiff|max_align|nullptr|wchar|wint)_t");
    static const std::regex limits(
        "U?INT((_FAST|_LEAST)?(8|16|32|64)|MAX|PTR)_(MAX|MIN)|"
        "(SIZE|PTRDIFF|SIG_ATOMIC|WCHAR|WINT|RAND)_(MAX|MIN)");
    return std::regex_match(name, types) || std::regex_match(name, limits);
}
/// Keywords of C23, C++20 and Python 3, macros of GNU compilers and of headers of C, and what the texts of a library
/// are written with.
inline bool is_word_of_language(const std::string& name) {
    static const std::string words =
        " alignas alignof and and_eq as asm assert async auto await bitand bitor bool break case catch char char16_t "
        "char32_t char8_t class co_await co_return co_yield compl concept const const_cast consteval constexpr "
        "constinit continue decltype def default del delete do double dynamic_cast elif else enum except explicit "
        "export extern False false finally float for friend from global goto if import in inline int is lambda long "
        "mutable namespace new noexcept None nonlocal not not_eq nullptr operator or or_eq pass private protected "
        "public raise register reinterpret_cast requires restrict return short signed sizeof static static_assert "
        "static_cast struct switch template this thread_local throw True true try typedef typeid typename typeof "
        "typeof_unqual union unsigned using virtual void volatile wchar_t while with xor xor_eq yield i386 linux unix "
        "NULL main I complex imaginary EOF BUFSIZ NAN INFINITY HUGE_VAL errno stdin stdout stderr ";
    return words.find(' ' + name + ' ') != std::string::npos || is_of_stdint(name);
}
/// What the module of a library imports, and what is imported for that.
inline bool is_imported(const std::string& name) {
    static const std::string names = " ctypes io math numpy operator os random re string sys types ";
    return names.find(' ' + name + ' ') != std::string::npos;
}

/// Collects what is wrong with the names of a library.
class name_check {
public:
    explicit name_check(const library_text& l) {
        allowed(l.name, "the library");
        if (is_imported(l.name))
            problems_.push_back("the library cannot be called " + l.name +
                                ": that is a module of Python that it needs");
        std::vector<std::string> names{"std",
                                       "instruction_set",
                                       "ShapeError",
                                       "heed_export",
                                       "heed_kernels",
                                       "heed_is_missing",
                                       "heed_instruction_set",
                                       "heed_choose_instruction_set",
                                       "heed_start_python"};
        for (const char* own : {"_words", "_instruction_set", "_error"}) names.push_back(l.name + own);
        for (const char* own : {"_H", "_OK", "_SHAPE", "_INDEX", "_MEMORY", "_OTHER"})
            names.push_back(upper(l.name) + own);
        for (const kernel_text& k : l.kernels) {
            names.push_back("heed_" + l.name + '_' + k.name);
            for (const char* prefix : {"", "heed_python_"}) {
                names.push_back(prefix + k.name);
                if (k.has_lengths()) names.push_back(prefix + k.name + "_sizes");
            }
            kernel(k);
        }
        different(names, l.name + ": two functions or other names");
    }

    const std::vector<std::string>& problems() const { return problems_; }

private:
    void kernel(const kernel_text& k) {
        allowed(k.name, "a kernel");
        if (dlsym(RTLD_DEFAULT, k.name.c_str()) != nullptr)
            problems_.push_back("a kernel cannot be called " + k.name + ": that is a function of the C library");
        not_beginning_with("_", k.name, "a kernel");
        if (k.parameters.empty()) problems_.push_back(k.name + " has no parameters: a constant needs no kernel");
        if (k.names_given != k.parameters.size()) {
            problems_.push_back(k.name + " has " + std::to_string(k.parameters.size()) + " parameters, but " +
                                std::to_string(k.names_given) + " names of them are given");
            return;
        }
        for (const operand_text& p : k.parameters) {
            allowed(p.name, k.name + ": a parameter");
            for (const char* prefix : {"_", "heed_"}) not_beginning_with(prefix, p.name, k.name + ": a parameter");
        }
        std::vector<std::string> names = names_of(c_parameters(k));
        names.emplace_back("out");  // in Python
        different(names, k.name + ": two parameters");
        different(names_of(c_sizes_parameters(k)), k.name + "_sizes: two parameters");
    }
    void allowed(const std::string& name, const std::string& of) {
        if (!is_identifier(name))
            problems_.push_back(of + " cannot be called \"" + name + "\": that is no name in C and Python");
        else if (is_word_of_language(name))
            problems_.push_back(of + " cannot be called " + name + ": that is a word of C, C++ or Python");
    }
    void not_beginning_with(const std::string& prefix, const std::string& name, const std::string& of) {
        if (name.compare(0, prefix.size(), prefix) == 0)
            problems_.push_back(of + " cannot be called " + name + ": " + prefix + " begins names that are made");
    }
    void different(const std::vector<std::string>& names, const std::string& of) {
        for (std::size_t i = 0; i < names.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (names[i] == names[j]) problems_.push_back(of + " are called " + names[i]);
    }
    /// "const float* Q": Q
    static std::vector<std::string> names_of(std::vector<std::string> declared) {
        for (std::string& text : declared) text = text.substr(text.rfind(' ') + 1);
        return declared;
    }

    std::vector<std::string> problems_;
};

}  // namespace heed_export
