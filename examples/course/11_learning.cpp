// SPDX-License-Identifier: BSL-1.0
// Chapter 11 of docs/course: gradients, and what is learned by them.
#include <heed/heed.hpp>
#include <heed/io.hpp>

#include <iomanip>
#include <iostream>
#include <tuple>

using namespace heed;

// The gradient of softmax: by hand, by heed, and by moving a score.
constexpr vector<double, 3> s{1, 2, 3}, dy{4, 1, -2};
constexpr tensor p = softmax(s);
constexpr tensor by_hand = hadamard(p, dy - sum(hadamard(p, dy)));
constexpr auto by_heed = std::get<0>(evaluate(vjp(
    dy, [](const auto& x) { return softmax(x); }, s)));
constexpr double distance = evaluate(max(abs(by_hand - by_heed)));
static_assert(distance < 1e-15);

constexpr double value(const vector<double, 3>& x) { return evaluate(sum(hadamard(dy, softmax(x)))); }
constexpr double h = 1e-5;
constexpr double moved = (value({1, 2 + h, 3}) - value({1, 2 - h, 3})) / (2 * h);
static_assert(moved - by_heed(1) < 1e-9 && by_heed(1) - moved < 1e-9);

// Each word is to listen to the one before it, and the first one to itself.
inline constexpr axis word{"word"}, d_model{"d_model"};
constexpr tensor<double, word[4], d_model[4]> X{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
constexpr tensor<double, word[4], d_model[4]> wanted{{1, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
using weights_of_queries = tensor<double, d_model[4], 4>;

constexpr auto loss_of = [](const auto& Wq) { return mean_squared_error(attention(X * Wq, X, X, causal), wanted); };

constexpr weights_of_queries learn(weights_of_queries Wq, int steps) {
    for (int i = 0; i < steps; ++i) {
        const auto [loss, slope] = evaluate(value_and_gradient(loss_of, Wq));
        Wq = Wq - 10.0 * slope;
    }
    return Wq;
}

auto map_of(const weights_of_queries& Wq) {
    return evaluate(softmax(where(causal, X * Wq * transpose(X) / sqrt(dim<d_model>(X)))));
}

// Exercises.
constexpr double sum_of_slopes = evaluate(sum(by_hand));
static_assert(sum_of_slopes < 1e-15 && sum_of_slopes > -1e-15);  // 11.1
constexpr tensor<int, 1> third{2};
constexpr auto of_loss = std::get<1>(evaluate(
    value_and_gradient([](const auto& x) { return cross_entropy(x, third); }, matrix<double, 1, 3>{{1, 2, 3}})));
static_assert(of_loss(0, 1) == p(1) && of_loss(0, 2) - (p(2) - 1) < 1e-15);  // 11.2
constexpr double loss_at_first = evaluate(loss_of(weights_of_queries()));
constexpr double loss_after_one = evaluate(loss_of(learn({}, 1)));
static_assert(loss_after_one < loss_at_first);  // 11.3

int main() {
    std::cout << std::fixed << std::setprecision(4);
    std::cout << "softmax(1, 2, 3) = " << p << "\nby hand          = " << by_hand << "\nby heed          = " << by_heed
              << "\n\n";
    weights_of_queries Wq;
    std::cout << "steps     loss\n";
    int done = 0;
    for (const int steps : {0, 1, 10, 100, 1000}) {
        Wq = learn(Wq, steps - done);
        done = steps;
        std::cout << std::setw(5) << done << std::setw(9) << double(evaluate(loss_of(Wq))) << '\n';
    }
    std::cout << "\nbefore\n" << heat_map(map_of({})) << "\nafter 1000 steps\n" << heat_map(map_of(Wq));
    for (const int steps : {1, 10, 100})
        std::cout << "\nafter " << steps << " steps\n" << heat_map(map_of(learn({}, steps)));
    std::cout << "\nX =\n" << X << "\n\nW_Q =\n" << Wq << '\n';
}
