// SPDX-License-Identifier: BSL-1.0
// Chapter 0 of docs/course: what a number of K changes, and what a number of V.
#include <heed/heed.hpp>

#include <iomanip>
#include <iostream>
#include <string_view>

using namespace heed;

// The words of the mini-course, whose weight matrices change nothing.
using words = matrix<double, 3, 2>;
constexpr words X{{1, 0}, {0, 1}, {1, 1}};
constexpr words other_key{{1, 1}, {0, 1}, {1, 1}};
constexpr words other_value{{1, 1}, {0, 1}, {1, 1}};

constexpr auto scores_of(const words& Q, const words& K) { return Q * transpose(K) / sqrt(dim<1>(K)); }

void print(std::string_view with, const words& K, const words& V) {
    std::cout << "keys, " << with << " =\n" << K << "\nvalues, " << with << " =\n" << V;
    std::cout << "\nscores, " << with << " =\n" << evaluate(scores_of(X, K));
    std::cout << "\nweights, " << with << " =\n" << evaluate(softmax(scores_of(X, K)));
    std::cout << "\noutput, " << with << " =\n" << evaluate(softmax(scores_of(X, K)) * V) << "\n\n";
}

// Exercises.
constexpr tensor weights = softmax(scores_of(X, X));
constexpr tensor undivided = softmax(X * transpose(X));
static_assert(weights(2, 2) > weights(2, 0) && weights(2, 2) > weights(2, 1));      // 0.1
static_assert(undivided(2, 2) > weights(2, 2) && undivided(2, 0) < weights(2, 0));  // 0.2: less
constexpr tensor causal_output = softmax(where(causal, scores_of(X, X))) * X;
static_assert(causal_output(0, 0) == X(0, 0) && causal_output(0, 1) == X(0, 1));  // 0.3: the value of word 1

int main() {
    std::cout << std::fixed << std::setprecision(2) << "queries =\n" << X << "\n\n";
    print("as they are", X, X);
    print("with another key", other_key, X);
    print("with another value", X, other_value);
}
