// SPDX-License-Identifier: BSL-1.0
// A number of queries that is known at run time only, and is 1: the loops, and so the bits, are those of one query that
// is known.
#include <heed/heed.hpp>
#include "tests/run/of_lengths.hpp"

#include <gtest/gtest.h>

#include <cstddef>

namespace heed::test {

inline constexpr axis query{"query"}, key{"key"}, d_k{"d_k"}, head{"head"};
using namespace heed::index;

template <class A, class B>
void expect_same_elements(const char* what, const A& a, const B& b) {
    ASSERT_EQ(a.size(), b.size()) << what;
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(a.data()[i], b.data()[i]) << what << ' ' << i;
}

class one_query : public testing::TestWithParam<std::size_t> {
protected:
    std::size_t n = GetParam();
    tensor<float, key[dyn], d_k[64]> K{n}, V{n};
    tensor<float, query[dyn], d_k[64]> Q{1};
    tensor<float, query[1], d_k[64]> q;

    one_query() {
        fill(K, V);
        fill(Q);
        fill(q);
    }
    template <class Formula>
    void expect_same(const char* what, const Formula& formula) {
        const auto f = formula(Q);
        expect_same_elements(what, evaluate(f), evaluate(formula(q)));
        EXPECT_LE(distance<float>(evaluate(f), evaluate_unfused<double>(f), 1), 12) << what;
    }
};

TEST_P(one_query, has_the_bits_of_one_that_is_known) {
    expect_same("attention", [&](const auto& x) { return attention(x, K, V); });
    expect_same("lower right", [&](const auto& x) { return attention(x, K, V, causal_lower_right); });
    expect_same("window", [&](const auto& x) {
        return softmax(where(heed::index::k >= heed::index::q + 3, softcap(x * transpose(K), 30))) * V;
    });
    expect_same("followed", [&](const auto& x) { return gelu(2 * attention(x + x, K, V)) + x; });
}

TEST_P(one_query, writes_log_sums_beside) {
    const auto both = [&](const auto& x) {
        return let(x * transpose(K), [&](auto s) { return results(softmax(s) * V, logsumexp(s)); });
    };
    const auto [y, sums] = evaluate(both(Q));
    const auto [same_y, same_sums] = evaluate(both(q));
    expect_same_elements("values", y, same_y);
    expect_same_elements("sums", sums, same_sums);
}

TEST_P(one_query, of_each_head) {
    tensor<float, head[4], query[dyn], d_k[16]> many(1);
    tensor<float, head[4], query[1], d_k[16]> known;
    tensor<float, head[2], key[dyn], d_k[16]> keys(n), values(n);
    fill(many), fill(known), fill(keys, values);
    const auto grouped = [&](const auto& x) { return attention(x, group<head[4]>(keys), group<head[4]>(values)); };
    expect_same_elements("heads", evaluate(grouped(many)), evaluate(grouped(known)));
}

INSTANTIATE_TEST_SUITE_P(keys, one_query, testing::Values(0, 1, 5, 63, 64, 65, 300));

template <class F>
inline constexpr bool has_two_plans =
    !std::is_void_v<typename detail::one_query_for<F, float, sequential_policy>::type>;

TEST(one_query_plan, is_there_where_queries_say_nothing_of_keys) {
    const tensor<float, query[dyn], d_k[64]> Q;
    const tensor<float, key[dyn], d_k[64]> K;
    const tensor<float, key[100], d_k[64]> known;
    const tensor<float, 64, 64> W;
    EXPECT_TRUE(has_two_plans<decltype(attention(Q, K, K))>);
    EXPECT_TRUE(has_two_plans<decltype(attention(Q, known, known))>);
    EXPECT_TRUE(has_two_plans<decltype(attention(Q * transpose(W), K, K) * W)>);
    EXPECT_FALSE(has_two_plans<decltype(attention(Q, K * W, K * W))>);
    EXPECT_FALSE(has_two_plans<decltype(Q * transpose(K))>);
    EXPECT_FALSE(has_two_plans<decltype(let(Q, [](auto x) { return softmax(x * transpose(x)) * x; }))>);
    EXPECT_FALSE((has_two_plans<decltype(attention(known, K, K))>));
    const tensor<float, query[dyn], 24> uneven;  // no registers full of parts of sums
    const tensor<float, key[dyn], 24> uneven_keys;
    EXPECT_FALSE((has_two_plans<decltype(attention(uneven, uneven_keys, uneven_keys))>));
}

}  // namespace heed::test
