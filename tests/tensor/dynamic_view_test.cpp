// SPDX-License-Identifier: BSL-1.0
// Views of which lengths are known at run time only: over memory, tensors, other views; parts without a copy.
#include "tests/words_of.hpp"

#include <heed/expr/structure.hpp>
#include <heed/tensor/compare.hpp>

#include <gtest/gtest.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using namespace heed;
using heed::test::words_of;

inline constexpr axis tokens{"tokens"}, head{"head"};

using rows_of_3 = view<int, tokens[dyn], 3>;
static_assert(std::ranges::contiguous_range<rows_of_3> && std::ranges::forward_range<strided_view<int, dyn, 3>> &&
              std::ranges::sized_range<strided_view<int, dyn, 3>>);
static_assert(std::convertible_to<view<int, dyn, 2>, view<const int, dyn, 2>> &&
              !std::convertible_to<view<const int, dyn, 2>, view<int, dyn, 2>>);
static_assert(std::convertible_to<tensor<int, dyn, 2>&, view<int, dyn, 2>> &&
              std::convertible_to<const tensor<int, dyn, 2>&, view<const int, dyn, 2>> &&
              !std::convertible_to<const tensor<int, dyn, 2>&, view<int, dyn, 2>> &&
              std::convertible_to<tensor<int, 3, 2>&, view<int, dyn, 2>> &&
              std::convertible_to<view<int, 3, 2>, view<const int, dyn, dyn>>);
// Other sizes, other names, other strides are no such view.
static_assert(!std::convertible_to<tensor<int, 3, 2>&, view<int, dyn, 3>> &&
              !std::convertible_to<tensor<int, head[3], 2>&, view<int, tokens[dyn], 2>> &&
              !std::convertible_to<tensor<int, 2, 3>&, view<int, 2, at_most<4>>> &&
              std::convertible_to<tensor<int, 2, 4>&, view<int, 2, at_most<4>>> &&
              !std::convertible_to<tensor<int, 2, at_most<4>>&, view<int, 2, dyn>> &&
              std::convertible_to<tensor<int, at_most<4>, 2>&, view<int, dyn, 2>> &&
              !std::convertible_to<tensor<int, 5, 2>&, view<int, at_most<4>, 2>>);
static_assert(std::convertible_to<view<int, dyn, 2>, strided_view<int, dyn, 2>>);
// A size that is known at run time only may be that of a static axis, which is asked when it is viewed.
static_assert(std::convertible_to<tensor<int, dyn, dyn>&, view<int, dyn, 3>> &&
              !std::convertible_to<tensor<int, dyn, dyn>&, view<int, dyn, at_most<3>>>);

constexpr bool views_over_memory_have_lengths() {
    int numbers[] = {1, 2, 3, 4, 5, 6};
    const rows_of_3 all_of_it(numbers, 2), one(numbers + 3, 1), none(numbers, 0);
    const view<int, 2, at_most<3>> gaps(numbers, 2);
    return all_of_it(1, 0) == 4 && all_of_it.size() == 6 && one == tensor<int, 1, 3>{{4, 5, 6}} && none.size() == 0 &&
           none.begin() == none.end() && gaps == tensor<int, 2, 2>{{1, 2}, {4, 5}} && gaps.back() == 5;
}

constexpr bool swaps_of_views_exchange_numbers() {
    tensor<int, dyn, 3> m{{1, 2, 3}, {4, 5, 6}};
    std::ranges::swap(m[0], m[1]);
    std::ranges::swap(m(all, 0), m(all, 2));
    return m == tensor<int, 2, 3>{{6, 5, 4}, {3, 2, 1}};
}

constexpr bool views_over_ranges_deduce_one_length() {
    int memory[] = {1, 2, 3, 4, 5, 6};
    const std::span<int> numbers(memory);
    const rows_of_3 v(numbers);
    const view<int, dyn, dyn> m(numbers, 3, 2), part(numbers, 2, 2);
    return v.extent(0) == 2 && m(2, 0) == 5 && part(1, 1) == 4;
}

constexpr bool views_write_through_and_copy_numbers() {
    tensor<int, dyn, 2> t{{1, 2}, {3, 4}};
    view v = t;
    static_assert(std::same_as<decltype(v), view<int, dyn, 2>>);
    v(1, 1) = 9;
    v[0] = v[1];
    view<int, dyn, 2> w = v;
    tensor<int, 2, 2> other{{5, 6}, {7, 8}};
    w = view<int, dyn, 2>(other);
    return v.data() == t.data() && t == other && v[1].size() == 2;
}

constexpr bool a_bound_keeps_strides() {
    tensor<float, head[2], tokens[at_most<5>], 3> t(4);
    t(1, 3, 2) = 7;
    const view v = std::as_const(t);
    const view<const float, head[2], tokens[at_most<5>], 3> same = t;
    return v(1, 3, 2) == 7 && v.fixed_strides == detail::strides{15, 3, 1} && v[1](3, 2) == 7 && same == v &&
           v(all, 3, all)(1, 2) == 7;
}

constexpr bool strided_views_have_both() {
    int by_columns[] = {1, 4, 2, 5, 3, 6};
    const strided_view<int, 2, dyn> m(by_columns, {1, 2}, 3);
    m[0] = m[1];
    const strided_view<const int, 2, dyn> read = m;
    return read == tensor<int, 2, 3>{{4, 5, 6}, {4, 5, 6}} && m(all, 1).extent(0) == 2 && m.back() == 6;
}

constexpr bool slices_are_views() {
    tensor<int, tokens[4], 2> t{{1, 2}, {3, 4}, {5, 6}, {7, 8}};
    const std::size_t from = 1;
    auto rows = slice<tokens>(t, from, 3);
    static_assert(std::same_as<decltype(rows), view<int, tokens[dyn], 2>>);
    static_assert(std::same_as<decltype(slice<tokens>(std::as_const(t), 0, 1)), view<const int, tokens[dyn], 2>>);
    static_assert(std::same_as<decltype(slice<tokens>(std::as_const(t), 0_c, 1)), view<const int, tokens[dyn], 2>>);
    static_assert(std::same_as<decltype(slice<tokens>(std::as_const(t), from, 3_c)), view<const int, tokens[dyn], 2>>);
    const tensor<int, dyn, dyn> no_rows(0, 7);
    auto columns = slice<1>(t, 1, 2);
    static_assert(std::same_as<decltype(columns), part_view<int, detail::strides{2, 1}, tokens[4], dyn>>);
    columns(3, 0) = 9;
    return rows == tensor<int, 2, 2>{{3, 4}, {5, 6}} && rows.data() == &t(1, 0) &&
           columns == tensor<int, 4, 1>{{2}, {4}, {6}, {9}} && slice<tokens>(t, 4, 4).size() == 0 &&
           slice<1>(no_rows, 3, 5).size() == 0 && slice<tokens>(rows, 1, 2)(0, 1) == 6;
}

constexpr bool slices_behind_other_axes_know_their_strides() {
    tensor<int, head[2], tokens[3], 2> t{{{1, 2}, {3, 4}, {5, 6}}, {{7, 8}, {9, 10}, {11, 12}}};
    const auto part = slice<tokens>(t, 1, 3);
    const auto less = slice<tokens>(part, 0, 1);
    static_assert(part.fixed_strides == detail::strides{6, 2, 1} && std::same_as<decltype(part), decltype(less)>);
    return part == tensor<int, 2, 2, 2>{{{3, 4}, {5, 6}}, {{9, 10}, {11, 12}}} &&
           less == tensor<int, 2, 1, 2>{{{3, 4}}, {{9, 10}}} && part[1] == tensor<int, 2, 2>{{9, 10}, {11, 12}} &&
           slice<tokens>(t[1], 1, 2)(0, 0) == 9 && slice<head>(part, 1, 2)(0, 0, 1) == 10;
}

constexpr bool slices_of_run_time_strides() {
    tensor<int, 2, dyn, 2> t(3);
    t(1, 2, 1) = 5;
    const auto part = slice<1>(t, 1, 3);
    static_assert(part.fixed_strides == detail::strides{0, 2, 1});
    strided_view<int, 2, 2> square(t.data(), {6, 1});
    const auto column = slice<1>(square, 1, 2);
    static_assert(std::same_as<decltype(column), const strided_view<int, 2, dyn>>);
    return part.strides() == detail::strides{6, 2, 1} && part(1, 1, 1) == 5 &&
           column.strides() == detail::strides{6, 1};
}

constexpr bool parts_with_strides_are_read_and_take_numbers() {
    tensor<int, dyn, dyn> t{{1, 2, 3}, {4, 5, 6}};
    const std::array numbers{7, 8, 9, 10};
    auto part = slice<1>(t, 1, 3);
    part = numbers;
    const strided_view<const int, dyn, dyn> read = part;
    strided_view<int, dyn, dyn> written = part;
    written = numbers;
    t(all, 0) = std::array{0, 1};
    tensor<int, 2, 2> known{};
    known(all, 1) = std::array{2, 3};
    return read == written && t == tensor<int, 2, 3>{{0, 7, 8}, {1, 9, 10}} &&
           known == tensor<int, 2, 2>{{0, 2}, {0, 3}};
}

TEST(dynamic_view, compilers_evaluate_all_of_it) {
#define BOTH_TIMES(law)   \
    static_assert(law()); \
    EXPECT_TRUE(law()) << #law
    BOTH_TIMES(views_over_memory_have_lengths);
    BOTH_TIMES(swaps_of_views_exchange_numbers);
    BOTH_TIMES(views_over_ranges_deduce_one_length);
    BOTH_TIMES(views_write_through_and_copy_numbers);
    BOTH_TIMES(a_bound_keeps_strides);
    BOTH_TIMES(strided_views_have_both);
    BOTH_TIMES(slices_are_views);
    BOTH_TIMES(slices_behind_other_axes_know_their_strides);
    BOTH_TIMES(slices_of_run_time_strides);
    BOTH_TIMES(parts_with_strides_are_read_and_take_numbers);
}

TEST(dynamic_view, what_does_not_fit_is_refused_in_words) {
    std::vector<int> numbers(7);
    tensor<int, dyn, 2> t(3), u(2);
    EXPECT_EQ(words_of([&] { rows_of_3 v(numbers); }),
              "heed: tensor(numbers) needs numbers that the other extents divide: [tokens[dyn] x 3], given are 7");
    EXPECT_EQ(
        words_of([&] { rows_of_3 v(numbers, 3); }),
        "heed: view(numbers) needs at least as many numbers as it has elements: [tokens[3] x 3] has 9, given are 7");
    EXPECT_EQ(words_of([&] { rows_of_3 v(numbers.data(), -1); }),
              "heed: view(data, sizes...) needs sizes for which there is room: [tokens[dyn] x 3], given are -1");
    EXPECT_EQ(words_of([&] { [[maybe_unused]] view<int, at_most<2>, 2> v = t; }),
              "heed: Y = formula needs the shape and the names of Y to be those of the formula: [at_most<2> x 2] and "
              "[3 x 2]");
    tensor<int, dyn, dyn> any{{1, 2, 3}, {4, 5, 6}};
    const view<int, dyn, 3> threes = any;
    EXPECT_EQ(threes(1, 2), 6);
    EXPECT_EQ(words_of([&] { [[maybe_unused]] view<int, dyn, 2> v = any; }),
              "heed: Y = formula needs the shape and the names of Y to be those of the formula: [dyn x 2] and [2 x 3]");
    EXPECT_EQ(words_of([&] {
                  view to = t;
                  to = view(u);
              }),
              "heed: Y = formula needs the shape and the names of Y to be those of the formula: [3 x 2] and [2 x 2]");
    EXPECT_EQ(words_of([&] { std::ranges::swap(t(all, all), u(all, all)); }),
              "heed: Y = formula needs the shape and the names of Y to be those of the formula: [3 x 2] and [2 x 2]");
    EXPECT_EQ(
        words_of([&] { (void)slice<0>(t, 1, 4); }),
        "heed: slice<axis>(A, begin, end) needs 0 <= begin <= end <= the extent of that axis: [3 x 2] has 3 along "
        "axis 0, given are 1 and 4");
    const std::string along_1 =
        "heed: slice<axis>(A, begin, end) needs 0 <= begin <= end <= the extent of that axis: [3 x 2] has 2 along axis "
        "1";
    EXPECT_EQ(words_of([&] { (void)slice<1>(t, -1, 2); }), along_1 + ", given are -1 and 2");
    EXPECT_EQ(words_of([&] { (void)slice<1>(t, 2, 1); }), along_1 + ", given are 2 and 1");
}

/// Only as far as elements can be reached, and no further.
TEST(dynamic_view, numbers_reach_to_the_last_element) {
    std::vector<int> numbers(80);
    const auto first = [&](std::size_t n) { return std::span<int>(numbers).first(n); };
    using gaps = view<int, 2, at_most<40>>;
    const std::string law = "heed: view(numbers) needs at least as many numbers as it has elements: ";
    EXPECT_EQ(words_of([&] { gaps v(first(20)); }), law + "[2 x 10] with the room between them has 50, given are 20");
    EXPECT_EQ(words_of([&] { gaps v(first(49), 10); }),
              law + "[2 x 10] with the room between them has 50, given are 49");
    EXPECT_EQ(words_of([&] { gaps v(first(50), 10); }), "no error");
    EXPECT_EQ(words_of([&] { gaps v(first(0), 0); }), "no error");
    EXPECT_EQ(gaps(numbers).extent(1), 40u);
    EXPECT_EQ((view<int, at_most<40>, 8>(first(24), 3).size()), 24u);
    EXPECT_EQ(words_of([&] { view<int, at_most<40>, 8> v(first(23), 3); }), law + "[3 x 8] has 24, given are 23");
}

TEST(dynamic_view, sizes_that_memory_cannot_hold_are_refused) {
    std::vector<float> numbers(4);
    const std::size_t half = std::size_t{1} << 32;
    const std::string too_many = "[4294967296 x 4294967296] of 4 bytes each is more than memory can hold";
    const std::string law = "heed: view(data, sizes...) needs sizes for which there is room: ";
    EXPECT_EQ(words_of([&] { view<float, dyn, dyn> v(numbers, half, half); }), law + too_many);
    EXPECT_EQ(words_of([&] { view<float, dyn, dyn> v(numbers.data(), half, half); }), law + too_many);
    EXPECT_EQ(words_of([&] {
                  strided_view<float, dyn, dyn> v(numbers.data(), {0, 0}, half, half);
              }),
              "heed: strided_view(data, strides, sizes...) needs sizes within their bounds: " + too_many);
}

static_assert(!std::constructible_from<view<int, dyn, dyn>, int*, detail::shape> &&
              !std::constructible_from<strided_view<int, dyn>, int*, detail::shape, detail::strides>);

TEST(dynamic_view, an_empty_one_meets_nothing) {
    tensor<int, dyn, 2> t(3);
    const view<int, dyn, 2> inside(&t(1, 0), 0), some(&t(1, 0), 1), null(nullptr, 0);
    EXPECT_FALSE(detail::memory_of(inside).meets(detail::memory_of(t)));
    EXPECT_FALSE(detail::memory_of(null).meets(detail::memory_of(t)));
    EXPECT_TRUE(detail::memory_of(some).meets(detail::memory_of(t)));
    EXPECT_TRUE(detail::memory_of(slice<1>(t, 1, 2)).meets(detail::memory_of(some)));
}

TEST(dynamic_view, parts_of_nothing_are_nothing) {
    const tensor<float, 3, dyn> rows(0);
    EXPECT_EQ(rows[2].size(), 0U);
    EXPECT_EQ(rows(1, all).size(), 0U);
    tensor<float, dyn, 3, 4> none(0);
    EXPECT_EQ(none(all, 1, all).extent(0), 0U);
    EXPECT_EQ(none(all, 1, all).extent(1), 4U);
    EXPECT_EQ(none(all, 2, 3).size(), 0U);
    const view<float, 3, dyn> seen(nullptr, 0);
    EXPECT_EQ(seen[2].size(), 0U);
}

}  // namespace
