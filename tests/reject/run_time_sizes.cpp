// SPDX-License-Identifier: BSL-1.0
// Lengths that are known at run time only, where compilers can tell that they do not fit. Else there is an exception:
// tests/tensor/.
// CASE 1: heed: tensor(sizes...) and view(data, sizes...) need one whole number for each extent that is known at run time only (dyn, at_most<n>) | [tokens[dyn] x 3] | 2 | 1
// CASE 2: heed: tensor(sizes...) and view(data, sizes...) need one whole number for each extent that is known at run time only (dyn, at_most<n>) | [dyn x at_most<4>] | 1 | 2
// CASE 3: heed: tensor(sizes...) and view(data, sizes...) need one whole number for each extent that is known at run time only (dyn, at_most<n>) | [tokens[dyn] x 3] | 2 | 1
// CASE 4: heed: tensor(sizes...) needs whole numbers; elements of a tensor with several axes stand in inner braces: {{1, 2}, {3, 4}} | [tokens[dyn] x 3]
// CASE 5: heed: tensor(numbers) needs numbers that the other extents divide | [tokens[dyn] x 3] | 5 | 3
// CASE 6: heed: tensor(numbers) and view(numbers) deduce one length; where several are known at run time only they follow the numbers: tensor(numbers, sizes...) | [dyn x at_most<4>] | 2
// CASE 7: heed: a row of an initialiser needs one value for each column | 2 | 3
// CASE 8: heed: a row of an initialiser needs one value for each column | 3 | 2
// CASE 9: heed: an initialiser needs room for all of it: at_most<n> is exceeded | 5 | 4
// CASE 10: heed: A == B needs the same shape | [tokens[dyn] x 3] | [2 x 4]
// CASE 11: heed: tensor(numbers) and view(numbers) need numbers in one row: a matrix of another library may be column-major or have gaps (heed/tensor/eigen.hpp has view_of for those of Eigen) | columns_first
// CASE 12: heed: tensor<T, extents...> needs extents of at least 1
#include <heed/heed.hpp>

#include <array>
#include <vector>
using namespace heed;

inline constexpr axis tokens{"tokens"};
using rows_of_3 = tensor<float, tokens[dyn], 3>;

struct columns_first {  // a matrix as others have them
    float numbers[6];
    const float* data() const { return numbers; }
    long size() const { return 6; }
    long rows() const { return 2; }
};
columns_first others;
std::array<float, 5> five;
std::array<float, 6> six;
std::vector<float> some(12);

int main() {
    rows_of_3 a(2), b(six), c(some), d{{1, 2, 3}};
    tensor<float, dyn, at_most<4>> e(2, 3), f(some, 4, 3), g{{1, 2}, {3, 4}};
    bool equal = b == tensor<float, 2, 3>(six);
#if CASE == 1
    rows_of_3 bad(2, 3);
#endif
#if CASE == 2
    tensor<float, dyn, at_most<4>> bad(2);
#endif
#if CASE == 3
    view<float, tokens[dyn], 3> bad(some.data(), 2, 3);
#endif
#if CASE == 4
    rows_of_3 bad{1.5f, 2.5f};
#endif
#if CASE == 5
    rows_of_3 bad(five);
#endif
#if CASE == 6
    tensor<float, dyn, at_most<4>> bad(some);
#endif
#if CASE == 7
    rows_of_3 bad{{1, 2}};
#endif
#if CASE == 8
    tensor<float, dyn, at_most<4>> bad{{1, 2}, {1, 2, 3}};
#endif
#if CASE == 9
    tensor<float, dyn, at_most<4>> bad{{1, 2, 3, 4, 5}};
#endif
#if CASE == 10
    equal = a == tensor<float, 2, 4>();
#endif
#if CASE == 11
    rows_of_3 bad(others);
#endif
#if CASE == 12
    tensor<float, tokens[dyn], 0> bad(2);
#endif
}
