// SPDX-License-Identifier: BSL-1.0
// verify(formula, printed) as users see it: shapes, elided rows and columns, what counts as one object, what verdicts
// say. Each function holds in constant expressions and at run time.
#include <heed/heed.hpp>
#include <heed/verify.hpp>
#include <heed_check/report/decimal_text.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <random>
#include <sstream>
#include <string>
#include <utility>

namespace {

using namespace heed;

constexpr verdict consistent = verdict::consistent, refuted = verdict::refuted, undecided = verdict::undecided,
                  elided = verdict::elided;

template <class V>
constexpr bool all_are(const V& v, verdict what) {
    return v.count(what) == v.size();
}

constexpr auto W = printed<R"(\begin{bmatrix} 0.40 & 0.20 \\ 0.10 & 0.30 \end{bmatrix})">;
constexpr tensor<double, 1, 2> ones{{1, 1}};

constexpr bool sums_of_printed_numbers() {
    return verify(ones * W, printed<"0.50 0.50">).consistent() && verify(ones * W, printed<"0.51 0.49">).consistent() &&
           verify(ones * W, printed<"0.53 0.50">)(0, 0) == refuted &&
           verify(ones * W, printed<"0.53 0.50">)(0, 1) == consistent &&
           verify(ones * exact(W), printed<"0.51 0.50">)(0, 0) == refuted &&
           verify(ones * exact(W), printed<"0.50 0.50">).consistent();
}
static_assert(sums_of_printed_numbers());

constexpr auto rows_to_norm = printed<"1.00 2.00 3.00\n1.00 5.00 9.00">;

constexpr bool norms_of_printed_numbers() {
    const auto layer = layer_norm(rows_to_norm);
    const auto exact_layer = layer_norm(exact(rows_to_norm));
    return verify(layer, printed<"-1.22 0.00 1.22\n-1.22 0.00 1.22">).consistent() &&
           verify(layer, printed<"-1.22 0.02 1.22\n-1.22 0.00 1.24">)(1, 2) == refuted &&
           verify(exact_layer, printed<"-1.2247 0.0000 1.2247\n-1.2247 0.0001 1.2247">)(1, 1) == refuted &&
           verify(exact_layer, printed<"-1.2247 0.0000 1.2247\n-1.2247 0.0001 1.2247">)(1, 0) == consistent &&
           verify(rms_norm(exact(rows_to_norm), {.epsilon = 1e-6}), printed<"0.463 0.926 1.389\n0.167 0.837 1.507">)
               .consistent();
}
static_assert(norms_of_printed_numbers());

constexpr tensor<double, 3> vector{1, 2, 3};
constexpr tensor<double, 1, 3> one_row{{1, 2, 3}};
constexpr tensor<double, 3, 1> one_column{{1}, {2}, {3}};
constexpr tensor<double, 2, 1, 3> sheets{{{1, 2, 3}}, {{4, 5, 6}}};

constexpr bool vectors_as_rows_and_columns() {
    constexpr auto row = printed<"1 2 3">, nested_row = printed<"[[1, 2, 3]]">;
    constexpr auto list = printed<"[1, 2, 3]">;
    constexpr auto deep = printed<"[[[1, 2, 3]]]">;
    constexpr auto column = printed<"1\n2\n3">, wrong = printed<"1\n2\n4">;
    return verify(vector, row).consistent() && verify(vector, list).consistent() &&
           verify(vector, nested_row).consistent() && verify(vector, column).consistent() &&
           verify(vector, deep).consistent() && verify(one_row, row).consistent() &&
           verify(one_row, column).consistent() && verify(one_column, row).consistent() &&
           verify(one_column, column).consistent() && verify(vector, wrong)(2) == refuted &&
           verify(one_row, wrong)(0, 2) == refuted && verify(one_column, wrong)(2, 0) == refuted &&
           verify(vector, wrong).count(consistent) == 2;
}
static_assert(vectors_as_rows_and_columns());

constexpr bool axes_of_size_1_and_rank_3() {
    constexpr auto matrix = printed<"1 2 3\n4 5 6">;
    constexpr auto nested = printed<"[[[1, 2, 3]], [[4, 5, 6]]]">;
    constexpr auto wrong = printed<"[[[[1, 2, 3]], [[4, 5, 7]]]]">;
    const auto v = verify(sheets, wrong);
    return verify(sheets, matrix).consistent() && verify(sheets, nested).consistent() && v(1, 0, 2) == refuted &&
           v(1, 0, 1) == consistent && v.count(refuted) == 1 && v.size() == 6;
}
static_assert(axes_of_size_1_and_rank_3());

constexpr bool one_number() {
    constexpr auto one = printed<"1">, nested = printed<"[[1]]">, two = printed<"2">;
    constexpr tensor<double> scalar = 1;
    constexpr tensor<double, 1, 1> matrix{{1}};
    return verify(scalar, one).consistent() && verify(scalar, nested).consistent() &&
           verify(scalar, two)() == refuted && verify(matrix, one).consistent() &&
           verify(matrix, two)(0, 0) == refuted && verify(sum(one), one).consistent() &&
           verify(one, one).consistent() && verify(sum(one), two).size() == 1;
}
static_assert(one_number());

constexpr tensor<double, 4, 4> ladder{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}};

/// What is printed at each place of the ladder, 0 where nothing is: read off the verdicts.
template <class Printed>
constexpr bool shows(const Printed& p, const bool (&shown)[4][4]) {
    const auto v = verify(ladder, p);
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 4; ++j)
            if (v(i, j) != (shown[i][j] ? consistent : elided)) return false;
    return v.consistent() && !v.refuted();
}

constexpr bool elided_in_the_middle() {
    return shows(printed<"1 2 ... 4\n... ... ... ...\n13 14 ... 16">,
                 {{true, true, false, true}, {}, {}, {true, true, false, true}}) &&
           shows(printed<"1 ... 4\n...\n13 ... 16">, {{true, false, false, true}, {}, {}, {true, false, false, true}});
}
static_assert(elided_in_the_middle());

constexpr bool elided_at_the_start() {
    return shows(printed<"...\n... 15 16">, {{}, {}, {}, {false, false, true, true}}) &&
           shows(printed<"... 3 4\n... 7 8\n... 11 12\n... 15 16">, {{false, false, true, true},
                                                                     {false, false, true, true},
                                                                     {false, false, true, true},
                                                                     {false, false, true, true}});
}
static_assert(elided_at_the_start());

constexpr bool elided_at_the_end() {
    return shows(printed<"1 2 ...\n5 6 ...\n...">, {{true, true, false, false}, {true, true, false, false}, {}, {}}) &&
           shows(printed<"1 2 3 4\n...">, {{true, true, true, true}, {}, {}, {}});
}
static_assert(elided_at_the_end());

constexpr bool elided_one_or_none() {
    return shows(printed<"1 2 3 4\n...\n9 10 11 12\n13 14 15 16">,
                 {{true, true, true, true}, {}, {true, true, true, true}, {true, true, true, true}}) &&
           shows(printed<"1 2 3 4\n5 6 7 8\n...\n9 10 11 12\n13 14 15 16">, {{true, true, true, true},
                                                                             {true, true, true, true},
                                                                             {true, true, true, true},
                                                                             {true, true, true, true}}) &&
           shows(printed<"1 ... 2 3 4\n5 ... 6 7 8\n...\n13 ... 14 15 16">,
                 {{true, true, true, true}, {true, true, true, true}, {}, {true, true, true, true}});
}
static_assert(elided_one_or_none());

constexpr bool elided_along_a_vector() {
    constexpr tensor<double, 6> six{1, 2, 3, 4, 5, 6};
    const auto v = verify(six, printed<"1 2 ... 7">);
    const auto column = verify(six, printed<"1\n...\n5\n6">);
    return v(0) == consistent && v(1) == consistent && v(2) == elided && v(4) == elided && v(5) == refuted &&
           column(0) == consistent && column.count(elided) == 3 && column(5) == consistent;
}
static_assert(elided_along_a_vector());

constexpr bool single_dots() {
    const auto v = verify(ladder, printed<"1 ... 3 4\n5 6 7 8\n9 10 ... 12\n13 14 15 17">);
    return v(0, 1) == elided && v(2, 2) == elided && v.count(elided) == 2 && v(3, 3) == refuted &&
           v.count(consistent) == 13;
}
static_assert(single_dots());

constexpr bool what_verdicts_say() {
    const auto v = verify(ladder, printed<"1 2 ... 5\n...\n13 14 ... 16">);
    std::size_t rounds = 0, refutations = 0;
    for (const verdict x : v) {
        ++rounds;
        refutations += x == refuted ? 1 : 0;
    }
    const auto nothing = verify(ladder, printed<"1 ...\n...">);
    return rounds == 16 && refutations == 1 && v.count(refuted) == 1 && v.count(consistent) == 5 &&
           v.count(elided) == 10 && v.count(undecided) == 0 && v.refuted() && !v.consistent() &&
           v.end() - v.begin() == 16 && v.begin()[3] == refuted && v == v && !(v == nothing) && nothing.consistent() &&
           !nothing.refuted();
}
static_assert(what_verdicts_say());

constexpr bool types_of_elements() {
    constexpr tensor<float, 2> singles{0.5F, 0.1F};
    constexpr tensor<int, 2> integers{-3, 2147483647};
    constexpr tensor<unsigned char, 2> bytes{0, 255};
    constexpr auto half = printed<"0.5 0.1">, ten_digits = printed<"0.5 0.1000000015">;
    return verify(singles, half).consistent() && verify(singles, ten_digits).consistent() &&
           verify(singles, printed<"0.5 0.1000000000">)(1) == refuted &&  // the float nearest to 0.1
           verify(integers, printed<"-3 2147483647">).consistent() && verify(bytes, printed<"0 255">).consistent() &&
           verify(integers, printed<"-3 2147483648">)(1) == refuted;
}
static_assert(types_of_elements());

constexpr bool literals_and_exact_scalars() {
    constexpr auto x = exact(printed<"2 3">);
    return verify(x * 2, printed<"4 6">).consistent() && verify(x * 0.5F, printed<"1.0 1.5">).consistent() &&
           verify(x / sqrt(4_c), printed<"1.0 1.5">).consistent() &&
           verify(x / sqrt(2_c), printed<"1.414214 2.121320">).consistent() &&
           verify(x / sqrt(2_c), printed<"1.414213 2.121320">)(0, 0) == refuted &&
           verify(2_c * x / 3_c, printed<"1.33 2.00">).consistent() &&
           verify(x * 0.1, printed<"0.20 0.31">)(0, 1) == refuted;
}
static_assert(literals_and_exact_scalars());

constexpr bool attention_of_printed_numbers() {
    constexpr auto Q = printed<"1.0 0.0\n0.0 1.0">, K = printed<"1.0 0.0\n0.0 1.0">,
                   V = printed<"1.00 0.00\n0.00 1.00">;
    // softmax of (1/sqrt 2, 0): 0.6698, 0.3302
    const auto v = verify(softmax(Q * transpose(K) / sqrt(2_c)) * V, printed<"0.67 0.33\n0.33 0.67">);
    const auto w =
        verify(softmax(exact(Q) * transpose(exact(K)) / sqrt(2_c)) * exact(V), printed<"0.6698 0.3302\n0.3303 0.6698">);
    return v.consistent() && w(0, 0) == consistent && w(0, 1) == consistent && w(1, 0) == refuted &&
           w(1, 1) == consistent;
}
static_assert(attention_of_printed_numbers());

constexpr bool temporaries() {
    const auto moved = exact(W) * 2;
    return verify(moved, printed<"0.80 0.40\n0.20 0.60">).consistent() &&
           verify(tensor<double, 2>{1, 2} + vector[0], printed<"2 3">).consistent() &&
           verify(exact(printed<"0.5">), printed<"0.50">).consistent() &&
           verify(exact(printed<"0.5">), printed<"0.51">)(0, 0) == refuted;
}
static_assert(temporaries());

/// A named object is one set of unknowns.
constexpr bool one_object_used_twice() {
    constexpr auto A = printed<"0.5">, B = printed<"0.5">;
    return verify(A - B, printed<"0.1">).consistent() && all_are(verify(A - A, printed<"0.1">), refuted) &&
           all_are(verify(A - A, printed<"0.0001">), refuted) && verify(A - A, printed<"0">).consistent() &&
           verify(W - W, printed<"0 0\n0 0">).consistent() &&
           all_are(verify(W - W, printed<"0.01 0.01\n-0.01 0.01">), refuted) &&
           verify(W - transpose(W), printed<"0.0 0.1\n-0.1 0.0">).consistent() &&
           verify(W - transpose(W), printed<"0.00 0.10\n-0.11 0.01">)(1, 1) == refuted &&
           verify(W - transpose(W), printed<"0.00 0.10\n-0.11 0.01">)(1, 0) == consistent;
}
static_assert(one_object_used_twice());

constexpr bool powers_of_one_object() {
    constexpr auto A = printed<"0.5">, B = printed<"0.5">;  // 0.45 to 0.55, squares 0.2025 to 0.3025
    return verify(hadamard(A, A), printed<"0.20">).consistent() &&
           verify(hadamard(A, A), printed<"0.30">).consistent() &&
           all_are(verify(hadamard(A, A), printed<"0.19">), refuted) &&
           all_are(verify(hadamard(A, A), printed<"0.31">), refuted) &&
           verify(hadamard(A, B), printed<"0.30">).consistent() &&
           // A / A is 1; the method knows that it is between 0.9 and 1.1 only
           verify(A / A, printed<"1">).consistent() && all_are(verify(A / A, printed<"1.3">), refuted) &&
           all_are(verify(A / B, printed<"1.3">), refuted) && verify(A / B, printed<"1.2">).consistent() &&
           !verify(A / A, printed<"1.2">).consistent() && !verify(A / A, printed<"0.9">).consistent();
}
static_assert(powers_of_one_object());

/// Ends of half units belong to what is printed, either way.
constexpr bool ties() {
    constexpr auto half = exact(printed<"0.5">), W1 = printed<"0.0">;
    return verify(half * 0.25, printed<"0.12">).consistent() && verify(half * 0.25, printed<"0.13">).consistent() &&
           all_are(verify(half * 0.25, printed<"0.11">), refuted) && verify(W1 * 1, printed<"0.1">).consistent() &&
           verify(W1 + half, printed<"0.6">).consistent() && verify(W1 + half, printed<"0.4">).consistent() &&
           all_are(verify(W1 + half, printed<"0.7">), refuted);
}
static_assert(ties());

constexpr bool ties_of_choices() {
    constexpr auto zero = exact(printed<"0">), R = printed<"0.0">;  // max(0, R) is 0.05 where R is
    return !verify(max(R, zero), printed<"0.1">).refuted() && !verify(max(zero, R), printed<"0.1">).refuted() &&
           !verify(min(zero, R), printed<"-0.1">).refuted();
}
static_assert(ties_of_choices());

/// Numbers that differ by more figures than fit are ordered all the same.
constexpr bool choices_between_numbers_far_apart() {
    constexpr auto large = exact(printed<"5e21">), small = exact(printed<"5e-17">), minus = exact(printed<"-5e-17">);
    const auto smaller = verify(min(large, minus) * exact(printed<"1e-24">) + 0.125, printed<"0.13">);
    const auto larger = verify(max(small, large) * exact(printed<"2e-22">) - 0.875, printed<"0.13">);
    const auto other_way = verify(max(large, small) * exact(printed<"2e-22">) - 0.875, printed<"0.12">);
    return !smaller.consistent() && larger.consistent() && other_way.consistent() &&
           verify(relu(-large) + 0.125, printed<"0.13">).consistent() &&
           verify(abs(-large) * exact(printed<"2e-22">) - 0.875, printed<"0.12">).consistent() &&
           verify(hadamard(max<0>(concat<0>(small, minus, large)), exact(printed<"2e-22">)) - 0.875, printed<"0.13">)
               .consistent();
}
static_assert(choices_between_numbers_far_apart());

/// Functions with a kink are continuous: what lies on either side of it is reached.
constexpr bool kinks() {
    constexpr auto R = printed<"0.0">;  // -0.05 to 0.05
    return verify(relu(R), printed<"0.03">).consistent() && verify(relu(-R), printed<"0.03">).consistent() &&
           verify(abs(R), printed<"0.03">).consistent() && all_are(verify(relu(R), printed<"0.06">), refuted) &&
           all_are(verify(relu(R), printed<"-0.01">), refuted) && all_are(verify(abs(R), printed<"-0.01">), refuted) &&
           verify(max(R, -R), printed<"0.03">).consistent() && !verify(max(R, -R), printed<"-0.03">).consistent();
}
static_assert(kinks());

/// What is undefined has no witness, though tanh, max or softmax are bounded.
constexpr bool undefined_values() {
    constexpr auto m = exact(printed<"-1">), zero = exact(printed<"0">), R = printed<"0.0">;
    constexpr auto none = printed<"0">;
    return !verify(0.1 * sigmoid(log(m)), none).consistent() && !verify(0.1 * tanh(sqrt(m)), none).consistent() &&
           !verify(max(min(m / zero, 0.1), -0.1), none).consistent() &&
           !verify(0.1 * softmax(log(m)), none).consistent() && !verify(R / R, none).consistent() &&
           verify(sqrt(R), printed<"0.0">).consistent() && verify(0.1 * tanh(m / R), none)(0, 0) != refuted;
}
static_assert(undefined_values());

constexpr bool masks() {
    constexpr auto mask = exact(printed<"0 -inf\n-inf -inf">);
    constexpr auto S = printed<"0.5 0.5\n0.5 0.5">;
    const auto weights = verify(softmax(S + mask), printed<"1.0 0.1\n0.0 0.1">);
    const auto logs = verify(log_softmax(S + mask), printed<"0.0 -inf\n-inf -3">);
    return weights(0, 0) == consistent && weights(0, 1) == refuted && weights(1, 0) == consistent &&
           weights(1, 1) == refuted && logs(0, 0) == consistent && logs(0, 1) == consistent &&
           logs(1, 0) == consistent && logs(1, 1) == refuted &&
           verify(logsumexp(S + mask), printed<"0.5 -inf">).consistent() &&
           verify(softmax(S + mask), printed<"1 nan\n0 inf">)(0, 1) == undecided;
}
static_assert(masks());

constexpr bool masks_by_indices() {
    constexpr auto S = printed<"0.5 0.5\n0.5 0.5">;
    const auto v = verify(softmax(where(index::k <= index::q, S)), printed<"1.0 0.1\n0.5 0.6">);
    return v(0, 0) == consistent && v(0, 1) == refuted && v(1, 0) == consistent && v(1, 1) == refuted &&
           verify(where(index::k <= index::q, S), printed<"0.5 -inf\n0.5 0.5">).consistent();
}
static_assert(masks_by_indices());

constexpr bool inverses() {
    constexpr auto A = exact(printed<"2 0\n0 4">), B = printed<"2.000 0.000\n0.000 4.000">;
    return verify(inverse(A), printed<"0.50 0.00\n0.00 0.25">).consistent() &&
           verify(inverse(A), printed<"0.5 0.0\n0.0 0.3">).consistent() &&
           verify(inverse(A), printed<"0.5 0.1\n0.0 0.3">)(0, 1) == refuted &&
           verify(inverse(B) * B, printed<"1 0\n0 1">).consistent() &&
           verify(inverse(B), printed<"0.500 0.001\n0.000 0.250">)(0, 1) == refuted;
}
static_assert(inverses());

constexpr bool formulas_of_parts() {
    constexpr auto A = printed<"1 2 3 4">;
    const auto f = concat(cols<2, 4>(A), cols<0, 2>(A));
    return verify(f, printed<"3 4 1 2">).consistent() && verify(f - f, printed<"0 0 0 0">).consistent() &&
           all_are(verify(f - f, printed<"0.1 0.1 0.1 0.1">), refuted) &&
           verify(cols<0, 3>(A) - cols<1, 4>(A), printed<"-1 -2 0">).consistent() &&
           verify(cols<0, 3>(A) - cols<1, 4>(A), printed<"-1 -2 1">)(0, 2) == refuted;
}
static_assert(formulas_of_parts());

TEST(verify, holds_at_run_time) {
    EXPECT_TRUE(sums_of_printed_numbers());
    EXPECT_TRUE(vectors_as_rows_and_columns());
    EXPECT_TRUE(axes_of_size_1_and_rank_3());
    EXPECT_TRUE(one_number());
    EXPECT_TRUE(elided_in_the_middle());
    EXPECT_TRUE(elided_at_the_start());
    EXPECT_TRUE(elided_at_the_end());
    EXPECT_TRUE(elided_one_or_none());
    EXPECT_TRUE(elided_along_a_vector());
    EXPECT_TRUE(single_dots());
    EXPECT_TRUE(what_verdicts_say());
    EXPECT_TRUE(types_of_elements());
    EXPECT_TRUE(literals_and_exact_scalars());
    EXPECT_TRUE(attention_of_printed_numbers());
    EXPECT_TRUE(temporaries());
    EXPECT_TRUE(one_object_used_twice());
    EXPECT_TRUE(powers_of_one_object());
    EXPECT_TRUE(ties());
    EXPECT_TRUE(ties_of_choices());
    EXPECT_TRUE(choices_between_numbers_far_apart());
    EXPECT_TRUE(kinks());
    EXPECT_TRUE(undefined_values());
    EXPECT_TRUE(masks());
    EXPECT_TRUE(masks_by_indices());
    EXPECT_TRUE(inverses());
    EXPECT_TRUE(formulas_of_parts());
}

/// Numbers that are known at run time only, and the same verdicts both ways.
TEST(verify, says_the_same_at_both_times) {
    constexpr auto Q = printed<"0.31 -0.52\n0.11 0.87\n-0.75 0.24">;
    constexpr auto K = printed<"0.93 0.12\n-0.44 0.65\n0.27 -0.38">;
    constexpr auto out = printed<"0.42 0.26 0.33\n0.31 0.41 0.28\n0.25 0.42 0.33">;
    constexpr auto while_compiling = verify(softmax(Q * transpose(K) / sqrt(2_c)), out);
    const auto at_run_time = verify(softmax(Q * transpose(K) / sqrt(2_c)), out);
    EXPECT_TRUE(while_compiling == at_run_time);
    tensor<double, 3, 2> copy = Q;
    const auto of_known = verify(softmax(copy * transpose(K) / sqrt(2_c)), out);
    for (std::size_t i = 0; i < 9; ++i)
        if (of_known.begin()[i] == consistent) {
            EXPECT_EQ(at_run_time.begin()[i], consistent);
        }
    strided_view<const double, 2, 3> transposed(copy.data(), {1, 2});
    EXPECT_TRUE(verify(softmax(transpose(transposed) * transpose(K) / sqrt(2_c)), out) == of_known);
}

template <class T>
std::string text_of(const T& t) {
    std::ostringstream out;
    out << t;
    return out.str();
}

TEST(verify, prints_what_is_refuted_by_how_much) {
    constexpr auto Q = exact(printed<"1.0 0.0\n0.0 1.0">), K = exact(printed<"0.0 1.0\n1.0 0.0">),
                   V = exact(printed<"1.0 2.0\n3.0 4.0">);
    EXPECT_EQ(text_of(verify(softmax(Q * transpose(K)) * V, printed<"2.462 3.462\n1.583 2.538">)),
              "[[2.462, 3.462],\n [1.583!, 2.538]]\n"
              "row 2, column 1: printed 1.583, reachable 1.53788 to 1.53789: at least 45.1 units of the last place too "
              "large");
    EXPECT_EQ(text_of(verify(vector, printed<"1 -0.002 ...">)),
              "[1, -0.002!, ...]\ncolumn 2: printed -0.002, reachable 1.99999 to 2.00001: at least 2001.9 units of the "
              "last place too small");
    EXPECT_EQ(text_of(verify(W * 1e4, printed<"4e3 2e3\nnan 3.5e3">)),
              "[[4000, 2000],\n [nan?, 3500!]]\n"
              "row 2, column 1: printed nan, reachable 949.99 to 1050.01: undecided\n"
              "row 2, column 2: printed 3500, reachable 2949 to 3051: at least 4.4 units of the last place too large");
    EXPECT_EQ(text_of(verify(sum(vector), printed<"6">)), "6");
    EXPECT_EQ(text_of(within_hull(printed<"2.0 3.0\n3.5 4.5">, V)), "[consistent, refuted!]");
}

TEST(verify, prints_numbers_far_from_1) {
    constexpr auto zero = exact(printed<"[0]">), small = exact(printed<"[1e-200]">);
    EXPECT_EQ(text_of(verify(zero + zero, printed<"[1e-320]">)),
              "[1e-320!]\ncolumn 1: printed 1e-320, reachable 0 to 0: at least 1.0 units of the last place too large");
    EXPECT_EQ(text_of(verify(zero + 1_c, printed<"[2e-299]">)),
              "[2e-299!]\ncolumn 1: printed 2e-299, reachable 1.000000000000000 to 1.000000000000000: at least "
              "9.99999999999995e298 units of the last place too small");
    EXPECT_EQ(text_of(verify(small * small, printed<"[2.0e-400]">)),
              "2.0e-400!\ncolumn 1: printed 2.0e-400, reachable 0 to 4.94065645841248e-324: exact decimals tell");
    const auto expect = [](const decimal& d, const std::string& text) {
        std::ostringstream out;
        detail::print_decimal(out, d.digits, d.places);
        EXPECT_EQ(out.str(), text);
        EXPECT_EQ(heed::text_of(d), text);
    };
    expect({20, 401}, "2.0e-400");
    expect({-15, 300}, "-1.5e-299");
    expect({123, 40}, "0." + std::string(37, '0') + "123");
    expect({1, 41}, "1e-41");
    expect({7, -39}, "7" + std::string(39, '0'));
    expect({7, -40}, "7e40");
    expect({12, -39}, "1.2e40");
    expect({0, 3}, "0.000");
    expect({0, -3}, "0");
    expect({-123, 2}, "-1.23");
    expect({-123, 3}, "-0.123");
}

TEST(verify, says_why_digits_within_bounds_are_refuted) {
    constexpr auto x = exact(printed<"[1, 2, 3]">);
    const std::string words = text_of(verify(softmax(x), printed<"[0.09003057 0.24472847 0.66524096]">, in_float32));
    EXPECT_NE(words.find("column 2: printed 0.24472847"), std::string::npos) << words;
    EXPECT_NE(words.find(": no number of float32 is printed as these digits"), std::string::npos) << words;
}

/// The figures that are printed say no more than was proved.
TEST(verify, bounds_are_printed_outwards) {
    for (const double x : {0.1, -0.1, 1.0 / 3, 2.5, -7.0, 123456.789, 1e-20, 3e14, -3e20})
        for (const int places : {-2, 0, 3, 7, 20}) {
            std::ostringstream low, high;
            detail::print_bound(low, x, places, false);
            detail::print_bound(high, x, places, true);
            EXPECT_LE(std::stold(low.str()), static_cast<long double>(x)) << low.str();
            EXPECT_GE(std::stold(high.str()), static_cast<long double>(x)) << high.str();
        }
    std::mt19937_64 random(7);
    for (int i = 0; i < 100'000; ++i) {
        const double x =
            std::ldexp(static_cast<double>(static_cast<long long>(random())), static_cast<int>(i % 1200) - 600);
        ASSERT_LE(detail::outwards(x, false), x);
        ASSERT_GE(detail::outwards(x, true), x);
        ASSERT_LE(std::abs(detail::outwards(x, true) - x), 2e-6 * std::abs(x));
    }
}

}  // namespace
