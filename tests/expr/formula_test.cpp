// SPDX-License-Identifier: BSL-1.0
// What a formula holds: nodes by value, named tensors by pointer, temporaries moved in; and the types it leads to.
#include <heed/expr/along_axis.hpp>
#include <heed/expr/attention.hpp>
#include <heed/expr/deduce.hpp>
#include <heed/expr/elementwise.hpp>
#include <heed/expr/matrix_product.hpp>
#include <heed/expr/reduce.hpp>
#include <heed/expr/structure.hpp>

#include <boost/hana/at.hpp>

#include <gtest/gtest.h>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace {

using heed::matrix;
using heed::tensor;
using heed::vector;
using heed::detail::is_broken;
using heed::detail::named;
using heed::detail::owned;
using heed::detail::shape;
using heed::detail::tensor_of;
namespace op = heed::detail::op;

inline constexpr heed::axis tokens{"tokens"}, d_k{"d_k"};

/// Larger than what is stored in place, so that a copy has another address.
using large = tensor<float, 64, 128>;

template <std::size_t I, class F>
constexpr const auto& operand(const F& f) {
    return boost::hana::at_c<I>(f.operands);
}

template <class F>
using elements_of = typename F::value_type;

TEST(formula, keeps_named_tensors_by_pointer) {
    const large a, b;
    const auto sum = a + b;
    static_assert(
        std::same_as<decltype(sum),
                     const heed::formula_of<op::elementwise<heed::detail::function::add>, named<large>, named<large>>>);
    EXPECT_EQ(operand<0>(sum).tensor, &a);
    EXPECT_EQ(operand<1>(sum).tensor, &b);
}

TEST(formula, moves_temporaries_in) {
    large a;
    const float* const elements = a.data();
    auto twice = std::move(a) * 2;
    static_assert(std::same_as<std::remove_cvref_t<decltype(operand<0>(twice))>, owned<large>>);
    EXPECT_EQ(operand<0>(twice).tensor.data(), elements);
    EXPECT_EQ(a.data(), nullptr);

    const auto nested = exp(std::move(twice));
    EXPECT_EQ(operand<0>(operand<0>(nested)).tensor.data(), elements);
}

TEST(formula, copies_of_a_formula_own_copies_of_its_temporaries) {
    const auto original = large() * 2;
    const auto copy = original;
    EXPECT_NE(operand<0>(copy).tensor.data(), operand<0>(original).tensor.data());
    const auto both = copy + original;
    EXPECT_NE(operand<0>(operand<0>(both)).tensor.data(), operand<0>(copy).tensor.data());
}

TEST(formula, holds_numbers_by_value) {
    const large a;
    double factor = 3;
    const auto scaled = a * factor;
    factor = 4;
    EXPECT_EQ(operand<1>(scaled).value, 3);
}

TEST(formula, holds_views_by_value) {
    large a;
    const auto row_sum = a[1] + a[2];
    EXPECT_EQ(operand<0>(row_sum).data(), a.data() + 128);
    EXPECT_EQ(operand<1>(row_sum).data(), a.data() + 2 * 128);
    const heed::strided_view<float, 128, 64> columns(a.data(), {1, 128});
    const auto product = a * columns;
    EXPECT_EQ(operand<1>(product).data(), a.data());
    EXPECT_EQ(operand<1>(product).strides()[1], 128U);
}

auto scores(const large& q, const large& k) { return q * transpose(k) / sqrt(heed::dim<1>(k)); }

TEST(formula, can_be_returned_and_continued) {
    const large q, k;
    const auto weights = softmax(scores(q, k));
    const auto& product = operand<0>(operand<0>(weights));
    EXPECT_EQ(operand<0>(product).tensor, &q);
    EXPECT_EQ(operand<0>(operand<1>(product)).tensor, &k);
    EXPECT_EQ(weights.shape_value, shape(64, 64));
}

TEST(formula, of_attention_is_the_formula_written_out) {
    const large q, k, v;
    const auto once = attention(q, k, v);
    const auto written_out = softmax(q * transpose(k) / sqrt(heed::dim<1>(k))) * v;
    static_assert(std::same_as<decltype(once), decltype(written_out)>);
    EXPECT_EQ(operand<1>(once).tensor, &v);
}

TEST(formula, of_heads_is_one_for_each_head) {
    const tensor<float, 3, 64, 32> w;
    const large x;
    const auto parts = heed::heads<3>([&](auto head) { return transpose(x) * w[head]; });
    static_assert(parts.size() == 3);
    EXPECT_EQ(operand<1>(parts[heed::constant<2>{}]).data(), w[2].data());
    EXPECT_EQ(concat(parts).shape_value, shape(128, 96));
}

TEST(formula, of_parts_can_be_taken_apart) {
    const large x;
    const auto [left, right] = heed::split<2>(x);
    EXPECT_EQ(left.shape_value, shape(64, 64));
    EXPECT_EQ(operand<0>(right).tensor, &x);
}

/// Numbers never change the elements of a tensor.
static_assert(std::same_as<elements_of<decltype(std::declval<large&>() * 2.0)>, float> &&
              std::same_as<elements_of<decltype(2 * std::declval<large&>())>, float> &&
              std::same_as<elements_of<decltype(std::declval<tensor<double, 2>&>() + 1.0F)>, double> &&
              std::same_as<elements_of<decltype(std::declval<tensor<int, 2>&>() + 1L)>, int>);
static_assert(
    std::same_as<elements_of<decltype(std::declval<tensor<float, 2>&>() + std::declval<tensor<double>&>())>, float> &&
    std::same_as<elements_of<decltype(std::declval<tensor<float, 2>&>() + std::declval<tensor<double, 2>&>())>,
                 double> &&
    std::same_as<elements_of<decltype(std::declval<tensor<float>&>() + std::declval<tensor<double>&>())>, double>);

/// The tensor that `tensor Y = f;` declares.
template <class F>
using deduced = decltype(tensor(std::declval<F>()));

TEST(formula, deduces_the_tensor_of_its_value) {
    const tensor<float, tokens[128], d_k[64]> q, k, v;
    static_assert(std::same_as<deduced<decltype(q * transpose(k))>, tensor<float, tokens[128], tokens[128]>>);
    static_assert(
        std::same_as<deduced<decltype(softmax(q * transpose(k) / 8.0) * v)>, tensor<float, tokens[128], d_k[64]>>);
    static_assert(std::same_as<deduced<decltype(sum(q))>, vector<float, tokens[128]>>);
    static_assert(std::same_as<deduced<decltype(sum<tokens>(q))>, vector<float, d_k[64]>>);
    static_assert(std::same_as<deduced<decltype(sum(sum(q)))>, tensor<float>>);
    static_assert(std::same_as<deduced<decltype(permute<2, 0, 1>(std::declval<tensor<double, 2, 3, 4>&>()))>,
                               tensor<double, 4, 2, 3>>);
    static_assert(std::same_as<tensor_of<double, decltype(q + 1)>, tensor<double, tokens[128], d_k[64]>>);
    EXPECT_EQ(attention(q, k, v).shape_value, q.shape_value);
}

TEST(formula, is_never_broken_where_shapes_fit) {
    const matrix<float, 2, 3> a;
    const vector<float, 3> b;
    const auto whole = [](const auto&... f) { return (!is_broken<decltype(f)> && ...); };
    EXPECT_TRUE(
        whole(a + b, a - 1, 2 / a, hadamard(a, a), pow(a, 2), min(a, b), max(1, a), -a, a * transpose(a), a * b));
    EXPECT_TRUE(whole(exp(a), log(a), sqrt(a), rsqrt(a), tanh(a), erf(a), sigmoid(a), relu(a), gelu(a), gelu_tanh(a),
                      silu(a), softplus(a), abs(a)));
    EXPECT_TRUE(whole(sum(a), mean(a), max(a), min<0>(a), logsumexp(a), softmax(a), log_softmax<0>(a)));
    EXPECT_TRUE(whole(heed::rows<0, 1>(a), heed::cols<1, 3>(a), heed::permute<1, 0>(a), heed::concat(a, a),
                      attention(a, a, a)));
}

}  // namespace
