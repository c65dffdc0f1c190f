// SPDX-License-Identifier: BSL-1.0
// The mini-course's exercise 1, solved by the compiler.
#include <heed/heed.hpp>
using namespace heed;

constexpr tensor<double, 3, 2> X{{1, 0}, {0, 1}, {1, 1}};
constexpr tensor<double, 2, 2> I{{1, 0}, {0, 1}};

constexpr tensor scores = (X * I) * transpose(X * I) / sqrt(dim<1>(X));
constexpr tensor weights = softmax(scores);
constexpr tensor output = softmax((X * I) * transpose(X * I) / sqrt(dim<1>(X))) * (X * I);

constexpr bool near(double a, double b) { return a - b < 5e-5 && b - a < 5e-5; }
static_assert(near(scores(0, 0), 0.7071) && near(scores(2, 2), 1.4142) && near(scores(0, 1), 0));
static_assert(near(weights(0, 0), 0.4011) && near(weights(0, 1), 0.1978) && near(weights(2, 2), 0.5035));
static_assert(near(output(0, 0), 0.8022) && near(output(0, 1), 0.5989) && near(output(2, 0), 0.7517));

int main() {}
