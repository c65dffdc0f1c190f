// SPDX-License-Identifier: BSL-1.0
// Formulas in number types other than that of their leaves.
#include "tests/run/compare.hpp"
#include "tests/run/random_formula.hpp"

#include <heed/reference/evaluate.hpp>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <gtest/gtest.h>

namespace heed::test {

namespace mp = boost::multiprecision;
using digits_50 = mp::number<mp::cpp_bin_float<50>, mp::et_off>;
using digits_100 = mp::number<mp::cpp_bin_float<100>, mp::et_off>;

template <class T>
T largest_difference(const auto& a, const auto& b) {
    T worst = 0;
    auto y = b.begin();
    for (const T& x : a) {
        const T difference = abs(T(x - T(*y++)));
        if (!(difference <= worst)) worst = difference;
    }
    return worst;
}

TEST(evaluate_as, fifty_digits) {
    const auto Q = random_tensor<float, 12, 3>(1), K = random_tensor<float, 12, 3>(2),
               V = random_tensor<float, 12, 3>(3);
    const auto f = softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;
    const auto Y = evaluate_as<digits_50>(f);
    EXPECT_LT(largest_difference<digits_100>(evaluate_unfused<digits_100>(f), Y), digits_100("1e-48"));
    EXPECT_LE((distance<double>(evaluate_as<double>(f), evaluate_unfused<long double>(f))), 6);
}

/// Of a type that no register holds.
TEST(evaluate_as, sizes_may_be_lengths) {
    const auto Q = random_tensor<double, 3, 5>(1);
    const auto K = random_tensor<double, 4, 5>(2);
    const auto V = random_tensor<double, 4, 19>(3);
    const tensor<double, dyn, dyn> q = Q, k = K, v = V;
    const auto y = evaluate_as<digits_50>(softmax(q * transpose(k)) * v);
    const auto exact = evaluate_unfused<digits_50>(softmax(Q * transpose(K)) * V);
    ASSERT_EQ(y.size(), exact.size());
    EXPECT_LT(largest_difference<digits_50>(y, exact), digits_50("1e-48"));
    EXPECT_EQ(largest_difference<digits_50>(evaluate_as<digits_50>(k * transpose(q)),
                                            evaluate_as<digits_50>(K * transpose(Q))),
              0);
}

TEST(evaluate_as, exact_scalars_are_taken_in_the_type) {
    const matrix<float, 1, 1> one{{1}};
    const auto f = one / sqrt(3_c);
    const digits_50 root = 1 / sqrt(digits_50(3));
    EXPECT_LT(abs(digits_50(evaluate_as<digits_50>(f)(0, 0) - root)), digits_50("1e-49"));
    EXPECT_EQ(evaluate(f)(0, 0), static_cast<float>(root));
    EXPECT_NEAR(evaluate_as<double>(f)(0, 0), static_cast<double>(root), 0x1p-53) << "one unit in the last place";
    EXPECT_NEAR(static_cast<double>(evaluate_as<long double>(f)(0, 0) - static_cast<long double>(root)), 0, 0x1p-64);
    const auto g = one * sqrt(3_c);
    EXPECT_EQ(evaluate_as<double>(g)(0, 0), static_cast<double>(sqrt(digits_50(3)))) << "the root itself rounds once";
}

/// Sums of floats are not rounded before they are converted.
TEST(evaluate_as, leaves_are_converted_before_anything_is_computed) {
    const vector<float, 2> v{1e8F, 1};
    EXPECT_EQ(static_cast<double>(evaluate_as<double>(sum(v))), 100000001.0);
    EXPECT_NE(static_cast<float>(evaluate(sum(v))), 100000001.0);
    const matrix<float, 1, 2> row{{1e8F, 1}};
    EXPECT_EQ(evaluate_as<double>(row * transpose(row))(0, 0), 1e16 + 1);
}

TEST(evaluate_as, every_function) {
    const auto A = random_tensor<double, 4, 5>(1);
    const auto f = exp(A) + log(abs(A)) + sqrt(abs(A)) + rsqrt(abs(A)) + tanh(A) + erf(A) + sigmoid(A) + relu(A) +
                   gelu(A) + gelu_tanh(A) + silu(A) + softplus(A) + pow(abs(A), 0.3) + min(A, 0) + max(A, 0) +
                   log_softmax(A) + logsumexp<0>(A) + mean<0>(A);
    EXPECT_LT(largest_difference<digits_50>(evaluate_as<digits_50>(f), evaluate_unfused<digits_50>(f)),
              digits_50("1e-46"));
    EXPECT_LE((distance<double>(evaluate(f), evaluate_unfused<digits_50>(f))), 4);
}

/// Any type with the operations: here residues modulo a prime, in which sums and products are exact.
struct residue {
    int value = 0;
    constexpr residue() = default;
    constexpr residue(long long n) : value(static_cast<int>((n % 97 + 97) % 97)) {}
    friend constexpr residue operator+(residue a, residue b) { return a.value + b.value; }
    friend constexpr residue operator-(residue a, residue b) { return a.value - b.value; }
    friend constexpr residue operator*(residue a, residue b) { return a.value * b.value; }
    friend constexpr residue operator/(residue a, residue b) {
        residue power = 1;
        for (int i = 0; i < 95; ++i) power = power * b;  // b^95 = 1 / b modulo 97
        return a * power;
    }
    friend constexpr residue operator-(residue a) { return -a.value; }
    friend constexpr residue& operator+=(residue& a, residue b) { return a = a + b; }
    friend constexpr bool operator<(residue a, residue b) { return a.value < b.value; }
    friend constexpr bool operator==(residue, residue) = default;
};

constexpr bool residues_multiply() {
    const matrix<residue, 2, 2> A{{50, 60}, {70, 80}}, B{{1, 2}, {3, 4}};
    const tensor Y = transpose(A) * B / residue(2) + A;
    return Y == matrix<residue, 2, 2>{{residue(50 + 210) / 2 + 50, residue(100 + 280) / 2 + 60},
                                      {residue(60 + 240) / 2 + 70, residue(120 + 320) / 2 + 80}};
}
static_assert(residues_multiply());

TEST(evaluate, a_number_type_of_ones_own) { EXPECT_TRUE(residues_multiply()); }

TEST(evaluate, whole_numbers) {
    const matrix<int, 2, 3> A{{1, 2, 3}, {4, 5, 6}};
    EXPECT_EQ(evaluate(A * transpose(A)), (matrix<int, 2, 2>{{14, 32}, {32, 77}}));
    EXPECT_EQ(evaluate(sum<0>(A)), (vector<int, 3>{5, 7, 9}));
    EXPECT_EQ(evaluate(max(A) - min(A)), (vector<int, 2>{2, 2}));
}

}  // namespace heed::test
