// SPDX-License-Identifier: BSL-1.0
// What evaluation allocates: nothing for small shapes, never the scores; and what is left as it was where there is no
// memory. Every allocation of this program is counted.
#include "tests/run/counted_allocations.hpp"
#include "tests/run/random_formula.hpp"

#include <gtest/gtest.h>

namespace heed::test {

std::size_t allocations = 0;
std::size_t allocated_bytes = 0;
std::size_t allocations_until_none = static_cast<std::size_t>(-1);

void see_allocation(std::size_t bytes) {
    if (allocations_until_none-- == 0) throw std::bad_alloc();
    ++allocations;
    allocated_bytes += bytes;
}

struct counts {
    std::size_t allocations;
    std::size_t bytes;
};

template <class F>
counts during(const F& action) {
    const counts before{allocations, allocated_bytes};
    action();
    return {allocations - before.allocations, allocated_bytes - before.bytes};
}

TEST(allocation, is_counted) {
    EXPECT_EQ(during([] { [[maybe_unused]] const matrix<float, 100, 100> on_the_heap; }).bytes, 40000U);
    EXPECT_EQ(during([] { [[maybe_unused]] const matrix<float, 64, 64> in_place; }).allocations, 0U);
}

/// An empty one takes none; the first position takes the room for the most, later ones take nothing.
TEST(allocation, of_a_cache_is_with_its_first_position) {
    constexpr std::size_t most = 1000, row = 16;
    const tensor<float, row> k;
    const auto Q = random_tensor<float, 3, row>(1);
    EXPECT_EQ(during([] { [[maybe_unused]] const tensor<float, at_most<most>, row> empty; }).allocations, 0U);
    during([&] {
        cache<float, at_most<most>, row> past;
        EXPECT_EQ(during([&] { past.append(slice<0>(Q, 0, 0), slice<0>(Q, 0, 0)); }).allocations, 0U);
        EXPECT_EQ(during([&] { past.append(k, k); }).bytes, 2 * most * row * sizeof(float));
        EXPECT_EQ(during([&] { past.append(Q, Q); }).allocations, 0U);
        EXPECT_EQ(during([&] {
                      past.clear();
                      past.append(k, k);
                  }).allocations,
                  0U);
    });
    EXPECT_EQ(during([&] {
                  cache<float, at_most<10>, row> past;
                  past.append(Q, Q);
              }).allocations,
              0U);
}

/// Whether an action fails if there is no memory after this many allocations.
template <class F>
bool fails_after(std::size_t count, const F& action) {
    bool fails = false;
    allocations_until_none = count;
    try {
        action();
    } catch (const std::bad_alloc&) {
        fails = true;
    }
    allocations_until_none = static_cast<std::size_t>(-1);
    return fails;
}

TEST(allocation, without_memory_targets_stay_as_they_were) {
    const vector<float, dyn> a(40);
    const matrix<float, dyn, dyn> A(40, 3), B(3, 50), wide(std::size_t{1} << 31, 0), high(0, std::size_t{1} << 31);
    vector<float, dyn> y{1, 2, 3};
    matrix<float, dyn, dyn> P{{4, 5}, {6, 7}};
    const auto old_y = y;
    const auto old_P = P;
    EXPECT_TRUE(fails_after(0, [&] { P = A; }));
    EXPECT_TRUE(fails_after(0, [&] { P = A * B; }));
    const auto both = [&](const auto& left, const auto& right) {
        evaluate_into(std::tie(y, P), results(a + 1, left * right));
    };
    for (const std::size_t allocated : {0u, 1u}) EXPECT_TRUE(fails_after(allocated, [&] { both(A, B); }));
    EXPECT_THROW(both(wide, high), shape_error);
    EXPECT_EQ(y, old_y);
    EXPECT_EQ(P, old_P);
    EXPECT_FALSE(fails_after(2, [&] { both(A, B); }));
    EXPECT_EQ(y.extent(0), 40U);
    EXPECT_EQ(P.extent(1), 50U);
}

/// The results are tensors of their own first, because the formulas read the targets.
TEST(allocation, without_memory_targets_that_are_read_stay_as_they_were) {
    const matrix<float, dyn, dyn> A(2, 50);
    matrix<float, dyn, dyn> P{{4, 5}, {6, 7}}, R{{8, 9}};
    const auto old_P = P;
    const auto old_R = R;
    const auto both = [&] { evaluate_into(std::tie(P, R), results(P * A, R * A)); };
    for (const std::size_t allocated : {0u, 1u, 2u, 3u}) EXPECT_TRUE(fails_after(allocated, both));
    EXPECT_EQ(P, old_P);
    EXPECT_EQ(R, old_R);
    EXPECT_FALSE(fails_after(4, both));
}

template <extent N, extent D>
std::size_t allocations_of_attention() {
    const auto Q = random_tensor<float, N, D>(1), K = random_tensor<float, N, D>(2), V = random_tensor<float, N, D>(3);
    return during([&] { [[maybe_unused]] const tensor Y = softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V; })
        .allocations;
}

TEST(allocation, none_for_small_shapes) {
    EXPECT_EQ((allocations_of_attention<12, 3>()), 0U);
    EXPECT_EQ((allocations_of_attention<16, 64>()), 0U);
}

/// A square of scores would take 16 MiB.
TEST(allocation, streaming_stores_no_scores) {
    constexpr std::size_t n = 2048, d = 16;
    const auto Q = random_tensor<float, n, d>(1), K = random_tensor<float, n, d>(2), V = random_tensor<float, n, d>(3);
    const counts c = during([&] { [[maybe_unused]] const tensor Y = attention(Q, K, V); });
    EXPECT_EQ(c.allocations, 1U);
    EXPECT_EQ(c.bytes, n * d * sizeof(float)) << "the result alone";
}

/// A matrix that is packed ahead is not copied again for each product.
TEST(allocation, packed_matrices_are_packed_once) {
    const auto X = random_tensor<float, 64, 300>(1);
    const auto W = random_tensor<float, 300, 300>(2);
    matrix<float, 64, 300> Z;
    const tensor wanted = X * W;
    const counts packing = during([&] {
        const auto P = packed(W);
        EXPECT_EQ(during([&] { noalias(Z) = X * P; }).allocations, 0U);
    });
    EXPECT_EQ(packing.allocations, 1U);
    EXPECT_EQ(packing.bytes, sizeof(float) * W.size());
    EXPECT_EQ(Z, wanted);
}

/// K and V of each head are stored, one head at a time; neither scores nor the concatenation are.
TEST(allocation, multi_head_stores_keys_and_values) {
    constexpr std::size_t n = 512, d_model = 32, d = 8;
    const auto X = random_tensor<float, n, d_model>(1);
    const auto W = random_tensor<float, 6, d_model, d>(2);
    const auto Wo = random_tensor<float, 2 * d, d_model>(3);
    matrix<float, n, d_model> Y;
    const counts c = during([&] {
        noalias(Y) = concat(heads<2>([&](auto h) { return attention(X * W[h], X * W[h + 2], X * W[h + 4]); })) * Wo;
    });
    EXPECT_LE(c.bytes, (2 * 3 * n * d + 16 * 1024) * sizeof(float));
    EXPECT_LT(c.bytes, n * n * sizeof(float));
    EXPECT_LE(c.allocations, 1U);
}

}  // namespace heed::test
