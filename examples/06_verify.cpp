// SPDX-License-Identifier: BSL-1.0
// Printed numbers, verified while this program is compiled: were one of the asserted verdicts wrong, it would not be a
// program.
#include <heed/verify.hpp>

#include <iostream>

using namespace heed;

// Keras' own test of its attention layer, as its source prints it. These digits are the numbers.
constexpr auto Q = exact(printed<"[[1.0, 0.0], [0.0, 1.0]]">);
constexpr auto K = exact(printed<"[[0.0, 1.0], [1.0, 0.0]]">);
constexpr auto V = exact(printed<"[[1.0, 2.0], [3.0, 4.0]]">);
constexpr auto weights = verify(softmax(Q * transpose(K)), printed<"[[0.269, 0.731], [0.731, 0.269]]">);
constexpr auto output = verify(softmax(Q * transpose(K)) * V, printed<"[[2.462, 3.462], [1.538, 2.538]]">);
static_assert(all_consistent<weights> && all_consistent<output>);

// One wrong digit.
constexpr auto wrong = verify(softmax(Q * transpose(K)) * V, printed<"[[2.462, 3.462], [1.583, 2.538]]">);
static_assert(wrong(1, 0) == verdict::refuted && wrong.count(verdict::consistent) == 3);

// A page prints softmax of 1, 2, 3. Two digits of the second number are exchanged: 0.2447 is right.
constexpr auto page = printed<"[0.0900, 0.2474, 0.6652]">;
constexpr auto judgement = verify(softmax(exact(printed<"[1, 2, 3]">)), page);
static_assert(judgement(0) == verdict::consistent && judgement(1) == verdict::refuted);

// Numbers that were rounded when they were printed: each is known to half a unit of its last place.
constexpr auto W = printed<R"(\begin{bmatrix} 0.40 & 0.20 \\ 0.10 & 0.30 \end{bmatrix})">;
constexpr tensor<double, 1, 2> ones{{1, 1}};
static_assert(verify(ones * W, printed<"0.51 0.50">).consistent());               // 0.405 + 0.105 rounds to 0.51
static_assert(verify(ones * W, printed<"0.53 0.50">)(0, 0) == verdict::refuted);  // at most 0.51
static_assert(verify(ones * exact(W), printed<"0.51 0.50">)(0, 0) == verdict::refuted);

// A name is one set of numbers: whatever W is, W - W is 0. Two matrices with the same digits may differ.
constexpr auto U = printed<R"(\begin{bmatrix} 0.40 & 0.20 \\ 0.10 & 0.30 \end{bmatrix})">;
constexpr auto U_copy = U;
constexpr auto one_hundredth = printed<"[[0.01, 0.00], [0.00, 0.00]]">;
static_assert(verify(U - U, one_hundredth)(0, 0) == verdict::refuted);
static_assert(verify(U - U_copy, one_hundredth)(0, 0) == verdict::consistent);

// Dots stand for the middle: what precedes them is aligned to the start, what follows them to the end.
constexpr tensor<double, 4, 4> ladder{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}};
constexpr auto shown = printed<R"(\begin{bmatrix}
    1.0 & \dots & 4.0 \\ \vdots & \ddots & \vdots \\ 13.0 & \dots & 16.1
\end{bmatrix})">;
constexpr auto judged = verify(ladder, shown);
static_assert(judged(0, 3) == verdict::consistent && judged(1, 2) == verdict::elided);
static_assert(judged(3, 3) == verdict::refuted);

// Laws of printed weights and outputs.
constexpr auto map = printed<"| | The | cat |\n|---|---|---|\n| Le | 0.8 | 0.2 |\n| chat | 0.1 | 0.8 |">;
static_assert(rows_sum_to_one(exact(map))[0] && !rows_sum_to_one(exact(map))[1]);
static_assert(rows_sum_to_one(map).all());  // 0.1 and 0.8 may stand for 0.15 and 0.85
static_assert(map.row_label(1) == "chat" && map.col_label(0) == "The");
static_assert(within_hull(printed<"[[2.0, 3.0], [3.5, 4.5]]">, V)(1) == verdict::refuted);

// What NumPy prints for float32. Real numbers give 0.24472847 and 0.66524096, float32 what is printed.
constexpr auto logits = exact(printed<"[1, 2, 3]">);
constexpr auto of_numpy = printed<"[0.09003057 0.24472848 0.66524094]">;
static_assert(verify(softmax(logits), of_numpy).count(verdict::refuted) == 2);
static_assert(verify(softmax(logits), of_numpy, in_float32).consistent());
constexpr auto one_digit_off = printed<"[0.09003057 0.24472948 0.66524094]">;
static_assert(verify(softmax(logits), one_digit_off, in_float32)(1) == verdict::refuted);

// Bounds instead of verdicts.
constexpr auto bounds = enclose(softmax(Q * transpose(K)));
static_assert(bounds(0, 0).lower > 0.2689414 && bounds(0, 0).upper < 0.2689415);

int main() {
    std::cout << "While this program was compiled, " << wrong.count(verdict::consistent) << " of " << wrong.size()
              << " numbers were found consistent and " << wrong.count(verdict::refuted) << " was refuted:\n"
              << wrong << "\n"
              << "softmax(Q * transpose(K)) is between " << bounds(0, 0).lower << " and " << bounds(0, 0).upper
              << " in its first element, to " << bounds(0, 0).upper - bounds(0, 0).lower << ".\n";
}
