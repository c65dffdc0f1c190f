// SPDX-License-Identifier: BSL-1.0
// Lists on the heap whose size is known when they are made, also in constant expressions.
#include <heed/meta/sized_list.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <utility>

namespace heed::detail {

constexpr int sum_of_squares(std::size_t count) {
    sized_list<int> list(count);
    for (std::size_t i = 0; i < list.size(); ++i) list[i] += static_cast<int>(i * i);
    const sized_list<int> moved(std::move(list));
    int sum = 0;
    for (const int x : moved) sum += x;
    return sum;
}

TEST(sized_list, begins_with_zeros_and_moves) {
    static_assert(sum_of_squares(5) == 30 && sum_of_squares(1) == 0 && sum_of_squares(0) == 0);
    EXPECT_EQ(sum_of_squares(100), 328350);
    sized_list<int> a(3);
    const sized_list<int> b(std::move(a));
    EXPECT_EQ(b.size(), 3U);
    EXPECT_EQ(a.size(), 0U);  // NOLINT(bugprone-use-after-move): nothing is left in it
}

}  // namespace heed::detail
