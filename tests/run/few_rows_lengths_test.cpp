// SPDX-License-Identifier: BSL-1.0
// Numbers of rows that are known at run time only, and are small: the loops, and so the bits, are those of as many rows
// that are known.
#include <heed/heed.hpp>
#include "tests/run/of_lengths.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed::test {

inline constexpr axis query{"query"}, key{"key"}, d_k{"d_k"}, head{"head"}, batch{"batch"};
using namespace heed::index;

template <class F>
inline constexpr std::size_t most_planned =
    detail::few_rows_for<std::remove_cvref_t<F>, float, sequential_policy>::most;

/// formula(X) of rows that are known at run time, and of as many that are known while compiling.
template <std::size_t Depth, std::size_t... Counts, class Formula>
void expect_bits_of_known(std::index_sequence<Counts...>, const char* what, const Formula& formula) {
    const auto expect = [&](auto rows) {
        constexpr std::size_t count = decltype(rows)::value;
        tensor<float, query[dyn], d_k[Depth]> X(count);
        tensor<float, query[count], d_k[Depth]> known;
        fill(X), fill(known);
        const auto f = formula(X);
        constexpr std::size_t planned =
            most_planned<decltype(f)>;  // g++ 14 with -Wall evaluates no function in a comparison
        static_assert(planned == detail::few_rows);
        const auto found = evaluate(f);
        const auto expected = evaluate(formula(known));
        ASSERT_EQ(found.size(), expected.size()) << what;
        for (std::size_t i = 0; i < found.size(); ++i)
            ASSERT_EQ(found.data()[i], expected.data()[i]) << what << ", rows " << count << ", element " << i;
        EXPECT_LE(distance<float>(found, evaluate_unfused<double>(f), 1), 12) << what << ", rows " << count;
    };
    (expect(detail::static_count<Counts>()), ...);
}

/// Three rows are those of each head, below.
TEST(few_rows_of_lengths, have_the_bits_of_known_queries) {
    for (const std::size_t keys : {0U, 5U, 64U, 150U}) {
        tensor<float, key[dyn], d_k[32]> K(keys), V(keys);
        fill(K, V);
        expect_bits_of_known<32>(std::index_sequence<1, 2, 4>(), "attention", [&](const auto& x) {
            return gelu(2 * attention(x + x, K, V, causal_lower_right)) + x;
        });
    }
}

TEST(few_rows_of_lengths, have_the_bits_of_known_rows_of_products) {
    tensor<float, 48, 160> W;
    tensor<float, 160, 48> U;
    fill(W), fill(U);
    expect_bits_of_known<48>(std::index_sequence<1, 2, 3, 4>(), "rows",
                             [&](const auto& x) { return gelu(x * W) * U + x; });
    expect_bits_of_known<48>(std::index_sequence<1, 3>(), "columns",
                             [&](const auto& x) { return gelu(x * transpose(U)); });
}

TEST(few_rows_of_lengths, of_each_head) {
    tensor<float, head[2], key[dyn], d_k[16]> K(70), V(70);
    fill(K, V);
    tensor<float, head[4], query[dyn], d_k[16]> any(3);
    tensor<float, head[4], query[3], d_k[16]> known;
    fill(any), fill(known);
    const auto grouped = [&](const auto& x) { return attention(x, group<head[4]>(K), group<head[4]>(V)); };
    EXPECT_EQ(most_planned<decltype(grouped(any))>, detail::few_rows);
    const auto found = evaluate(grouped(any));
    const auto expected = evaluate(grouped(known));
    for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(found.data()[i], expected.data()[i]) << i;
}

/// Rows of a batch are rows of one matrix, whatever the texts: 4 of one token, one of 4, or two of two.
TEST(few_rows_of_lengths, of_a_batch) {
    tensor<float, 48, 160> W;
    tensor<float, 160, 48> U;
    fill(W), fill(U);
    const auto formula = [&](const auto& x) { return rms_norm(gelu(x * W) * U + x); };
    for (std::size_t texts = 0; texts < 6; ++texts)
        for (std::size_t rows = 0; rows < 6; ++rows) {
            tensor<float, batch[dyn], query[dyn], d_k[48]> X(texts, rows);
            tensor<float, query[dyn], d_k[48]> together(texts * rows);
            fill(X), fill(together);
            EXPECT_EQ(most_planned<decltype(formula(X))>, detail::few_rows);
            const auto found = evaluate(formula(X));
            const auto expected = evaluate(formula(together));
            EXPECT_EQ(found.extent(0), texts);
            EXPECT_EQ(found.extent(1), rows);
            ASSERT_EQ(found.size(), expected.size());
            for (std::size_t i = 0; i < expected.size(); ++i)
                ASSERT_EQ(found.data()[i], expected.data()[i]) << texts << " of " << rows << ", element " << i;
        }
}

/// More rows than have plans, and none.
TEST(few_rows_of_lengths, are_followed_by_more) {
    tensor<float, 48, 160> W;
    tensor<float, 160, 48> U;
    fill(W), fill(U);
    for (std::size_t rows = 0; rows < 7; ++rows) {
        tensor<float, query[dyn], d_k[48]> X(rows);
        fill(X);
        const auto f = gelu(X * W) * U + X;
        EXPECT_EQ(evaluate(f).extent(0), rows);
        if (rows == 0) continue;
        EXPECT_LE(distance<float>(evaluate(f), evaluate_unfused<double>(f), 1), 12) << rows;
    }
}

}  // namespace heed::test
