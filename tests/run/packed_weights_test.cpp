// SPDX-License-Identifier: BSL-1.0
// Weights packed from where they lie: [out x in], half precision, mapped files; kept in classes.
#include "tests/filled.hpp"
#include "tests/run/random_formula.hpp"

#include <heed/compile_kernel.hpp>
#include <heed/kernel.hpp>

#include <gtest/gtest.h>

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace heed::test {

template <class T>
inline constexpr std::size_t lanes = detail::lanes_for(sizeof(T));

/// Weights as PyTorch stores them, [out x in], packed as they lie: the bits of a tensor [in x out].
template <class T, std::size_t N, std::size_t In, std::size_t Out>
void expect_turned() {
    const auto X = random_tensor<T, N, In>(N + In);
    const auto W = random_tensor<T, Out, In>(Out);
    const auto b = random_tensor<T, Out>(3);
    const tensor<T, In, Out> turned = transpose(W);
    const packed_matrix<T, In, Out> P(transpose(W));
    static_assert(std::same_as<decltype(packed(transpose(W))), packed_matrix<T, In, Out>>);
    EXPECT_EQ(P, turned);
    EXPECT_EQ(tensor(linear(X, P, b)), tensor(linear(X, turned, b))) << N << " x " << In << " x " << Out;
}
template <std::size_t... N>
void expect_turned_for_rows() {
    constexpr std::size_t l = lanes<float>;
    (expect_turned<float, N, 300, 5 * l + 3>(), ...);
    expect_turned<float, 1, 41, 4 * l>();  // panels that one row reads together, and no others
    expect_turned<double, 1, 7, 9 * lanes<double> - 1>();
    expect_turned<double, 3, 7, lanes<double> - 1>();
}
TEST(packed_weights, transposed_weights) { expect_turned_for_rows<1, 2, 3, 4, 5, 17, 128>(); }

inline constexpr axis tokens{"tokens"}, in{"in"}, out{"out"};

TEST(packed_weights, dynamic_extents) {
    for (const std::size_t inner : {1UL, 33UL, 300UL})
        for (const std::size_t columns : {1UL, 15UL, 16UL, 64UL, 100UL, 129UL}) {
            const tensor W = filled<tensor<float, out[dyn], in[dyn]>>(0.37, columns, inner);
            const tensor turned = transpose(W);
            const packed_matrix<float, in[dyn], out[dyn]> P(transpose(W));
            static_assert(std::same_as<std::remove_const_t<decltype(turned)>, tensor<float, in[dyn], out[dyn]>>);
            EXPECT_EQ(P, turned);
            for (const std::size_t n : {1UL, 2UL, 3UL, 4UL, 5UL, 17UL, 128UL}) {
                const tensor X = filled<tensor<float, tokens[dyn], in[dyn]>>(0.71, n, inner);
                EXPECT_EQ(tensor(X * P), tensor(X * turned)) << n << " x " << inner << " x " << columns;
                EXPECT_EQ(tensor(relu(X * P) * transpose(P)), tensor(relu(X * turned) * transpose(turned)));
            }
        }
    const auto W = random_tensor<float, 100, 70>(1);
    const auto X = random_tensor<float, 3, 70>(2);
    const tensor<float, 70, dyn> turned = transpose(W);
    const packed_matrix<float, dyn, 100> any_rows(transpose(W));
    const packed_matrix<float, 70, dyn> any_columns(transpose(W));
    EXPECT_EQ(tensor(X * any_rows), tensor(X * turned));
    EXPECT_EQ(tensor(X * any_columns), tensor(X * turned));
    EXPECT_EQ(tensor(X * cols<64, 100>(any_rows)), tensor(X * cols<64, 100>(turned)));
    EXPECT_THROW((packed_matrix<float, 71, dyn>(transpose(turned))), shape_error);
    EXPECT_THROW((void)evaluate(X * packed_matrix<float, dyn, dyn>(W)), shape_error);
}

/// Sizes that only the packed matrix knows are checked as those are that it does not know.
template <std::size_t Rows, std::size_t Columns>
void expect_other_size(const auto& W) {
    using packed_t = packed_matrix<float, Rows, Columns>;
    EXPECT_THROW(packed_t{W}, shape_error) << Rows << " x " << Columns;
    EXPECT_THROW(packed_t{2 * W}, shape_error) << Rows << " x " << Columns;
    EXPECT_THROW((packed_matrix<float, Columns, Rows>(transpose(W))), shape_error) << Rows << " x " << Columns;
}
TEST(packed_weights, static_of_dynamic_extents) {
    const tensor W = filled<tensor<float, dyn, dyn>>(0.37, 3, 4);
    expect_other_size<4, 3>(W);
    expect_other_size<2, 3>(W);
    expect_other_size<5, 4>(W);
    expect_other_size<2, 4>(filled<tensor<float, dyn, 4>>(0.37, 100000));
    EXPECT_EQ((packed_matrix<float, 3, 4>(W)), W);
    EXPECT_EQ((packed_matrix<float, 4, 3>(transpose(W))), tensor(transpose(W)));
}

/// A half is a float exactly.
template <class Half>
void expect_half() {
    const auto X = random_tensor<float, 3, 70>(1);
    const tensor<Half, 37, 70> W = random_tensor<float, 37, 70>(2);
    const tensor<float, 70, 37> turned = evaluate_as<float>(transpose(W));
    const auto P = packed(transpose(W));
    static_assert(std::same_as<std::remove_const_t<decltype(P)>, packed_matrix<float, 70, 37>>);
    EXPECT_EQ(P, turned);
    EXPECT_EQ(tensor(X * P), tensor(X * turned));
    EXPECT_EQ(packed<double>(transpose(W)), turned);
    EXPECT_EQ(packed(W), tensor(transpose(turned)));
}
TEST(packed_weights, half_precision) {
    expect_half<float16>();
    expect_half<bfloat16>();
}

/// Whatever can be evaluated; with a type of its own.
TEST(packed_weights, formulas_and_views) {
    const auto X = random_tensor<float, 5, 20>(1);
    const auto W = random_tensor<float, 2, 20, 90>(2);
    EXPECT_EQ(tensor(X * packed(W[1])), tensor(X * W[1]));
    EXPECT_EQ(tensor(X * packed(2 * W[0] + W[1])), tensor(X * evaluate(2 * W[0] + W[1])));
    EXPECT_EQ(tensor(X * packed(cols<3, 50>(W[0]))), tensor(X * cols<3, 50>(W[0])));
    const strided_view<const float, 20, 30> every_third(W.data(), {90, 3});
    EXPECT_EQ(tensor(X * packed(every_third)), tensor(X * tensor(every_third)));
    EXPECT_EQ(packed(transpose(packed(transpose(W[0])))), tensor(W[0]));
    EXPECT_EQ(packed<double>(W[0]), evaluate_as<double>(W[0]));
    const auto y = let(X * packed(W[0]), [](auto s) { return s * transpose(s); });
    EXPECT_EQ(tensor(y), tensor(let(X * W[0], [](auto s) { return s * transpose(s); })));
}

/// The weights of a layer in a class.
struct packed_layer {
    packed_matrix<float, in[40], out[90]> up;
    packed_matrix<float, out[90], in[40]> down;
    tensor<float, out[90]> bias;

    auto operator()(const auto& x) const { return relu(linear(x, up, bias)) * down; }
};
packed_layer layer_of(std::uint64_t seed) {
    const auto up = random_tensor<float, out[90], in[40]>(seed);
    return {packed_matrix<float, in[40], out[90]>(transpose(up)), packed(up),
            random_tensor<float, out[90]>(seed + 1)};  // what they were made from ends here
}
TEST(packed_weights, kept_in_a_class) {
    const auto X = random_tensor<float, tokens[3], in[40]>(9);
    packed_layer first = layer_of(1), second = layer_of(5);
    const tensor<float, tokens[3], in[40]> of_first = first(X), of_second = second(X);
    const auto up = random_tensor<float, out[90], in[40]>(1);
    EXPECT_EQ(of_first, tensor(relu(linear(X, tensor(transpose(up)), first.bias)) * up));

    const packed_layer copy = first;
    first = std::move(second);
    EXPECT_EQ(tensor(first(X)), of_second);
    EXPECT_EQ(tensor(copy(X)), of_first);
    second = copy;
    EXPECT_EQ(tensor(second(X)), of_first);

    packed_layer late;
    EXPECT_EQ(late.up(39, 89), 0);
    late = copy;
    EXPECT_EQ(tensor(late(X)), of_first);
}

/// A kernel takes packed weights as they are.
struct projected {
    auto operator()(const auto& x, const auto& w, const auto& b) const { return relu(linear(x, w, b)); }
};
using rows_of_40 = tensor<float, dyn, 40>;
using rows_of_90 = tensor<float, dyn, 90>;
inline constexpr kernel<projected, rows_of_90(rows_of_40, packed_matrix<float, 40, 90>, tensor<float, 90>)> project;

}  // namespace heed::test

template struct heed::compiled<heed::test::project>;

namespace heed::test {

TEST(packed_weights, of_a_kernel) {
    const auto X = filled<rows_of_40>(0.37, 3);
    const auto W = random_tensor<float, 90, 40>(1);
    const auto b = random_tensor<float, 90>(2);
    const packed_matrix<float, 40, 90> P(transpose(W));
    EXPECT_EQ(project(X, P, b), tensor(relu(linear(X, tensor(transpose(W)), b))));
}

}  // namespace heed::test
