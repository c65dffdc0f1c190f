// SPDX-License-Identifier: BSL-1.0
// Chapter 7 of docs/course: printed numbers and how they are proved.
#include <examples/tutorial_data.hpp>

#include <iomanip>
#include <iostream>

using namespace heed;
using namespace tutorial;

// A printed 0.40 is a number from 0.395 to 0.405.
constexpr auto W = printed<"[[0.40, 0.20], [0.10, 0.30]]">;
constexpr tensor<double, 1, 2> ones{{1, 1}};
static_assert(verify(ones * W, printed<"0.51 0.50">).consistent());               // 0.405 + 0.105 is 0.51
static_assert(verify(ones * W, printed<"0.53 0.50">)(0, 0) == verdict::refuted);  // at most 0.51

// Of the tutorial: K and V come from one X, what is printed as Q does not.
constexpr auto V_from_K = verify(printed_K * inverse(Wk) * Wv, printed_V);
constexpr auto Q_from_K = verify(printed_K * inverse(Wk) * Wq, printed_Q);
static_assert(all_consistent<V_from_K> && Q_from_K.count(verdict::consistent) == 0);
static_assert(same_digits(printed_Q, printed_K));

// Exercises.
static_assert(verify(softmax(exact(printed<"[1, 2, 3]">)), printed<"[0.09, 0.24, 0.67]">).consistent());  // 7.1
static_assert(verify(softmax(exact(printed<"[1, 2, 3]">)), printed<"[0.09, 0.25, 0.66]">)(1) == verdict::refuted);
static_assert(!rows_sum_to_one(exact(printed<"[[0.3, 0.3, 0.3]]">))[0]);  // 7.2: as they are printed
static_assert(rows_sum_to_one(printed<"[[0.3, 0.3, 0.3]]">)[0]);          // and where 0.3 is a third, rounded

/// What was printed, with two places, where the value lies, and what follows.
void print(const char* what, const auto& judged, std::size_t i) {
    const judged_number& number = judged.numbers[i];
    std::cout << what << ", printed as " << std::setprecision(2) << static_cast<double>(number.printed.digits) / 100
              << ": " << std::setprecision(4) << number.lower << " to " << number.upper << ", "
              << name_of(judged.items[i]) << '\n';
}

int main() {
    std::cout << "V: " << V_from_K.count(verdict::consistent) << " of " << V_from_K.size()
              << " numbers are consistent\n";
    std::cout << "Q: " << Q_from_K.count(verdict::refuted) << " of " << Q_from_K.size() << " numbers are refuted\n\n"
              << std::fixed;
    print("the first sum", verify(ones * W, printed<"0.51 0.50">), 0);
    print("the first sum", verify(ones * W, printed<"0.53 0.50">), 0);
    constexpr auto slip = verify(softmax(exact(printed<"[1, 2, 3]">)), printed<"[0.09, 0.25, 0.66]">);
    for (std::size_t i = 0; i < slip.size(); ++i) print("a share of 1, 2, 3", slip, i);
}
