// SPDX-License-Identifier: BSL-1.0
// Gradients of masked attention: only the columns that a mask leaves to a tile of rows are computed, the numbers are
// those of all columns, and what is in the others does not matter.
#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>
#include <tests/run/differences.hpp>
#include <tests/run/kept_columns.hpp>
#include <tests/run/random_formula.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <tuple>

namespace heed::test {
namespace {

using namespace index;

/// Blocks of which nothing is left are not read.
TEST(kept_columns, skip_what_is_masked) {
    const auto q = random_tensor<double, 100, 9>(1), d = random_tensor<double, 100, 9>(4);
    auto k = random_tensor<double, 300, 9>(2), v = random_tensor<double, 300, 9>(3);
    const auto f = gradients(padding(90), q, k, v, d);
    const auto before = evaluate(f);
    for (std::size_t i = 128; i < 300; ++i)
        for (std::size_t j = 0; j < 9; ++j) k(i, j) = v(i, j) = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(largest_difference(evaluate(f), before), 0);
    for (std::size_t i = 90; i < 300; ++i)
        for (std::size_t j = 0; j < 9; ++j) {
            EXPECT_EQ(std::get<1>(before)(i, j), 0);
            EXPECT_EQ(std::get<2>(before)(i, j), 0);
        }
}

/// What is around a sum is applied to its other rows, too; of one tile and of several.
template <std::size_t N>
void expect_weights_both_ways() {
    const auto q = random_tensor<double, N, 9>(1);
    const auto k = random_tensor<double, 200, 9>(2);
    const auto z = random_tensor<double, N, 12>(4);
    const auto x = random_tensor<double, 200, 12>(3);
    const auto f = let(softmax(where(index::k < 30 && index::k <= index::q, q * transpose(k))),
                       [&](auto weights) { return results(weights * x, transpose(weights) * z / 3 + x); });
    static_assert(steps_with_parts<decltype(f)>() == 4);
    EXPECT_LT(largest_difference(evaluate(f), evaluate_unfused<long double>(f)), 1e-13) << N;
}
TEST(kept_columns, finish_all_rows_of_sums) {
    expect_weights_both_ways<20>();
    expect_weights_both_ways<64>();
    expect_weights_both_ways<150>();
}

/// Weights whose log-sum-exp is known, as of keys that are split over machines: the mask keeps them, and what a product
/// makes of them is 0 where they are.
template <class Mask, class Q, class K>
auto gradients_of_known_sums(const Mask& mask, const Q& q, const K& k, const K& v, const Q& d) {
    const auto weights = [&] {
        return detail::make_elementwise<detail::function::keep>(mask, exp(q * transpose(k) - 3));
    };
    return let(weights(), [&](auto p) {
        return let(hadamard(p, d * transpose(v) - 0.5),
                   [&](auto ds) { return results(ds * k / 3, transpose(ds) * q / 3, transpose(p) * d); });
    });
}
TEST(kept_columns, of_known_sums) {
    const auto q = random_tensor<double, 100, 9>(1), d = random_tensor<double, 100, 9>(4);
    auto k = random_tensor<double, 300, 9>(2), v = random_tensor<double, 300, 9>(3);
    const auto f = gradients_of_known_sums(index::k <= index::q && padding(90), q, k, v, d);
    static_assert(steps_with_parts<decltype(f)>() == 5);
    const auto before = evaluate(f);
    EXPECT_LT(largest_difference(before, evaluate_unfused<long double>(f)), 1e-13);
    for (std::size_t i = 128; i < 300; ++i)
        for (std::size_t j = 0; j < 9; ++j) k(i, j) = v(i, j) = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(largest_difference(evaluate(f), before), 0);
}

/// Two masks: each tile that a step passes on has the columns that its readers read.
TEST(kept_columns, of_two_masks) {
    const auto q = random_tensor<double, 150, 9>(1), k = random_tensor<double, 150, 9>(2);
    const auto of = [&](const auto& mask) { return softmax(where(mask, q * transpose(k))); };
    const auto f = let(of(causal), [&](auto a) {
        return let(of(sliding_window<30, 30>), [&](auto b) {
            return let(hadamard(a, b), [&](auto both) { return results(both * k, transpose(both) * q, a * k, b * k); });
        });
    });
    EXPECT_LT(largest_difference(evaluate(f), evaluate_unfused<long double>(f)), 1e-13);
}

TEST(kept_columns, of_heads_and_threads) {
    const auto q = random_tensor<double, 2, 6, 100, 8>(1), d = random_tensor<double, 2, 6, 100, 8>(4);
    const auto k = random_tensor<double, 2, 6, 130, 8>(2), v = random_tensor<double, 2, 6, 130, 8>(3);
    const auto f = gradients(index::k <= index::q + 20 * h && index::k + 100 * b >= index::q, q, k, v, d);
    EXPECT_LT(largest_difference(evaluate(f), evaluate_unfused<long double>(f)), 1e-13);
    EXPECT_EQ(largest_difference(evaluate(par, f), evaluate(f)), 0);
    const auto few_k = random_tensor<double, 2, 2, 130, 8>(2), few_v = random_tensor<double, 2, 2, 130, 8>(3);
    const auto grouped = vjp(
        d, [](auto x, auto y, auto z) { return attention(x, group<1>(y, x), group<1>(z, x), causal_lower_right); }, q,
        few_k, few_v);
    EXPECT_LT(largest_difference(evaluate(grouped), evaluate_unfused<long double>(grouped)), 1e-13);
    EXPECT_LT(largest_difference(evaluate(par, grouped), evaluate(grouped)), 1e-14);
}

template <std::size_t Columns>
tensor<double, dyn, Columns> of_rows(std::size_t n, double seed) {
    tensor<double, dyn, Columns> x(n);
    for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = std::sin(seed + static_cast<double>(7 * i));
    return x;
}
template <class Mask>
void expect_lengths(const Mask& mask) {
    for (const std::size_t n : {0U, 1U, 2U, 63U, 65U, 130U})
        for (const std::size_t m : {1U, 7U, 64U, 150U}) {
            const auto q = of_rows<9>(n, 1), k = of_rows<9>(m, 2);
            const auto d = of_rows<12>(n, 4), v = of_rows<12>(m, 3);
            const auto f = gradients(mask, q, k, v, d);
            EXPECT_LT(largest_difference(evaluate(f), evaluate_unfused<long double>(f)), 1e-13) << n << " x " << m;
        }
}
TEST(kept_columns, of_lengths) {
    expect_lengths(causal_upper_left);
    expect_lengths(causal_lower_right);
    expect_lengths(padding(20) && index::k + 30 >= index::q);
}

TEST(kept_columns, in_the_compiler) {
    constexpr auto f = [] {
        tensor<double, 10, 2> q, z;
        tensor<double, 70, 2> key;
        for (std::size_t i = 0; i < 20; ++i) q.data()[i] = 0.01 * double(i % 37), z.data()[i] = 0.02 * double(i % 23);
        for (std::size_t i = 0; i < 140; ++i) key.data()[i] = 0.1 * double(i % 23);
        return evaluate(let(softmax(where(k < 7 && k <= index::q, q * transpose(key))),
                            [&](auto weights) { return results(weights * key, transpose(weights) * z); }));
    };
    static constexpr auto in_compiler = f();
    EXPECT_LT(largest_difference(f(), in_compiler), 1e-14);
}

/// Weights that others are added to, or taken from, are not 0 where scores are masked: all columns count.
TEST(kept_columns, none_of_weights_with_others) {
    const auto x = random_tensor<double, 150, 9>(1), key = random_tensor<double, 150, 9>(2),
               v = random_tensor<double, 150, 9>(3);
    const auto others = random_tensor<double, 150, 150>(4);
    const auto weights = softmax(where(k <= q, x * transpose(key)));
    const auto less = (weights - others) * v;
    const auto more = (others + weights) * v;
    const auto scaled = hadamard(weights, others) * v;
    EXPECT_LT(largest_difference(std::tuple(evaluate(less), evaluate(more), evaluate(scaled)),
                                 std::tuple(evaluate_unfused<long double>(less), evaluate_unfused<long double>(more),
                                            evaluate_unfused<long double>(scaled))),
              1e-13);
    const auto both = [&](const auto& w) { return results(w * v, transpose(w) * v); };
    const auto kept = let(weights - others, both);
    EXPECT_LT(largest_difference(evaluate(kept), evaluate_unfused<long double>(kept)), 1e-13);
}

}  // namespace
}  // namespace heed::test
