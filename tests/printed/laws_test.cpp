// SPDX-License-Identifier: BSL-1.0
// Laws of printed matrices: exact digits, digits that are rounded, and rows of which only a part is printed.
#include <heed/printed/laws.hpp>
#include <tests/printed/examples.hpp>

#include <gtest/gtest.h>

namespace {

using namespace heed;

constexpr auto map = printed<test::translation_map>;
constexpr auto weights = printed<test::weights>;

constexpr bool exact_rows_add_up_to_one() {
    constexpr auto digits = exact(printed<"0.5 0.25 0.25\n0.5 0.25 0.24\n0.5 0.25 0.26\n1e-3 0.99900 0\n1.5 -0.5 0">);
    constexpr auto rows = rows_sum_to_one(digits);
    return rows[0] && !rows[1] && !rows[2] && rows[3] && rows[4] && !rows.all() && rows.size() == 5 &&
           rows_sum_to_one(exact(printed<"[0.1, 0.2, 0.7]">)).all() && rows_sum_to_one(exact(map)).all();
}

/// 0.33 + 0.33 + 0.33 can be one within 3 * 0.005, 0.32 * 3 can not. Bounds that are reached count.
constexpr bool rounded_rows_can_add_up_to_one() {
    constexpr auto rows = rows_sum_to_one(printed<"0.33 0.33 0.33\n0.32 0.32 0.32\n0.4 0.4 0.305\n0.4 0.4 0.300">);
    constexpr auto bounds = rows_sum_to_one(printed<"0.5 0.6\n0.5 0.4\n0.5 0.7\n0.5 0.3">);
    return rows[0] && !rows[1] && !rows[2] && rows[3] && bounds[0] && bounds[1] && !bounds[2] && !bounds[3];
}

/// With 1.1 in one row: wrong if the digits are the numbers, possible if they are rounded to one place.
constexpr bool a_row_of_a_tenth_too_much() {
    constexpr auto rows = printed<"Le | 0.8 | 0.1 | 0.0 | 0.1\nsur | 0.1 | 0.1 | 0.8 | 0.1">;
    return rows_sum_to_one(exact(rows))[0] && !rows_sum_to_one(exact(rows))[1] && rows_sum_to_one(rows).all();
}

constexpr bool partly_printed_rows_leave_room() {
    constexpr auto rows = rows_sum_to_one(weights);
    constexpr auto over = rows_sum_to_one(printed<R"(0.6 & \dots & 0.5 \\ 0.6 & \dots & 0.6 \\ 0.1 & \dots & 0.1)">);
    constexpr auto over_exact = rows_sum_to_one(exact(printed<R"(0.6 & \dots & 0.5)">));
    return rows.all() && rows.judged_in_part(0) && rows.judged_in_part(3) && !rows_sum_to_one(map).judged_in_part(0) &&
           over[0] && !over[1] && over[2] && !over_exact[0] && is_distribution(weights);
}

constexpr bool distributions_have_no_negative_entries() {
    return is_distribution(map) && !is_distribution(exact(printed<"1.5 -0.5">)) &&
           !is_distribution(printed<"1.1 -0.1">) && is_distribution(printed<"1.0 0.0 0.0">) &&
           is_distribution(exact(printed<"0 1 0">)) && !is_distribution(printed<"[0.5, 0.5, nan]">) &&
           !is_distribution(printed<"[inf, -inf]">) && is_distribution(printed<"50% 50%">) &&
           // -0.1 is at most -0.05: with it rows_sum_to_one holds, and is_distribution does not
           rows_sum_to_one(printed<"1.1 -0.1">).all() &&
           // 0.0 is no less than 0: the sum is at least 1.05, though the half units would allow 1
           rows_sum_to_one(printed<"1.1 0.0 0.0">).all() && !is_distribution(printed<"1.1 0.0 0.0">);
}

constexpr bool scales_may_be_far_apart() {
    return !rows_sum_to_one(exact(printed<"1 1e-300">))[0] && rows_sum_to_one(printed<"1 1e-300">)[0] &&
           !rows_sum_to_one(exact(printed<"[1e20, -1e20, 0.5]">))[0] &&
           rows_sum_to_one(exact(printed<"[1e20, -1e20, 0.5, 0.5]">))[0] &&
           rows_sum_to_one(exact(printed<"[0.999999999999999999, 1e-18]">))[0];
}

constexpr bool symmetry() {
    return is_symmetric(exact(printed<"1 2\n2 3">)) && is_symmetric(exact(printed<"1 0.50\n0.5 3">)) &&
           !is_symmetric(exact(printed<"1 0.52\n0.5 3">)) && is_symmetric(printed<"1 0.52\n0.5 3">) &&
           !is_symmetric(printed<"1 0.56\n0.5 3">) && !is_symmetric(printed<"1 2 3\n2 3 4">) && !is_symmetric(map) &&
           is_symmetric(printed<"nan inf\ninf 0">) && !is_symmetric(printed<"0 inf\n-inf 0">) &&
           !is_symmetric(printed<"0 inf\n1 0">) &&
           is_symmetric(printed<R"(1 & \dots & 5 \\ \vdots & \ddots & \vdots \\ 5 & \dots & 9)">) &&
           !is_symmetric(printed<R"(1 & \dots & 5 \\ \vdots & \ddots & \vdots \\ 7 & \dots & 9)">) &&
           // The second row is the second, the second column the last but one: not the same pair of indices.
           is_symmetric(printed<"1 ... 2 3\n4 ... 5 6\n...\n7 ... 8 9">) == false;
}

TEST(laws, exact_rows_add_up_to_one) {
    static_assert(exact_rows_add_up_to_one());
    EXPECT_TRUE(exact_rows_add_up_to_one());
}
TEST(laws, rounded_rows_can_add_up_to_one) {
    static_assert(rounded_rows_can_add_up_to_one());
    EXPECT_TRUE(rounded_rows_can_add_up_to_one());
}
TEST(laws, a_row_of_a_tenth_too_much) {
    static_assert(a_row_of_a_tenth_too_much());
    EXPECT_TRUE(a_row_of_a_tenth_too_much());
}
TEST(laws, partly_printed_rows_leave_room) {
    static_assert(partly_printed_rows_leave_room());
    EXPECT_TRUE(partly_printed_rows_leave_room());
}
TEST(laws, distributions_have_no_negative_entries) {
    static_assert(distributions_have_no_negative_entries());
    EXPECT_TRUE(distributions_have_no_negative_entries());
}
TEST(laws, scales_may_be_far_apart) {
    static_assert(scales_may_be_far_apart());
    EXPECT_TRUE(scales_may_be_far_apart());
}
TEST(laws, symmetry) {
    static_assert(symmetry());
    EXPECT_TRUE(symmetry());
}

}  // namespace
