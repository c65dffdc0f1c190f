// SPDX-License-Identifier: BSL-1.0
// Chapter 4 of docs/course: attention.
#include <heed/heed.hpp>

#include <iomanip>
#include <iostream>

using namespace heed;

// Exercise 1 of the mini-course.
constexpr matrix<double, 3, 2> X{{1, 0}, {0, 1}, {1, 1}};
constexpr matrix<double, 2, 2> W_Q{{1, 0}, {0, 1}}, W_K{{1, 0}, {0, 1}}, W_V{{1, 0}, {0, 1}};
constexpr tensor Q = X * W_Q;
constexpr tensor K = X * W_K;
constexpr tensor V = X * W_V;

constexpr tensor weights = softmax(Q * transpose(K) / sqrt(dim<1>(K)));
constexpr tensor output = softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;

// Exercises.
static_assert(weights(0, 0) == weights(0, 2) && weights(0, 1) < weights(0, 0));  // 4.1
constexpr matrix<double, 3, 2> same_for_all{{2, 5}, {2, 5}, {2, 5}};
constexpr tensor constant_output = softmax(Q * transpose(K) / sqrt(dim<1>(K))) * same_for_all;
static_assert(constant_output(0, 0) > 2 - 1e-12 && constant_output(0, 0) < 2 + 1e-12);  // 4.2
constexpr matrix<double, 3, 2> no_key{{0, 0}, {0, 0}, {0, 0}};
constexpr tensor mean_of_values = softmax(Q * transpose(no_key) / sqrt(dim<1>(K))) * V;
static_assert(mean_of_values(0, 0) > 2.0 / 3 - 1e-12 && mean_of_values(0, 0) < 2.0 / 3 + 1e-12);  // 4.3

int main() {
    std::cout << std::fixed << std::setprecision(4);
    std::cout << "weights =\n" << weights << "\n\noutput =\n" << output << '\n';
    std::cout << "\nX =\n" << X << "\n\nvalues =\n" << V << '\n';
}
