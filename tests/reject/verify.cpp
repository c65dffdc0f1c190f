// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: verify(formula, printed) needs as many rows and columns printed as the formula has; dots stand for those between | 12 | 3 | 2
// CASE 2: heed: verify(formula, printed) needs as many rows and columns printed as the formula has; dots stand for those between | 3 | 12 | 2
// CASE 3: heed: verify(formula, printed) needs as many rows and columns printed as the formula has; dots stand for those between | 5 | 4
// CASE 4: heed: verify(formula, printed) needs as many rows and columns printed as the formula has; dots stand for those between | 2 | 6
// CASE 5: heed: verify(formula, printed) needs as many rows and columns printed as the formula has; dots stand for those between | 12 | 5
// CASE 6: heed: verify(formula, printed) needs as many rows and columns printed as the formula has; dots stand for those between | 12 | 3 | 14
// CASE 7: heed: verify needs printed numbers, or tensors of float, double or integers of up to 32 bits | double
// CASE 8: heed: verify needs printed numbers, or tensors of float, double or integers of up to 32 bits | double
// CASE 9: heed: verify needs printed numbers, or tensors of float, double or integers of up to 32 bits | cpp_bin_float
// CASE 10: heed: verify needs printed numbers, or tensors of float, double or integers of up to 32 bits | long
// CASE 11: cannot be an operand; verify(formula, printed) takes them
// CASE 12: cannot be an operand; verify(formula, printed) takes them
// CASE 13: heed: A * B needs columns(A) == rows(B) | 3 | 2
// CASE 14 throws: heed: verify(formula, printed) needs as many rows and columns printed as the formula has; dots stand for those between
// CASE 15: heed: all_consistent<verify(formula, printed)> needs printed numbers that the formula can have | row<2> | column<3> | 5.5 | refuted
// CASE 16: heed: all_consistent<verify(formula, printed)> needs verdicts, and this number is undecided | row<1> | column<2> | undecided
// CASE 17: heed: all_consistent<verify(formula, printed)> needs printed numbers that the formula can have | row<1> | column<1> | 1.583 | 1.537882
// CASE 18: heed: printed text needs the same number of columns in every row | ragged_rows | 2, 0 | 1, 2
// CASE 19: heed: all_consistent<verify(formula, printed, in_float32)> needs printed numbers of float32, and no number of float32 is printed as these digits | row<1> | column<2> | arithmetic::float32
// CASE 20: heed: all_consistent<verify(formula, printed)> needs printed numbers that the formula can have | row<1> | column<1>
#include <heed/heed.hpp>
#include <heed/verify.hpp>

#if CASE == 9
#include <boost/multiprecision/cpp_bin_float.hpp>
#endif
using namespace heed;

constexpr tensor<double, 12, 3> ladder = [] {
    tensor<double, 12, 3> t;
    double x = 0;
    for (double& y : t) y = x++;
    return t;
}();
constexpr tensor<float, 5> five{1, 2, 3, 4, 5};
constexpr tensor<int, 2, 2> whole{{1, 2}, {3, 4}};
constexpr tensor<double, 2, 2, 3> cube;
constexpr auto W = printed<"1 2\n3 4">;
constexpr auto dots = printed<"1 ... 2\n...\n3 ... 4">;
constexpr auto one_dot = printed<"1 ...\n3 4">;

#ifndef CASE
static_assert(verify(ladder, printed<"0 1 2\n...\n33 34 35">).consistent());
static_assert(verify(W * five(4) + whole, printed<"...\n... 24">).consistent());
static_assert(all_consistent<verify(ladder, printed<"0 1 2\n...\n33 34 35">)>);
static_assert(verify(five, printed<"1 2 3 4 5">).consistent());
#endif

#if CASE == 1
constexpr auto bad = verify(ladder, printed<"1 2\n3 4">);
#endif
#if CASE == 2
auto bad = verify(transpose(ladder) + 1, printed<"1 2\n3 4">);
#endif
#if CASE == 3
constexpr auto bad = verify(five, printed<"1 2 3 4">);
#endif
#if CASE == 4
constexpr auto bad = verify(cube, printed<"1 2 3\n4 5 6\n1 2 3\n4 5 6\n1 2 3\n4 5 6">);
#endif
#if CASE == 5
constexpr auto bad = verify(ladder, printed<"0 1 ... 2 3\n...\n33 34 ... 35 36">);
#endif
#if CASE == 6
constexpr auto bad = verify(
    ladder,
    printed<"1 1 1\n2 1 1\n3 1 1\n4 1 1\n5 1 1\n6 1 1\n7 1 1\n8 1 1\n9 1 1\n10 1 1\n11 1 1\n12 1 1\n13 1 1\n...">);
#endif
#if CASE == 7
constexpr auto bad = verify(tensor<long double, 2, 2>{} * W, printed<"1 2\n3 4">);
#endif
#if CASE == 8
auto bad = verify(W * 0.5L, printed<"1 2\n3 4">);
#endif
#if CASE == 9
tensor<boost::multiprecision::cpp_bin_float_50, 2, 2> digits;
auto bad = verify(digits, printed<"1 2\n3 4">);
#endif
#if CASE == 10
constexpr auto bad = verify(tensor<long long, 2, 2>{} + W, printed<"1 2\n3 4">);
#endif
#if CASE == 11
constexpr auto bad = verify(dots * tensor<double, 3, 1>{}, printed<"1 2 3">);
#endif
#if CASE == 12
constexpr auto bad = verify(dots, printed<"1 2\n3 4">);
#endif
#if CASE == 13
auto bad = verify(ladder * W, printed<"1 2\n3 4">);
#endif
#if CASE == 14
constexpr auto bad = verify(tensor<double, 2, 3>{}, one_dot);
#endif
#if CASE == 15
static_assert(all_consistent<verify(rows<0, 2>(ladder), printed<"0 1 2\n3 4 5.5">)>);
#endif
#if CASE == 16
static_assert(all_consistent<verify(W, printed<"1 nan\n3 4">)>);
#endif
#if CASE == 17
static_assert(all_consistent<verify(softmax(exact(printed<"0 1">)) * exact(printed<"[[3.0, 4.0], [1.0, 2.0]]">),
                                    printed<"1.583 2.538">)>);
#endif
#if CASE == 18
auto bad = verify(ladder, printed<"1 2\n3">);
#endif
#if CASE == 19
static_assert(all_consistent<verify(exact(printed<"0.1 0.1">), printed<"0.1000000000 0.1000000005">, in_float32)>);
#endif
#if CASE == 20
static_assert(all_consistent<verify(exact(printed<"0.1 0.1">), printed<"0.3000000 0.1000000005">, in_float32)>);
#endif

int main() {}
