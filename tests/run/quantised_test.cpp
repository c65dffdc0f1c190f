// SPDX-License-Identifier: BSL-1.0
// Matrices of whole numbers and scales: how near their elements are, and products of them beside those of their
// elements.
#include "tests/filled.hpp"
#include "tests/run/random_formula.hpp"

#include <heed/compile_kernel.hpp>
#include <heed/kernel.hpp>
#include <heed/quantised.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace heed::test {

template <class T>
inline constexpr std::size_t lanes = detail::lanes_for(sizeof(T));

// ---- its elements

/// The largest |element - W(i, j)| in units of half a scale, which is that of its group.
template <std::size_t Group, class T, std::size_t Rows, std::size_t Columns>
double worst_of(std::uint64_t seed) {
    const auto W = random_tensor<T, Rows, Columns>(seed);
    const auto P = quantised<std::int8_t, Group>(W);
    static_assert(
        std::same_as<std::remove_const_t<decltype(P)>, quantised_matrix<std::int8_t, Group, T, Rows, Columns>>);
    double worst = 0;
    for (std::size_t j = 0; j < Columns; ++j)
        for (std::size_t first = 0; first < Rows; first += Group) {
            const std::size_t end = std::min(Rows, first + Group);
            T largest = 0;
            for (std::size_t i = first; i < end; ++i) largest = std::max(largest, std::abs(W(i, j)));
            for (std::size_t i = first; i < end; ++i) {
                EXPECT_EQ(P.scale(i, j), largest / 127);
                EXPECT_EQ(P(i, j), T(P.value(i, j)) * P.scale(i, j));
                worst = std::max(worst, std::abs(double(P(i, j)) - double(W(i, j))) / (double(largest) / 254));
            }
        }
    return worst;
}
TEST(quantised, elements_are_within_half_a_scale) {
    const double nearly = 1 + 1e-4;  // the rounding of the element
    EXPECT_LE((worst_of<32, float, 100, 37>(1)), nearly);
    EXPECT_GE((worst_of<32, float, 100, 37>(1)), 0.99);
    EXPECT_LE((worst_of<1, float, 9, 5>(2)), 1e-4);  // one number is its own scale
    EXPECT_LE((worst_of<7, float, 50, 40>(3)), nearly);
    EXPECT_LE((worst_of<64, float, 33, 3>(4)), nearly);
    EXPECT_LE((worst_of<32, double, 70, 21>(5)), 1 + 1e-12);
}
template <class T>
void expect_ends_of_the_range() {
    constexpr T most = std::numeric_limits<T>::max(), least = std::numeric_limits<T>::min();
    for (const T unit : {most, most / 3, T(1), least * 127, least, least / 16}) {
        const tensor<T, 6, 1> W{{unit}, {-unit}, {unit / 2}, {unit / 127}, {0}, {-unit / 254}};
        const auto P = quantised<std::int8_t, 32>(W);
        for (std::size_t i = 0; i < 6; ++i) {
            EXPECT_TRUE(std::isfinite(P(i, 0))) << unit << " " << i;
            EXPECT_LE(std::abs(P(i, 0) / 2 - W(i, 0) / 2), unit / 500) << unit << " " << i;
        }
    }
    const tensor<T, 3, 1> tiny{{std::numeric_limits<T>::denorm_min()}, {0}, {0}};
    EXPECT_EQ(quantised<std::int8_t>(tiny)(0, 0), 0);  // no scale is small enough
    const tensor<T, 2, 1> between{{190 * std::numeric_limits<T>::denorm_min()}, {0}};
    EXPECT_EQ(quantised<std::int8_t>(between).value(0, 0), 127);
    // The scale of a group is rounded too.
    for (int largest = 1; largest <= 20000; largest += 1 + largest / 40) {
        const auto number = [&](int n) { return T(n) * std::numeric_limits<T>::denorm_min(); };
        const tensor<T, 4, 1> W{{number(largest)}, {number(-largest / 2)}, {number(largest * 9 / 10)}, {number(1)}};
        const auto P = quantised<std::int8_t, 4>(W);
        for (std::size_t i = 0; i < 4; ++i)
            EXPECT_LE(std::abs(double((P(i, 0) - W(i, 0)) / number(1))), largest / 254.0 + 64) << largest << " " << i;
    }
}
TEST(quantised, ends_of_the_range) {
    expect_ends_of_the_range<float>();
    expect_ends_of_the_range<double>();
}
TEST(quantised, the_nearest_whole_number_of_two_the_even_one) {
    const tensor<float, 9, 1> W{{127}, {0.5F}, {1.5F}, {2.5F}, {-0.5F}, {-1.5F}, {2.4999F}, {2.5001F}, {-126.7F}};
    const auto P = quantised<std::int8_t, 32>(W);
    const std::array<int, 9> right{127, 0, 2, 2, 0, -2, 2, 3, -127};
    for (std::size_t i = 0; i < right.size(); ++i) EXPECT_EQ(P.value(i, 0), right[i]) << i;
}
TEST(quantised, zeros_and_numbers_that_are_not_finite) {
    tensor<float, 40, 3> W{};
    EXPECT_EQ(quantised<std::int8_t>(W), W);
    for (const float bad : {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                            std::numeric_limits<float>::quiet_NaN()}) {
        W(33, 2) = bad;
        try {
            (void)quantised<std::int8_t>(W);
            ADD_FAILURE();
        } catch (const std::domain_error& e) {
            EXPECT_EQ(std::string(e.what()),
                      "heed: quantised<std::int8_t, group>(W) needs finite numbers: W(33, 2) is not");
        }
    }
}
constexpr tensor<double, 3, 2> known{{1, -4}, {0.5, 2}, {-1, 1}};
constexpr tensor<double, 2, 3> times{{1, 2, 3}, {0, 1, 0}};
constexpr auto quantised_known = quantised<std::int8_t, 2>(known);
constexpr tensor<double, 2, 2> product_known = times * quantised_known;
static_assert(quantised_known.value(0, 0) == 127 && quantised_known.value(1, 0) == 64 &&
              quantised_known.value(2, 0) == -127);
static_assert(product_known(1, 0) == 64 * (1 / 127.0));

// ---- products

/// X * P beside X * W, W the elements of P. g++ fuses the multiply-adds of a lane alone otherwise than those of others:
/// there the last bits may differ.
template <std::size_t Group, class T, std::size_t N, std::size_t Inner, std::size_t Columns>
void expect_product_of_elements() {
    const auto X = random_tensor<T, N, Inner>(N + Inner);
    const auto P = quantised<std::int8_t, Group>(random_tensor<T, Inner, Columns>(Columns));
    const tensor<T, Inner, Columns> W = P;
    EXPECT_EQ(P, W);
    const tensor Y = X * P, right = X * W;
    const std::size_t same = Columns % 2 == 0 ? Columns : Columns - 1;
    for (std::size_t i = 0; i < N; ++i)
        for (std::size_t j = 0; j < Columns; ++j)
            if (j < same)
                EXPECT_EQ(Y(i, j), right(i, j)) << N << " x " << Inner << " x " << Columns << " at " << i << " " << j;
            else
                EXPECT_NEAR(Y(i, j), right(i, j), 1e-5);
}
template <std::size_t... N>
void expect_products() {
    constexpr std::size_t l = lanes<float>;
    (expect_product_of_elements<32, float, N, 100, 9 * l + 6>(), ...);
    (expect_product_of_elements<16, float, N, 300, l + 3>(), ...);
}
TEST(quantised, few_rows) { expect_products<1, 2, 3, 4>(); }
TEST(quantised, rows_of_blocks) { expect_products<5, 6, 7, 12, 13, 40>(); }
TEST(quantised, other_shapes) {
    expect_product_of_elements<32, float, 1, 1, 1>();
    expect_product_of_elements<5, float, 3, 33, 2>();
    expect_product_of_elements<1, float, 7, 20, 40>();
    expect_product_of_elements<1000, float, 7, 20, 40>();
    expect_product_of_elements<32, double, 1, 65, 3 * lanes<double> + 2>();
    expect_product_of_elements<32, double, 50, 65, lanes<double> - 2>();
}
TEST(quantised, sums_longer_than_a_part) {
    expect_product_of_elements<32, float, 1, detail::packed_depth(sizeof(float)) + 3, 2 * lanes<float>>();
    expect_product_of_elements<33, float, 5, detail::packed_depth(sizeof(float)) + 3, 2 * lanes<float>>();
    expect_product_of_elements<33, float, 20, 2 * detail::product_depth + 7, lanes<float> + 4>();
}
TEST(quantised, parts_of_a_matrix) {
    constexpr std::size_t l = lanes<float>;
    const auto X = random_tensor<float, 9, 43>(1);
    const auto P = quantised<std::int8_t, 32>(random_tensor<float, 100, 4 * l>(2));
    const tensor<float, 100, 4 * l> W = P;
    EXPECT_EQ(tensor(X * rows<7, 50>(P)), tensor(X * rows<7, 50>(W)));  // from within a group on
    EXPECT_EQ(tensor(rows<0, 1>(X) * rows<7, 50>(P)), tensor(rows<0, 1>(X) * rows<7, 50>(W)));
    EXPECT_EQ(tensor(X * rows<32, 75>(cols<l, 3 * l>(P))), tensor(X * rows<32, 75>(cols<l, 3 * l>(W))));
    EXPECT_EQ(tensor(X * rows<1, 44>(cols<3, 5>(P))), tensor(X * rows<1, 44>(cols<3, 5>(W))));  // a copy in rows
}

inline constexpr axis tokens{"tokens"}, in{"in"}, out{"out"};

TEST(quantised, dynamic_extents) {
    for (const std::size_t inner : {1UL, 33UL, 300UL})
        for (const std::size_t columns : {2UL, 16UL, 64UL, 100UL, 130UL}) {
            const tensor W = filled<tensor<float, out[dyn], in[dyn]>>(0.37, columns, inner);
            const quantised_matrix<std::int8_t, 32, float, in[dyn], out[dyn]> P(transpose(W));
            const tensor<float, in[dyn], out[dyn]> elements = P;
            for (const std::size_t n : {1UL, 2UL, 4UL, 5UL, 17UL, 128UL}) {
                const tensor X = filled<tensor<float, tokens[dyn], in[dyn]>>(0.71, n, inner);
                EXPECT_EQ(tensor(X * P), tensor(X * elements)) << n << " x " << inner << " x " << columns;
            }
        }
    const auto W = random_tensor<float, 100, 70>(1);
    EXPECT_THROW((quantised_matrix<std::int8_t, 32, float, 71, dyn>(tensor<float, dyn, dyn>(W))), shape_error);
    const quantised_matrix<std::int8_t, 32, float, dyn, dyn> none;
    EXPECT_EQ(none.size(), 0U);
}

/// Wherever a matrix stands.
TEST(quantised, elsewhere_in_a_formula) {
    const auto X = random_tensor<float, 5, 20>(1);
    const auto P = quantised<std::int8_t>(random_tensor<float, 20, 90>(2));
    const tensor<float, 20, 90> W = P;
    EXPECT_EQ(tensor(relu(X * P) * transpose(P)), tensor(relu(X * W) * transpose(W)));
    EXPECT_EQ(tensor(2 * P + 1), tensor(2 * W + 1));
    EXPECT_EQ(tensor(attention(X, transpose(P), transpose(P))), tensor(attention(X, transpose(W), transpose(W))));
    EXPECT_EQ(tensor(P * transpose(P)), tensor(W * transpose(W)));
    EXPECT_EQ(evaluate_as<double>(X * P), evaluate_as<double>(X * W));
    EXPECT_EQ(evaluate(par, X * P), tensor(X * W));
    const auto U = random_tensor<float, 3, 7, 20>(4);
    EXPECT_EQ(tensor(U * P), tensor(U * W));
    EXPECT_EQ(quantised<std::int8_t>(P), quantised<std::int8_t>(W));
}

template <class Half>
void expect_half() {
    const tensor<Half, 37, 70> W = random_tensor<float, 37, 70>(2);
    const auto P = quantised<std::int8_t>(transpose(W));
    static_assert(std::same_as<std::remove_const_t<decltype(P)>, quantised_matrix<std::int8_t, 32, float, 70, 37>>);
    EXPECT_EQ(P, quantised<std::int8_t>(evaluate_as<float>(transpose(W))));
    const auto as_double = quantised<std::int8_t, 32, double>(transpose(W));
    static_assert(std::same_as<decltype(as_double.scale(0, 0)), double>);
}
TEST(quantised, half_precision) {
    expect_half<float16>();
    expect_half<bfloat16>();
}

/// As a file has them, [out x in], with a scale for 32 numbers of a row.
TEST(quantised, whole_numbers_and_scales_of_a_file) {
    tensor<std::int8_t, out[6], in[70]> values;
    int next = -128;
    for (auto& x : values) x = static_cast<std::int8_t>(next), next = next == 127 ? -128 : next + 1;
    const auto scales = random_tensor<float, out[6], in[3]>(7);
    const quantised_matrix<std::int8_t, 32, float, in[70], out[6]> P(transpose(values), transpose(scales));
    for (std::size_t i = 0; i < 70; ++i)
        for (std::size_t j = 0; j < 6; ++j) EXPECT_EQ(P(i, j), float(values(j, i)) * scales(j, i / 32));
    const tensor<float16, dyn, 6> few(2);
    EXPECT_THROW((quantised_matrix<std::int8_t, 32, float, dyn, dyn>(transpose(values), few)), shape_error);
}

struct quantised_layer {
    quantised_matrix<std::int8_t, 32, float, in[40], out[90]> up;
    quantised_matrix<std::int8_t, 32, float, out[90], in[40]> down;

    auto operator()(const auto& x) const { return relu(linear(x, up)) * down; }
};
quantised_layer layer_of(std::uint64_t seed) {
    const auto up = random_tensor<float, out[90], in[40]>(seed);
    using up_t = quantised_matrix<std::int8_t, 32, float, in[40], out[90]>;
    using down_t = quantised_matrix<std::int8_t, 32, float, out[90], in[40]>;
    return {up_t(transpose(up)), down_t(up)};  // what they were made from ends here
}
TEST(quantised, kept_in_a_class) {
    const auto X = random_tensor<float, tokens[3], in[40]>(9);
    quantised_layer first = layer_of(1), second = layer_of(5);
    const tensor<float, tokens[3], in[40]> of_first = first(X), of_second = second(X);
    EXPECT_NE(of_first, of_second);
    const quantised_layer copy = first;
    first = std::move(second);
    EXPECT_EQ(tensor(first(X)), of_second);
    EXPECT_EQ(tensor(copy(X)), of_first);
    quantised_layer late;
    EXPECT_EQ(late.up(39, 89), 0);
    late = copy;
    EXPECT_EQ(tensor(late(X)), of_first);
}

/// A kernel takes quantised weights as they are.
struct projected {
    auto operator()(const auto& x, const auto& w) const { return relu(linear(x, w)); }
};
using rows_of_40 = tensor<float, dyn, 40>;
using rows_of_90 = tensor<float, dyn, 90>;
using weights_40_90 = quantised_matrix<std::int8_t, 32, float, 40, 90>;
inline constexpr kernel<projected, rows_of_90(rows_of_40, weights_40_90)> project;

}  // namespace heed::test

template struct heed::compiled<heed::test::project>;

namespace heed::test {

TEST(quantised, of_a_kernel) {
    const auto X = filled<rows_of_40>(0.37, 3);
    const weights_40_90 P(random_tensor<float, 40, 90>(1));
    EXPECT_EQ(project(X, P), tensor(relu(linear(X, tensor<float, 40, 90>(P)))));
}

}  // namespace heed::test
