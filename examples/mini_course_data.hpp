// SPDX-License-Identifier: BSL-1.0
// The numbers that "Mini-Course: Understanding Attention Scores in Transformers" prints, as it prints them.
#pragma once

#include <heed/verify.hpp>

namespace mini_course {

using namespace heed;

/// Attention Explained Simply: how much "is" is connected to "The", "cat" and "tail".
inline constexpr auto connections = printed<"0.1 0.8 0.1">;
/// How much attention "is" gives to "cat", "tail" and other words.
inline constexpr auto percentages = printed<"80% 5% 15%">;

// clang-format off
/// Visualizing Attention Scores: "The cat sleeps on the mat".
inline constexpr auto sentence_map = printed<R"(
   | The | cat | sleeps | on | the | mat |
---+-----+-----+--------+----+-----+-----|
The | 0.7 | 0.1 |  0.05  |0.05| 0.1 | 0.0 |
cat | 0.1 | 0.6 |  0.2   |0.05| 0.0 | 0.05|
sleeps| 0.0 | 0.3 |  0.5   |0.1 | 0.0 | 0.1 |
on  | 0.0 | 0.1 |  0.1   |0.6 | 0.1 | 0.1 |
the | 0.1 | 0.0 |  0.0   |0.1 | 0.3 | 0.5 |
mat | 0.0 | 0.05|  0.05  |0.1 | 0.2 | 0.6 |
)">;

/// Exercise 2: from "The cat sits on the mat" to "Le chat est assis sur le tapis".
inline constexpr auto translation_map = printed<R"(
            | The | cat | sits | on  | the | mat |
------------+-----+-----+------+-----+-----+-----|
Le          | 0.8 | 0.1 | 0.0  | 0.0 | 0.1 | 0.0 |
chat        | 0.1 | 0.8 | 0.1  | 0.0 | 0.0 | 0.0 |
est         | 0.0 | 0.1 | 0.4  | 0.3 | 0.1 | 0.1 |
assis       | 0.0 | 0.1 | 0.7  | 0.1 | 0.0 | 0.1 |
sur         | 0.0 | 0.0 | 0.1  | 0.8 | 0.1 | 0.0 |
le          | 0.1 | 0.0 | 0.0  | 0.1 | 0.7 | 0.1 |
tapis       | 0.0 | 0.0 | 0.0  | 0.1 | 0.1 | 0.8 |
)">;
// clang-format on

/// Exercise 1: three words in two dimensions, exact.
inline constexpr auto X = exact(printed<"[[1, 0], [0, 1], [1, 1]]">);
inline constexpr auto W_Q = exact(printed<"[[1, 0], [0, 1]]">);
inline constexpr auto W_K = exact(printed<"[[1, 0], [0, 1]]">);
inline constexpr auto W_V = exact(printed<"[[1, 0], [0, 1]]">);

}  // namespace mini_course
