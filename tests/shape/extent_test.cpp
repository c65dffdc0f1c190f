// SPDX-License-Identifier: BSL-1.0
// Extents: one value for every spelling of a size, names that agree by their text.
#include <heed/shape/axes.hpp>
#include <heed/shape/extent.hpp>
#include <heed/shape/shape.hpp>

#include <gtest/gtest.h>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace {

using heed::axis;
using heed::extent;
using heed::detail::shape;

inline constexpr axis tokens{"tokens"}, same_text{"tokens"}, longer{"tokens_2"}, shorter{"tok"}, d_k{"d_k"};

template <extent E>
struct of_extent {};

static_assert(std::same_as<of_extent<12>, of_extent<12U>> && std::same_as<of_extent<12>, of_extent<std::size_t{12}>>);
static_assert(std::same_as<of_extent<tokens[12]>, of_extent<tokens[12U]>>);
static_assert(!std::same_as<of_extent<12>, of_extent<tokens[12]>> && !std::same_as<of_extent<12>, of_extent<13>>);

constexpr bool names_are_compared_by_text() {
    return same_name(tokens, tokens) && same_name(tokens, same_text) && !same_name(tokens, longer) &&
           !same_name(longer, tokens) && !same_name(tokens, shorter) && !same_name(shorter, tokens) &&
           !same_name(tokens, d_k) && same_name(tokens, heed::axes::tokens);
}

constexpr bool agreement_is_symmetric() {
    const extent all[] = {1, 2, tokens[1], tokens[2], same_text[2], d_k[2]};
    for (const extent& a : all)
        for (const extent& b : all) {
            if (extents_agree(a, b) != extents_agree(b, a)) return false;
            if (names_agree(a, b) != names_agree(b, a)) return false;
            if (a == b && !extents_agree(a, b)) return false;
        }
    return true;
}

constexpr bool a_missing_name_agrees_with_any() {
    return extents_agree(tokens[12], 12) && extents_agree(tokens[12], same_text[12]) &&
           !extents_agree(tokens[12], 13) && !extents_agree(tokens[12], d_k[12]) && names_agree(tokens[12], 13);
}

constexpr bool an_axis_makes_an_extent_of_its_name() {
    constexpr extent e = tokens[12];
    return e.size == 12 && e.name == &tokens && extent(12).name == nullptr && tokens[d_k[5]] == tokens[5];
}

TEST(extent, names_are_compared_by_text) {
    static_assert(names_are_compared_by_text());
    EXPECT_TRUE(names_are_compared_by_text());
}

TEST(extent, agreement_is_symmetric) {
    static_assert(agreement_is_symmetric());
    EXPECT_TRUE(agreement_is_symmetric());
}

TEST(extent, a_missing_name_agrees_with_any) {
    static_assert(a_missing_name_agrees_with_any());
    EXPECT_TRUE(a_missing_name_agrees_with_any());
}

TEST(extent, a_constant_is_a_size) {
    static_assert(extent(std::integral_constant<int, 7>()) == extent(7));
    static_assert(tokens[std::integral_constant<std::size_t, 7>()] == tokens[7]);
}

TEST(extent, an_axis_makes_an_extent_of_its_name) {
    static_assert(an_axis_makes_an_extent_of_its_name());
    EXPECT_TRUE(an_axis_makes_an_extent_of_its_name());
}

constexpr bool shapes_count_elements() {
    constexpr shape s(tokens[2], 3, d_k[4]);
    return shape().size() == 1 && shape(5).size() == 5 && s.size() == 24 && s.rank == 3 && s[0] == tokens[2] &&
           s.from_right(0) == d_k[4] && s.from_right(2) == s[0];
}

constexpr bool shapes_grow_and_compare() {
    shape s;
    s.push_back(2);
    s.push_back(tokens[3]);
    return s == shape(2, tokens[3]) && s != shape(2, 3) && s != shape(2) && s != shape(2, tokens[3], 1);
}

TEST(shape, counts_elements) {
    static_assert(shapes_count_elements());
    EXPECT_TRUE(shapes_count_elements());
}

TEST(shape, grows_and_compares) {
    static_assert(shapes_grow_and_compare());
    EXPECT_TRUE(shapes_grow_and_compare());
}

TEST(shape_death, has_at_most_six_axes) {
    shape s(1, 1, 1, 1, 1, 1);
    EXPECT_DEATH(s.push_back(1), "at most 6 axes");
}

}  // namespace
