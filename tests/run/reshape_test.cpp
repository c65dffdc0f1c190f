// SPDX-License-Identifier: BSL-1.0
// The same elements with other axes, and heads that share keys: values against plain loops, plans without copies.
#include "tests/run/compare.hpp"
#include "tests/run/random_formula.hpp"

#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>
#include <heed/study/cost.hpp>
#include <heed/study/explain.hpp>

#include <gtest/gtest.h>

#include <concepts>
#include <cstddef>
#include <string>

namespace heed::test {

inline constexpr axis tokens{"tokens"}, head{"head"}, kv_head{"kv_head"}, d_k{"d_k"}, model{"d_model"};

/// Against the unfused evaluation in long double, in units in the last place of the largest element.
template <class F>
double error_of(const F& f) {
    return distance<double>(evaluate(f), evaluate_unfused<long double>(f));
}

/// Whether two tensors have the same elements in the same order.
template <class A, class B>
bool same_elements(const A& a, const B& b) {
    if (a.size() != b.size()) return false;
    auto y = b.begin();
    for (const auto& x : a)
        if (x != *y++) return false;
    return true;
}

const auto P = random_tensor<double, tokens[5], model[24]>(1);

TEST(reshape, of_tensors_is_another_name) {
    const auto parts = reshape<tokens[5], head[3], d_k[8]>(P);
    EXPECT_EQ(study::cost(parts).temporaries, 0U);
    EXPECT_TRUE(same_elements(evaluate(parts), P));
    EXPECT_TRUE(same_elements(evaluate(reshape<10, 3, 4>(P)), P));
    EXPECT_TRUE(same_elements(evaluate(reshape<120>(P)), P));
    EXPECT_TRUE(same_elements(evaluate(reshape<2, 2, 2, 3, 5>(P)), P));
    EXPECT_TRUE(same_elements(evaluate(reshape<1, 5, 1, 24, 1>(P)), P));
    EXPECT_TRUE(same_elements(evaluate(merge<0, 1>(P)), P));
    const tensor Y = permute<1, 0, 2>(parts);
    for (std::size_t t = 0; t < 5; ++t)
        for (std::size_t h = 0; h < 3; ++h)
            for (std::size_t c = 0; c < 8; ++c) EXPECT_EQ(Y(h, t, c), P(t, 8 * h + c));
    EXPECT_EQ(study::cost(permute<1, 0, 2>(parts)).temporaries, 0U);
}

constexpr auto small_numbers() {
    tensor<int, 2, 6> a;
    int i = 0;
    for (int& x : a) x = i++;
    return a;
}

TEST(reshape, in_constant_expressions) {
    static constexpr tensor a = small_numbers();
    constexpr tensor b = permute<1, 0, 2>(reshape<2, 3, 2>(a));
    static_assert(b(0, 0, 0) == 0 && b(2, 1, 1) == 11 && b(1, 0, 1) == 3 && b(1, 1, 0) == 8);
    constexpr tensor c = merge<1, 2>(permute<1, 0, 2>(b));
    static_assert(c == a);
    constexpr tensor d = group<4>(reshape<2, 2, 3>(a));
    static_assert(d(0, 1, 2) == 5 && d(1, 1, 2) == 5 && d(2, 0, 0) == 6 && d(3, 0, 0) == 6);
    constexpr tensor e = reshape<3, 4>(a + a);
    static_assert(e(2, 3) == 22 && e(1, 0) == 8);
    EXPECT_TRUE(c == a);
}

TEST(reshape, of_parts_of_tensors) {
    const tensor one = reshape<tokens[5], head[3], d_k[4]>(cols<7, 19>(P));
    for (std::size_t t = 0; t < 5; ++t)
        for (std::size_t h = 0; h < 3; ++h)
            for (std::size_t c = 0; c < 4; ++c) EXPECT_EQ(one(t, h, c), P(t, 7 + 4 * h + c));
    EXPECT_EQ(study::cost(reshape<tokens[5], head[3], d_k[4]>(cols<7, 19>(P))).temporaries, 0U);

    const auto X = random_tensor<double, 6, 3, 4>(2);
    const auto merged = merge<1, 2>(permute<0, 1, 2>(X) + 0);
    EXPECT_TRUE(same_elements(evaluate(merged), X));
    const auto swapped = merge<0, 1>(permute<1, 0, 2>(X));
    const tensor Y = swapped * random_tensor<double, 4, 2>(3);
    EXPECT_EQ(study::cost(swapped * random_tensor<double, 4, 2>(3)).temporaries, 1U);  // the axes are no neighbours
    const auto W = random_tensor<double, 4, 2>(3);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 6; ++j) {
            double sum = 0;
            for (std::size_t k = 0; k < 4; ++k) sum += X(j, i, k) * W(k, 1);
            EXPECT_NEAR(Y(6 * i + j, 1), sum, 1e-14);
        }
}

TEST(reshape, computes_an_extent_while_compiling) {
    const auto X = random_tensor<double, 10, 20>(3);
    static_assert(decltype(reshape<dyn, 8, 5>(X))::shape_value == detail::shape(5, 8, 5));
    static_assert(decltype(reshape<4, axes::head[dyn], 5>(X + 1))::shape_value == detail::shape(4, axes::head[10], 5));
    const tensor a = reshape<dyn, 8, 25>(X);
    static_assert(std::same_as<decltype(a), const tensor<double, 1, 8, 25>>);
    EXPECT_TRUE(same_elements(a, X));
    EXPECT_TRUE(same_elements(evaluate(reshape<25, dyn>(X)), X));
}

TEST(reshape, of_strided_views) {
    auto data = random_tensor<double, 200>(4);
    const strided_view<const double, 5, 12> v(data.data(), {30, 2});
    const auto split_axis = reshape<5, 3, 4>(v);
    EXPECT_EQ(study::cost(split_axis).temporaries, 0U);
    const tensor a = split_axis;
    const auto turned = permute<1, 0, 2>(split_axis);
    const tensor b = turned;
    EXPECT_EQ(study::cost(turned * transpose(turned)).temporaries, 0U);
    for (std::size_t i = 0; i < 5; ++i)
        for (std::size_t h = 0; h < 3; ++h)
            for (std::size_t c = 0; c < 4; ++c) {
                EXPECT_EQ(a(i, h, c), v(i, 4 * h + c));
                EXPECT_EQ(b(h, i, c), v(i, 4 * h + c));
            }
    const tensor flat = reshape<60>(v);
    EXPECT_TRUE(same_elements(flat, v));
    EXPECT_TRUE(
        study::explain(exp(reshape<60>(v))).contains("its strides do not say that two axes are adjacent in memory"));
}

TEST(reshape, of_products_is_computed_into_its_order) {
    const auto X = random_tensor<double, tokens[9], model[7]>(5);
    const auto W = random_tensor<double, model[7], 24>(6);
    const tensor Y = X * W;
    const auto parts = reshape<tokens[9], head[3], d_k[8]>(X * W);
    EXPECT_EQ(study::cost(parts).temporaries, 0U);
    EXPECT_TRUE(same_elements(evaluate(parts), Y));
    const auto heads = permute<1, 0, 2>(parts);
    EXPECT_EQ(study::cost(heads).temporaries, 0U);
    EXPECT_EQ(study::cost(heads).flops, study::cost(X * W).flops);
    const tensor Z = heads;
    for (std::size_t t = 0; t < 9; ++t)
        for (std::size_t h = 0; h < 3; ++h)
            for (std::size_t c = 0; c < 8; ++c) EXPECT_EQ(Z(h, t, c), Y(t, 8 * h + c));
    EXPECT_EQ(study::cost(reshape<27, 8>(softmax(X * W))).temporaries, study::cost(softmax(X * W)).temporaries);
    EXPECT_LT(error_of(reshape<27, 8>(softmax(X * W))), 8);
    EXPECT_LT(error_of(reshape<8, 27>(X * W + 1) *
                       reshape<27, 3>(rows<0, 1>(X) * reshape<7, 81>(random_tensor<double, 81, 7>(2)))),
              8);
}

/// One layer: projections for query heads and half as many key heads, attention, the output projection.
template <class X, class Wqkv, class Wo>
auto layer(const X& x, const Wqkv& wqkv, const Wo& wo) {
    constexpr std::size_t n = X::shape_value[0].size, e = 8, h = 4, g = 2;
    const auto part = [&]<std::size_t begin, std::size_t end>() {
        return permute<1, 0, 2>(reshape<tokens[n], head[end - begin], d_k[e]>(cols<begin * e, end * e>(x * wqkv)));
    };
    const auto q = part.template operator()<0, h>();
    const auto k = group<head[h]>(part.template operator()<h, h + g>());
    const auto v = group<head[h]>(part.template operator()<h + g, h + 2 * g>());
    return merge<1, 2>(permute<1, 0, 2>(attention(q, k, v, causal))) * wo;
}

TEST(reshape, of_heads_in_one_layer) {
    const auto X = random_tensor<double, tokens[11], model[32]>(1);
    const auto Wqkv = random_tensor<double, model[32], 64>(2);
    const auto Wo = random_tensor<double, 32, model[32]>(3);
    const auto f = layer(X, Wqkv, Wo);
    EXPECT_LT(error_of(f), 32);
    EXPECT_LE(study::cost(f).temporaries, 4U);  // queries, keys, values, heads side by side
    EXPECT_EQ(study::cost(f).multiply_adds, 11U * 32 * 64 + 2 * 4 * 11 * 11 * 8 + 11 * 32 * 32);
}

TEST(reshape, of_products_with_biases_is_one_loop) {
    const tensor<float, 32, 48> X;
    const tensor<float, 48, 48> W;
    const tensor<float, 48> b;
    const auto by_head = [](const auto& x) { return permute<1, 0, 2>(reshape<32, 6, 8>(x)); };
    const auto f = attention(by_head(X * W + b), by_head(X * W + b), by_head(X * W));
    constexpr const auto& p = detail::plan_for<decltype(f), float>::value;
    EXPECT_EQ(p.buffers.size(), 3U) << "keys are not stored without their bias first";
}

TEST(group, shares_heads_of_keys) {
    const auto Q = random_tensor<double, head[6], tokens[7], d_k[8]>(1);
    const auto K = random_tensor<double, head[2], tokens[7], d_k[8]>(2);
    const auto V = random_tensor<double, head[2], tokens[7], d_k[8]>(3);
    const auto f = attention(Q, group<head[6]>(K), group<head[6]>(V), causal);
    EXPECT_EQ(study::cost(f).temporaries, 0U);
    const tensor Y = f;
    for (std::size_t h = 0; h < 6; ++h) {
        const tensor one = attention(Q[h], K[h / 3], V[h / 3], causal);
        for (std::size_t t = 0; t < 7; ++t)
            for (std::size_t c = 0; c < 8; ++c) EXPECT_EQ(Y(h, t, c), one(t, c));
    }
    EXPECT_LT(error_of(f), 16);
    const auto side_by_side = merge<1, 2>(permute<1, 0, 2>(f));
    EXPECT_EQ(study::cost(side_by_side).temporaries, 0U);
    const tensor Z = side_by_side;
    for (std::size_t h = 0; h < 6; ++h)
        for (std::size_t t = 0; t < 7; ++t)
            for (std::size_t c = 0; c < 8; ++c) EXPECT_EQ(Y(h, t, c), Z(t, 8 * h + c));
}

TEST(group, of_batches_of_views_of_other_places) {
    const auto Q = random_tensor<double, 2, head[4], tokens[3], d_k[8]>(1);
    const auto stored = random_tensor<double, 2, tokens[5], kv_head[2], d_k[8]>(2);  // keys as a model stores them
    const auto K = permute<0, 2, 1, 3>(stored);
    const auto f = attention(Q, group<head[4]>(K), group<head[4]>(exp(K)));
    EXPECT_EQ(study::cost(f).temporaries, 1U);  // exp of keys
    EXPECT_LT(error_of(f), 16);
    const strided_view<const double, 2, 2, 5, 8> strided(stored.data(), {80, 8, 16, 1});
    const auto same = attention(Q, group<head[4]>(strided), group<head[4]>(exp(strided)));
    EXPECT_LT(distance<double>(evaluate(same), evaluate(f)), 8);
    EXPECT_EQ(study::cost(same).temporaries, 1U);
}

TEST(group, of_rows_and_columns_by_name) {
    const auto A = random_tensor<double, tokens[3], d_k[4]>(1);
    const tensor rows_repeat = group<tokens[6]>(A);
    const tensor columns_repeat = group<d_k[8]>(exp(A));
    for (std::size_t i = 0; i < 6; ++i)
        for (std::size_t j = 0; j < 4; ++j) EXPECT_EQ(rows_repeat(i, j), A(i / 2, j));
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 8; ++j) EXPECT_EQ(columns_repeat(i, j), columns_repeat(i, j / 2 * 2));
    EXPECT_LT(error_of(group<tokens[6]>(A) * transpose(A)), 8);
    EXPECT_LT(error_of(transpose(group<d_k[8]>(A)) * A), 8);
}

}  // namespace heed::test
