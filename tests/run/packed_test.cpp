// SPDX-License-Identifier: BSL-1.0
// Matrices packed ahead: the same bits as the matrix itself, wherever it stands.
#include "tests/run/random_formula.hpp"

#include <heed/reference/evaluate.hpp>

#include <gtest/gtest.h>

#include <array>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace heed::test {

template <class T>
inline constexpr std::size_t lanes = detail::lanes_for(sizeof(T));

template <class P>
inline constexpr bool is_packed = false;
template <class T, extent Rows, extent Columns>
inline constexpr bool is_packed<packed_matrix<T, Rows, Columns>> = true;

/// Whether [n x inner] * [inner x columns] has the same bits with the right operand packed.
template <class T, std::size_t N, std::size_t Inner, std::size_t Columns>
void expect_same_product() {
    const auto X = random_tensor<T, N, Inner>(N + Inner);
    const auto W = random_tensor<T, Inner, Columns>(Columns);
    const auto P = packed(W);
    EXPECT_EQ(tensor(X * P), tensor(X * W)) << N << " x " << Inner << " x " << Columns;
}

TEST(packed, has_the_bits_of_the_matrix) {
    constexpr std::size_t l = lanes<float>;
    expect_same_product<float, 1, 1, 1>();
    expect_same_product<float, 40, 3, l + 1>();
    expect_same_product<float, 5, 33, 3 * l - 1>();
    expect_same_product<double, 33, 2, 2 * lanes<double>>();
    expect_same_product<float, 1, 70, 67>();
    expect_same_product<double, 300, 17, 5>();
}

/// Sums in parts: the panels are longer than what the second-level cache is taken to hold.
TEST(packed, inner_sums_longer_than_a_part) {
    expect_same_product<float, 5, detail::packed_depth(sizeof(float)) + 3, lanes<float> + 2>();
    expect_same_product<double, 40, 2 * detail::packed_depth(sizeof(double)) + 1, 3>();
}

TEST(packed, with_an_epilogue) {
    const auto X = random_tensor<float, 21, 9>(1);
    const auto W = random_tensor<float, 9, 47>(2);
    const auto b = random_tensor<float, 47>(3);
    const auto P = packed(W);
    EXPECT_EQ(tensor(relu(linear(X, P, b)) * 2), tensor(relu(linear(X, W, b)) * 2));
}

/// Registers hold neither: there is nothing to pack, and P is a tensor.
TEST(packed, leaves_other_numbers_as_they_are) {
    const matrix<int, 2, 2> whole{{1, 2}, {3, 4}};
    const matrix<long double, 2, 2> wide{{1, 2}, {3, 4}};
    static_assert(std::same_as<decltype(packed(whole)), matrix<int, 2, 2>>);
    static_assert(std::same_as<decltype(packed(wide)), matrix<long double, 2, 2>>);
    EXPECT_EQ(packed(transpose(wide)), tensor(transpose(wide)));
    EXPECT_EQ(tensor(whole * packed(whole)), tensor(whole * whole));
}

TEST(packed, is_the_matrix_everywhere_else) {
    const auto X = random_tensor<float, 9, 9>(1), W = random_tensor<float, 9, 9>(2);
    const auto P = packed(W);
    EXPECT_EQ(P, W);
    EXPECT_EQ(P(3, 4), W(3, 4));
    EXPECT_EQ(tensor(P), W);
    EXPECT_EQ(tensor(P + 1), tensor(W + 1));
    EXPECT_EQ(tensor(P * X), tensor(W * X));
    EXPECT_EQ(tensor(P * P), tensor(W * W));
    EXPECT_EQ(tensor(X * P + P), tensor(X * W + W));
    EXPECT_EQ(tensor(X * transpose(P)), tensor(X * transpose(W)));
    EXPECT_EQ(tensor(transpose(transpose(P) * X)), tensor(transpose(transpose(W) * X)));
    EXPECT_EQ(tensor(X[0] * P), tensor(X[0] * W));
    EXPECT_EQ(tensor(P * X[0]), tensor(W * X[0]));
    EXPECT_EQ(tensor(softmax<0>(P)), tensor(softmax<0>(W)));
    EXPECT_EQ(tensor(attention(X, P, P)), tensor(attention(X, W, W)));
    EXPECT_EQ(tensor(inverse(P)), tensor(inverse(W)));
    EXPECT_EQ(tensor(concat(P, X)), tensor(concat(W, X)));
    EXPECT_EQ(evaluate_unfused<double>(X * P), evaluate_unfused<double>(X * W));
    EXPECT_EQ(dim<1>(P).value, dim<1>(W).value);
}

/// Parts begin with a panel, inside one, and end inside one.
TEST(packed, parts_of_the_matrix) {
    constexpr std::size_t l = lanes<float>;
    const auto X = random_tensor<float, 35, 20>(1);
    const auto Z = random_tensor<float, 35, 7>(3);
    const auto W = random_tensor<float, 20, 3 * l + 5>(2);
    const auto P = packed(W);
    EXPECT_EQ(tensor(X * cols<0, l>(P)), tensor(X * cols<0, l>(W)));
    EXPECT_EQ(tensor(X * cols<l, 2 * l + 3>(P)), tensor(X * cols<l, 2 * l + 3>(W)));
    EXPECT_EQ(tensor(X * cols<3 * l, 3 * l + 2>(P)), tensor(X * cols<3 * l, 3 * l + 2>(W)));
    EXPECT_EQ(tensor(X * cols<3, l + 3>(P)), tensor(X * cols<3, l + 3>(W)));
    EXPECT_EQ(tensor(Z * cols<l, 3 * l + 4>(rows<13, 20>(P))), tensor(Z * cols<l, 3 * l + 4>(rows<13, 20>(W))));
}

TEST(packed, batches_and_other_number_types) {
    const auto X = random_tensor<float, 2, 3, 5, 20>(1);
    const auto whole = random_tensor<int, 5, 20>(4);
    const auto W = random_tensor<float, 20, 37>(2);
    const auto P = packed(W);
    EXPECT_EQ(tensor(X * P), tensor(X * W));
    EXPECT_EQ(evaluate_as<double>(X * P), evaluate_as<double>(X * W));
    const auto D = random_tensor<double, 20, 37>(5);
    EXPECT_EQ(evaluate_as<long double>(X * packed(D)), evaluate_as<long double>(X * D));
    EXPECT_EQ(evaluate_as<float>(X * packed(D)), evaluate_as<float>(X * D));
    EXPECT_EQ(tensor(whole * P), tensor(whole * W));
}

template <class T>
struct heads_of_weights {
    static constexpr std::size_t n = 70, d_model = 48, d = 12, heads = 2;
    tensor<T, n, d_model> X = random_tensor<T, n, d_model>(1);
    tensor<T, heads, d_model, d> Wq = random_tensor<T, heads, d_model, d>(2),
                                 Wk = random_tensor<T, heads, d_model, d>(3),
                                 Wv = random_tensor<T, heads, d_model, d>(4);
    tensor<T, heads * d, d_model> Wo = random_tensor<T, heads * d, d_model>(5);

    auto attend(const auto& q, const auto& k, const auto& v, const auto& o) const {
        return concat(heed::heads<heads>([&](auto h) { return attention(X * q[h], X * k[h], X * v[h]); })) * o;
    }
    static auto each_packed(const tensor<T, heads, d_model, d>& W) { return std::array{packed(W[0]), packed(W[1])}; }
};

TEST(packed, multi_head_attention) {
    const heads_of_weights<float> w;
    const auto Pq = w.each_packed(w.Wq);
    const auto Pk = w.each_packed(w.Wk), Pv = w.each_packed(w.Wv);
    const auto Po = packed(w.Wo);
    const tensor wanted = w.attend(w.Wq, w.Wk, w.Wv, w.Wo);
    EXPECT_EQ(tensor(w.attend(Pq, Pk, Pv, Po)), wanted);

    auto copied = Pq;
    EXPECT_EQ(tensor(w.attend(copied, Pk, Pv, Po)), wanted);
    const auto moved = std::move(copied);
    EXPECT_EQ(tensor(w.attend(moved, Pk, Pv, Po)), wanted);
}

/// Two heads of one wide packed matrix each.
TEST(packed, heads_inside_a_matrix) {
    constexpr std::size_t d = 2 * lanes<double>;
    const auto X = random_tensor<double, 21, 17>(1);
    const auto W = random_tensor<double, 17, 3 * d>(2);
    const auto P = packed(W);
    const auto attend = [&](const auto& m) {
        return attention(X * cols<0, d>(m), X * cols<d, 2 * d>(m), X * cols<2 * d, 3 * d>(m));
    };
    const tensor wanted = attend(W);
    EXPECT_EQ(tensor(attend(P)), wanted);
    const auto in_three = [&](const auto& m) {
        const auto [q, k, v] = split<3>(m);
        return evaluate(attention(X * q, X * k, X * v));
    };
    EXPECT_EQ(in_three(P), wanted);
}

/// A matrix that is packed where it is used belongs to the formula.
TEST(packed, a_temporary_moves_into_the_formula) {
    const auto X = random_tensor<float, 40, 90>(1);
    const auto W = random_tensor<float, 90, 80>(2);
    const auto f = X * packed(W) + 1;
    const auto g = f;
    const tensor wanted = X * W + 1;
    EXPECT_EQ(tensor(f), wanted);
    EXPECT_EQ(tensor(g), wanted);
}

TEST(packed, assigning_to_the_matrix_of_the_formula) {
    const auto X = random_tensor<float, 40, 40>(1);
    auto W = random_tensor<float, 40, 40>(2);
    const auto before = W;
    const auto P = packed(W);
    W = X * P;
    EXPECT_EQ(W, tensor(X * before));
    EXPECT_EQ(tensor(X * packed(W)), tensor(X * W)) << "packed again";

    auto V = before;
    const auto Pv = packed(V);
    V = transpose(Pv) - Pv;
    EXPECT_EQ(V, tensor(transpose(before) - before)) << "read as the matrix";
}

TEST(packed, lies_on_cache_lines) {
    const auto small = random_tensor<float, 3, 5>(1);
    const auto large = random_tensor<float, 90, 80>(1);
    const auto P = packed(small);
    const auto Q = packed(large);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(P.panels()) % 64, 0U);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(Q.panels()) % 64, 0U);
}

TEST(packed, panels_are_columns_side_by_side) {
    constexpr std::size_t l = lanes<float>;
    const auto W = random_tensor<float, 5, 2 * l + 3>(1);
    const auto P = packed(W);
    const float* next = P.panels();
    for (std::size_t first = 0; first < 2 * l + 3; first += l)
        for (std::size_t i = 0; i < 5; ++i)
            for (std::size_t j = first; j < first + l && j < 2 * l + 3; ++j) EXPECT_EQ(*next++, W(i, j));
}

constexpr matrix<double, 2, 3> small{{1, 2, 3}, {4, 5, 6}};
constexpr auto small_packed = packed(small);

constexpr bool in_a_constant_expression() {
    const matrix<double, 2, 2> X{{1, 2}, {3, 4}};
    const auto kept = packed(small);
    static_assert(packed(transpose(small))(2, 1) == 6);
    return tensor(X * small_packed) == tensor(X * small) && tensor(X * kept) == tensor(X * small) &&
           tensor(transpose(small_packed) * X) == tensor(transpose(small) * X);
}
static_assert(is_packed<std::remove_const_t<decltype(small_packed)>>);
static_assert(in_a_constant_expression());

TEST(packed, in_a_constant_expression) {
    EXPECT_TRUE(in_a_constant_expression());
    const matrix<double, 2, 2> X{{1, 2}, {3, 4}};
    EXPECT_EQ(tensor(X * small_packed), tensor(X * small)) << "packed while compiling, used at run time";
}

}  // namespace heed::test
