// SPDX-License-Identifier: BSL-1.0
// The numbers that "Mini-Course: Understanding Attention Scores in Transformers" prints, as it prints them.
#pragma once

#include <heed/verify.hpp>

#include "mini_course_maps.hpp"

namespace mini_course {

using namespace heed;

/// Attention Explained Simply: how much "is" is connected to "The", "cat" and "tail".
inline constexpr auto connections = printed<"0.1 0.8 0.1">;
/// How much attention "is" gives to "cat", "tail" and other words.
inline constexpr auto percentages = printed<"80% 5% 15%">;

/// Visualizing Attention Scores: "The cat sleeps on the mat".
inline constexpr auto sentence_map = printed<text::sentence_map>;

/// Exercise 2: from "The cat sits on the mat" to "Le chat est assis sur le tapis".
inline constexpr auto translation_map = printed<text::translation_map>;
/// Exercise 1: three words in two dimensions, exact.
inline constexpr auto X = exact(printed<"[[1, 0], [0, 1], [1, 1]]">);
inline constexpr auto W_Q = exact(printed<"[[1, 0], [0, 1]]">);
inline constexpr auto W_K = exact(printed<"[[1, 0], [0, 1]]">);
inline constexpr auto W_V = exact(printed<"[[1, 0], [0, 1]]">);

}  // namespace mini_course
