// SPDX-License-Identifier: BSL-1.0
// What is spelled differently in the languages of emitted files.
#pragma once

#include <heed/study/emit/emit_words.hpp>

#include <cstddef>
#include <string>

namespace heed::detail::emitted {

struct dialect {
    const char* compile;        ///< the command without options
    const char* file_end;       ///< the extension of the file
    const char* libraries;      ///< options of the command for libraries
    const char* math;           ///< the header of elementary functions
    const char* header_begin;   ///< the comment at the top of the file
    const char* header_line;    ///< begins each line of it
    const char* header_end;     ///< ends it
    const char* comment_begin;  ///< a comment between loops
    const char* comment_line;   ///< begins each further line of it
    const char* comment_end;
    const char* main_head;    ///< the head of main, which uses only the number of arguments
    const char* main_unused;  ///< marks the other argument as unused
    const char* standard;     ///< prefix of functions of the standard library
    const char* infinity;
    const char* not_a_number;
    const char* truth;         ///< the type of conditions
    const char* known_number;  ///< the qualifier of compile-time constants
    const char* inlined;       ///< the qualifier of functions on registers
    const char* aligned;       ///< the qualifier of arrays that registers access
    bool respells;             ///< it is C++

    /// The text of helper functions in this language; # begins a remark.
    std::string words(std::string text) const {
        for (std::size_t at = text.find("# "); at != std::string::npos; at = text.find("# ", at)) {
            const std::size_t end = text.find('\n', at);
            text.insert(end, comment_end);
            text.replace(at, 2, comment_begin);
        }
        text = replaced(replaced(text, "INLINE ", std::string(inlined) + ' '), "STD::", standard);
        return replaced(replaced(text, "INFINITY", infinity), "TRUTH", truth);
    }

    /// A parameter that is an array and is modified.
    std::string array(const std::string& type, const std::string& name, const std::string& sizes) const {
        return type + (respells ? " (&" + name + ')' : ' ' + name) + sizes;
    }
    std::string pointer(const std::string& type, const std::string& name, bool is_result) const {
        return (is_result ? "" : "const ") + type + "* " + name;
    }
    /// In C++ a reference to an array of `size` elements, in C a pointer.
    std::string parameter(const std::string& type, const std::string& name, std::size_t size, bool is_result) const {
        if (!respells) return pointer(type, name, is_result);
        const std::string reference = is_result ? " (&__restrict " : " (&";
        return (is_result ? "" : "const ") + type + reference + name + ")[" + std::to_string(size) + ']';
    }

    /// The beginning of a file: headers that `text` needs, and constants such as infinity.
    std::string prelude(const std::string& text, const std::string& real) const {
        if (!respells)
            return std::string("#include <math.h>\n") + (has_word(text, "size_t") ? "#include <stddef.h>\n" : "") +
                   (has_word(text, "printf") ? "#include <stdio.h>\n" : "") +
                   (has_word(text, "calloc") || has_word(text, "abort") ? "#include <stdlib.h>\n" : "") +
                   "#include <string.h>\n\n";
        const bool has_infinity = has_word(text, "infinity"), has_nan = has_word(text, "not_a_number");
        const auto include = [](const char* header, bool is_needed) {
            return is_needed ? std::string("#include <") + header + ">\n" : std::string();
        };
        const auto constant = [&](const char* name, const char* function, bool is_needed) {
            return is_needed ? "[[maybe_unused]] constexpr " + real + ' ' + name + " = std::numeric_limits<" + real +
                                   ">::" + function + "();\n"
                             : std::string();
        };
        const auto calls = [&](const char* function) {
            return text.find(std::string("std::") + function) != std::string::npos;
        };
        bool has_math = false;
        for (const char* f : functions_of_math_h) has_math = has_math || calls(f);
        const std::string headers =
            include("bit", calls("bit_cast")) + include("cmath", has_math) + include("cstddef", calls("size_t")) +
            include("cstdio", calls("printf")) + include("cstdlib", calls("calloc") || calls("abort")) +
            include("cstring", calls("memcpy") || calls("memset")) + include("limits", has_infinity || has_nan);
        const std::string constants =
            constant("infinity", "infinity", has_infinity) + constant("not_a_number", "quiet_NaN", has_nan);
        return headers + (headers.empty() ? "" : "\n") + constants + (constants.empty() ? "" : "\n");
    }

    void claim_words(names& taken) const {
        emitted::claim_words(taken);
        if (!respells) return;
        for (const char* word : {"std", "infinity", "not_a_number"}) taken.claim(word);
    }
};

inline constexpr dialect c_dialect{
    .compile = "cc -std=gnu17",
    .file_end = ".c",
    .libraries = " -lm",
    .math = "<math.h>",
    .header_begin = "/*\n",
    .header_line = " *",
    .header_end = " */\n",
    .comment_begin = "/* ",
    .comment_line = "   ",
    .comment_end = " */",
    .main_head = "int main(int argc, char** argv) {\n",
    .main_unused = "    (void)argv;\n",
    .standard = "",
    .infinity = "INFINITY",
    .not_a_number = "NAN",
    .truth = "int",
    .known_number = "const",
    .inlined = "INLINE",
    .aligned = "ALIGNED",
    .respells = false,
};
inline constexpr dialect cpp_dialect{
    .compile = "c++ -std=gnu++20",
    .file_end = ".cpp",
    .libraries = "",
    .math = "<cmath>",
    .header_begin = "",
    .header_line = "//",
    .header_end = "",
    .comment_begin = "// ",
    .comment_line = "// ",
    .comment_end = "",
    .main_head = "int main(int argc, char**) {\n",
    .main_unused = "",
    .standard = "std::",
    .infinity = "infinity",
    .not_a_number = "not_a_number",
    .truth = "bool",
    .known_number = "constexpr",
    .inlined = "[[gnu::always_inline]] static inline",
    .aligned = "alignas(64)",
    .respells = true,
};

}  // namespace heed::detail::emitted
