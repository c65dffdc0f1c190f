// SPDX-License-Identifier: BSL-1.0
// The functions of plain emitted files, and the selection of those that a file needs.
#pragma once

#include <heed/machine/recorded_functions.hpp>
#include <heed/scalar/function.hpp>
#include <heed/study/emit/emit_far_angles.hpp>
#include <heed/study/emit/emit_numbers.hpp>
#include <heed/study/emit/emit_words.hpp>
#include <heed/study/emit/routine_text.hpp>
#include <heed/study/emit/row_functions.hpp>

#include <concepts>
#include <string>
#include <vector>

namespace heed::detail::emitted {

inline void add_routines(helper_list& list, const std::vector<recording::routine>& routines) {
    for (const recording::routine& r : routines)
        list.functions.push_back({list.words().function(r.name, r.lanes), routine_text::of(r, list.words())});
}

/// x^y is computed in double.
template <class T>
void add_power(helper_list& list) {
    const std::vector<recording::routine> routines = recording::function_list<double, 1>::of_power();
    if constexpr (std::same_as<T, double>) return add_routines(list, {routines.back()});  // the others are there
    const vector_type one{{"double", "", false}, 1};
    helper_list of_double(one.number, list.words().language, "_double");
    add_bits(of_double, one);
    add_whole_part(of_double, one);
    add_routines(of_double, routines);
    list.functions.insert(list.functions.end(), of_double.functions.begin(), of_double.functions.end());
    const std::string arguments = list.cast("double", "x") + ", " + list.cast("double", "y");
    list.add({list.words().number, 1}, "power", "", "static REAL power(REAL x, REAL y)",
             "return " + list.cast("REAL", "power_double(" + arguments + ')') + ';');
}

/// Functions of single numbers that an emitted file may call, callees first. Widest is the largest number of lanes in
/// use.
template <class T, std::size_t Widest>
void add_functions(helper_list& list) {
    const vector_type one{list.words().number, 1};
    add_bits(list, one);
    add_root(list, one);
    add_whole_part(list, one);
    add_far_angles(list, one);
    add_routines(list, recording::function_list<T, 1>::all());
    add_power<T>(list);
    if constexpr (Widest == 1) {
        add_routines(list, row_functions<T, 1>());
        add_inverse(list, one);
    }
}

/// Whether code calls a function.
inline bool calls(const std::string& code, const std::string& name) {
    for (std::size_t at = code.find(name + '('); at != std::string::npos; at = code.find(name + '(', at + 1))
        if (at == 0 || !(is_letter(code[at - 1]) || is_digit(code[at - 1]))) return true;
    return false;
}

/// The functions of the list that `body` calls, directly or indirectly; callees first.
inline std::string functions_for(const std::string& body, const std::vector<helper_function>& list) {
    std::string called, text;
    for (std::size_t i = list.size(); i-- > 0;) {
        const helper_function& f = list[i];
        const auto is_needed_by = [&](const std::string& code) {
            return f.is_type ? has_word(code, f.name) : calls(code, f.name);
        };
        if (!is_needed_by(body) && !is_needed_by(called)) continue;
        called += f.text;
        text = f.text + '\n' + text;
    }
    return text;
}

}  // namespace heed::detail::emitted
