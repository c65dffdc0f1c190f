// SPDX-License-Identifier: BSL-1.0
// softmax: scores become weights that sum to one, along any axis, and without overflow.
#include <heed/heed.hpp>

#include <iostream>
#include <limits>

using namespace heed;

int main() {
    constexpr double lowest = -std::numeric_limits<double>::infinity();
    constexpr matrix<double, 4, 3> scores{
        {1, 2, 3},                 //
        {1001, 1002, 1003},        // the same weights: only differences count
        {0, lowest, 0},            // a key that is masked
        {lowest, lowest, lowest},  // a query without a key: weights 0, not NaN
    };
    constexpr tensor weights = softmax(scores);  // along each row
    static_assert(weights(0, 2) == weights(1, 2));
    static_assert(weights(2, 1) == 0 && weights(2, 0) == 0.5);
    static_assert(weights(3, 0) == 0);

    std::cout << "weights =\n"
              << weights << "\n\nsums of rows = " << evaluate(sum(weights)) << "\n\nalong columns instead =\n"
              << evaluate(softmax<0>(cols<0, 2>(rows<0, 3>(scores))))
              << "\n\nlog sum exp of rows = " << evaluate(logsumexp(scores)) << '\n';
}
