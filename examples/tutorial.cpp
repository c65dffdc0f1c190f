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
#include <string>
#include <string_view>

using namespace tutorial;

constexpr double largest_difference(const auto& a, const auto& b) {
    double largest = 0;
    auto y = b.begin();
    for (const double x : a) {
        const double difference = x - *y++;
        largest = std::max(largest, difference < 0 ? -difference : difference);
    }
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

// What the tutorial prints for them follows from the printed K and weights, or does not, whatever the digits are that
// were not printed: tutorial_verified says more.
constexpr auto Q_of_K = printed_K * inverse(Wk) * Wq;
constexpr auto scores_verdict = verify(Q_of_K * transpose(printed_K) / sqrt(3_c), printed_scores);
constexpr auto weights_verdict = verify(softmax(Q_of_K * transpose(printed_K) / sqrt(3_c)), printed_weights);
constexpr auto output_verdict = verify(softmax(Q_of_K * transpose(printed_K) / sqrt(3_c)) * printed_V, printed_output);
constexpr auto Q_verdict = verify(Q_of_K, printed_Q);
constexpr auto K_verdict = verify(printed_V * inverse(Wv) * Wk, printed_K);
constexpr auto V_verdict = verify(printed_K * inverse(Wk) * Wv, printed_V);
static_assert(scores_verdict.consistent() && weights_verdict.refuted() && output_verdict.refuted());
static_assert(within_hull(printed_output, printed_V)(2) == verdict::refuted);
static_assert(same_digits(printed_Q, printed_K), "the matrix printed as Q is K");

/// Wrong numbers of a matrix and all that are printed.
void count_wrong(const auto& verdicts) {
    std::cout << "  " << verdicts.count(verdict::refuted) << " of "
              << verdicts.count(verdict::refuted) + verdicts.count(verdict::consistent) << " are wrong\n";
}

/// Rows and columns of a value that are printed, beside what is printed: ! where that is refuted.
template <class Printed, class Verdicts>
void compare(const char* name, const Printed& printed, const auto& value, const Verdicts& verdicts,
             const auto& columns) {
    std::cout << "\n  " << name << ": computed (printed), ! where the printed number is proved wrong\n     ";
    for (std::size_t j = 0; j < value.extent(1); ++j)
        if (verdicts(0, j) != verdict::elided) std::cout << std::setw(8) << columns[j] << std::string(10, ' ');
    std::cout << '\n';
    for (std::size_t i = 0; i < value.extent(0); ++i) {
        if (verdicts(i, 0) == verdict::elided) continue;
        const std::size_t row = i < printed.elided_at(0) ? i : i + printed.rows - value.extent(0);
        std::cout << std::setw(5) << labels[i];
        for (std::size_t j = 0; j < value.extent(1); ++j) {
            if (verdicts(i, j) == verdict::elided) continue;
            const std::size_t column = j < printed.elided_at(1) ? j : j + printed.cols - value.extent(1);
            std::cout << std::setw(8) << value(i, j) << " (" << std::setw(6) << printed(row, column) << ')'
                      << (verdicts(i, j) == verdict::refuted ? '!' : ' ');
        }
        std::cout << '\n';
    }
    count_wrong(verdicts);
}

/// The matrices that the tutorial prints, with how many of their numbers are proved wrong, in one sentence.
void sum_up() {
    std::size_t matrices = 0, wrong_matrices = 0, numbers = 0, wrong_numbers = 0;
    std::string wrong;
    const auto add = [&](const char* name, const auto& verdicts) {
        const std::size_t refuted = verdicts.count(verdict::refuted);
        ++matrices;
        numbers += refuted + verdicts.count(verdict::consistent);
        wrong_numbers += refuted;
        if (refuted == 0) return;
        ++wrong_matrices;
        wrong += (wrong.empty() ? "" : ", ") + std::string(name);
    };
    add("Q", Q_verdict);
    add("K", K_verdict);
    add("V", V_verdict);
    add("scores", scores_verdict);
    add("weights", weights_verdict);
    add("output", output_verdict);
    std::cout << "\n  In all: " << wrong_matrices << " of its " << matrices << " matrices are wrong (" << wrong << "), "
              << wrong_numbers << " of the " << numbers << " numbers in them.\n";
}

/// Numbers that no optimiser knows.
tensor<double, tokens[12], d_model[3]> read_at_run_time() {
    auto input = X;
    asm volatile("" : : "r"(input.data()) : "memory");
    return input;
}

int main(int argc, char** argv) {
    bool colour = stream_has_colour(std::cout);
    for (int i = 1; i < argc; ++i) {
        const std::string_view option = argv[i];
        if (option != "--colour" && option != "--no-colour") {
            std::cerr << "tutorial: unknown option " << option << "; there are --colour and --no-colour\n";
            return 2;
        }
        colour = option == "--colour";
    }

    std::cout << std::fixed << std::setprecision(4);
    std::cout << "softmax(Q * transpose(K) / sqrt(d_k)) * V for the 12 tokens of\n"
                 "\"Transformer Encoder Explained: A Deep Dive into Attention Scores (Part 2)\"\n\n"
                 "  The input is not printed. K * inverse(Wk) and V * inverse(Wv) both give it, to "
              << largest_difference(X_from_K, X_from_V) << ":\n";
    std::cout << heat_map(X, {.rows = labels, .low = -1.5, .high = 1.75, .places = 4, .colour = colour});

    std::cout << "\n  Q = X * Wq is not the matrix that is printed as Q, which is K once more:\n"
              << "  largest difference to the printed Q " << largest_difference(computed.Q, printed_Q)
              << ", of the printed Q to the printed K " << largest_difference(printed_Q, printed_K) << '\n';
    count_wrong(Q_verdict);
    compare("scores", printed_scores, computed.scores, scores_verdict, labels);

    std::cout << "\n  attention weights (rows: queries, columns: keys)\n"
              << heat_map(computed.weights,
                          {.rows = labels, .columns = labels, .high = 0.25, .places = 3, .colour = colour});
    compare("weights", printed_weights, computed.weights, weights_verdict, labels);
    constexpr const char* columns_of_V[]{"v1", "v2", "v3"};
    compare("output", printed_output, computed.output, output_verdict, columns_of_V);

    std::cout << "  No weights give that output: " << printed_output(2, 2)
              << " exceeds the largest entry of its column of V, " << evaluate(max<0>(printed_V))(2) << ".\n";

    sum_up();

    const one_head at_run_time(read_at_run_time());
    std::cout << std::scientific << std::setprecision(1)
              << "\n  The compiler computed all of this; the program, by the same loops, gets the same numbers to "
              << largest_difference(at_run_time.output, computed.output) << ".\n"
              << "  One pass (no scores in memory) and weights * V differ by "
              << largest_difference(at_run_time.output, evaluate(at_run_time.weights * at_run_time.V)) << ".\n";
}
