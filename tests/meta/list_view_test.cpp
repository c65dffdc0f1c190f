// SPDX-License-Identifier: BSL-1.0
// Lists of any capacity, to read, and the views of graphs and plans that are made of them.
#include <heed/lower/plan.hpp>
#include <heed/meta/list_view.hpp>
#include <heed/meta/static_vector.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>
#include <vector>

namespace heed::detail {

constexpr std::size_t total(list_view<std::size_t> list) {
    std::size_t sum = 0;
    for (const std::size_t x : list) sum += x;
    return sum;
}
constexpr static_vector<std::size_t, 5> counted = [] {
    static_vector<std::size_t, 5> list;
    for (std::size_t i = 1; i < 4; ++i) list.push_back(i);
    return list;
}();

TEST(list_view, is_the_list) {
    static_assert(total(counted) == 6 && list_view<std::size_t>(counted).size() == 3);
    static_assert(list_view<std::size_t>(counted)[1] == 2 && list_view<std::size_t>(counted).back() == 3);
    static_assert(total({}) == 0 && list_view<std::size_t>().empty());
    const std::vector<std::size_t> more{7, 8, 9, 10};
    EXPECT_EQ(total(more), 34U);
    EXPECT_EQ(&list_view<std::size_t>(more)[2], &more[2]) << "nothing is copied";
    const std::size_t array[] = {5, 6};
    EXPECT_EQ(total({array, 2}), 11U);
}

TEST(list_view, comes_from_lists_of_its_elements_only) {
    static_assert(std::is_convertible_v<const static_vector<int, 3>&, list_view<int>>);
    static_assert(!std::is_convertible_v<const static_vector<long, 3>&, list_view<int>>);
    static_assert(!std::is_convertible_v<int, list_view<int>>);
    static_assert(std::is_convertible_v<const graph<16>&, graph_view> && !std::is_convertible_v<int, graph_view>);
    static_assert(std::is_convertible_v<const plan<16>&, plan_view> && !std::is_convertible_v<int, plan_view>);
    static_assert(!std::is_convertible_v<const graph<16>&, plan_view>);
}

}  // namespace heed::detail
