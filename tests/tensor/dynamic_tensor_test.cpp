// SPDX-License-Identifier: BSL-1.0
// Tensors of which lengths are known at run time only: sizes, where elements are, what is refused, whose memory it is.
#include "tests/words_of.hpp"

#include <heed/tensor/compare.hpp>
#include <heed/tensor/print.hpp>
#include <heed/tensor/strides_of.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <ranges>
#include <span>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using namespace heed;
using heed::test::words_of;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"};
using sequence = tensor<float, tokens[dyn], d_k[3]>;
using padded = tensor<int, 2, at_most<4>, 3>;

static_assert(std::ranges::contiguous_range<sequence> &&
              std::ranges::contiguous_range<const tensor<int, at_most<4>, dyn>>);
static_assert(std::ranges::forward_range<padded> && std::ranges::sized_range<padded> &&
              !std::ranges::contiguous_range<padded>);
static_assert(std::convertible_to<sequence&, std::span<float>>);
static_assert(std::is_nothrow_move_constructible_v<sequence> && std::is_nothrow_move_assignable_v<sequence>);
static_assert(!std::convertible_to<std::size_t, sequence> && !std::convertible_to<std::vector<float>, sequence>);
static_assert(sequence::rank() == 2 && sequence::shape_value.is_dynamic());

#if !defined(HEED_CHECK_LIFETIMES)
// Sizes of types that are known while compiling are what they were.
static_assert(sizeof(tensor<float, 3, 2>) == 6 * sizeof(float));
#endif
static_assert(sizeof(view<float, 3, 2>) == sizeof(float*));
// A length costs a number.
static_assert(sizeof(view<float, dyn, 2>) == sizeof(float*) + sizeof(std::size_t));

constexpr bool sizes_are_given_in_the_order_of_the_extents() {
    const tensor<int, dyn, 2, at_most<5>> t(3, 4);
    return t.extent(0) == 3 && t.extent(1) == 2 && t.extent(2) == 4 && t.size() == 24 && t.dims()[2].size == 4 &&
           t.dims()[0].name == nullptr && sequence(2).dims()[0].name == &tokens;
}

constexpr bool elements_start_at_zero() {
    sequence t(4);
    for (const float x : t)
        if (x != 0) return false;
    return t.back() == 0;
}

constexpr bool a_default_tensor_is_empty() {
    const sequence t;
    return t.size() == 0 && t.extent(0) == 0 && t.extent(1) == 3 && t.begin() == t.end() && t.data() == nullptr;
}

constexpr bool zero_is_a_length() {
    const tensor<int, 2, dyn, 3> t(0);
    const padded p(0);
    return t.size() == 0 && t == tensor<int, 2, dyn, 3>() && p.size() == 0 && p.begin() == p.end() && p == padded(0);
}

constexpr bool strides_follow_from_the_room() {
    const tensor<int, dyn, at_most<5>, 3> t(2, 4);
    const tensor<int, 2, dyn, 3> u(4);
    return t.fixed_strides == detail::strides{15, 3, 1} && detail::strides_of(t) == detail::strides{15, 3, 1} &&
           u.fixed_strides == detail::strides{0, 3, 1} && detail::strides_of(u) == detail::strides{12, 3, 1};
}
static_assert(detail::fixed_strides_of<tensor<int, 2, 3>> == detail::strides{3, 1} &&
              detail::fixed_strides_of<strided_view<int, 2, 3>> == detail::strides{} &&
              detail::fixed_strides_of<const tensor<int, dyn, dyn>&> == detail::strides{0, 1});

constexpr bool a_gap_is_walked_around() {
    padded t(2);
    int n = 0;
    for (int& x : t) x = ++n;
    return n == 12 && t(0, 1, 2) == 6 && t(1, 0, 0) == 7 && t.data()[12] == 7 && t.back() == 12 &&
           &t.back() == t.data() + 17;
}

constexpr bool initialisers_say_the_lengths() {
    const tensor<int, dyn> v{1, 2, 3};
    const tensor<int, dyn> one{7}, seven(7);
    const tensor<int, dyn, dyn> m{{1, 2, 3}, {4, 5, 6}};
    const tensor<int, at_most<4>, 2> bounded{{1, 2}};
    const tensor<int, dyn, at_most<3>, 2> t{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
    return v.size() == 3 && v(2) == 3 && one.size() == 1 && one(0) == 7 && seven.size() == 7 && m.extent(0) == 2 &&
           m(1, 2) == 6 && bounded.extent(0) == 1 && t.extent(1) == 2 && t(1, 1, 0) == 7 && t.data()[6] == 5;
}

constexpr bool numbers_say_one_length() {
    const std::array<float, 6> six{1, 2, 3, 4, 5, 6};
    sequence t(six);
    const tensor<float, dyn, dyn> u(six, 3, 2);
    const tensor<double, 1, at_most<4>, 3> gaps(six);
    t = std::array<float, 3>{7, 8, 9};
    return t.extent(0) == 1 && t(0, 2) == 9 && u(2, 0) == 5 && u.extent(0) == 3 && gaps.extent(1) == 2 &&
           gaps(0, 1, 0) == 4;
}

constexpr bool copies_are_deep() {
    sequence a(2);
    a(1, 1) = 5;
    sequence b = a, c(7);
    c = a;
    a(1, 1) = 6;
    padded p(2), q;
    p(1, 1, 1) = 4;
    q = p;
    return b(1, 1) == 5 && c(1, 1) == 5 && c.extent(0) == 2 && q == p && q.extent(1) == 2;
}

constexpr bool what_was_moved_from_is_empty() {
    sequence a(2);
    a(1, 1) = 5;
    sequence b = std::move(a);
    padded p(3);
    p(1, 2, 1) = 4;
    padded q = std::move(p);
    if (a.size() != 0 || p.size() != 0 || q(1, 2, 1) != 4 || b(1, 1) != 5) return false;
    a = sequence(1);
    b = std::move(a);
    return b.extent(0) == 1 && a.size() == 0 && a == sequence();
}

constexpr bool a_shape_is_taken() {
    sequence t(8);
    const float* const memory = t.data();
    t.take_shape(detail::shape(3, 3));
    if (t.extent(0) != 3 || t.data() != memory) return false;
    t.take_shape(detail::shape(0, 3));
    return t.size() == 0;
}

constexpr bool equal_tensors_have_equal_lengths() {
    const tensor<int, dyn, dyn> a(2, 3), b(3, 2);
    const tensor<int, 2, 3> c;
    return a != b && a == c && c != b && tensor<int, dyn, dyn>(0, 3) != tensor<int, dyn, dyn>(0, 2);
}

constexpr bool parts_are_views() {
    tensor<int, dyn, at_most<4>, 2> t(3, 3);
    t(1, 2, 0) = 7;
    static_assert(std::same_as<decltype(t[1]), view<int, at_most<4>, 2>>);
    static_assert(std::same_as<decltype(t(1, 2, all)), view<int, 2>>);
    t(all, 0, 1)(2) = 9;
    return t[1](2, 0) == 7 && t(1, all, 0)(2) == 7 && t(all, 2, all)(1, 0) == 7 && t(2, 0, 1) == 9 &&
           t(all, 2, all).extent(0) == 3 && t(all, 1, all).fixed_strides == detail::strides{8, 1};
}

constexpr bool a_bounded_tensor_can_be_a_constant() {
    constexpr tensor<float, tokens[at_most<4>], 2> t{{1, 2}, {3, 4}};
    static_assert(t.size() == 4 && t(1, 0) == 3);
    return true;
}

/// Its rows are far from each other, and it has no address to count from.
constexpr bool an_empty_one_with_room_is_copied() {
    const tensor<int, 3, at_most<4096>> none(0);
    const tensor<int, 3, at_most<4096>> copy = none;
    return copy.size() == 0;
}

TEST(dynamic_tensor, compilers_evaluate_all_of_it) {
#define BOTH_TIMES(law)   \
    static_assert(law()); \
    EXPECT_TRUE(law()) << #law
    BOTH_TIMES(sizes_are_given_in_the_order_of_the_extents);
    BOTH_TIMES(elements_start_at_zero);
    BOTH_TIMES(a_default_tensor_is_empty);
    BOTH_TIMES(zero_is_a_length);
    BOTH_TIMES(strides_follow_from_the_room);
    BOTH_TIMES(a_gap_is_walked_around);
    BOTH_TIMES(initialisers_say_the_lengths);
    BOTH_TIMES(numbers_say_one_length);
    BOTH_TIMES(copies_are_deep);
    BOTH_TIMES(an_empty_one_with_room_is_copied);
    BOTH_TIMES(what_was_moved_from_is_empty);
    BOTH_TIMES(a_shape_is_taken);
    BOTH_TIMES(equal_tensors_have_equal_lengths);
    BOTH_TIMES(parts_are_views);
    BOTH_TIMES(a_bounded_tensor_can_be_a_constant);
}

TEST(dynamic_tensor, sizes_without_room_are_refused_in_words) {
    const std::string law = "heed: tensor(sizes...) needs sizes for which there is room: ";
    constexpr auto most = std::numeric_limits<std::ptrdiff_t>::max();
    EXPECT_EQ(words_of([] { sequence t(-3); }), law + "[tokens[dyn] x d_k[3]], given are -3");
    EXPECT_EQ(words_of([] { tensor<float, tokens[at_most<40>], 8> t(41); }),
              law + "[tokens[at_most<40>] x 8] has room for 40, given are 41");
    EXPECT_EQ(words_of([] { sequence t(std::numeric_limits<std::size_t>::max()); }),
              law + "[tokens[dyn] x d_k[3]], given are 18446744073709551615");
    EXPECT_EQ(words_of([] { sequence t(most / 2); }),
              law + "[tokens[4611686018427387903] x d_k[3]] of 4 bytes each is more than memory can hold");
    EXPECT_EQ(words_of([] { tensor<double, dyn> t(most / 8 + 1); }),
              law + "[1152921504606846976] of 8 bytes each is more than memory can hold");
    EXPECT_EQ(words_of([] { tensor<char, dyn, dyn, dyn> t(0, most, 3); }),
              law + "[0 x 9223372036854775807 x 3] of 1 bytes each is more than memory can hold");
    EXPECT_EQ(words_of([] { tensor<int, at_most<2>> t{1, 2, 3}; }), law + "[at_most<2>] has room for 2, given are 3");
}

TEST(dynamic_tensor, a_tensor_is_whole_after_an_error) {
    sequence t(2);
    t(1, 2) = 4;
    const sequence before = t;
    EXPECT_EQ(
        words_of([&] { t.take_shape(detail::shape(5, 4)); }),
        "heed: Y = formula needs the shape and the names of Y to be those of the formula: [tokens[dyn] x d_k[3]] and "
        "[5 x 4]");
    EXPECT_EQ(words_of([&] { t.take_shape(detail::shape(std::size_t{1} << 62, 3)); }),
              "heed: tensor(sizes...) needs sizes for which there is room: [tokens[4611686018427387904] x d_k[3]] of 4 "
              "bytes each is more than memory can hold");
    EXPECT_EQ(words_of([&] { t = std::vector<float>(7); }),
              "heed: tensor(numbers) needs numbers that the other extents divide: [tokens[dyn] x d_k[3]], given are 7");
    EXPECT_EQ(words_of([&] { tensor<float, at_most<4>, 2> few(std::vector<float>(10)); }),
              "heed: tensor(numbers) and view(numbers) need room for the numbers: [4 x 2] has 8, given are 10");
    EXPECT_EQ(t, before);
    tensor<int, dyn, dyn> u(2, 3);
    EXPECT_EQ(words_of([&] { u = std::vector<int>(5); }),
              "heed: tensor(numbers) needs as many numbers as it has elements: [2 x 3] has 6, given are 5");
    u = std::vector<int>{1, 2, 3, 4, 5, 6};
    EXPECT_EQ(u(1, 0), 4);
}

/// A std::size_t of 32 bits, which tests do not have, holds no more either.
TEST(dynamic_tensor, a_size_beyond_the_largest_stays_beyond_it) {
    constexpr auto largest = static_cast<std::uint32_t>(-1);
    static_assert(detail::saturated<std::uint32_t>(4294967301LL) == largest);
    static_assert(detail::saturated<std::uint32_t>(4294967295LL) == largest);
    static_assert(detail::saturated<std::uint32_t>(4294967294ULL) == largest - 1);
    static_assert(detail::saturated<std::uint32_t>(5) == 5);
    static_assert(detail::given_length(-5).magnitude == 5 && detail::given_length(-5).is_negative);
    static_assert(detail::given_length(static_cast<signed char>(-128)).magnitude == 128);
}

TEST(dynamic_tensor, memory_is_aligned_and_kept) {
    for (const std::size_t n : {1u, 2u, 3u, 1000u}) {
        sequence t(n);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(t.data()) % 64, 0u);
        const float* const memory = t.data();
        t.take_shape(detail::shape(n - 1, 3));
        t.take_shape(detail::shape(n, 3));
        EXPECT_EQ(t.data(), memory);
        const sequence other = std::move(t);
        EXPECT_EQ(other.data(), memory);
    }
    using in_place = tensor<float, at_most<4096>>;
    using on_heap = tensor<float, at_most<4097>>;
    EXPECT_GE(sizeof(in_place), 16384u);
    EXPECT_LT(sizeof(on_heap), 64u);
    on_heap t(5);
    const float* const memory = t.data();
    t.take_shape(detail::shape(4097));
    EXPECT_EQ(t.data(), memory);
}

/// A number that knows how many of it live.
struct [[maybe_unused]] counted {
    static inline int live = 0;
    int value = 0;

    counted() { ++live; }
    counted(int v) : value(v) { ++live; }
    counted(const counted& c) : value(c.value) { ++live; }
    counted& operator=(const counted&) = default;
    ~counted() { --live; }

    [[maybe_unused]] friend counted operator+(const counted& a, const counted& b) { return a.value + b.value; }
    [[maybe_unused]] friend counted operator-(const counted& a, const counted& b) { return a.value - b.value; }
    [[maybe_unused]] friend counted operator*(const counted& a, const counted& b) { return a.value * b.value; }
    [[maybe_unused]] friend counted operator/(const counted& a, const counted& b) { return a.value / b.value; }
    [[maybe_unused]] friend counted operator-(const counted& a) { return -a.value; }
    [[maybe_unused]] friend bool operator==(const counted&, const counted&) = default;
    [[maybe_unused]] friend bool operator<(const counted& a, const counted& b) { return a.value < b.value; }
};

TEST(dynamic_tensor, elements_may_have_destructors) {
    static_assert(number<counted>);
    {
        tensor<counted, dyn, 2> t(3), u = t;
        tensor<counted, 2, at_most<4>> in_place(3), copy = in_place;
        t.take_shape(detail::shape(9, 2));
        u = std::move(t);
        copy = std::move(in_place);
        EXPECT_EQ(u.extent(0), 9u);
        EXPECT_EQ(counted::live, 18 + 6 + 16);
    }
    EXPECT_EQ(counted::live, 0);
}

TEST(dynamic_tensor, printing_shows_what_there_is) {
    std::ostringstream out;
    padded p(2);
    p(1, 1, 2) = 5;
    out << sequence() << ' ' << tensor<int, dyn, dyn>{{1, 2}, {3, 4}} << '\n' << p;
    EXPECT_EQ(out.str(), "[] [[1, 2],\n [3, 4]]\n[[[0, 0, 0],\n  [0, 0, 0]],\n\n [[0, 0, 0],\n  [0, 0, 5]]]");
}

#if !defined(NDEBUG)
TEST(dynamic_tensor_death, an_index_beyond_the_length_is_found) {
    const sequence t(2);
    const padded p(2);
    EXPECT_DEATH((void)t(2, 0), "heed: an index is not smaller than the extent of its axis");
    EXPECT_DEATH((void)p(0, 2, 0), "heed: an index is not smaller than the extent of its axis");
    EXPECT_DEATH((void)t[2], "heed: an index is not smaller than the extent of its axis");
}
#endif

}  // namespace
