// SPDX-License-Identifier: BSL-1.0
// Masked attention gives the same bits in a constant expression and at run time. Built without contraction of products
// and sums.
#include <heed/heed.hpp>

#include <gtest/gtest.h>

namespace heed::test {

using index::h, index::k, index::q;

template <class T, extent... E>
constexpr tensor<T, E...> numbers(unsigned seed) {
    tensor<T, E...> t;
    unsigned state = seed * 2654435761U + 12345;
    for (T& x : t) {
        state = state * 1664525 + 1013904223;
        x = static_cast<T>(static_cast<int>(state >> 12) % 4001 - 2000) / T(1000);
    }
    return t;
}

/// F()(Q, K, ids) as a constant, and from tensors that the optimiser cannot see.
template <class F, class T, extent Queries, extent Keys>
void expect_same_bits() {
    static constexpr auto Q = numbers<T, Queries, 3>(1);
    static constexpr auto K = numbers<T, Keys, 3>(2);
    static constexpr auto ids = [] {
        vector<int, Keys> v;
        for (std::size_t i = 0; i < v.size(); ++i) v(i) = static_cast<int>(i / 5);
        return v;
    }();
    static constexpr auto constant = evaluate(F()(Q, K, ids));
    auto q_copy = Q;
    auto k_copy = K;
    auto ids_copy = ids;
    asm volatile("" : : "r"(q_copy.data()), "r"(k_copy.data()), "r"(ids_copy.data()) : "memory");
    EXPECT_TRUE(evaluate(F()(q_copy, k_copy, ids_copy)) == constant);
}

/// More than a tile of queries, and more than a block of keys.
template <class F>
void expect_same_bits_for_all() {
    expect_same_bits<F, float, 9, 12>();
    expect_same_bits<F, double, 3, 70>();
}

struct causal_attention {
    constexpr auto operator()(const auto& Q, const auto& K, const auto&) const {
        return attention(Q, K, K, causal_lower_right);
    }
};
struct quotients {
    constexpr auto operator()(const auto& Q, const auto& K, const auto&) const {
        return attention(Q, K, K, k / 4 == q / 4 || (k - q) % 3 == -1 || abs(k - q) < 2);
    }
};
struct bias_and_documents {
    constexpr auto operator()(const auto& Q, const auto& K, const auto& ids) const {
        return softmax(where(at(ids, k) < 3 && k != 2, softcap(Q * transpose(K), 5) + 0.125 * (k - q))) * K;
    }
};
struct rows_without_a_key {
    constexpr auto operator()(const auto& Q, const auto& K, const auto&) const {
        return attention(Q, K, K, q % 2 == 1 && k > 3);
    }
};

TEST(mask_constant, causal) { expect_same_bits_for_all<causal_attention>(); }
TEST(mask_constant, quotients_and_remainders) { expect_same_bits_for_all<quotients>(); }
TEST(mask_constant, softcap_bias_and_captured_ids) { expect_same_bits_for_all<bias_and_documents>(); }
TEST(mask_constant, rows_without_a_key) { expect_same_bits_for_all<rows_without_a_key>(); }

}  // namespace heed::test
