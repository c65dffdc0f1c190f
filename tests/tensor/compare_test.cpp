// SPDX-License-Identifier: BSL-1.0
// Equality of tensors and views is one bool over all elements, whoever owns them and however they lie.
#include <heed/tensor/compare.hpp>

#include <gtest/gtest.h>

#include <concepts>
#include <cstddef>
#include <limits>
#include <utility>

namespace {

using heed::matrix;
using heed::strided_view;
using heed::tensor;
using heed::view;

inline constexpr heed::axis tokens{"tokens"};

static_assert(std::same_as<decltype(std::declval<matrix<int, 2, 2>>() == std::declval<matrix<int, 2, 2>>()), bool>);

constexpr bool one_element_decides() {
    const matrix<int, 2, 3> m{{1, 2, 3}, {4, 5, 6}};
    for (std::size_t i = 0; i < m.size(); ++i) {
        auto other = m;
        *(other.begin() + i) = 0;
        if (m == other || !(m != other)) return false;
    }
    return m == m && !(m != m);
}

constexpr bool owners_and_layouts_do_not_matter() {
    const matrix<int, 2, 2> m{{1, 2}, {3, 4}};
    const int by_columns[] = {1, 3, 2, 4};
    const view<const int, 2, 2> v = m;
    const strided_view<const int, 2, 2> s(by_columns, {1, 2});
    return m == v && v == m && m == s && s == m && v == s && s == v && s == s;
}

constexpr bool names_and_element_types_may_differ() {
    return matrix<int, tokens[2], 2>{{1, 2}, {3, 4}} == matrix<double, 2, 2>{{1, 2}, {3, 4}} &&
           matrix<int, 1, 1>{{1}} != matrix<double, 1, 1>{{1.5}} && tensor<int>(3) == tensor<double>(3);
}

constexpr bool nan_is_not_equal() {
    const heed::vector<double, 2> v{1, std::numeric_limits<double>::quiet_NaN()};
    return v != v;
}

TEST(compare, one_element_decides) {
    static_assert(one_element_decides());
    EXPECT_TRUE(one_element_decides());
}
TEST(compare, owners_and_layouts_do_not_matter) {
    static_assert(owners_and_layouts_do_not_matter());
    EXPECT_TRUE(owners_and_layouts_do_not_matter());
}
TEST(compare, names_and_element_types_may_differ) {
    static_assert(names_and_element_types_may_differ());
    EXPECT_TRUE(names_and_element_types_may_differ());
}
TEST(compare, nan_is_not_equal) {
    static_assert(nan_is_not_equal());
    EXPECT_TRUE(nan_is_not_equal());
}

}  // namespace
