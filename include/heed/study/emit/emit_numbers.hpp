// SPDX-License-Identifier: BSL-1.0
// Functions of emitted files that depend on the language: bits of numbers, roots, truncation; and the inverse of a
// matrix.
#pragma once

#include <heed/study/emit/helper_function.hpp>

#include <string>

namespace heed::detail::emitted {

/// C++ uses std::bit_cast.
inline void add_bits(helper_list& list, const vector_type& v) {
    if (list.is_cpp()) return;
    const std::string behind = list.words().of_type;
    list.add(v, "bits_of", "", "static WORD bits_of" + behind + "(REAL x)", R"(    WORD bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
)");
    list.add(v, "of_bits", "", "static REAL of_bits" + behind + "(WORD bits)", R"(    REAL x;
    memcpy(&x, &bits, sizeof x);
    return x;
)");
}

/// Applies a function to each lane.
inline void add_lanewise(helper_list& list, const vector_type& v, const std::string& name) {
    list.add(v, name + "_$", "", "INLINE REALS " + name + "_$(REALS x)",
             "    for (int l = 0; l < $; ++l)\n        x[l] = " + name + "(x[l]);\n    return x;\n");
}

inline void add_root(helper_list& list, const vector_type& v) {
    if (v.lanes > 1) return add_lanewise(list, v, "square_root");
    const std::string root = !list.is_cpp() && v.number.is_float ? "sqrtf" : "STD::sqrt";
    list.add(v, "square_root", "", "static REAL square_root(REAL x)", "return " + root + "(x);");
}

inline void add_whole_part(helper_list& list, const vector_type& v) {
    if (v.lanes > 1) return add_lanewise(list, v, "whole_part");
    const std::string limit = v.number.is_float ? "0x1p23f" : "0x1p52";
    const spelling& s = list.words();
    const std::string whole = s.cast(v.number.name, s.cast("long long", {"x"})).text;
    list.add(v, "whole_part", "x without its fraction", "static REAL whole_part" + s.of_type + "(REAL x)",
             "return -" + limit + " < x && x < " + limit + " ? " + whole + " : x;");
}

inline void add_inverse(helper_list& list, const vector_type& v) {
    list.add(v, "invert",
             "Gauss-Jordan elimination with partial pivoting: what turns left into 1 turns 1 into its inverse",
             "static void invert(REAL* left, REAL* right, int n)", R"(    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            right[i * n + j] = i == j ? 1 : 0;
    for (int k = 0; k < n; ++k) {
        int best = k;
        REAL pivot;
        for (int i = k + 1; i < n; ++i) # the largest pivot in size loses least
            if (absolute(left[best * n + k]) < absolute(left[i * n + k])) best = i;
        for (int j = 0; j < n && best != k; ++j) {
            const REAL of_left = left[k * n + j], of_right = right[k * n + j];
            left[k * n + j] = left[best * n + j];
            right[k * n + j] = right[best * n + j];
            left[best * n + j] = of_left;
            right[best * n + j] = of_right;
        }
        pivot = left[k * n + k];
        for (int j = 0; j < n; ++j) {
            left[k * n + j] = left[k * n + j] / pivot;
            right[k * n + j] = right[k * n + j] / pivot;
        }
        for (int i = 0; i < n; ++i) { # column k becomes 0 in the other rows
            const REAL factor = left[i * n + k];
            for (int j = 0; j < n && i != k; ++j) {
                left[i * n + j] = left[i * n + j] - factor * left[k * n + j];
                right[i * n + j] = right[i * n + j] - factor * right[k * n + j];
            }
        }
    }
)");
}

}  // namespace heed::detail::emitted
