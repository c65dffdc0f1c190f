// SPDX-License-Identifier: BSL-1.0
// Chapter 2 of docs/course: scores.
#include <heed/heed.hpp>

#include <cmath>
#include <cstdint>
#include <iomanip>
#include <iostream>

using namespace heed;

constexpr matrix<double, 3, 2> X{{1, 0}, {0, 1}, {1, 1}};
constexpr matrix<double, 2, 2> W_Q{{1, 0}, {0, 1}}, W_K{{1, 0}, {0, 1}};
constexpr tensor Q = X * W_Q;
constexpr tensor K = X * W_K;

constexpr tensor products = Q * transpose(K);
constexpr tensor scores = Q * transpose(K) / sqrt(dim<1>(K));

// Exercises.
static_assert(products(0, 0) == 1 && products(2, 2) == 2);  // 2.1
static_assert(scores(2, 2) * scores(2, 2) > 1.999999999 &&
              scores(2, 2) * scores(2, 2) < 2.000000001);  // 2.2: 2 / sqrt(2)
constexpr tensor exchanged = K * transpose(Q);
static_assert(exchanged(0, 2) == products(2, 0));  // 2.3: transposed

/// Numbers around 0, half of them -1 and half of them 1, always the same.
void fill_with_signs(auto& numbers, std::uint32_t state) {
    for (auto& x : numbers) {
        state = state * 1664525 + 1013904223;
        x = (state >> 31) != 0 ? 1 : -1;
    }
}

/// How far scores of 200 random queries and keys of so many numbers spread, without and with the division.
void print_spread(std::size_t d) {
    tensor<double, dyn, dyn> queries(200, d), keys(200, d);
    fill_with_signs(queries, 1);
    fill_with_signs(keys, 2);
    const tensor<double, dyn, dyn> all = queries * transpose(keys);
    double sum = 0;
    for (const double score : all) sum += score * score;
    const double spread = std::sqrt(sum / static_cast<double>(all.size())), size = static_cast<double>(d);
    std::cout << std::setw(4) << d << std::setw(8) << spread << std::setw(8) << spread / std::sqrt(size) << '\n';
}

int main() {
    std::cout << "Q * K^T =\n" << products << "\n\nscores =\n" << scores << "\n\n";
    std::cout << std::fixed << std::setprecision(1) << " d_k  spread  / sqrt(d_k)\n";
    for (const std::size_t d : {2U, 8U, 32U, 128U, 512U}) print_spread(d);
    std::cout << "\nX =\n" << X << "\n\nW_Q =\n" << W_Q << "\n\nW_K =\n" << W_K << '\n';
}
