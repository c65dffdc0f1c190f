// SPDX-License-Identifier: BSL-1.0
// Characters, words and names in emitted files.
#pragma once

#include <heed/machine/names.hpp>
#include <heed/shape/extent.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail::emitted {

inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
/// Of a name or a number: 1.442695f.
inline bool is_in_word(char c) { return is_letter(c) || is_digit(c) || c == '.'; }

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

/// Whether code contains a word: an identifier or a keyword.
inline bool has_word(const std::string& code, const std::string& word) {
    for (std::size_t at = code.find(word); at != std::string::npos; at = code.find(word, at + 1)) {
        const char before = at == 0 ? ' ' : code[at - 1];
        const char after = at + word.size() < code.size() ? code[at + word.size()] : ' ';
        if (!is_letter(before) && !is_digit(before) && !is_letter(after) && !is_digit(after)) return true;
    }
    return false;
}

/// Code without the comments in it, which name what they are about.
inline std::string without_comments(const std::string& code) {
    std::string rest;
    for (std::size_t at = 0; at < code.size();) {
        const bool to_line_end = code.compare(at, 2, "//") == 0, is_block = code.compare(at, 2, "/*") == 0;
        const std::size_t end = to_line_end ? code.find('\n', at) : is_block ? code.find("*/", at + 2) : at;
        if (end == std::string::npos) break;
        if (!to_line_end && !is_block) rest += code[at];
        at = to_line_end ? end : end + (is_block ? 2 : 1);
    }
    return rest;
}
/// Lines that cast to void those arguments of a function that its lines do not use: a tensor that is needed only for
/// its shape, the length of a tensor of which only parts are read.
inline std::string casts_of_unused(const std::vector<std::string>& arguments, const std::string& lines) {
    const std::string code = without_comments(lines);
    std::string casts;
    for (const std::string& name : arguments)
        if (!has_word(code, name)) casts += "    (void)" + name + ";\n";
    return casts;
}

/// Converts text to a C identifier.
inline std::string as_identifier(const std::string& text) {
    std::string name;
    for (const char c : text) name += is_letter(c) || is_digit(c) ? c : '_';
    if (name.empty() || is_digit(name[0])) name.insert(0, "x");
    return name;
}

using heed::detail::names;

/// The name of an axis, or the usual name if it has none or it is taken.
inline std::string free_name_of(const extent& e, const std::string& usual, const names& taken) {
    const std::string own = e.name == nullptr ? usual : as_identifier(e.name->name);
    return taken.is_free(own) ? own : usual;
}

/// The functions of <math.h> that emitted files call.
inline constexpr const char* functions_of_math_h[] = {"exp",  "log",   "log1p", "sqrt",  "tanh",    "erf",
                                                      "pow",  "sin",   "cos",   "floor", "frexp",   "ldexp",
                                                      "fabs", "trunc", "fmod",  "fmax",  "copysign"};

/// exp, expf, expl.
inline void claim_with_suffixes(names& taken, const std::string& function) {
    for (const char* suffix : {"", "f", "l"}) taken.claim(function + suffix);
}

/// Words of C and C++, and words in emitted files other than the helper functions.
inline void claim_words(names& taken) {
    for (const char* word :
         {"alignas", "alignof", "and", "asm", "auto", "bool", "break", "case", "catch", "char", "class", "concept",
          "const", "constexpr", "continue", "decltype", "default", "delete", "do", "double", "else", "enum", "explicit",
          "export", "extern", "false", "float", "for", "friend", "goto", "if", "inline", "int", "long", "main",
          "mutable", "namespace", "new", "noexcept", "not", "nullptr", "operator", "or", "private", "protected",
          "public", "register", "requires", "restrict", "return", "short", "signed", "sizeof", "static", "struct",
          "switch", "template", "this", "throw", "true", "try", "typedef", "typeid", "typename", "union", "unsigned",
          "using", "virtual", "void", "volatile", "while", "xor", "out", "sqrtf", "memcpy", "fill", "printf", "step",
          "index", "y0", "y1", "j0", "j1", "gamma", "NAN", "INFINITY", "argc", "argv",
          // Of C++ and of newer C.
          "and_eq", "bitand", "bitor", "char8_t", "char16_t", "char32_t", "co_await", "co_return", "co_yield", "compl",
          "const_cast", "consteval", "constinit", "dynamic_cast", "not_eq", "or_eq", "reinterpret_cast",
          "static_assert", "static_cast", "thread_local", "typeof", "wchar_t", "xor_eq",
          // Macros and functions of the headers that files include.
          "EOF", "HUGE_VAL", "M_E", "M_PI", "NULL", "linux", "memset", "puts", "remove", "rename", "strlen", "unix"})
        taken.claim(word);
    for (const char* function :
         {"acos",  "acosh", "asin", "asinh", "atan",  "atan2", "atanh",  "cbrt",   "ceil",    "cosh",  "erfc", "exp2",
          "expm1", "fdim",  "fma",  "fmin",  "frexp", "hypot", "ldexp",  "lgamma", "log10",   "log2",  "logb", "lrint",
          "modf",  "nan",   "rint", "round", "sinh",  "tan",   "tgamma", "scalb",  "signbit", "isnan", "isinf"})
        claim_with_suffixes(taken, function);
    for (const char* function : functions_of_math_h) claim_with_suffixes(taken, function);
}
/// `name` for the only result, `name`1, `name`2 ... for several.
inline std::string name_of_result(const char* name, std::size_t which, std::size_t results) {
    return results == 1 ? name : name + std::to_string(which + 1);
}

/// The names of variables and functions in a main that checks, and in the function that it compares with.
inline void claim_words_of_main(names& taken, const std::string& name, std::size_t results) {
    for (const char* word : {"expected", "largest", "worst", "wrong", "size", "error", "bits", "is_nan", "i", "sum",
                             "total", "state", "seed", "fill_float", "fill_double"})
        taken.claim(word);
    taken.claim(name + "_unfused");
    if (results == 1) return;
    for (const char* word : {"k", "counts"}) taken.claim(word);
    for (std::size_t k = 0; k < results; ++k) taken.claim(name_of_result("expected", k, results));
}

}  // namespace heed::detail::emitted
