// SPDX-License-Identifier: BSL-1.0
// Chapter 3 of docs/course: softmax.
#include <heed/heed.hpp>

#include <cmath>
#include <iomanip>
#include <iostream>

using namespace heed;

constexpr vector<double, 3> z{1, 2, 3};
constexpr tensor weights = softmax(z);

// A number added to all scores changes nothing, so the largest is taken off first.
static_assert(evaluate(softmax(z + 1000.0))(2) == weights(2));

// Exercises.
constexpr vector<double, 4> sevens{7, 7, 7, 7};
static_assert(evaluate(softmax(sevens))(0) == 0.25);  // 3.1
constexpr tensor swapped = softmax(-z);
static_assert(swapped(0) == weights(2));  // 3.2
constexpr double sum_of_weights = evaluate(sum(softmax(z)));
static_assert(sum_of_weights > 1 - 1e-15 && sum_of_weights < 1 + 1e-15);  // 3.3

int main() {
    std::cout << std::fixed << std::setprecision(4);
    std::cout << "softmax(1, 2, 3)          = " << weights << '\n';
    std::cout << "softmax(1001, 1002, 1003) = " << evaluate(softmax(z + 1000.0)) << '\n';

    const double e = std::exp(1003.0);
    std::cout << "exp(1003) in double       = " << e << "\n\n";

    std::cout << "scores divided by 4       : " << evaluate(softmax(z / 4)) << '\n';
    std::cout << "scores as they are        : " << weights << '\n';
    std::cout << "scores times 4            : " << evaluate(softmax(z * 4)) << '\n';
    std::cout << "scores times 100          : " << evaluate(softmax(z * 100)) << '\n';
    std::cout << "\nscores =\n" << z << '\n';
}
