// SPDX-License-Identifier: BSL-1.0
// What formulas make of a length that is known at run time only, beside its loops: the last index, how many elements
// are counted, axes that become one. evaluate_unfused evaluates the same formula and cannot tell: here the oracles are
// plain loops, or the same formula over sizes that are known while compiling.
#include "tests/run/checked.hpp"

#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>

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
    expect_near(what, evaluate(formula(late)), evaluate_unfused<double>(formula(X)));
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
    for (std::size_t i = 0; i < 3; ++i) {
        std::size_t largest = 0;
        for (std::size_t j = 1; j < 4; ++j)
            if (whole(i, j) > whole(i, largest)) largest = j;
        EXPECT_EQ(along_rows(i), static_cast<float>(largest));
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
}

float unbiased_variance(const tensor<float, dyn>& x) { return evaluate(var(x, unbiased))(); }

TEST(lengths_in_layers, unbiased_variance_of_fewer_than_two_is_not_a_number) {
    EXPECT_FLOAT_EQ(unbiased_variance({1, 2, 3, 4}), 5.0F / 3);
    EXPECT_TRUE(std::isnan(unbiased_variance({1})));
    EXPECT_TRUE(std::isnan(unbiased_variance(tensor<float, dyn>(0))));
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

/// What rotary positions compute is in rope_lengths_test.cpp.
TEST(lengths_in_layers, tables_of_rotary_positions_are_as_long_as_rows) {
    constexpr std::size_t depth = 4;
    const auto tables = rope_tables<float>(10, depth);
    const tensor<float, dyn, depth> late(3);
    const view<const float, dyn, depth / 2> C(tables.cosines(), 3), more(tables.sines(), 4);
    EXPECT_NE(words_of_check(rope(late, C, more, pairs::halves)), "no error");
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
    expect_near("last axes", evaluate(layer_norm<1, 2>(late, late_gain)),
                evaluate_unfused<double>(layer_norm<1, 2>(X, gain)));
    expect_near("apart", evaluate(rms_norm<batch, d_model>(late)),
                evaluate_unfused<double>(rms_norm<batch, d_model>(X)));
    expect_near("of a formula", evaluate(layer_norm<tokens, d_model>(late + late)),
                evaluate_unfused<double>(layer_norm<1, 2>(X + X)));
    tensor<float, tokens[dyn], d_model[4]> too_long(4);
    EXPECT_THROW((void)evaluate(layer_norm<1, 2>(late, too_long)), shape_error);
}

/// Of which several are lengths: the bits of sizes that are known, or near them.
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
    expect_near("of a formula", evaluate(layer_norm<1, 2>(x + x, g, b + 1)),
                evaluate_unfused<double>(layer_norm<1, 2>(X + X, gain, bias + 1)));
    expect_same("apart", evaluate(rms_norm<0, 2>(x - 1, a, {.epsilon = 1e-6})),
                evaluate(rms_norm<0, 2>(X - 1, apart, {.epsilon = 1e-6})));
    expect_near("all", evaluate(layer_norm<0, 1, 2>(x)), evaluate_unfused<double>(layer_norm<0, 1, 2>(X)));
    expect_near("means", evaluate(mean<0, 1>(x)), evaluate_unfused<double>(mean<0, 1>(X)));

    const tensor<float, batch[dyn], tokens[dyn], d_model[dyn]> none(2, 0, 3);
    const tensor<float, tokens[dyn], d_model[dyn]> no_gain(0, 3);
    const tensor<float, batch[dyn], d_model[dyn]> gain_apart(2, 3);
    EXPECT_EQ(evaluate(layer_norm<1, 2>(none, no_gain, no_gain)).dims(), none.dims());
    EXPECT_EQ(evaluate(rms_norm<0, 2>(none - 1, gain_apart, {.epsilon = 1e-6})).dims(), none.dims());
    const tensor<float, tokens[dyn], d_model[dyn]> narrow(17, 7), turned(8, 17);
    EXPECT_NE(words_of_check(layer_norm<1, 2>(x, narrow)), "no error");
    EXPECT_NE(words_of_check(layer_norm<1, 2>(x, turned)), "no error");
}

}  // namespace heed::test
