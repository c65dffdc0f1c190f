// SPDX-License-Identifier: BSL-1.0
// Tensors: initialisation, access, iteration, copies and moves, conversions, constant expressions.
#include "tests/words_of.hpp"

#include <heed/tensor/compare.hpp>
#include <heed/tensor/tensor.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <numeric>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using heed::matrix;
using heed::scalar;
using heed::tensor;
using heed::vector;
using heed::test::words_of;

inline constexpr heed::axis tokens{"tokens"};

static_assert(std::same_as<tensor<float, 12>, tensor<float, 12U>> &&
              std::same_as<matrix<float, tokens[2], 3>, tensor<float, tokens[2], 3>> &&
              std::same_as<vector<double, 3>, tensor<double, 3>> && std::same_as<scalar<int>, tensor<int>>);
static_assert(std::ranges::contiguous_range<tensor<float, 2, 3>> && std::ranges::sized_range<tensor<float, 2, 3>> &&
              std::ranges::contiguous_range<const tensor<float, 2, 3>>);
static_assert(std::is_nothrow_move_constructible_v<tensor<float, 64, 128>> && std::regular<tensor<float, 2, 3>>);
static_assert(!std::convertible_to<float, tensor<float, 2, 3>> && !std::convertible_to<float, vector<float, 1>> &&
              std::convertible_to<float, scalar<float>>);

/// 0, 1, 2 ... in row-major order.
template <class T, heed::extent... E>
constexpr tensor<T, E...> counted() {
    tensor<T, E...> t;
    T next = 0;
    for (T& x : t) x = next++;
    return t;
}

/// Larger than what is stored in place.
using large = tensor<float, 64, 128>;

constexpr bool elements_start_at_zero() {
    const matrix<float, 2, 3> m;
    for (const float x : m)
        if (x != 0) return false;
    return scalar<double>()() == 0;
}

constexpr bool braces_are_rows() {
    const vector<float, 3> v{1, 2, 3};
    const matrix<float, 2, 3> m{{1, 2, 3}, {4, 5, 6}};
    const tensor<int, 2, 2, 2> t{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
    const scalar<double> s = 2.5;
    int next = 1;
    for (const int x : t)
        if (x != next++) return false;
    return v(2) == 3 && m(0, 2) == 3 && m(1, 0) == 4 && t(1, 0, 1) == 6 && s() == 2.5 && s + 1 == 3.5;
}

constexpr bool elements_lie_row_by_row() {
    const auto m = counted<int, 2, 3>();
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 3; ++j)
            if (m(i, j) != 3 * i + j || m[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] != m(i, j))
                return false;
    return m.size() == 6 && m.rank() == 2 && m.extent(0) == 2 && m.extent(1) == 3 && m.end() - m.begin() == 6 &&
           m.data() == m.begin();
}

constexpr bool elements_can_be_written() {
    matrix<int, 2, 3> m;
    m(0, 1) = 5;
    m[1][2] = 7;
    return m == matrix<int, 2, 3>{{0, 5, 0}, {0, 0, 7}};
}

constexpr bool rows_copy_numbers() {
    auto w = counted<int, 3, 2>();
    w[1] = w[0];
    w[2] = counted<int, 3, 2>()[0];
    return w == matrix<int, 3, 2>{{0, 1}, {0, 1}, {0, 1}};
}

constexpr bool copies_are_independent() {
    auto a = counted<int, 2, 2>();
    auto b = a;
    b(0, 0) = 9;
    a = b;
    b(1, 1) = 8;
    return a == matrix<int, 2, 2>{{9, 1}, {2, 3}} && b == matrix<int, 2, 2>{{9, 1}, {2, 8}};
}

constexpr bool flat_numbers_fill_row_by_row() {
    constexpr std::array<double, 4> numbers{1, 2, 3, 4};
    const matrix<double, 2, 2> from_array(numbers);
    constexpr std::array<float, 4> halves{0.5F, 1, 1.5F, 2};
    const matrix<double, 2, 2> from_span{std::span<const float>(halves)};
    return from_array == matrix<double, 2, 2>{{1, 2}, {3, 4}} && from_span == matrix<double, 2, 2>{{0.5, 1}, {1.5, 2}};
}

// Characters are no numbers.
static_assert(!std::constructible_from<tensor<float, 5>, std::string> &&
              !std::constructible_from<heed::view<const char, 5>, std::string&> &&
              std::constructible_from<tensor<float, 5>, std::vector<signed char>>);

constexpr matrix<double, 2, 2> identity{{1, 0}, {0, 1}};
static_assert(identity(0, 0) == 1 && identity(0, 1) == 0 && identity[1][1] == 1);

TEST(tensor, elements_start_at_zero) {
    static_assert(elements_start_at_zero());
    EXPECT_TRUE(elements_start_at_zero());
    EXPECT_EQ(large(), large(std::vector<float>(large::size())));
}
TEST(tensor, braces_are_rows) {
    static_assert(braces_are_rows());
    EXPECT_TRUE(braces_are_rows());
}
TEST(tensor, elements_lie_row_by_row) {
    static_assert(elements_lie_row_by_row());
    EXPECT_TRUE(elements_lie_row_by_row());
}
TEST(tensor, elements_can_be_written) {
    static_assert(elements_can_be_written());
    EXPECT_TRUE(elements_can_be_written());
}
TEST(tensor, rows_copy_numbers) {
    static_assert(rows_copy_numbers());
    EXPECT_TRUE(rows_copy_numbers());
}
TEST(tensor, copies_are_independent) {
    static_assert(copies_are_independent());
    EXPECT_TRUE(copies_are_independent());
}
TEST(tensor, flat_numbers_fill_row_by_row) {
    static_assert(flat_numbers_fill_row_by_row());
    EXPECT_TRUE(flat_numbers_fill_row_by_row());
}

TEST(tensor, is_a_range) {
    const auto m = counted<double, 4, 5>();
    EXPECT_EQ(std::accumulate(m.begin(), m.end(), 0.0), 190);
    EXPECT_EQ(std::ranges::max(m), 19);
    const std::span<const double> numbers(m);
    EXPECT_EQ(numbers.size(), 20U);
    EXPECT_EQ(numbers.data(), m.data());
}

TEST(tensor, large_copies_are_independent) {
    const large a = counted<float, 64, 128>();
    large b = a;
    EXPECT_NE(a.data(), b.data());
    EXPECT_EQ(a, b);
    b(3, 4) = -1;
    EXPECT_FALSE(a == b);
    b = a;
    EXPECT_EQ(a, b);
    const large& same = b;
    b = same;
    EXPECT_EQ(a, b);
}

TEST(tensor, large_moves_take_the_elements) {
    large a = counted<float, 64, 128>();
    const float* const elements = a.data();
    large b = std::move(a);
    EXPECT_EQ(b.data(), elements);
    EXPECT_EQ(a.data(), nullptr);
    large c;
    c = std::move(b);
    EXPECT_EQ(c.data(), elements);
}

TEST(tensor, moved_from_tensors_can_be_assigned_and_copied) {
    large a = counted<float, 64, 128>();
    large b = std::move(a);
    const large nothing = a;
    EXPECT_EQ(nothing.data(), nullptr);
    a = b;
    EXPECT_EQ(a, b);
    EXPECT_NE(a.data(), b.data());
    large c = std::move(a);
    a = counted<float, 64, 128>();
    EXPECT_EQ(a, c);
}

TEST(tensor, assignment_of_nothing_keeps_a_tensor_usable) {
    large a = counted<float, 64, 128>();
    large b = std::move(a);
    b = a;  // a holds nothing
    b = counted<float, 64, 128>();
    EXPECT_EQ(b(63, 127), static_cast<float>(large::size() - 1));
}

/// A number on the heap, as an own type of the user.
struct boxed {
    std::vector<int> value;
    boxed(int n = 0) : value{n} {}
    operator int() const { return value[0]; }
};

TEST(tensor, holds_elements_that_own_memory) {
    tensor<boxed, 40, 40> t;  // on the heap
    t(3, 4) = 7;
    const tensor<boxed, 40, 40> copy = t, moved = std::move(t);
    EXPECT_TRUE(copy == moved);
    EXPECT_EQ(copy(3, 4), 7);
    EXPECT_EQ(copy(39, 39), 0);
}

TEST(tensor, a_number_without_axes_is_a_number) {
    scalar<float> s = 2;
    s() = 3;
    const float number = s;
    EXPECT_EQ(number, 3);
    EXPECT_EQ(s.rank(), 0U);
    EXPECT_EQ(s.size(), 1U);
}

TEST(tensor_death, checks_indices_in_debug_builds) {
    if (!heed::detail::checks_bounds_at_run_time) GTEST_SKIP() << "NDEBUG is defined: bounds are not checked";
    const auto m = counted<int, 2, 3>();
    const std::string words = "an index is not smaller than the extent of its axis: it is ";
    EXPECT_DEATH((void)m(2, 0), words + "2 of 2\n");
    EXPECT_DEATH((void)m(0, 3), words + "3 of 3\n");
    EXPECT_DEATH((void)m(-1, 0), words + "-1 of 2\n");
    EXPECT_DEATH((void)m[2], words + "2 of 2\n");
    EXPECT_DEATH((void)m[1][4], words + "4 of 3\n");
}

TEST(tensor, needs_as_many_numbers_as_elements) {
    const std::vector<float> seven(7, 1.0F), six(6, 1.0F);
    const std::string law = "heed: tensor(numbers) needs as many numbers as it has elements: ";
    EXPECT_EQ(words_of([&] { matrix<float, 2, 3> m(seven); }), law + "[2 x 3] has 6, given are 7");
    EXPECT_EQ(words_of([&] { matrix<float, 2, 3> m(std::span<const float>(seven).first(5)); }),
              law + "[2 x 3] has 6, given are 5");
    EXPECT_EQ(words_of([&] { tensor<float, 4097> bad(six); }), law + "[4097] has 4097, given are 6");
    matrix<float, 2, 3> m;
    EXPECT_EQ(words_of([&] { m = seven; }), law + "[2 x 3] has 6, given are 7");
    EXPECT_EQ(words_of([&] { m[0] = six; }), law + "[3] has 3, given are 6");
    EXPECT_EQ(m, (matrix<float, 2, 3>()));  // nothing was written
    m = six;
    m[1] = std::array<float, 3>{2, 3, 4};
    EXPECT_EQ(m, (matrix<float, 2, 3>{{1, 1, 1}, {2, 3, 4}}));
}

TEST(view, needs_enough_numbers) {
    std::vector<float> seven(7, 1.0F);
    const std::vector<float> five(5);
    const std::string law = "heed: view(numbers) needs at least as many numbers as it has elements: ";
    EXPECT_EQ(words_of([&] { heed::view<const float, 2, 3> v(five); }), law + "[2 x 3] has 6, given are 5");
    EXPECT_EQ(words_of([&] { heed::view<float, 2, 4> v(seven); }), law + "[2 x 4] has 8, given are 7");
    EXPECT_EQ(words_of([&] { heed::view<float, 8> v{std::span<float>(seven)}; }), law + "[8] has 8, given are 7");
    heed::view<float, 2, 3> v(seven);
    v(1, 2) = 5;
    EXPECT_EQ(seven[5], 5);
    static_assert(!std::is_constructible_v<heed::view<float, 2, 3>, std::vector<float>>);  // a temporary
    static_assert(!std::is_constructible_v<heed::view<float, 2, 3>, const std::vector<float>&>);
}

TEST(shape_error, cuts_long_names) {
    // A name that nobody would write, but that a program may make for itself out of what it was given.
    static constexpr auto long_name = [] {
        std::array<char, 600> name{};
        for (std::size_t i = 0; i + 1 < name.size(); ++i) name[i] = 'a';
        return name;
    }();
    static constexpr heed::axis named{long_name.data()};
    const std::string words = words_of([] { tensor<float, named[3]> t(std::vector<float>(2)); });
    EXPECT_EQ(words.size(), 511u);
}

}  // namespace
