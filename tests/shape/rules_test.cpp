// SPDX-License-Identifier: BSL-1.0
// Which shapes fit, what comes out, and which names survive.
#include <heed/shape/rules.hpp>

#include <gtest/gtest.h>

namespace {

using namespace heed::detail;
using heed::axis;
using heed::extent;

inline constexpr axis batch{"batch"}, tokens{"tokens"}, d_k{"d_k"}, d_v{"d_v"};

constexpr bool gives(const fit& f, const shape& expected) { return fits(f) && f.result == expected; }
constexpr bool sizes_differ(const fit& f) { return !f.sizes; }
constexpr bool only_names_differ(const fit& f) { return f.sizes && !f.names; }

constexpr shape shapes[] = {shape(),        shape(1),       shape(3),       shape(tokens[3]),
                            shape(2, 3),    shape(2, 1),    shape(1, 3),    shape(3, 2),
                            shape(4, 2, 3), shape(4, 1, 1), shape(1, 2, 1), shape(2, d_k[3])};

constexpr bool broadcast_is_symmetric() {
    for (const shape& a : shapes)
        for (const shape& b : shapes) {
            const fit ab = broadcast(a, b), ba = broadcast(b, a);
            if (ab.sizes != ba.sizes || ab.names != ba.names) return false;
            if (fits(ab) && ab.result != ba.result) return false;
        }
    return true;
}

constexpr bool broadcast_has_neutral_shapes() {
    for (const shape& a : shapes)
        if (!gives(broadcast(a, a), a) || !gives(broadcast(a, shape()), a)) return false;
    return true;
}

constexpr bool broadcast_repeats_ones_and_missing_axes() {
    return gives(broadcast(shape(2, 1), shape(1, 3)), shape(2, 3)) &&
           gives(broadcast(shape(4, 2, 3), shape(3)), shape(4, 2, 3)) &&
           gives(broadcast(shape(4, 1, 3), shape(2, 1)), shape(4, 2, 3)) &&
           sizes_differ(broadcast(shape(2, 3), shape(2))) && sizes_differ(broadcast(shape(2, 3), shape(3, 2)));
}

constexpr bool broadcast_keeps_names() {
    return gives(broadcast(shape(tokens[2], 3), shape(2, d_k[3])), shape(tokens[2], d_k[3])) &&
           gives(broadcast(shape(tokens[1]), shape(3)), shape(tokens[3])) &&
           gives(broadcast(shape(tokens[2], 3), shape(d_k[3])), shape(tokens[2], d_k[3])) &&
           only_names_differ(broadcast(shape(tokens[3]), shape(d_k[3])));
}

constexpr bool products_follow_the_inner_extent() {
    return gives(product_rule(shape(2, 3), shape(3, 4)), shape(2, 4)) &&
           sizes_differ(product_rule(shape(2, 3), shape(4, 3))) &&
           gives(product_rule(shape(tokens[2], d_k[3]), shape(d_k[3], d_v[4])), shape(tokens[2], d_v[4])) &&
           gives(product_rule(shape(tokens[2], d_k[3]), shape(3, 4)), shape(tokens[2], 4)) &&
           only_names_differ(product_rule(shape(2, d_k[3]), shape(tokens[3], 4)));
}

constexpr bool vectors_lose_the_axis_that_they_lack() {
    return gives(product_rule(shape(3), shape(3, 4)), shape(4)) &&
           gives(product_rule(shape(2, 3), shape(3)), shape(2)) && gives(product_rule(shape(3), shape(3)), shape()) &&
           sizes_differ(product_rule(shape(3), shape(4))) &&
           gives(product_rule(shape(3), shape(5, 3, 4)), shape(5, 4)) &&
           gives(product_rule(shape(5, 2, 3), shape(3)), shape(5, 2)) &&
           gives(product_rule(shape(tokens[2], 3), shape(3)), shape(tokens[2]));
}

constexpr bool leading_axes_of_products_repeat() {
    return gives(product_rule(shape(5, 2, 3), shape(5, 3, 4)), shape(5, 2, 4)) &&
           gives(product_rule(shape(batch[5], 2, 3), shape(3, 4)), shape(batch[5], 2, 4)) &&
           gives(product_rule(shape(2, 3), shape(batch[5], 3, 4)), shape(batch[5], 2, 4)) &&
           gives(product_rule(shape(6, 1, 2, 3), shape(5, 3, 4)), shape(6, 5, 2, 4)) &&
           sizes_differ(product_rule(shape(5, 2, 3), shape(6, 3, 4))) &&
           only_names_differ(product_rule(shape(batch[5], 2, 3), shape(tokens[5], 3, 4)));
}

/// (A B)C and A(B C) have the same shape.
constexpr bool shapes_of_products_are_associative() {
    for (const shape& a : shapes)
        for (const shape& b : shapes)
            for (const shape& c : shapes) {
                if (a.rank < 2 || b.rank < 2 || c.rank < 2) continue;
                const fit ab = product_rule(a, b), bc = product_rule(b, c);
                if (!fits(ab) || !fits(bc)) continue;
                const fit left = product_rule(ab.result, c), right = product_rule(a, bc.result);
                if (fits(left) != fits(right) || (fits(left) && left.result != right.result)) return false;
            }
    return true;
}

constexpr bool concat_adds_up_one_axis() {
    return gives(concat_rule(shape(2, 3), shape(2, 4), 1), shape(2, 7)) &&
           gives(concat_rule(shape(2, 3), shape(5, 3), 0), shape(7, 3)) &&
           sizes_differ(concat_rule(shape(2, 3), shape(3, 4), 1)) &&
           sizes_differ(concat_rule(shape(2, 3), shape(3), 0)) &&
           only_names_differ(concat_rule(shape(tokens[2], 3), shape(batch[2], 3), 1));
}

/// Every other axis counts, the first and the last as well as those between.
constexpr bool concat_compares_all_other_axes() {
    const shape whole(2, 3, 4, 5);
    for (std::size_t axis = 0; axis < 4; ++axis)
        for (std::size_t other = 0; other < 4; ++other) {
            shape longer = whole, here = whole, there = whole;
            longer[other].size += 1;
            here[other] = tokens[whole[other]];
            there[other] = batch[whole[other]];
            const fit sizes = concat_rule(whole, longer, axis), names = concat_rule(here, there, axis);
            if (sizes.sizes != (axis == other) || names.names != (axis == other) || !names.sizes) return false;
        }
    return true;
}

/// One axis that does not fit is enough, wherever it is.
constexpr bool broadcast_compares_all_axes() {
    const shape whole(2, 3, 4);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        shape longer = whole, here = whole, there = whole;
        longer[axis].size += 1;
        here[axis] = tokens[whole[axis]];
        there[axis] = batch[whole[axis]];
        if (broadcast(whole, longer).sizes || broadcast(here, there).names) return false;
    }
    return true;
}

constexpr bool concat_drops_names_that_differ_along_the_axis() {
    return gives(concat_rule(shape(2, d_k[3]), shape(2, d_v[4]), 1), shape(2, 7)) &&
           gives(concat_rule(shape(2, d_k[3]), shape(2, d_k[4]), 1), shape(2, d_k[7])) &&
           gives(concat_rule(shape(tokens[2], 3), shape(2, d_k[4]), 1), shape(tokens[2], d_k[7]));
}

constexpr bool assignment_needs_the_shape_and_the_names() {
    for (const shape& a : shapes)
        if (!assignable(a, a)) return false;
    return assignable(shape(tokens[2], 3), shape(2, d_k[3])) && !assignable(shape(2, 3), shape(3, 2)) &&
           !assignable(shape(1, 3), shape(3)) && !assignable(shape(tokens[2]), shape(d_k[2]));
}

constexpr bool an_axis_can_be_dropped() {
    return without_axis(shape(2, tokens[3], 4), 1) == shape(2, 4) && without_axis(shape(2), 0) == shape();
}

TEST(rules, broadcast_is_symmetric) {
    static_assert(broadcast_is_symmetric());
    EXPECT_TRUE(broadcast_is_symmetric());
}
TEST(rules, broadcast_has_neutral_shapes) {
    static_assert(broadcast_has_neutral_shapes());
    EXPECT_TRUE(broadcast_has_neutral_shapes());
}
TEST(rules, broadcast_repeats_ones_and_missing_axes) {
    static_assert(broadcast_repeats_ones_and_missing_axes());
    EXPECT_TRUE(broadcast_repeats_ones_and_missing_axes());
}
TEST(rules, broadcast_keeps_names) {
    static_assert(broadcast_keeps_names());
    EXPECT_TRUE(broadcast_keeps_names());
}
TEST(rules, products_follow_the_inner_extent) {
    static_assert(products_follow_the_inner_extent());
    EXPECT_TRUE(products_follow_the_inner_extent());
}
TEST(rules, vectors_lose_the_axis_that_they_lack) {
    static_assert(vectors_lose_the_axis_that_they_lack());
    EXPECT_TRUE(vectors_lose_the_axis_that_they_lack());
}
TEST(rules, leading_axes_of_products_repeat) {
    static_assert(leading_axes_of_products_repeat());
    EXPECT_TRUE(leading_axes_of_products_repeat());
}
TEST(rules, shapes_of_products_are_associative) {
    static_assert(shapes_of_products_are_associative());
    EXPECT_TRUE(shapes_of_products_are_associative());
}
TEST(rules, concat_adds_up_one_axis) {
    static_assert(concat_adds_up_one_axis());
    EXPECT_TRUE(concat_adds_up_one_axis());
}
TEST(rules, every_axis_counts) {
    static_assert(concat_compares_all_other_axes());
    EXPECT_TRUE(concat_compares_all_other_axes());
    static_assert(broadcast_compares_all_axes());
    EXPECT_TRUE(broadcast_compares_all_axes());
}
TEST(rules, concat_drops_names_that_differ_along_the_axis) {
    static_assert(concat_drops_names_that_differ_along_the_axis());
    EXPECT_TRUE(concat_drops_names_that_differ_along_the_axis());
}
TEST(rules, assignment_needs_the_shape_and_the_names) {
    static_assert(assignment_needs_the_shape_and_the_names());
    EXPECT_TRUE(assignment_needs_the_shape_and_the_names());
}
TEST(rules, an_axis_can_be_dropped) {
    static_assert(an_axis_can_be_dropped());
    EXPECT_TRUE(an_axis_can_be_dropped());
}

}  // namespace
