// SPDX-License-Identifier: BSL-1.0
// Chapter 8 of docs/course: softmax in one pass.
#include <heed/study.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iomanip>
#include <iostream>

using namespace heed;

constexpr vector<double, 6> scores{1, 3, 2, 5, 0, 4};
constexpr vector<double, 6> values{10, 20, 30, 40, 50, 60};

/// What is known of a softmax times values after some of the scores.
struct online_softmax {
    double largest = -INFINITY;
    double sum = 0;     // of exp(score - largest)
    double output = 0;  // of exp(score - largest) * value

    void add(double score, double value) {
        const double larger = std::max(largest, score);
        const double shrink = std::exp(largest - larger);  // 1 where the largest stays
        const double weight = std::exp(score - larger);
        sum = sum * shrink + weight;
        output = output * shrink + weight * value;
        largest = larger;
    }
};

// The formula, for the loops that it becomes: 64 queries and keys of 32 numbers.
using rows_of_32 = tensor<float, 64, 32>;
constexpr auto attend = [](const rows_of_32& Q, const rows_of_32& K, const rows_of_32& V) {
    return softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;
};
using attention_of_64 = decltype(attend(rows_of_32(), rows_of_32(), rows_of_32()));

// Exercises.
static_assert(study::cost<attention_of_64>().temporaries == 0);  // 8.1: no 64 x 64 matrix
static_assert(study::cost<attention_of_64>().exp == 64 * 64);    // 8.2

int main() {
    std::cout << std::fixed << std::setprecision(4) << "largest      sum   output / sum\n";
    online_softmax state;
    for (std::size_t i = 0; i < scores.size(); ++i) {
        state.add(scores(i), values(i));
        std::cout << std::setw(7) << state.largest << std::setw(9) << state.sum << std::setw(15)
                  << state.output / state.sum << '\n';
    }
    std::cout << "softmax(scores) * values = " << evaluate(sum(hadamard(softmax(scores), values))) << '\n';

    std::cout << "\nscores =\n" << scores << "\n\nvalues =\n" << values << "\n\nexp(score - largest), score by score\n";
    double largest = -INFINITY;
    for (std::size_t i = 0; i < scores.size(); ++i) {
        largest = std::max(largest, scores(i));
        for (std::size_t j = 0; j <= i; ++j) std::cout << std::setw(7) << std::exp(scores(j) - largest);
        std::cout << '\n';
    }
}
