// SPDX-License-Identifier: BSL-1.0
// Gradients of formulas whose lengths are known at run time: beside differences, and those of static lengths; what does
// not fit is an error before anything is written.
#include "tests/run/slopes.hpp"

#include <heed/reference/evaluate.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <tuple>

namespace heed::test {
namespace {

inline constexpr axis tokens{"tokens"}, d_model{"d_model"}, head{"head"}, batch{"batch"};
constexpr double most = 1e-8;
constexpr std::size_t n = 7;

using rows_of_model = tensor<double, tokens[dyn], d_model[8]>;

template <class Tensor>
Tensor filled(Tensor x, double seed) {
    fill_with_sines(x, seed);
    return x;
}
const rows_of_model X = filled(rows_of_model(n), 1), Y = filled(rows_of_model(n), 2), Z = filled(rows_of_model(n), 3);
const auto texts = filled(tensor<double, batch[dyn], tokens[dyn], d_model[8]>(2, n), 4);
const auto W = filled(matrix<double, 8, 6>(), 5);
const auto b = filled(vector<double, 6>(), 6);
const auto gain = filled(tensor<double, d_model[8]>(), 7);

TEST(vjp_lengths, of_a_layer) {
    const auto layer = [](const auto& x, const auto& w, const auto& c, const auto& g) {
        return let(layer_norm(x, g, g), [&](const auto& y) { return x + gelu(y * w + c) * transpose(w); });
    };
    EXPECT_LT(worst_slope(layer, X, W, b, gain), most);
    EXPECT_LT(worst_slope(layer, texts, W, b, gain), most);
}

TEST(vjp_lengths, of_attention) {
    const auto with_causal = [](const auto& q, const auto& k, const auto& v) { return attention(q, k, v, causal); };
    EXPECT_LT(worst_slope(with_causal, X, Y, Z), most);
    const auto in_heads = [](const auto& x, const auto& w) {
        const auto split = [](const auto& y) { return permute<1, 0, 2>(reshape<tokens[dyn], head[2], 3>(y)); };
        return attention(split(x * w), split(x * w), split(x * w));
    };
    EXPECT_LT(worst_slope(in_heads, X, W), most);
}

/// Sizes of parts, of which the rest is the difference of two lengths.
TEST(vjp_lengths, of_parts) {
    tensor<std::int32_t, dyn> ids(4);
    ids(0) = 6, ids(1) = ids(2) = 2, ids(3) = 0;
    EXPECT_LT(worst_slope([&](const auto& x) { return rows(x, ids); }, X), most);
    EXPECT_LT(worst_slope([](const auto& x) { return rows<1, 4>(x); }, X), most);
    EXPECT_LT(worst_slope([](const auto& x) { return slice<tokens>(x, 2, 5); }, X), most);
    EXPECT_LT(worst_slope([](const auto& x) { return hadamard(cols<0, 4>(x), cols<4, 8>(x)); }, X), most);
    EXPECT_LT(worst_slope([](const auto& x, const auto& y) { return concat<0>(x, 2 * y); }, X, Y), most);
}

/// Of a part without elements nothing is read: its gradient has zeros only. Another lookup in a table without elements
/// is an error as ever.
TEST(vjp_lengths, of_parts_without_elements) {
    const rows_of_model zeros = 0.0 * X;
    for (const int begin : {0, 3, 7}) {
        const auto part = [&](const auto& x) { return slice<tokens>(x, begin, begin); };
        const auto squares = [&](const auto& x) { return sum<0, 1>(hadamard(part(x), 3.0 * part(x))); };
        const auto [loss, of_loss] = evaluate(value_and_gradient(squares, X));
        EXPECT_EQ(loss(), 0);
        EXPECT_EQ(of_loss, zeros);
        const auto given = vjp(rows_of_model(0), part, X);
        EXPECT_EQ(std::get<0>(evaluate(given)), zeros);
        EXPECT_EQ(std::get<0>(evaluate_unfused<double>(given)), zeros);
        const auto columns = [&](const auto& x) { return exp(slice<d_model>(x, begin, begin)); };
        EXPECT_EQ(std::get<0>(evaluate(vjp(tensor<double, tokens[dyn], d_model[dyn]>(n, 0), columns, X))), zeros);
    }
    const tensor<std::int32_t, 1> ids{0};
    EXPECT_THROW((void)evaluate(rows(rows_of_model(0), ids)), index_error);
}

TEST(vjp_lengths, of_losses) {
    tensor<std::int32_t, tokens[dyn]> classes(n);
    for (std::size_t i = 0; i < n; ++i) classes(i) = static_cast<std::int32_t>(i % 6);
    const auto loss = [&](const auto& x, const auto& w) { return cross_entropy(x * w, classes); };
    EXPECT_LT(worst_slope(loss, X, W), most);
    classes = tensor<std::int32_t, tokens[dyn]>(n - 1);
    EXPECT_THROW((void)evaluate(value_and_gradient(loss, X, W)), shape_error);
}

TEST(vjp_lengths, checks_sizes) {
    const rows_of_model fewer(n - 1);
    rows_of_model dX = Z;
    const auto twice = [](const auto& x) { return 2 * x; };
    EXPECT_THROW(evaluate_into(std::tie(dX), vjp(fewer, twice, X)), shape_error);
    EXPECT_EQ(dX, Z);
    evaluate_into(std::tie(dX), vjp(Y, twice, X));
    EXPECT_EQ(dX, evaluate(2 * Y));
}

}  // namespace
}  // namespace heed::test
