// SPDX-License-Identifier: BSL-1.0
// Matrices beside scores: a copy of a block with queries in lanes gives the bits of reading lane by lane, as views
// whose rows have gaps are read, whatever numbers of queries and keys are left over.
#include <heed/heed.hpp>
#include <heed/run/score_operands.hpp>
#include <tests/run/random_formula.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <numeric>
#include <vector>

namespace heed::test {

template <class S, std::size_t Queries, std::size_t Keys>
void expect_bits_of_lane_by_lane() {
    const auto Q = random_tensor<float, Queries, 8>(1);
    const auto K = random_tensor<float, Keys, 8>(2);
    const auto V = random_tensor<float, Keys, 32>(3);
    const auto numbers = random_tensor<float, Queries, Keys>(4);
    tensor<S, Queries, Keys> B;
    tensor<S, Queries, Keys, 2> with_gaps{};
    for (std::size_t i = 0; i < B.size(); ++i) {
        if constexpr (std::is_same_v<S, bool>)
            B.data()[i] = numbers.data()[i] > -0.5F;
        else
            B.data()[i] = static_cast<S>(numbers.data()[i]);
        with_gaps.data()[2 * i] = B.data()[i];
    }
    const strided_view<const S, Queries, Keys> strided(with_gaps.data(), {2 * Keys, 2});
    const auto formula = [&](const auto& b) {
        if constexpr (std::is_same_v<S, bool>)
            return softmax(where(b, Q * transpose(K))) * V;
        else
            return softmax(Q * transpose(K) + b) * V;
    };
    const tensor y = formula(B), z = formula(strided);
    for (std::size_t i = 0; i < y.size(); ++i)
        ASSERT_EQ(y.data()[i], z.data()[i]) << Queries << ' ' << Keys << ' ' << i;
}

/// Whole squares and what is left of queries and keys, in each type that is copied; less than a block of keys, and few
/// queries.
TEST(score_operands, copies_give_the_same_bits) {
    expect_bits_of_lane_by_lane<float, 77, 150>();
    expect_bits_of_lane_by_lane<float, 9, 70>();
    expect_bits_of_lane_by_lane<bool, 77, 150>();
    expect_bits_of_lane_by_lane<float16, 40, 17>();
}

/// copy(lane, key) is the element (3 + lane, 5 + key), for squares and for what they leave.
TEST(score_operands, queries_become_lanes) {
    using detail::element_cursor;
    constexpr std::size_t lanes = detail::lanes_for(sizeof(float)), keys = 64, columns = 80;
    std::vector<float> matrix(columns * (lanes + 3));
    std::iota(matrix.begin(), matrix.end(), 0.0F);
    using cursor = element_cursor<const float, columns, 1>;
    const cursor from{matrix.data()};
    static_assert(detail::is_matrix_of_scores<float, cursor>());
    static_assert(
        !detail::is_matrix_of_scores<float, element_cursor<const float, 0, 1>>());  // the same for all queries
    static_assert(!detail::is_matrix_of_scores<float, element_cursor<const float, 1, columns>>());  // in lanes already
    static_assert(!detail::is_matrix_of_scores<float, detail::index_cursor<float, 1, 1>>());
    for (const std::size_t queries : {lanes, lanes - 1, std::size_t{1}})
        for (const std::size_t count : {keys, keys - 3, std::size_t{2}}) {
            detail::score_operand<float, cursor, keys, lanes, true> copy;
            copy.read(from, 3, queries, 5, count);
            const auto to = copy.cursor(from, 3, 5);
            for (std::size_t i = 3; i < 3 + queries; ++i)
                for (std::size_t j = 5; j < 5 + count; ++j) EXPECT_EQ(to.at(i, j), from.at(i, j));
        }
}

}  // namespace heed::test
