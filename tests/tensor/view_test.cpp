// SPDX-License-Identifier: BSL-1.0
// Views write through, copy as pointers, assign as numbers; strides reach into packed and column-major matrices.
#include <heed/tensor/compare.hpp>
#include <heed/tensor/tensor.hpp>

#include <gtest/gtest.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>

namespace {

using heed::matrix;
using heed::strided_view;
using heed::tensor;
using heed::vector;
using heed::view;

static_assert(std::ranges::contiguous_range<view<float, 2, 3>> && std::ranges::contiguous_range<view<const float, 2>>);
static_assert(std::ranges::forward_range<strided_view<float, 2, 3>> &&
              std::ranges::sized_range<strided_view<float, 2, 3>>);
static_assert(std::convertible_to<view<float, 2>, view<const float, 2>> &&
              !std::convertible_to<view<const float, 2>, view<float, 2>>);
static_assert(std::convertible_to<strided_view<float, 2>, strided_view<const float, 2>> &&
              std::convertible_to<view<float, 2>, strided_view<float, 2>> &&
              !std::convertible_to<strided_view<const float, 2>, strided_view<float, 2>>);
static_assert(std::convertible_to<tensor<float, 2>&, view<float, 2>> &&
              std::convertible_to<const tensor<float, 2>&, view<const float, 2>> &&
              !std::convertible_to<const tensor<float, 2>&, view<float, 2>>);
static_assert(!std::is_assignable_v<decltype((std::declval<view<const float, 2>&>()(0))), float>);

constexpr bool views_write_through() {
    matrix<int, 2, 3> m;
    view v = m;
    v(1, 2) = 5;
    v[0][1] = 4;
    return m == matrix<int, 2, 3>{{0, 4, 0}, {0, 0, 5}} && v.data() == m.data() && v == m;
}

constexpr bool views_over_memory_are_row_major() {
    const int numbers[] = {1, 2, 3, 4, 5, 6};
    const view<const int, 2, 3> m(numbers);
    return m(1, 0) == 4 && m[1](2) == 6 && m.size() == 6 && m.rank() == 2 && m.extent(1) == 3 &&
           m == matrix<int, 2, 3>{{1, 2, 3}, {4, 5, 6}};
}

constexpr bool copies_of_views_are_pointers() {
    vector<int, 2> a{1, 2};
    view v = a;
    const view w = v;
    a(0) = 7;
    return w(0) == 7 && w.data() == a.data();
}

constexpr bool assignments_to_views_copy_numbers() {
    vector<int, 2> a{1, 2}, b{3, 4};
    view v = a;
    const view w = b;
    v = w;
    b(0) = 9;
    return v.data() == a.data() && a == vector<int, 2>{3, 4};
}

constexpr bool swaps_of_views_exchange_numbers() {
    matrix<int, 2, 3> m{{1, 2, 3}, {4, 5, 6}};
    std::ranges::swap(m[0], m[1]);
    auto first = m(heed::all, 0), last = m(heed::all, 2);
    using std::swap;
    swap(first, last);
    strided_view<int, 2> left(m.data(), {3}), middle(m.data() + 1, {3});
    std::ranges::swap(left, middle);
    return m == matrix<int, 2, 3>{{5, 6, 4}, {2, 3, 1}};
}
template <class View>
concept can_be_swapped = requires(const View& v) {
    swap(v, v);
};
static_assert(can_be_swapped<view<int, 2>> && !can_be_swapped<view<const int, 2>> &&
              can_be_swapped<view<int, heed::dyn>> && !can_be_swapped<view<const int, heed::dyn>>);

constexpr bool parts_of_views_are_views() {
    tensor<int, 2, 2, 2> t{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
    view all = t;
    static_assert(std::same_as<decltype(all[1]), view<int, 2, 2>> && std::same_as<decltype(all[1][0]), view<int, 2>> &&
                  std::same_as<decltype(all[1][0][1]), int&>);
    all[1] = all[0];
    return t == tensor<int, 2, 2, 2>{{{1, 2}, {3, 4}}, {{1, 2}, {3, 4}}};
}

constexpr bool a_column_major_matrix_is_a_strided_view() {
    const int by_columns[] = {1, 4, 2, 5, 3, 6};
    const strided_view<const int, 2, 3> m(by_columns, {1, 2});
    return m(0, 2) == 3 && m(1, 0) == 4 && m[1][1] == 5 && m == matrix<int, 2, 3>{{1, 2, 3}, {4, 5, 6}};
}

constexpr bool a_head_of_a_packed_matrix_is_a_strided_view() {
    matrix<int, 2, 6> packed{{1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}};
    const strided_view<int, 2, 2> head(packed.data() + 2, {6, 1});
    if (!(head == matrix<int, 2, 2>{{3, 4}, {9, 10}})) return false;
    head(1, 1) = 0;
    head[0][0] = -1;
    return packed == matrix<int, 2, 6>{{1, 2, -1, 4, 5, 6}, {7, 8, 9, 0, 11, 12}};
}

constexpr bool assignments_to_strided_views_copy_numbers() {
    matrix<int, 2, 4> packed{{1, 2, 3, 4}, {5, 6, 7, 8}};
    strided_view<int, 2, 2> first(packed.data(), {4, 1});
    const strided_view<int, 2, 2> second(packed.data() + 2, {4, 1});
    first = second;
    return packed == matrix<int, 2, 4>{{3, 4, 3, 4}, {7, 8, 7, 8}};
}

/// Elements that are written are not read again, whichever way the memory of the two overlaps.
constexpr bool overlapping_views_are_copied_whole() {
    vector<int, 5> up{1, 2, 3, 4, 5}, down = up;
    const view<int, 4> up_first(up.data()), down_last(down.data() + 1);
    view<int, 4> up_last(up.data() + 1), down_first(down.data());
    up_last = up_first;
    down_first = down_last;
    matrix<int, 2, 2> m{{1, 2}, {3, 4}};
    const strided_view<int, 2, 2> by_rows(m.data(), {2, 1});
    strided_view<int, 2, 2> by_columns(m.data(), {1, 2});
    by_columns = by_rows;
    return up == vector<int, 5>{1, 1, 2, 3, 4} && down == vector<int, 5>{2, 3, 4, 5, 5} &&
           m == matrix<int, 2, 2>{{1, 3}, {2, 4}};
}

constexpr bool a_stride_of_zero_repeats() {
    const int row[] = {1, 2, 3};
    return strided_view<const int, 2, 3>(row, {0, 1}) == matrix<int, 2, 3>{{1, 2, 3}, {1, 2, 3}};
}

constexpr bool strided_views_walk_in_row_major_order() {
    const int numbers[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    const strided_view<const int, 2, 2, 2> v(numbers, {6, 1, 3});
    int expected[] = {0, 3, 1, 4, 6, 9, 7, 10}, *next = expected;
    for (const int x : v)
        if (x != *next++) return false;
    return next == expected + 8 && v[1][1][0] == 7 && v(1, 0, 1) == 9;
}

constexpr bool a_contiguous_view_is_a_strided_view() {
    const matrix<int, 2, 3> m{{1, 2, 3}, {4, 5, 6}};
    const strided_view<const int, 2, 3> v = view<const int, 2, 3>(m);
    return v == m && v.strides()[0] == 3 && v.strides()[1] == 1;
}

TEST(view, writes_through) {
    static_assert(views_write_through());
    EXPECT_TRUE(views_write_through());
}
TEST(view, over_memory_is_row_major) {
    static_assert(views_over_memory_are_row_major());
    EXPECT_TRUE(views_over_memory_are_row_major());
}
TEST(view, copies_are_pointers) {
    static_assert(copies_of_views_are_pointers());
    EXPECT_TRUE(copies_of_views_are_pointers());
}
TEST(view, assignments_copy_numbers) {
    static_assert(assignments_to_views_copy_numbers());
    EXPECT_TRUE(assignments_to_views_copy_numbers());
}
TEST(view, swaps_exchange_numbers) {
    static_assert(swaps_of_views_exchange_numbers());
    EXPECT_TRUE(swaps_of_views_exchange_numbers());
}
TEST(view, overlapping_ones_are_copied_whole) {
    static_assert(overlapping_views_are_copied_whole());
    EXPECT_TRUE(overlapping_views_are_copied_whole());
    // Numbers of the same memory: at run time, as in a constant expression addresses have no order.
    std::array<int, 4> v{1, 2, 3, 4};
    view<int, 3>(v.data() + 1) = std::span<const int, 3>(v.data(), 3);
    EXPECT_EQ(v, (std::array{1, 1, 2, 3}));
    view<int, 3>(v.data()) = std::span<int, 3>(v.data() + 1, 3);
    EXPECT_EQ(v, (std::array{1, 2, 3, 3}));
    view<int, heed::dyn>(std::span<int>(v).last(3)) = std::span<int>(v).first(3);
    EXPECT_EQ(v, (std::array{1, 1, 2, 3}));
}
TEST(view, parts_are_views) {
    static_assert(parts_of_views_are_views());
    EXPECT_TRUE(parts_of_views_are_views());
}
TEST(strided_view, is_a_column_major_matrix) {
    static_assert(a_column_major_matrix_is_a_strided_view());
    EXPECT_TRUE(a_column_major_matrix_is_a_strided_view());
}
TEST(strided_view, is_a_head_of_a_packed_matrix) {
    static_assert(a_head_of_a_packed_matrix_is_a_strided_view());
    EXPECT_TRUE(a_head_of_a_packed_matrix_is_a_strided_view());
}
TEST(strided_view, assignments_copy_numbers) {
    static_assert(assignments_to_strided_views_copy_numbers());
    EXPECT_TRUE(assignments_to_strided_views_copy_numbers());
}
TEST(strided_view, repeats_with_a_stride_of_zero) {
    static_assert(a_stride_of_zero_repeats());
    EXPECT_TRUE(a_stride_of_zero_repeats());
}
TEST(strided_view, walks_in_row_major_order) {
    static_assert(strided_views_walk_in_row_major_order());
    EXPECT_TRUE(strided_views_walk_in_row_major_order());
}
TEST(strided_view, is_made_from_a_contiguous_view) {
    static_assert(a_contiguous_view_is_a_strided_view());
    EXPECT_TRUE(a_contiguous_view_is_a_strided_view());
}

TEST(view_death, checks_indices_in_debug_builds) {
    if (!heed::detail::checks_bounds_at_run_time) GTEST_SKIP() << "NDEBUG is defined: bounds are not checked";
    int numbers[6]{};
    const view<int, 2, 3> v(numbers);
    const strided_view<int, 2, 3> s(numbers, {1, 2});
    constexpr const char* words = "an index is not smaller than the extent of its axis";
    EXPECT_DEATH((void)v(2, 0), words);
    EXPECT_DEATH((void)v[1][3], words);
    EXPECT_DEATH((void)s(0, 3), words);
    EXPECT_DEATH((void)s[2], words);
}

}  // namespace
