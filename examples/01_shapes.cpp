// SPDX-License-Identifier: BSL-1.0
// Shapes: extents with names, checked while the program compiles.
#include <heed/heed.hpp>

#include <iostream>

using namespace heed;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"};

int main() {
    // A shape is part of the type. Names are labels: they are checked, and never reorder anything.
    constexpr tensor<double, tokens[3], d_k[2]> Q{{1, 0}, {0, 1}, {1, 1}};
    constexpr matrix<double, 2, 3> plain{{1, 2, 3}, {4, 5, 6}};  // extents without names agree with every name

    static_assert(dim<0>(Q) == 3 && dim<d_k>(Q) == 2);
    static_assert(Q(2, 1) == 1 && Q[2](1) == 1);

    // A formula knows its shape before it is evaluated.
    auto product = Q * plain;  // [3 x 2][2 x 3] -> [3 x 3]
    static_assert(dim<0>(product) == 3 && dim<1>(product) == 3);

    // Whether shapes fit can be asked. Multiplying those that do not is one error, with both shapes and a hint:
    //   heed: A * B needs columns(A) == rows(B); did you mean A * transpose(B)?
    static_assert(product_shapes_agree<decltype(Q), decltype(plain)>);
    static_assert(!product_shapes_agree<decltype(Q), decltype(Q)>);

    // Views: a row, a head inside a packed matrix, somebody else's memory.
    double packed[3 * 4] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    strided_view<double, tokens[3], 2> second_head(packed + 2, {4, 1});
    second_head = second_head * 10;

    std::cout << "Q =\n"
              << Q << "\n\nQ * plain =\n"
              << evaluate(product) << "\n\nthe second head, times ten =\n"
              << second_head << "\n\nthe packed matrix =\n"
              << view<double, 3, 4>(packed) << '\n';
}
