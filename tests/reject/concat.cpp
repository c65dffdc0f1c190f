// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: concat(A, B) needs the same shape in all other axes | 12 | 9 | 7
// CASE 2: heed: concat(A, B) needs the same number of axes | 12 | 7
// CASE 3: heed: concat(A, B) needs the names of all other axes to agree | 12 | &tokens | &steps
// CASE 4: heed: concat(A, B) needs the same shape in all other axes | 7 | 5
// CASE 5: heed: concat(A, B) needs the same shape in all other axes | 12 | 9
// CASE 6: heed: concat(A, B) needs the same shape in all other axes | 12 | 9
#include <heed/heed.hpp>
using namespace heed;

inline constexpr axis tokens{"tokens"}, steps{"steps"};

tensor<float, tokens[12], 7> a;
tensor<float, tokens[9], 7> shorter;
tensor<float, tokens[12], 5> narrower;
tensor<float, steps[12], 7> by_steps;
tensor<float, 7> row;

int main() {
#ifndef CASE
    tensor good = concat(a, narrower);
    tensor longer = concat<0>(a, shorter);
#endif
#if CASE == 1
    tensor bad = concat(a, shorter);
#endif
#if CASE == 2
    tensor bad = concat<0>(a, row);
#endif
#if CASE == 3
    tensor bad = concat(a, by_steps);
#endif
#if CASE == 4
    tensor bad = concat<0>(a, narrower);
#endif
#if CASE == 5
    tensor bad = concat(a, narrower, shorter, shorter);
#endif
#if CASE == 6
    tensor bad = concat(formula_tuple(a + a, shorter + shorter));
#endif
}
