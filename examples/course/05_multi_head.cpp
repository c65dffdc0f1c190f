// SPDX-License-Identifier: BSL-1.0
// Chapter 5 of docs/course: several heads.
#include <heed/study.hpp>

#include <iomanip>
#include <iostream>

using namespace heed;

inline constexpr std::size_t h = 2;

// Four numbers a word, two heads of two.
constexpr matrix<double, 3, 4> X{{1, 0, 1, 0}, {0, 1, 0, 1}, {1, 1, 0, 0}};
constexpr tensor<double, h, 4, 2> W_Q{{{1, 0}, {0, 1}, {0, 0}, {0, 0}}, {{0, 0}, {0, 0}, {1, 0}, {0, 1}}};
constexpr tensor<double, h, 4, 2> W_K = W_Q, W_V = W_Q;
constexpr matrix<double, 4, 4> W_O{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};

constexpr auto multi_head() {
    const auto head = [](auto i) { return attention(X * W_Q[i], X * W_K[i], X * W_V[i]); };
    return concat(heads<h>(head)) * W_O;
}
constexpr tensor output = multi_head();
constexpr tensor first_head = attention(X * W_Q[0], X* W_K[0], X* W_V[0]);

auto weights_of(std::size_t head) {
    const tensor Q = X * W_Q[head], K = X * W_K[head];
    return evaluate(softmax(Q * transpose(K) / sqrt(dim<1>(K))));
}

// Exercises.
static_assert(output(0, 0) == first_head(0, 0) && output(2, 1) == first_head(2, 1));  // 5.1
static_assert(study::cost<decltype(multi_head())>().temporaries < 3 * 4);  // 5.2: fewer than the concatenation

int main() {
    std::cout << std::fixed << std::setprecision(4);
    std::cout << "the first head =\n" << first_head << "\n\nboth heads side by side, times W_O =\n" << output << '\n';
    std::cout << "\nweights of head 1 =\n" << weights_of(0) << "\n\nweights of head 2 =\n" << weights_of(1) << '\n';
    const tensor both = concat(W_Q[0], W_Q[1]);
    std::cout << "\nX =\n" << X << "\n\nW_Q of both heads =\n" << both << "\n\nW_O =\n" << W_O << '\n';
}
