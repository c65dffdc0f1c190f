// SPDX-License-Identifier: BSL-1.0
// Exercise 1 of the mini-course "Attention Scores", solved by the compiler. Three words in two dimensions, W_Q, W_K and
// W_V the identity: if a number below were wrong, this program would not compile.
#include <heed/heed.hpp>
#include <heed/io.hpp>

#include <iostream>

using namespace heed;

inline constexpr axis words{"words"}, d_k{"d_k"};
inline constexpr std::string_view labels[] = {"word 1", "word 2", "word 3"};

inline constexpr tensor<double, words[3], d_k[2]> X{{1, 0}, {0, 1}, {1, 1}};
inline constexpr matrix<double, 2, 2> W_Q{{1, 0}, {0, 1}}, W_K{{1, 0}, {0, 1}}, W_V{{1, 0}, {0, 1}};

// The course writes words as rows here, Q = X W_Q.
inline constexpr tensor scores = (X * W_Q) * transpose(X * W_K);
static_assert(scores == matrix<double, 3, 3>{{1, 0, 1}, {0, 1, 1}, {1, 1, 2}});

inline constexpr tensor weights = softmax(scores / sqrt(dim<d_k>(X)));
inline constexpr tensor output = attention(X * W_Q, X* W_K, X* W_V);

/// To four places, as one would print it.
constexpr bool prints_as(double x, double printed) { return x - printed < 0.00005 && printed - x < 0.00005; }

// With a = exp(1 / sqrt 2) = 2.0281 and a^2 = exp(2 / sqrt 2) = 4.1133: row 1 is (a, 1, a) / (2 a + 1).
static_assert(prints_as(weights(0, 0), 0.4011) && prints_as(weights(0, 1), 0.1978) && weights(0, 2) == weights(0, 0));
static_assert(prints_as(weights(1, 0), 0.1978) && prints_as(weights(1, 1), 0.4011) && weights(1, 2) == weights(1, 1));
static_assert(prints_as(weights(2, 0), 0.2483) && prints_as(weights(2, 1), 0.2483) && prints_as(weights(2, 2), 0.5035));
static_assert(prints_as(output(0, 0), 0.8022) && prints_as(output(0, 1), 0.5989));
static_assert(prints_as(output(1, 0), 0.5989) && prints_as(output(1, 1), 0.8022));
static_assert(prints_as(output(2, 0), 0.7517) && prints_as(output(2, 1), 0.7517));

int main() {
    std::cout << "scores =\n"
              << scores << "\n\nattention weights\n"
              << heat_map(weights, {.rows = labels, .columns = labels, .places = 4}) << "\noutput =\n"
              << output << "\n\nAll of it was computed and checked while this program was compiled.\n";
}
