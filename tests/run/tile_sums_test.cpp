// SPDX-License-Identifier: BSL-1.0
// Products whose terms are the rows of a nest: tiles of rows are added up, and nothing between them is stored whole.
#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>
#include <heed/study/cost.hpp>
#include <tests/run/differences.hpp>
#include <tests/run/random_formula.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <tuple>

namespace heed::test {
namespace {

/// Weights times values, and transposed weights times values, as in a backward pass; the latter with a formula around
/// it.
template <class Q, class K, class X, class Z>
constexpr auto both_ways(const Q& q, const K& k, const X& of_keys, const Z& of_queries) {
    return let(softmax(q * transpose(k)),
               [&](auto weights) { return results(weights * of_keys, transpose(weights) * of_queries / 3 + of_keys); });
}

template <class T, std::size_t N, std::size_t M, std::size_t C>
void expect_sums(double most) {
    const auto q = random_tensor<T, N, 9>(1);
    const auto k = random_tensor<T, M, 9>(2);
    const auto x = random_tensor<T, M, C>(3);
    const auto z = random_tensor<T, N, C>(4);
    const auto f = both_ways(q, k, x, z);
    EXPECT_EQ(study::cost(f).temporaries, 0U) << N << " x " << M << " x " << C;
    EXPECT_LT(largest_difference(evaluate(f), evaluate_unfused<long double>(f)), most) << N << " x " << M << " x " << C;
}

TEST(tile_sums, of_any_rows) {
    expect_sums<double, 1, 70, 5>(1e-15);
    expect_sums<double, 63, 40, 8>(1e-14);
    expect_sums<double, 64, 64, 16>(1e-14);
    expect_sums<double, 65, 7, 33>(1e-14);
    expect_sums<double, 200, 130, 24>(1e-14);
    expect_sums<float, 129, 66, 40>(4e-6);
    expect_sums<float, 70, 50, 100>(4e-6);
}

/// One matrix for each head, and an operand in half precision.
TEST(tile_sums, of_heads) {
    const auto q = random_tensor<float, 3, 70, 8>(1);
    const auto k = random_tensor<float, 3, 90, 8>(2);
    const auto x = random_tensor<float, 3, 90, 24>(3);
    tensor<float16, 3, 70, 24> z;
    const auto exact = random_tensor<float, 3, 70, 24>(4);
    for (std::size_t i = 0; i < z.size(); ++i) z.data()[i] = float16(exact.data()[i]);
    const auto f = both_ways(q, k, x, z);
    EXPECT_EQ(study::cost(f).temporaries, 0U);
    EXPECT_LT(largest_difference(evaluate(f), evaluate_unfused<double>(f)), 4e-6);
}

template <std::size_t Columns>
tensor<double, dyn, Columns> of_rows(std::size_t n, double seed) {
    tensor<double, dyn, Columns> x(n);
    for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = std::sin(seed + static_cast<double>(7 * i));
    return x;
}

/// Sums of no rows are 0, and what is around them is added.
TEST(tile_sums, of_lengths) {
    for (const std::size_t n : {0U, 1U, 2U, 5U, 63U, 64U, 65U, 130U})
        for (const std::size_t m : {1U, 7U, 66U}) {
            const auto q = of_rows<9>(n, 1), k = of_rows<9>(m, 2);
            const auto x = of_rows<12>(m, 3), z = of_rows<12>(n, 4);
            const auto f = both_ways(q, k, x, z);
            EXPECT_LT(largest_difference(evaluate(f), evaluate_unfused<long double>(f)), 1e-14) << n << " x " << m;
        }
}

/// The compiler adds in the same order.
TEST(tile_sums, in_the_compiler) {
    constexpr auto f = [] {
        tensor<double, 70, 2> q, z;
        tensor<double, 6, 2> k, x;
        for (std::size_t i = 0; i < 140; ++i) q.data()[i] = 0.01 * double(i % 37), z.data()[i] = 0.02 * double(i % 23);
        for (std::size_t i = 0; i < 12; ++i) k.data()[i] = 0.1 * double(i), x.data()[i] = 0.3 * double(i);
        return evaluate(both_ways(q, k, x, z));
    };
    static constexpr auto in_compiler = f();
    EXPECT_LT(largest_difference(f(), in_compiler), 1e-14);
}

/// A sum that is read again, and one that is a part of a concatenation, are complete before.
TEST(tile_sums, are_complete_before_they_are_read) {
    const auto q = random_tensor<double, 150, 8>(1);
    const auto k = random_tensor<double, 40, 8>(2);
    const auto z = random_tensor<double, 150, 8>(4);
    const auto f = let(softmax(q * transpose(k)), [&](auto weights) {
        return let(transpose(weights) * z, [&](auto sums) { return results(q * transpose(sums), concat<1>(sums, k)); });
    });
    EXPECT_LT(largest_difference(evaluate(f), evaluate_unfused<long double>(f)), 1e-13);
}

/// Gradients of weights: panels of the right operand, whose rows are long, are copied.
TEST(tile_sums, of_weights) {
    const auto x = random_tensor<double, 300, 24>(1);
    const auto w = random_tensor<double, 24, 300>(2);
    const auto d = random_tensor<double, 300, 300>(3);
    const auto f = vjp(
        d, [](auto a, auto b) { return tanh(a * b); }, x, w);
    EXPECT_EQ(study::cost(f).temporaries, 0U);
    EXPECT_LT(largest_difference(evaluate(f), evaluate_unfused<long double>(f)), 1e-13);
}

/// A thread takes all tiles of a head, so that the bits are those of one; few short heads are computed otherwise.
TEST(tile_sums, of_threads) {
    const auto q = random_tensor<double, 2, 5, 100, 8>(1);
    const auto k = random_tensor<double, 2, 5, 90, 8>(2);
    const auto x = random_tensor<double, 2, 5, 90, 8>(3);
    const auto z = random_tensor<double, 2, 5, 100, 8>(4);
    const auto f = both_ways(q, k, x, z);
    static_assert(detail::plan_view(detail::plan_for<decltype(f), double, parallel_policy>::value).temporaries() == 0);
    EXPECT_EQ(largest_difference(evaluate(par, f), evaluate(f)), 0);
    const auto first = [](const auto& of) { return of(0_c, 0_c, all, all); };
    const auto of_one = both_ways(first(q), first(k), first(x), first(z));
    EXPECT_LT(largest_difference(evaluate(par, of_one), evaluate(of_one)), 1e-14);
}

/// What threads share of one long matrix are parts of the rows, with sums of their own. They are added in their order,
/// so that the bits do not depend on the number of threads, and no weights of all rows are stored.
template <class F>
void expect_parts(const F& f, std::size_t scores) {
    constexpr detail::plan_view plan(detail::plan_for<F, double, parallel_policy>::value);
    EXPECT_LT(plan.temporary_elements(), scores);
    setenv("OMP_NUM_THREADS", "1", 1);
    const auto of_one_thread = evaluate(par, f);
    EXPECT_LT(largest_difference(of_one_thread, evaluate_unfused<long double>(f)), 1e-13);
    for (const char* threads : {"2", "3", "9"}) {
        setenv("OMP_NUM_THREADS", threads, 1);
        EXPECT_EQ(largest_difference(evaluate(par, f), of_one_thread), 0) << threads;
    }
    unsetenv("OMP_NUM_THREADS");
}
TEST(tile_sums, of_parts_of_one_matrix) {
    const auto q = random_tensor<double, 600, 8>(1);
    const auto k = random_tensor<double, 530, 8>(2);
    const auto x = random_tensor<double, 530, 8>(3);
    const auto z = random_tensor<double, 600, 8>(4);
    expect_parts(both_ways(q, k, x, z), 600 * 530);
}
TEST(tile_sums, of_parts_of_few_matrices_behind_a_mask) {
    const auto q = random_tensor<double, 3, 513, 4>(1);
    const auto k = random_tensor<double, 3, 513, 4>(2);
    const auto v = random_tensor<double, 3, 513, 5>(3);
    const auto d = random_tensor<double, 3, 513, 5>(4);
    const auto attended = [](const auto& a, const auto& b, const auto& c) { return attention(a, b, c, causal); };
    expect_parts(vjp(d, attended, q, k, v), 3 * 513 * 513);
}

}  // namespace
}  // namespace heed::test
