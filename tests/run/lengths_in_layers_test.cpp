// SPDX-License-Identifier: BSL-1.0
// What formulas make of a length that is known at run time only, beside its loops: the last index, how many elements
// are counted, axes that become one. evaluate_unfused evaluates the same formula and cannot tell: here the oracles are
// plain loops, or the same formula over sizes that are known while compiling.
#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>

namespace heed::test {

inline constexpr axis batch{"batch"}, tokens{"tokens"}, d_model{"d_model"};

constexpr std::size_t n = 5, m = 7;
using known = tensor<float, tokens[n], d_model[m]>;
using known_late = tensor<float, tokens[dyn], d_model[at_most<9>]>;

known numbers() {
    known X;
    int i = 0;
    for (float& x : X) x = static_cast<float>(std::sin(0.91 * ++i));
    return X;
}

template <class A, class B>
void expect_near(const char* what, const A& a, const B& wanted) {
    ASSERT_EQ(a.dims(), wanted.dims()) << what;
    auto w = wanted.begin();
    for (const auto& x : a) EXPECT_NEAR(static_cast<double>(x), static_cast<double>(*w++), 2e-6) << what;
}

/// What a formula of one tensor is, over sizes that are known while compiling and over others.
template <class Formula>
void expect_as_known(const char* what, const Formula& formula) {
    const known X = numbers();
    known_late late;
    late = X;
    const tensor wanted = formula(X);
    expect_near(what, evaluate(formula(late)), wanted);
}

TEST(lengths_in_layers, argmax_is_that_of_a_loop) {
    tensor<float, dyn, dyn> X(3, 4);
    tensor<int, dyn, at_most<8>> whole(3, 4);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 4; ++j) {
            X(i, j) = static_cast<float>((7 * i + 5 * j + i * j) % 11);
            whole(i, j) = static_cast<int>((7 * i + 5 * j + i * j) % 11);
        }
    X(1, 2) = X(1, 3) = 40;
    whole(1, 2) = whole(1, 3) = 40;
    X(2, 3) = std::nanf("");
    whole(2, 3) = 50;
    const auto along_rows = evaluate(argmax(X));
    const auto along_columns = evaluate(argmax<0>(whole));
    const auto of_integers = evaluate(argmax(whole));
    for (std::size_t i = 0; i < 3; ++i) {
        std::size_t largest = 0;
        for (std::size_t j = 1; j < 4; ++j)
            if (whole(i, j) > whole(i, largest)) largest = j;
        EXPECT_EQ(along_rows(i), static_cast<float>(largest));
        EXPECT_EQ(of_integers(i), static_cast<int>(largest));
    }
    for (std::size_t j = 0; j < 4; ++j) {
        std::size_t largest = 0;
        for (std::size_t i = 1; i < 3; ++i)
            if (whole(i, j) > whole(largest, j)) largest = i;
        EXPECT_EQ(along_columns(j), static_cast<int>(largest));
    }
}

TEST(lengths_in_layers, argmax_finds_rows) {
    tensor<float, dyn, 2> table{{1, 2}, {3, 4}, {5, 6}};
    tensor<float, dyn, dyn> scores{{1, 9, 2}, {3, 1, 8}};
    const auto found = evaluate(rows(table, argmax(scores)));
    EXPECT_EQ(found(0, 1), 4.0F);
    EXPECT_EQ(found(1, 0), 5.0F);
}

TEST(lengths_in_layers, lengths_go_with_integers) {
    tensor<int, dyn> counts{1, 2, 3};
    const auto backwards = evaluate(dim<0>(counts) - counts);
    EXPECT_EQ(backwards(0), 2);
    EXPECT_EQ(backwards(2), 0);
}

TEST(lengths_in_layers, variance_counts_elements) {
    expect_as_known("unbiased", [](const auto& x) { return var<0>(x, unbiased); });
    expect_as_known("along the last axis", [](const auto& x) { return stddev(x, keep, unbiased); });
    expect_as_known("of both axes", [](const auto& x) { return var<0, 1>(x, keep, unbiased); });
    expect_as_known("mean of both axes", [](const auto& x) { return mean<0, 1>(x, keep); });
    const tensor<double, dyn> four{1, 2, 3, 4};
    EXPECT_DOUBLE_EQ(evaluate(var(four, unbiased))(), 5.0 / 3);
}

TEST(lengths_in_layers, unbiased_variance_of_fewer_than_two_is_not_a_number) {
    EXPECT_TRUE(std::isnan(evaluate(var(tensor<float, dyn>{1}, unbiased))()));
    EXPECT_TRUE(std::isnan(evaluate(var(tensor<float, dyn>(0), unbiased))()));
}

TEST(lengths_in_layers, einsum_sums_over_the_longest) {
    static constexpr detail::subscripts s = detail::read_subscripts("ijk,ljk->il", 11);
    constexpr auto plan = [](extent j, extent k) { return detail::plan_einsum(s, detail::shape(extent(3), j, k)); };
    static_assert(plan(at_most<8>, 4096).operands[0] == plan(8, 4096).operands[0]);
}

TEST(lengths_in_layers, einsum_and_several_results) {
    expect_as_known("all", [](const auto& x) { return einsum<"ij,ij->j">(x, x); });
    const known X = numbers();
    known_late late, copy;
    late = X;
    tensor<float, d_model[dyn]> sums;
    tensor<float, d_model[m]> wanted;
    evaluate_into(std::tie(copy, sums), results(late, sum<0>(late)));
    wanted = sum<0>(X);
    expect_near("copy", copy, X);
    expect_near("sums", sums, wanted);
}

TEST(lengths_in_layers, rotary_positions) {
    constexpr std::size_t depth = 4;
    const auto tables = rope_tables<float>(10, depth);
    const matrix<float, 3, depth> X{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 1, 2, 3}};
    tensor<float, dyn, depth> late;
    late = X;
    const view<const float, dyn, depth / 2> C(tables.cosines(), 3), S(tables.sines(), 3), more(tables.sines(), 4);
    expect_near("halves", evaluate(rope(late, C, S, pairs::halves)), evaluate(rope(X, tables, pairs::halves)));
    expect_near("neighbours", evaluate(rope(late + late, C, S, pairs::neighbours)),
                evaluate(rope(X + X, tables, pairs::neighbours)));
    EXPECT_THROW((void)evaluate(rope(late, C, more, pairs::halves)), shape_error);
}

/// Several axes are one long row, of which the length is a product.
TEST(lengths_in_layers, norms_over_several_axes) {
    tensor<float, batch[2], tokens[3], d_model[4]> X;
    tensor<float, tokens[3], d_model[4]> gain;
    tensor<float, batch[dyn], tokens[at_most<6>], d_model[4]> late;
    tensor<float, tokens[dyn], d_model[4]> late_gain;
    int i = 0;
    for (float& x : X) x = static_cast<float>(std::sin(0.91 * ++i));
    for (float& x : gain) x = static_cast<float>(std::cos(0.37 * ++i));
    late = X;
    late_gain = gain;
    const tensor last = layer_norm<1, 2>(X, gain), first = rms_norm<batch, d_model>(X);
    expect_near("last axes", evaluate(layer_norm<1, 2>(late, late_gain)), last);
    expect_near("apart", evaluate(rms_norm<batch, d_model>(late)), first);
    expect_near("of a formula", evaluate(layer_norm<tokens, d_model>(late + late)), evaluate(layer_norm<1, 2>(X + X)));
    tensor<float, tokens[dyn], d_model[4]> too_long(4);
    EXPECT_THROW((void)evaluate(layer_norm<1, 2>(late, too_long)), shape_error);
}

/// Of which several are lengths: the bits of sizes that are known.
TEST(lengths_in_layers, norms_over_several_lengths) {
    tensor<float, batch[3], tokens[17], d_model[8]> X;
    tensor<float, tokens[17], d_model[8]> gain, bias;
    tensor<float, batch[3], d_model[8]> apart;
    int i = 0;
    for (float& x : X) x = static_cast<float>(std::sin(0.91 * ++i));
    for (float& x : apart) x = static_cast<float>(std::cos(0.37 * ++i));
    for (auto* const t : {&gain, &bias})
        for (float& x : *t) x = static_cast<float>(std::cos(0.37 * ++i));
    tensor<float, batch[dyn], tokens[dyn], d_model[dyn]> x;
    tensor<float, batch[dyn], tokens[at_most<20>], d_model[dyn]> bounded;
    tensor<float, tokens[dyn], d_model[dyn]> g, b;
    tensor<float, batch[dyn], d_model[dyn]> a;
    x = X, bounded = X, g = gain, b = bias, a = apart;
    const auto expect_same = [](const char* what, const auto& y, const auto& wanted) {
        EXPECT_EQ(y.dims(), wanted.dims()) << what;
        EXPECT_TRUE(std::equal(y.begin(), y.end(), wanted.begin(), wanted.end())) << what;
    };
    const tensor last = layer_norm<1, 2>(X, gain, bias);
    expect_same("last", evaluate(layer_norm<1, 2>(x, g, b)), last);
    expect_same("bounded", evaluate(layer_norm<tokens, d_model>(bounded, g, b)), last);
    expect_same("of a formula", evaluate(layer_norm<1, 2>(x + x, g, b + 1)),
                evaluate(layer_norm<1, 2>(X + X, gain, bias + 1)));
    expect_same("apart", evaluate(rms_norm<0, 2>(x - 1, a, {.epsilon = 1e-6})),
                evaluate(rms_norm<0, 2>(X - 1, apart, {.epsilon = 1e-6})));
    expect_same("all", evaluate(layer_norm<0, 1, 2>(x)), evaluate(layer_norm<0, 1, 2>(X)));
    expect_same("means", evaluate(mean<0, 1>(x)), evaluate(mean<0, 1>(X)));
    expect_same("variances", evaluate(var<1, 2>(x, keep)), evaluate(var<1, 2>(X, keep)));

    const tensor<float, batch[dyn], tokens[dyn], d_model[dyn]> none(2, 0, 3);
    EXPECT_EQ(evaluate(layer_norm<1, 2>(none)).dims(), none.dims());
    EXPECT_EQ(evaluate(rms_norm<0, 2>(none)).dims(), none.dims());
    const tensor<float, tokens[dyn], d_model[dyn]> narrow(17, 7), turned(8, 17);
    EXPECT_THROW((void)evaluate(layer_norm<1, 2>(x, narrow)), shape_error);
    EXPECT_THROW((void)evaluate(layer_norm<1, 2>(x, turned)), shape_error);
}

}  // namespace heed::test
