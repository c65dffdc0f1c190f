// SPDX-License-Identifier: BSL-1.0
// What the loops of emitted files along a row call, and the inverse of a matrix.
#pragma once

#include <heed/study/c_function.hpp>

#include <string>
#include <vector>

namespace heed::detail::emitted {

/// What loops along a row call.
inline void add_functions_of_rows(std::vector<c_function>& list, const number_type& type) {
    const auto add_fold = [&](const char* name, const char* words, const char* start, const char* combine,
                              const char* halves) {
        std::string text = R"(/* WORDS, in eight lanes that are combined in pairs */
static real NAME(const real* x, int n) {
    real lane[8];
    for (int l = 0; l < 8; ++l)
        lane[l] = START;
    for (int j = 0; j < n; ++j)
        lane[j % 8] = COMBINE;
    for (int half = 4; half > 0; half /= 2)
        for (int l = 0; l < half; ++l)
            lane[l] = HALVES;
    return lane[0];
}
)";
        text = replaced(replaced(replaced(text, "WORDS", words), "NAME", name), "START", start);
        text = replaced(replaced(replaced(text, "COMBINE", combine), "HALVES", halves), "real", type.name);
        list.push_back({name, text});
    };
    add_fold("sum_of_row", "the sum of n numbers", "0", "lane[j % 8] + x[j]", "lane[l] + lane[l + half]");
    add_fold("max_of_row", "the largest of n numbers", "x[0]", "larger(lane[j % 8], x[j])",
             "larger(lane[l], lane[l + half])");
    add_fold("min_of_row", "the smallest of n numbers", "x[0]", "smaller(lane[j % 8], x[j])",
             "smaller(lane[l], lane[l + half])");
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
