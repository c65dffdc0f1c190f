// SPDX-License-Identifier: BSL-1.0
// The 12-token tutorial's attention from its own matrices, at compile time and at run time, beside what it prints.
//
//   tutorial [--colour | --no-colour]
#include "tutorial_data.hpp"

#include <heed/io.hpp>

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <string_view>

using namespace tutorial;

/// The inverse of a 3 x 3 matrix by cofactors.
constexpr matrix<double, 3, 3> inverse(const auto& a) {
    const auto minor = [&](std::size_t i, std::size_t j) {
        return a((i + 1) % 3, (j + 1) % 3) * a((i + 2) % 3, (j + 2) % 3) -
               a((i + 1) % 3, (j + 2) % 3) * a((i + 2) % 3, (j + 1) % 3);
    };
    const double determinant = a(0, 0) * minor(0, 0) + a(0, 1) * minor(0, 1) + a(0, 2) * minor(0, 2);
    matrix<double, 3, 3> result;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) result(j, i) = minor(i, j) / determinant;
    return result;
}

constexpr double size_of(double x) { return x < 0 ? -x : x; }

constexpr double largest_difference(const auto& a, const auto& b) {
    double largest = 0;
    auto y = b.begin();
    for (const double x : a) largest = std::max(largest, size_of(x - *y++));
    return largest;
}

/// Everything that the tutorial computes, from its input. This one function runs in the compiler and in the program.
struct one_head {
    tensor<double, tokens[12], d_k[3]> Q, K;
    tensor<double, tokens[12], d_v[3]> V;
    matrix<double, 12, 12> scores, weights;
    tensor<double, tokens[12], d_v[3]> output;

    explicit constexpr one_head(const tensor<double, tokens[12], d_model[3]>& X)
        : Q(X * Wq),
          K(X * Wk),
          V(X * Wv),
          scores(Q * transpose(K) / sqrt(dim<d_k>(K))),
          weights(softmax(scores)),
          output(softmax(Q * transpose(K) / sqrt(dim<d_k>(K))) * V) {}  // one pass, without scores and weights
};

// The input X is not printed, but K = X Wk and V = X Wv are: twice the same X, up to the digits that were printed.
constexpr tensor<double, tokens[12], d_model[3]> X_from_K = printed_K * inverse(Wk), X_from_V = printed_V * inverse(Wv);
constexpr tensor<double, tokens[12], d_model[3]> X = (X_from_K + X_from_V) / 2;
constexpr one_head computed(X);

/// Inputs are known to 0.00005 and X is computed from them: differences below this say nothing.
constexpr double tolerance = 0.0005;

template <std::size_t Rows, std::size_t Columns>
constexpr bool row_agrees(const printed_part<Rows, Columns>& printed, const auto& value, std::size_t row) {
    for (std::size_t j = 0; j < Columns; ++j)
        if (size_of(printed.values(row, j) - value(printed.rows[row], printed.columns[j])) > tolerance) return false;
    return true;
}

static_assert(largest_difference(X_from_K, X_from_V) < 0.001);
static_assert(largest_difference(computed.K, printed_K) < tolerance);
static_assert(largest_difference(computed.V, printed_V) < tolerance);
static_assert(printed_Q == printed_K, "the matrix printed as Q is K");
static_assert(row_agrees(printed_scores, computed.scores, 0) && row_agrees(printed_scores, computed.scores, 1) &&
              row_agrees(printed_scores, computed.scores, 2) && row_agrees(printed_scores, computed.scores, 3));
static_assert(row_agrees(printed_weights, computed.weights, 0) && !row_agrees(printed_weights, computed.weights, 1));

template <std::size_t Rows, std::size_t Columns>
void compare(const printed_part<Rows, Columns>& printed, const auto& value) {
    std::cout << "\n  " << printed.name << ": computed (printed), ! where they differ by more than " << tolerance
              << '\n';
    std::cout << "     ";
    for (const std::size_t j : printed.columns) std::cout << std::setw(18) << ("column " + std::to_string(j + 1));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < Rows; ++i) {
        std::cout << '\n' << std::setw(5) << labels[printed.rows[i]];
        for (std::size_t j = 0; j < Columns; ++j) {
            const double x = value(printed.rows[i], printed.columns[j]), p = printed.values(i, j);
            std::cout << std::setw(8) << x << " (" << std::setw(6) << p << ')'
                      << (std::abs(x - p) > tolerance ? '!' : ' ');
        }
        wrong += !row_agrees(printed, value, i);
    }
    std::cout << "\n  " << wrong << " of " << Rows << " rows differ\n";
}

/// Numbers that no optimiser knows.
tensor<double, tokens[12], d_model[3]> read_at_run_time() {
    auto input = X;
    asm volatile("" : : "r"(input.data()) : "memory");
    return input;
}

int main(int argc, char** argv) {
    bool colour = environment_has_colour();
    for (int i = 1; i < argc; ++i) {
        const std::string_view option = argv[i];
        if (option != "--colour" && option != "--no-colour") {
            std::cerr << "tutorial: unknown option " << option << "; there are --colour and --no-colour\n";
            return 2;
        }
        colour = option == "--colour";
    }

    std::cout << std::fixed << std::setprecision(4);
    std::cout << "softmax(Q * transpose(K) / sqrt(d_k)) * V for the tutorial's 12 tokens\n\n"
                 "  The input is not printed. K * inverse(Wk) and V * inverse(Wv) both give it, to "
              << largest_difference(X_from_K, X_from_V) << ":\n";
    std::cout << heat_map(X, {.rows = labels, .low = -1.5, .high = 1.75, .places = 4, .colour = colour});

    std::cout << "\n  Q = X * Wq is not the matrix that is printed as Q, which is K once more:\n"
              << "  largest difference to the printed Q " << largest_difference(computed.Q, printed_Q)
              << ", of the printed Q to the printed K " << largest_difference(printed_Q, printed_K) << '\n';
    compare(printed_scores, computed.scores);

    std::cout << "\n  attention weights (rows: queries, columns: keys)\n"
              << heat_map(computed.weights,
                          {.rows = labels, .columns = labels, .high = 0.25, .places = 3, .colour = colour});
    compare(printed_weights, computed.weights);
    compare(printed_output, computed.output);

    std::cout << "  No weights give that output: " << printed_output.values(2, 2)
              << " exceeds the largest entry of its column of V, " << evaluate(max<0>(printed_V))(2) << ".\n";

    const one_head at_run_time(read_at_run_time());
    std::cout << std::scientific << std::setprecision(1)
              << "\n  The compiler computed all of this; the program, by the same loops, gets the same numbers to "
              << largest_difference(at_run_time.output, computed.output) << ".\n"
              << "  One pass (no scores in memory) and weights * V differ by "
              << largest_difference(at_run_time.output, evaluate(at_run_time.weights * at_run_time.V)) << ".\n";
}
