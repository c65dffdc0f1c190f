// SPDX-License-Identifier: BSL-1.0
// printed<"...">: types, elements, labels, and doubles that are correctly rounded.
#include <heed/printed/printed.hpp>
#include <tests/printed/examples.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <type_traits>

namespace {

using namespace heed;

constexpr auto matrix_w = printed<R"(\begin{bmatrix} 0.40 & 0.20 \\ 0.10 & 0.30 \end{bmatrix})">;
constexpr auto values = printed<test::values>;
constexpr auto scores = printed<test::scores>;
constexpr auto weights = printed<test::weights>;
constexpr auto sentence_map = printed<test::sentence_map>;
constexpr auto translation_map = printed<test::translation_map>;
constexpr auto blocks = printed<test::torch>;

constexpr bool types_have_shapes_and_no_text() {
    static_assert(std::is_same_v<decltype(matrix_w), const printed_tensor<true, 2, 2>>);
    static_assert(std::is_same_v<decltype(values), const printed_tensor<true, 12, 3>>);
    static_assert(std::is_same_v<decltype(scores), const printed_tensor<false, 5, 4>>);
    static_assert(std::is_same_v<decltype(weights), const printed_tensor<false, 6, 7>>);
    static_assert(std::is_same_v<decltype(translation_map), const printed_tensor<true, 7, 6>>);
    static_assert(std::is_same_v<decltype(blocks), const printed_tensor<true, 2, 2, 2>>);
    static_assert(formula<decltype(values)> && detail::tensor_or_view<decltype(scores)>);
    return values.rows == 12 && values.cols == 3 && values.size() == 36 && values.rank() == 2 &&
           values.extent(0) == 12 && printed<"[1, 2, 3]">.rows == 1 && printed<"[1, 2, 3]">.cols == 3 &&
           blocks.rows == 2;
}

constexpr bool elements_are_the_nearest_doubles() {
    return matrix_w(0, 1) == 0.20 && matrix_w(1, 1) == 0.30 && values(4, 0) == -0.1936 && values.data()[35] == 0.3957 &&
           *(values.end() - 1) == 0.3957 && blocks(0, 1, 1) == -std::numeric_limits<double>::infinity() &&
           blocks(1, 1, 0) != blocks(1, 1, 0) && scores(0, 2) != scores(0, 2) && scores(4, 3) == 0.3962;
}

constexpr bool entries_keep_what_is_printed() {
    return matrix_w.places(0, 0) == 2 && matrix_w.entry(0, 0) == decimal{40, 2} &&
           printed<"[[1.5e-3, 2], [3, 4.25]]">.places(0, 0) == 4 && printed<"2e3">.places(0, 0) == -3 &&
           weights.entry(0, 0) == decimal{661, 4} && weights.entry(3, 0).kind == entry_kind::elided &&
           values.entries()[1] == decimal{1991, 4};
}

constexpr bool elided_positions_are_known() {
    return scores.elided_at(0) == 3 && scores.elided_at(1) == 2 && values.elided_at(0) == npos && !scores.complete &&
           values.complete;
}

constexpr bool labels_point_into_the_text() {
    return sentence_map.row_label(2) == "sleeps" && sentence_map.col_label(3) == "on" &&
           translation_map.row_label(6) == "tapis" && values.row_label(0).empty() && values.col_label(2).empty();
}

constexpr bool exact_keeps_all_but_the_flag() {
    constexpr auto digits = exact(translation_map);
    return !translation_map.is_exact() && digits.is_exact() && same_digits(digits, translation_map) &&
           digits.row_label(4) == "sur";
}

constexpr bool same_digits_compares_digits_and_places() {
    return same_digits(values, printed<test::values>) && !same_digits(printed<"0.4">, printed<"0.40">) &&
           !same_digits(values, scores) && same_digits(printed<"[[1,2],[3,4]]">, printed<"1 2\n3 4">);
}

/// What a tutorial prints must stay far inside the compilers' default limits.
constexpr bool twelve_by_twelve_is_read() {
    constexpr auto large = printed<
        "[[0.0661 0.1241 0.1276 0.0999 0.0593 0.0564 0.0661 0.1241 0.1276 0.0999 0.0593 0.0564]\n"
        " [0.0661 0.1241 0.1276 0.0999 0.0593 0.0564 0.0661 0.1241 0.1276 0.0999 0.0593 0.0564]\n"
        " [0.0661 0.1241 0.1276 0.0999 0.0593 0.0564 0.0661 0.1241 0.1276 0.0999 0.0593 0.0564]\n"
        " [0.0661 0.1241 0.1276 0.0999 0.0593 0.0564 0.0661 0.1241 0.1276 0.0999 0.0593 0.0564]\n"
        " [0.0661 0.1241 0.1276 0.0999 0.0593 0.0564 0.0661 0.1241 0.1276 0.0999 0.0593 0.0564]\n"
        " [0.0661 0.1241 0.1276 0.0999 0.0593 0.0564 0.0661 0.1241 0.1276 0.0999 0.0593 0.0564]\n"
        " [0.0661 0.1241 0.1276 0.0999 0.0593 0.0564 0.0661 0.1241 0.1276 0.0999 0.0593 0.0564]\n"
        " [0.0661 0.1241 0.1276 0.0999 0.0593 0.0564 0.0661 0.1241 0.1276 0.0999 0.0593 0.0564]\n"
        " [0.0661 0.1241 0.1276 0.0999 0.0593 0.0564 0.0661 0.1241 0.1276 0.0999 0.0593 0.0564]\n"
        " [0.0661 0.1241 0.1276 0.0999 0.0593 0.0564 0.0661 0.1241 0.1276 0.0999 0.0593 0.0564]\n"
        " [0.0661 0.1241 0.1276 0.0999 0.0593 0.0564 0.0661 0.1241 0.1276 0.0999 0.0593 0.0564]\n"
        " [0.0661 0.1241 0.1276 0.0999 0.0593 0.0564 0.0661 0.1241 0.1276 0.0999 0.0593 0.0565]]">;
    return large.rows == 12 && large.cols == 12 && large.entry(11, 11) == decimal{565, 4};
}

constexpr bool rounding_is_to_even() {
    using detail::nearest_double;
    return nearest_double({9007199254740993, 0}) == 9007199254740992.0 &&   // a tie
           nearest_double({9007199254740995, 0}) == 9007199254740996.0 &&   // a tie
           nearest_double({90071992547409931, 1}) == 9007199254740994.0 &&  // just above
           nearest_double({5, 324}) == 0x1p-1074 && nearest_double({2, 324}) == 0 &&
           nearest_double({3, 324}) == 0x1p-1074 &&
           nearest_double({17976931348623157, -292}) == std::numeric_limits<double>::max() &&
           nearest_double({17976931348623159, -292}) == std::numeric_limits<double>::infinity() &&
           nearest_double({-22250738585072014, 324}) == -std::numeric_limits<double>::min() &&
           nearest_double({1, 9999}) == 0 && nearest_double({-1, -9999}) == -std::numeric_limits<double>::infinity() &&
           nearest_double({0, -9999}) == 0 && nearest_double({100000000000000000, 17}) == 1;
}

TEST(printed, types_have_shapes_and_no_text) {
    static_assert(types_have_shapes_and_no_text());
    EXPECT_TRUE(types_have_shapes_and_no_text());
}
TEST(printed, elements_are_the_nearest_doubles) {
    static_assert(elements_are_the_nearest_doubles());
    EXPECT_TRUE(elements_are_the_nearest_doubles());
}
TEST(printed, entries_keep_what_is_printed) {
    static_assert(entries_keep_what_is_printed());
    EXPECT_TRUE(entries_keep_what_is_printed());
}
TEST(printed, elided_positions_are_known) {
    static_assert(elided_positions_are_known());
    EXPECT_TRUE(elided_positions_are_known());
}
TEST(printed, labels_point_into_the_text) {
    static_assert(labels_point_into_the_text());
    EXPECT_TRUE(labels_point_into_the_text());
}
TEST(printed, exact_keeps_all_but_the_flag) {
    static_assert(exact_keeps_all_but_the_flag());
    EXPECT_TRUE(exact_keeps_all_but_the_flag());
}
TEST(printed, same_digits_compares_digits_and_places) {
    static_assert(same_digits_compares_digits_and_places());
    EXPECT_TRUE(same_digits_compares_digits_and_places());
}
TEST(printed, twelve_by_twelve_is_read) {
    static_assert(twelve_by_twelve_is_read());
    EXPECT_TRUE(twelve_by_twelve_is_read());
}
TEST(printed, rounding_is_to_even) {
    constexpr bool holds = rounding_is_to_even();
    static_assert(holds);
    EXPECT_TRUE(rounding_is_to_even());
}

TEST(printed, doubles_agree_with_the_library) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 200'000; ++i) {
        std::uint64_t digits = random() % 1'000'000'000'000'000'000U;
        for (std::uint64_t cut = random() % 18; cut > 0; --cut) digits /= 10;
        // Half of the exponents are ordinary, half anywhere, subnormal results and overflow included.
        const int places = i % 2 == 0 ? static_cast<int>(random() % 46) - 20 : static_cast<int>(random() % 680) - 330;
        const decimal d{static_cast<long long>(digits), static_cast<short>(places)};
        const std::string text = std::to_string(digits) + "e" + std::to_string(-places);
        ASSERT_EQ(detail::nearest_double(d), std::strtod(text.c_str(), nullptr)) << text;
    }
}

/// Decimals halfway between two doubles, and one digit beside: m * 2^-k = m * 5^k / 10^k.
TEST(printed, ties_agree_with_the_library) {
    std::mt19937_64 random(2);
    for (int i = 0; i < 20'000; ++i) {
        const std::uint64_t odd = ((std::uint64_t{1} << 53) + random() % (std::uint64_t{1} << 53)) | 1;
        const int halvings = static_cast<int>(random() % 2);
        const std::uint64_t digits = halvings == 0 ? odd : odd * 5;
        for (const std::uint64_t near : {digits - 1, digits, digits + 1}) {
            const decimal d{static_cast<long long>(near), static_cast<short>(halvings)};
            const std::string text = std::to_string(near) + "e" + std::to_string(-halvings);
            ASSERT_EQ(detail::nearest_double(d), std::strtod(text.c_str(), nullptr)) << text;
        }
    }
}

}  // namespace
