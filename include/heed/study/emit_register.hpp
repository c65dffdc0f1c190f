// SPDX-License-Identifier: BSL-1.0
// Registers of emitted files: what their types and functions are called. One number is a register of one lane.
#pragma once

#include <heed/study/emit_exp.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail::emitted {

/// Registers of some lanes. In the texts of functions $ is how many, REALS, MASK and COUNTS are their types, REAL is
/// the type of a lane, numbers end in @.
struct vector_type {
    number_type number;
    std::size_t lanes;

    std::string name() const {
        return lanes == 1 ? number.name : std::string(number.name) + "s_" + std::to_string(lanes);
    }
    std::string text(std::string of) const {
        of = replaced(replaced(of, "REALS", name()), "$", std::to_string(lanes));
        of = replaced(replaced(of, "MASK", "mask_of_" + std::to_string(lanes)), "COUNTS",
                      "counts_" + std::to_string(lanes));
        return in_words_of(number, of);
    }
    void add(std::vector<c_function>& list, const std::string& function, const std::string& body) const {
        list.push_back({text(function), text(body)});
    }

    // For texts that are of a register and of a number too: there names do not end in _$.

    std::string text_of_either(const std::string& of) const {
        if (lanes > 1) return text(of);
        return text(replaced(replaced(replaced(of, "_$", ""), "INLINE", "static"), "MASK", "WORD"));
    }
    void add_either(std::vector<c_function>& list, const std::string& function, const std::string& body) const {
        list.push_back({text_of_either(function), text_of_either(body)});
    }
    /// The number in every lane.
    std::string all(const std::string& x) const { return lanes == 1 ? x : "all_$(" + x + ')'; }
    /// a in lanes where the comparison holds, else b.
    std::string pick(const std::string& comparison, const std::string& a, const std::string& b) const {
        return lanes == 1 ? comparison + " ? " + a + " : " + b
                          : "choose_$((MASK)(" + comparison + "), " + a + ", " + b + ')';
    }
};

/// c0 + c1 x + ... as statements, Horner's scheme. A line each: they are many.
template <class T, std::size_t Count>
std::string polynomial_text(const vector_type& v, const std::string& name, const std::string& x, const T (&c)[Count]) {
    std::string text = "    REALS " + name + " = " + v.all(hex(static_cast<double>(c[Count - 1])) + '@') + ";\n";
    for (std::size_t i = Count - 1; i-- > 0;)
        text += "    " + name + " = " + name + " * " + x + (c[i] < 0 ? " - " : " + ") +
                hex(static_cast<double>(c[i] < 0 ? -c[i] : c[i])) + "@;\n";
    return text;
}

}  // namespace heed::detail::emitted
