// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: rope(x, tables, pairs) needs rows of an even number of columns: [... x tokens x depth] | 12 | 7
// CASE 2: heed: rope(x, cosines, sines, pairs) needs a cosine and a sine for each row and each pair of columns: [tokens x depth / 2] | 12 | 8 | 4 | 3
// CASE 3: heed: rope(x, tables, pairs) needs tables with a name, which outlive the formula: const auto tables = rope_tables<float>(tokens, depth);
// CASE 4: heed: rope(x, tables, pairs) needs rows of an even number of columns: [... x tokens x depth] | 8
// CASE 5: heed: rope(x, cosines, sines, pairs) needs a cosine and a sine for each row and each pair of columns: [tokens x depth / 2] | 11
// CASE 6: heed: rope(x, tables, pairs::neighbours) needs an x of at most five axes
// CASE 7: heed: rope(x, tables, pairs) needs tables with a name, which outlive the formula: const auto tables = rope_tables<float>(tokens, depth);
// CASE 8: heed: rope(x, tables, pairs::halves) needs an x of at most five axes where the number of its columns is known at run time only | [1 x 1 x 1 x 1 x 12 x dyn]
// CASE 9: heed: rope(x, cosines, sines, pairs) needs a cosine and a sine for each row and each pair of columns: [tokens x depth / 2] | [12 x at_most<3>]
// CASE 10: heed: sinusoidal<T, n, d>() needs sizes that are known while compiling; parts are slice<0>(table, 0, n)
// CASE 11: heed: sinusoidal<T, n, d>() needs sizes that are known while compiling; parts are slice<0>(table, 0, n)
// CASE 12: heed: rope(x, tables, pairs) needs tables with a name, which outlive the formula: const auto tables = rope_tables<float>(tokens, depth);
// CASE 13: heed: rope(x, cosines, sines, pairs) needs a cosine and a sine for each row and each pair of columns: [tokens x depth / 2] | [12 x 8] | [1 x 4]
#include <heed/heed.hpp>
using namespace heed;

tensor<float, 12, 7> odd;
tensor<float, 12, 8> a;
tensor<float, 8> row;
tensor<float, 12, 4> cosines, sines;
tensor<float, 12, 3> narrow;
tensor<float, 11, 4> few;
tensor<float, 1, 1, 1, 1, 12, 8> deep;
tensor<float, dyn, 8> late(12);
tensor<float, 1, 1, 1, 1, 12, dyn> deep_late(8);
tensor<float, 12, at_most<3>> too_narrow(3);

int main() {
    const auto tables = rope_tables<float>(12, 8);
#ifndef CASE
    tensor good = rope(a, tables, pairs::halves) + rope(a + a, cosines, sines, pairs::halves) +
                  rope(a, tables, pairs::neighbours) + rope(a + a, cosines, sines, pairs::neighbours);
    tensor also = rope(deep, tables, pairs::halves);
    tensor known_late = rope(late, tables.from(0), pairs::halves) + rope(late + late, tables, pairs::neighbours);
#endif
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
#if CASE == 6
    tensor bad = rope(deep, tables, pairs::neighbours);
#endif
#if CASE == 7
    tensor bad = rope(a, rope_tables<float>(12, 8), pairs::neighbours) + a;
#endif
#if CASE == 8
    tensor bad = rope(deep_late, tables, pairs::halves);
#endif
#if CASE == 9
    tensor bad = rope(a, too_narrow, sines, pairs::halves);
#endif
#if CASE == 10
    tensor bad = sinusoidal<float, dyn, 8>();
#endif
#if CASE == 11
    tensor bad = sinusoidal<float, 12, at_most<8>>();
#endif
#if CASE == 12
    tensor bad = rope(a, rope_tables<float>(20, 8).from(5), pairs::halves);
#endif
#if CASE == 13
    tensor bad = rope(a, rows<0, 1>(cosines), rows<0, 1>(sines), pairs::halves);
#endif
}
