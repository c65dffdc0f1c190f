// SPDX-License-Identifier: BSL-1.0
// The maps of weights that "Mini-Course: Understanding Attention Scores in Transformers" prints, as text.
#pragma once

namespace mini_course::text {

/// Visualizing Attention Scores: "The cat sleeps on the mat".
inline constexpr char sentence_map[] = R"(
   | The | cat | sleeps | on | the | mat |
---+-----+-----+--------+----+-----+-----|
The | 0.7 | 0.1 |  0.05  |0.05| 0.1 | 0.0 |
cat | 0.1 | 0.6 |  0.2   |0.05| 0.0 | 0.05|
sleeps| 0.0 | 0.3 |  0.5   |0.1 | 0.0 | 0.1 |
on  | 0.0 | 0.1 |  0.1   |0.6 | 0.1 | 0.1 |
the | 0.1 | 0.0 |  0.0   |0.1 | 0.3 | 0.5 |
mat | 0.0 | 0.05|  0.05  |0.1 | 0.2 | 0.6 |
)";

/// Exercise 2: from "The cat sits on the mat" to "Le chat est assis sur le tapis".
inline constexpr char translation_map[] = R"(
            | The | cat | sits | on  | the | mat |
------------+-----+-----+------+-----+-----+-----|
Le          | 0.8 | 0.1 | 0.0  | 0.0 | 0.1 | 0.0 |
chat        | 0.1 | 0.8 | 0.1  | 0.0 | 0.0 | 0.0 |
est         | 0.0 | 0.1 | 0.4  | 0.3 | 0.1 | 0.1 |
assis       | 0.0 | 0.1 | 0.7  | 0.1 | 0.0 | 0.1 |
sur         | 0.0 | 0.0 | 0.1  | 0.8 | 0.1 | 0.0 |
le          | 0.1 | 0.0 | 0.0  | 0.1 | 0.7 | 0.1 |
tapis       | 0.0 | 0.0 | 0.0  | 0.1 | 0.1 | 0.8 |
)";

}  // namespace mini_course::text
