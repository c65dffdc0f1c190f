// SPDX-License-Identifier: BSL-1.0
// Scores: how much each query asks for each key.
#include <heed/heed.hpp>

#include <iostream>

using namespace heed;

inline constexpr axis query{"query"}, key{"key"}, d_k{"d_k"};

int main() {
    constexpr tensor<double, query[3], d_k[2]> Q{{1, 0}, {0, 1}, {1, 1}};
    constexpr tensor<double, key[3], d_k[2]> K{{1, 0}, {0, 1}, {1, 1}};

    // sqrt(dim<1>(K)) is the symbol sqrt(2): it is rounded once, in the type that the formula is evaluated in.
    constexpr tensor scores = Q * transpose(K) / sqrt(dim<1>(K));  // [query x d_k][d_k x key] -> [query x key]
    static_assert(scores(0, 1) == 0);
    static_assert(scores(2, 2) == evaluate(2 / sqrt(dim<1>(K))));

    std::cout << "scores, computed while this program was compiled =\n" << scores << "\n\n";
    std::cout.precision(19);
    std::cout << "the last of them in double      " << scores(2, 2) << "\n             and in long double "
              << evaluate_as<long double>(Q * transpose(K) / sqrt(dim<1>(K)))(2, 2) << '\n';
}
