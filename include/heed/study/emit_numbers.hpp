// SPDX-License-Identifier: BSL-1.0
// Functions of emitted files that every language has in its own way: bits of numbers, roots, whole numbers.
#pragma once

#include <heed/study/emit_register.hpp>

#include <string>
#include <vector>

namespace heed::detail::emitted {

inline void add_bits(std::vector<c_function>& list, const number_type& type) {
    list.push_back({"bits_of", in_words_of(type, R"(static WORD bits_of(REAL x) {
    WORD bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
)")});
    list.push_back({"of_bits", in_words_of(type, R"(static REAL of_bits(WORD bits) {
    REAL x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
)")});
}

inline void add_root(std::vector<c_function>& list, const vector_type& v) {
    if (v.lanes == 1)
        list.push_back({"square_root", v.number.is_float
                                           ? "static float square_root(float x) { return sqrtf(x); }\n"
                                           : "static double square_root(double x) { return sqrt(x); }\n"});
    else
        v.add(list, "square_root_$", R"(INLINE REALS square_root_$(REALS x) {
    for (int l = 0; l < $; ++l)
        x[l] = square_root(x[l]);
    return x;
}
)");
}

/// Of numbers only.
inline void add_whole_numbers(std::vector<c_function>& list, const number_type& type) {
    const auto add = [&](const char* name, const std::string& text) {
        list.push_back({name, replaced(text, "real", type.name)});
    };
    add("whole_part", replaced(R"(/* x without its fraction */
static real whole_part(real x) { return -LIMIT < x && x < LIMIT ? (real)(long long)x : x; }
)",
                               "LIMIT", type.is_float ? "0x1p23f" : "0x1p52"));
    add("whole_quotient", R"(/* of whole numbers, cut off towards 0; by 0 it is 0 */
static real whole_quotient(real a, real b) { return b == 0 ? 0 : whole_part(a / b); }
)");
    add("whole_remainder", R"(/* of whole numbers, with the sign of the first; by 0 it is 0 */
static real whole_remainder(real a, real b) { return b == 0 ? 0 : a - b * whole_quotient(a, b); }
)");
    add("larger", R"(/* NaN if either is */
static real larger(real a, real b) { return a < b || b != b ? b : a; }
)");
    add("smaller", R"(/* NaN if either is */
static real smaller(real a, real b) { return b < a || b != b ? b : a; }
)");
}

inline void add_inverse(std::vector<c_function>& list, const number_type& type) {
    list.push_back(
        {"invert",
         replaced(
             R"(/* Gauss-Jordan elimination with partial pivoting: what turns left into 1 turns 1 into its inverse */
static void invert(real* left, real* right, int n) {
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            right[i * n + j] = i == j ? 1 : 0;
    for (int k = 0; k < n; ++k) {
        int best = k;
        real pivot;
        for (int i = k + 1; i < n; ++i) /* the largest pivot in size loses least */
            if (absolute(left[best * n + k]) < absolute(left[i * n + k])) best = i;
        for (int j = 0; j < n && best != k; ++j) {
            const real of_left = left[k * n + j], of_right = right[k * n + j];
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
        for (int i = 0; i < n; ++i) { /* column k becomes 0 in the other rows */
            const real factor = left[i * n + k];
            for (int j = 0; j < n && i != k; ++j) {
                left[i * n + j] = left[i * n + j] - factor * left[k * n + j];
                right[i * n + j] = right[i * n + j] - factor * right[k * n + j];
            }
        }
    }
}
)",
             "real", type.name)});
}

}  // namespace heed::detail::emitted
