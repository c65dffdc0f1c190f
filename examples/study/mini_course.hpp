// SPDX-License-Identifier: BSL-1.0
// The page of exercise 1 of the mini-course: three words in two dimensions, weights that are the identity.
#pragma once

#include <heed/heed.hpp>

namespace mini_course_page {

using namespace heed;

inline constexpr axis words{"words"}, d_model{"d_model"}, d_k{"d_k"};

inline constexpr tensor<float, words[3], d_model[2]> X{{1, 0}, {0, 1}, {1, 1}};
inline constexpr tensor<float, d_model[2], d_k[2]> W_Q{{1, 0}, {0, 1}}, W_K{{1, 0}, {0, 1}}, W_V{{1, 0}, {0, 1}};

struct exercise {
    static constexpr const char* leaves = "X W_Q W_K W_V";
    static constexpr const char* rows = "word 1|word 2|word 3";
    auto operator()() const { return attention(X * W_Q, X * W_K, X * W_V); }
};

}  // namespace mini_course_page

inline constexpr mini_course_page::exercise exercise;
