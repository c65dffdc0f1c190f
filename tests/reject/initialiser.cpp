// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: a row of an initialiser needs one value for each column | 2 | 3
// CASE 2: heed: a row of an initialiser needs one value for each column | 4 | 3
// CASE 3: heed: an initialiser needs one inner list for each row | 3 | 2
// CASE 4: heed: an initialiser of a tensor with one axis needs one value for each element | 4 | 5
// CASE 5: heed: an initialiser needs one inner list for each row | 1 | 2
// CASE 6: heed: a row of an initialiser needs one value for each column | 3 | 2
#include <heed/heed.hpp>
using namespace heed;

int main() {
    tensor<float, 2, 3> good{{1, 2, 3}, {4, 5, 6}};
    tensor<float, 2, 2, 2> blocks{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
    vector<float, 5> five{1, 2, 3, 4, 5};
#if CASE == 1
    tensor<float, 2, 3> bad{{1, 2, 3}, {1, 2}};
#endif
#if CASE == 2
    tensor<float, 2, 3> bad{{1, 2, 3, 4}, {1, 2, 3}};
#endif
#if CASE == 3
    tensor<float, 2, 3> bad{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
#endif
#if CASE == 4
    vector<float, 5> bad{1, 2, 3, 4};
#endif
#if CASE == 5
    tensor<float, 2, 2, 2> bad{{{1, 2}, {3, 4}}, {{5, 6}}};
#endif
#if CASE == 6
    tensor<float, 2, 2, 2> bad{{{1, 2}, {3, 4}}, {{5, 6, 7}, {7, 8, 9}}};
#endif
}
