// SPDX-License-Identifier: BSL-1.0
// Functions of emitted files that are kept as text of C.
#pragma once

#include <heed/study/emit_text.hpp>

#include <string>

namespace heed::detail::emitted {

/// A function of an emitted file; those that it calls come before it.
struct c_function {
    std::string name;
    std::string text;
    bool is_spelled = false;  ///< in the language of the file, not in C
};

/// Text for one number type: REAL, numbers that end in @, WORD for as many bits.
inline std::string in_words_of(const number_type& type, std::string text) {
    text = replaced(replaced(text, "REAL", type.name), "@", type.suffix);
    return replaced(replaced(text, "WORD", type.is_float ? "unsigned" : "unsigned long long"), "PLACES",
                    type.is_float ? "23" : "52");
}

}  // namespace heed::detail::emitted
