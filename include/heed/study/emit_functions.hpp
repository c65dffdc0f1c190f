// SPDX-License-Identifier: BSL-1.0
// The functions of emitted files with loops over single numbers, and which of them a file needs.
#pragma once

#include <heed/kernel/row_functions.hpp>
#include <heed/machine/recorded_functions.hpp>
#include <heed/scalar/function.hpp>
#include <heed/study/emit_numbers.hpp>
#include <heed/study/emit_pow.hpp>
#include <heed/study/emit_words.hpp>
#include <heed/study/routine_text.hpp>

#include <string>
#include <vector>

namespace heed::detail::emitted {

/// What an elementwise function is called in emitted files, where it is a call.
constexpr const char* called(function f) {
    switch (f) {
        case function::pow: return "power";
        case function::quotient: return "whole_quotient";
        case function::remainder: return "whole_remainder";
        case function::min: return "smaller";
        case function::max: return "larger";
        default: break;
    }
    if (traits_of(f).operands != 1) return "";
    return with_description(f, [](auto described) { return described.emitted.name; });
}

inline void add_routines(std::vector<c_function>& list, const std::vector<recording::routine>& routines,
                         const spelling& s) {
    for (const recording::routine& r : routines)
        list.push_back({spelling::with_lanes(r.name, r.lanes), routine_text::of(r, s), true});
}

/// Every function that an emitted file may call, callees first. Registers have Widest lanes at most.
template <class T, std::size_t Widest>
std::vector<c_function> all_functions(const number_type& type, const dialect& language) {
    const spelling s{type, language};
    std::vector<c_function> list;
    add_bits(list, type);
    add_root(list, {type, 1});
    add_routines(list, recording::function_list<T, 1>::all(), s);
    add_pow(list, type);
    add_whole_numbers(list, type);
    if constexpr (Widest == 1) {
        add_routines(list, row_functions<T, 1>(), s);
        add_inverse(list, type);
    }
    return list;
}

/// Whether C code calls a function, or uses a struct or table of that name.
inline bool uses(const std::string& code, const std::string& name) {
    if (code.find("struct " + name + ' ') != std::string::npos || code.find(name + "[(") != std::string::npos)
        return true;
    for (std::size_t at = code.find(name + '('); at != std::string::npos; at = code.find(name + '(', at + 1))
        if (at == 0 || !(is_letter(code[at - 1]) || is_digit(code[at - 1]))) return true;
    return false;
}

inline std::string in_language(const c_function& f, const dialect& language) {
    if (f.is_spelled) return f.text;
    c_writer out(language);
    out.code(f.text);
    return out.text();
}

/// Those of the list, callees first, that `body` calls, and those that they call.
inline std::string functions_for(const std::string& body, const std::vector<c_function>& list,
                                 const dialect& language) {
    std::string called, text;
    for (std::size_t i = list.size(); i-- > 0;) {
        const c_function& f = list[i];
        const bool is_type = f.text.compare(0, 7, "typedef") == 0;
        if (is_type ? !has_word(body, f.name) && !has_word(called, f.name)
                    : !uses(body, f.name) && !uses(called, f.name))
            continue;
        called += f.text;
        text = in_language(f, language) + '\n' + text;
    }
    return text;
}

}  // namespace heed::detail::emitted
