// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: rope(x, tables, pairs) needs rows of an even number of columns: [... x tokens x depth] | 12 | 7
// CASE 2: heed: rope(x, cosines, sines, pairs) needs a cosine and a sine for each row and each pair of columns: [tokens x depth / 2] | 12 | 8 | 4 | 3
// CASE 3: heed: rope(x, tables, pairs) needs tables with a name, which outlive the formula: const auto tables = rope_tables<float>(tokens, depth);
// CASE 4: heed: rope(x, tables, pairs) needs rows of an even number of columns: [... x tokens x depth] | 8
// CASE 5: heed: rope(x, cosines, sines, pairs) needs a cosine and a sine for each row and each pair of columns: [tokens x depth / 2] | 11
#include <heed/heed.hpp>
using namespace heed;

tensor<float, 12, 7> odd;
tensor<float, 12, 8> a;
tensor<float, 8> row;
tensor<float, 12, 4> cosines, sines;
tensor<float, 12, 3> narrow;
tensor<float, 11, 4> few;

int main() {
    const auto tables = rope_tables<float>(12, 8);
    tensor good = rope(a, tables, pairs::halves) + rope(a + a, cosines, sines, pairs::halves);
#if CASE == 1
    tensor bad = rope(odd, tables, pairs::halves) * 2;
#endif
#if CASE == 2
    tensor bad = rope(a, cosines, narrow, pairs::halves) * 2;
#endif
#if CASE == 3
    tensor bad = rope(a, rope_tables<float>(12, 8), pairs::halves) + a;
#endif
#if CASE == 4
    tensor bad = rope(row, tables, pairs::halves);
#endif
#if CASE == 5
    tensor bad = rope(a - 1, few, sines, pairs::halves);
#endif
}
