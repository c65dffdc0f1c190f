// SPDX-License-Identifier: BSL-1.0
// Printed numbers of formulas that look elements up.
#include <heed/heed.hpp>
#include <heed/verify.hpp>

#include <gtest/gtest.h>

namespace heed::test {
namespace {

constexpr auto E = printed<R"([[1.1, 2.2], [3.3, 4.4], [5.5, 6.6]])">;
const tensor<int, 3> ids{2, 0, 2};

}  // namespace

TEST(lookup_verdicts, rows_are_as_exact_as_their_table) {
    const auto printed_rows = printed<R"([[5.5, 6.6], [1.1, 2.2], [5.5, 6.8]])">;
    const auto verdicts = verify(rows(E, ids), printed_rows);
    EXPECT_EQ(verdicts(0, 0), verdict::consistent);
    EXPECT_EQ(verdicts(1, 1), verdict::consistent);
    EXPECT_EQ(verdicts(2, 1), verdict::refuted);
}

TEST(lookup_verdicts, rows_that_are_one_are_the_same_unknowns) {
    const auto products = printed<R"([[20.6, 47.2, 73.8], [6.0, 13.3, 20.6], [20.6, 47.2, 73.8]])">;
    EXPECT_TRUE(verify(rows(E, ids) * transpose(E), products).consistent());
}

}  // namespace heed::test
