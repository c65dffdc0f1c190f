// SPDX-License-Identifier: BSL-1.0
// Chapter 1 of docs/course: shapes and axes.
#include <heed/study.hpp>

#include <iostream>

using namespace heed;

inline constexpr axis word{"word"}, d_model{"d_model"}, d_k{"d_k"};

constexpr tensor<double, word[3], d_model[2]> X{{1, 0}, {0, 1}, {1, 1}};
constexpr tensor<double, d_model[2], d_k[2]> W_Q{{1, 0}, {0, 1}}, W_K{{1, 0}, {0, 1}};

constexpr tensor Q = X * W_Q;  // [word x d_model][d_model x d_k] -> [word x d_k]
constexpr tensor K = X * W_K;
static_assert(Q.extent(0) == 3 && Q.extent(1) == 2);

// Exercises.
constexpr tensor<double, d_model[2], d_k[4]> wide{{1, 0, 0, 1}, {0, 1, 1, 0}};
constexpr tensor Q_of_4 = X * wide;
static_assert(Q_of_4.extent(0) == 3 && Q_of_4.extent(1) == 4);  // 1.1
static_assert(evaluate(transpose(Q) * K).extent(0) == 2);       // 1.2: [d_k x word][word x d_k]
static_assert(evaluate(transpose(Q) * K)(0, 1) == 1);           // word 3 alone has both numbers

int main() {
    std::cout << study::tree(Q * transpose(K)) << '\n';

    // The same with lengths that are known when the program runs.
    const tensor<double, word[dyn], d_model[2]> sentence{{1, 0}, {0, 1}, {1, 1}};
    const tensor<double, d_model[dyn], d_k[2]> other{{1, 0}, {0, 1}, {1, 1}};
    try {
        const tensor queries = sentence * other;
        std::cout << queries << '\n';
    } catch (const shape_error& e) {
        std::cout << e.what() << '\n';
    }
    std::cout << "\nX =\n" << X << "\n\nW_Q =\n" << W_Q << "\n\nW_K =\n" << W_K << '\n';
}
