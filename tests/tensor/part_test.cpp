// SPDX-License-Identifier: BSL-1.0
// Parts of tensors and views at indices: what they refer to, what their type is, and that they are operands.
#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed::test {

inline constexpr axis batch{"batch"}, tokens{"tokens"}, d_k{"d_k"};

using detail::strides;
using cube = tensor<double, batch[2], tokens[3], d_k[4]>;

constexpr cube counted() {
    cube X;
    double i = 0;
    for (double& x : X) x = i++;
    return X;
}

// A pointer alone, where the strides are in the type.
static_assert(sizeof(std::declval<tensor<float, 12, 5, 4>&>()(all, 1)) == sizeof(void*));
// What is left without gaps is a view.
static_assert(std::is_same_v<decltype(std::declval<tensor<float, 7, 1, 4>&>()(all, 0)), view<float, 7, 4>>);

TEST(part, of_a_tensor_is_a_strided_view_where_one_is_asked_for) {
    tensor<float, 3, 2, 4> X;
    strided_view v = X(all, 1);
    static_assert(std::is_same_v<decltype(v), strided_view<float, 3, 4>>);
    v(2, 3) = 5;
    EXPECT_EQ(X(2, 1, 3), 5);
}

TEST(part, is_a_view_of_the_axes_that_stay) {
    cube X = counted();
    const cube& C = X;
    static_assert(std::same_as<decltype(X(all, 1, all)), part_view<double, strides{12, 1}, batch[2], d_k[4]>>);
    static_assert(std::same_as<decltype(C(all, 1, all)), part_view<const double, strides{12, 1}, batch[2], d_k[4]>>);
    static_assert(std::same_as<decltype(X(1, all, all)), view<double, tokens[3], d_k[4]>>);
    static_assert(std::same_as<decltype(C(1, 2, all)), view<const double, d_k[4]>>);
    static_assert(std::same_as<decltype(X(all, 0, 0)), part_view<double, strides{12}, batch[2]>>);
    static_assert(std::same_as<decltype(X(all, all, all)), view<double, batch[2], tokens[3], d_k[4]>>);
    static_assert(std::same_as<decltype(X(1, 2, 3)), double&>);
    EXPECT_EQ(X(1, all, all).data(), X[1].data());
}

TEST(part, has_all_of_the_axes_behind_the_indices) {
    cube X = counted();
    const cube& C = X;
    static_assert(std::same_as<decltype(C(all, 1)), part_view<const double, strides{12, 1}, batch[2], d_k[4]>>);
    static_assert(std::same_as<decltype(X(1, all)), view<double, tokens[3], d_k[4]>>);
    EXPECT_EQ(X(all, 2), X(all, 2, all));
    EXPECT_EQ(view(X)(all, 2), X(all, 2, all));
    EXPECT_EQ(X(all, all, 2)(all), X(all, all, 2));
}

TEST(part, becomes_a_view_whose_strides_are_known_at_run_time_only) {
    cube X = counted();
    const strided_view<double, batch[2], d_k[4]> part = X(all, 1, all);
    const strided_view<const double, batch[2], d_k[4]> read_only = X(all, 1, all), of_part = part;
    const strided_view<const double, tokens[3], d_k[4]> whole_rows = X(1, all, all);
    const strided_view<const double, batch[dyn], tokens[3], d_k[4]> sliced = slice<0>(X, 0, 1);
    EXPECT_EQ(whole_rows, X(1, all, all));
    EXPECT_EQ(sliced, slice<0>(X, 0, 1));
    EXPECT_EQ(part, X(all, 1, all));
    EXPECT_EQ(read_only, of_part);
    static_assert(
        !std::convertible_to<decltype(std::as_const(X)(all, 1, all)), strided_view<double, batch[2], d_k[4]>>);
    static_assert(part.size() == 8 && X(all, 1, all).extent(1) == 4 && part.rank() == 2);
}

TEST(part, reads_and_writes_the_elements) {
    cube X = counted();
    for (std::size_t b = 0; b < 2; ++b)
        for (std::size_t t = 0; t < 3; ++t)
            for (std::size_t d = 0; d < 4; ++d) {
                EXPECT_EQ(X(all, t, all)(b, d), X(b, t, d));
                EXPECT_EQ(X(all, t, d)(b), X(b, t, d));
                EXPECT_EQ(X(b, all, d)(t), X(b, t, d));
                EXPECT_EQ(X(all, all, d)(all, t)(b), X(b, t, d));
            }
    X(all, 1, all) = X(all, 2, all);
    EXPECT_EQ(X(1, 1, 3), X(1, 2, 3));
    X(all, all, 0) = evaluate(X(all, all, 0) * 2);
    EXPECT_EQ(X(1, 0, 0), 24);
}

TEST(part, is_an_operand) {
    const cube X = counted();
    const tensor<double, batch[2], batch[2]> P = X(all, 1, all) * transpose(X(all, 2, all));
    for (std::size_t a = 0; a < 2; ++a)
        for (std::size_t b = 0; b < 2; ++b) {
            double sum = 0;
            for (std::size_t d = 0; d < 4; ++d) sum += X(a, 1, d) * X(b, 2, d);
            EXPECT_EQ(P(a, b), sum);
        }
}

TEST(part, of_a_formula_has_constant_indices) {
    const cube X = counted();
    const tensor<double, batch[2], d_k[4]> middle = (X + X)(all, 1_c, all);
    const tensor<double, tokens[3]> column = (X * 2)(1_c, all, 3_c);
    const tensor<double, tokens[3]> products = (X * transpose(X))(1_c, all, 0_c);
    for (std::size_t t = 0; t < 3; ++t) {
        EXPECT_EQ(column(t), 2 * X(1, t, 3));
        double sum = 0;
        for (std::size_t d = 0; d < 4; ++d) sum += X(1, t, d) * X(1, 0, d);
        EXPECT_EQ(products(t), sum);
    }
    EXPECT_EQ(middle, evaluate(X(all, 1, all) + X(all, 1, all)));
}

constexpr bool holds_while_compiling() {
    constexpr cube X = counted();
    return X(all, 2, 1)(1) == 21 && evaluate(sum(X(all, 2, all)))(0) == 38 && evaluate(exp(X)(0_c, all, 0_c))(0) == 1;
}
static_assert(holds_while_compiling());
TEST(part, means_the_same_while_compiling) { EXPECT_TRUE(holds_while_compiling()); }

}  // namespace heed::test
