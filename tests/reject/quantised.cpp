// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: quantised<std::int8_t, group>(W) needs a matrix: two axes | 7
// CASE 2: heed: packed_matrix<T, rows, columns>(W) needs the shape and the names of W to be its own | 12 | 7
// CASE 3: heed: quantised_matrix<std::int8_t, group, T, rows, columns>(values, scales) needs values of std::int8_t | float
// CASE 4: heed: quantised_matrix<std::int8_t, group, T, rows, columns>(values, scales) needs one value for each of its elements | 12 | 7
// CASE 5: heed: quantised_matrix<std::int8_t, group, T, rows, columns>(values, scales) needs a matrix of scales: a row for each group of rows | 7
#include <heed/heed.hpp>
#include <heed/quantised.hpp>
using namespace heed;

tensor<float, 12, 7> w;
tensor<float, 7> b;
tensor<std::int8_t, 12, 7> values;
tensor<float, 1, 7> scales;

int main() {
    auto good = quantised<std::int8_t>(w);
    quantised_matrix<std::int8_t, 32, float, 7, 12> turned(transpose(w));
    quantised_matrix<std::int8_t, 32, float, 12, 7> parts(values, scales);
#if CASE == 1
    auto bad = quantised<std::int8_t, 32>(b);
#endif
#if CASE == 2
    quantised_matrix<std::int8_t, 32, float, 7, 12> bad(w);
#endif
#if CASE == 3
    quantised_matrix<std::int8_t, 32, float, 12, 7> bad(w, scales);
#endif
#if CASE == 4
    quantised_matrix<std::int8_t, 32, float, 7, 12> bad(values, transpose(scales));
#endif
#if CASE == 5
    quantised_matrix<std::int8_t, 32, float, 12, 7> bad(values, b);
#endif
}
