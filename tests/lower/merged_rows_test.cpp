// SPDX-License-Identifier: BSL-1.0
// Leading axes that only batch: one matrix of rows for products, and what is computed row by row around them.
#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>
#include <heed/study/cost.hpp>
#include <tests/run/random_formula.hpp>

#include <gtest/gtest.h>

#include <cstddef>

namespace heed::test {

inline constexpr axis batch{"batch"}, tokens{"tokens"}, model{"d_model"};

const auto X = random_tensor<double, batch[7], tokens[3], model[24]>(1);
const auto flat = reshape<21, model[24]>(X);
const auto up = random_tensor<double, model[24], 40>(2);
const auto down = random_tensor<double, 40, model[24]>(3);
const auto gain = random_tensor<double, model[24]>(4);

/// Whether all loops go over so many rows, and over no batch.
template <class F>
constexpr bool has_rows(const F&, std::size_t rows) {
    for (const auto& nest : detail::plan_for<F, double>::value.nests)
        if (nest.rows.size != rows || nest.batch.size() != 1) return false;
    return true;
}

/// The loops of a formula of [7 x 3 x 24] are those of the same formula of [21 x 24], and so are the bits.
template <class Formula>
void expect_one_matrix(const Formula& formula) {
    const auto batched = formula(X);
    const auto one = formula(flat);
    const study::costs b = study::cost(batched), o = study::cost(one);
    EXPECT_EQ(b.temporaries, o.temporaries);
    EXPECT_EQ(b.workspace_bytes, o.workspace_bytes);
    EXPECT_EQ(b.flops, o.flops);
    EXPECT_TRUE(has_rows(batched, 21));
    const tensor y = batched;
    const tensor z = one;
    ASSERT_EQ(y.size(), z.size());
    for (std::size_t i = 0; i < z.size(); ++i) EXPECT_EQ(y.data()[i], z.data()[i]);
}

TEST(merged_rows, of_a_product) {
    expect_one_matrix([](const auto& x) { return x * up; });
    const auto one_row = random_tensor<double, batch[21], 1, model[24]>(1);
    EXPECT_TRUE(has_rows(one_row * up, 21));
    // Four leading axes, and operands that are computed.
    const auto many = reshape<7, 1, 3, 1, model[24]>(X);
    EXPECT_TRUE(has_rows(many * up, 21));
}

TEST(merged_rows, of_what_goes_by_rows_around_it) {
    expect_one_matrix([](const auto& x) { return relu(x * up) * down + gain; });
    expect_one_matrix([](const auto& x) { return layer_norm(x + relu(x * up) * down, gain, gain); });
    expect_one_matrix([](const auto& x) {
        return let(x, [](auto s) { return s + let(rms_norm(s, gain), [](auto t) { return silu(t * up) * down; }); });
    });
    expect_one_matrix([](const auto& x) { return softmax(x * up); });
}

TEST(merged_rows, stay_where_each_batch_has_a_matrix_of_its_own) {
    const auto W = random_tensor<double, batch[7], model[24], 5>(5);
    const tensor y = X * W;
    for (std::size_t b = 0; b < 7; ++b) {
        const tensor z = X[b] * W[b];
        for (std::size_t i = 0; i < z.size(); ++i) EXPECT_EQ(y[b].data()[i], z.data()[i]);
    }
    // Strides that are known at run time do not say that two axes lie as one: no copy is made for that.
    auto data = random_tensor<double, 21 * 48>(6);
    const strided_view<const double, 7, 3, 24> v(data.data(), {144, 48, 1});
    EXPECT_EQ(study::cost(v * up).temporaries, 0U);
}

/// Several texts whose number and length are known at run time, of which some lie apart: strides of rows in a part, and
/// of room for more.
template <class F>
void expect_as_of_known(const F& formula) {
    tensor<double, batch[dyn], tokens[dyn], model[24]> any(7, 3);
    for (std::size_t i = 0; i < any.size(); ++i) any.data()[i] = X.data()[i];
    const auto f = formula(any);
    const tensor y = f;
    const tensor z = formula(X);
    ASSERT_EQ(y.size(), z.size());
    for (std::size_t i = 0; i < z.size(); ++i) EXPECT_EQ(y.data()[i], z.data()[i]) << i;
}

template <class F>
constexpr bool has_a_batch(const F&) {
    for (const auto& nest : detail::plan_for<F, double>::value.nests)
        if (nest.batch.size() != 1) return true;
    return false;
}

TEST(merged_rows, of_lengths) {
    const tensor<double, batch[dyn], tokens[dyn], model[24]> any(2, 2);
    EXPECT_FALSE(has_a_batch(relu(any * up) * down + gain));
    EXPECT_FALSE(has_a_batch(layer_norm(any + relu(any * up) * down, gain, gain)));
    expect_as_of_known([](const auto& x) { return x * up; });
    expect_as_of_known([](const auto& x) { return layer_norm(x + relu(x * up) * down, gain, gain); });
    expect_as_of_known([](const auto& x) { return softmax(x * up); });
}

/// The rows of heads are computed together, although each head reads its own.
TEST(merged_rows, of_heads_in_a_batch) {
    const auto Wq = random_tensor<double, model[24], 24>(7), Wk = random_tensor<double, model[24], 24>(8),
               Wv = random_tensor<double, model[24], 24>(9);
    const auto by_heads = [](const auto& x) { return permute<0, 2, 1, 3>(reshape<batch[dyn], tokens[dyn], 4, 6>(x)); };
    const auto block = [&](const auto& x) {
        return x +
               merge<2, 3>(permute<0, 2, 1, 3>(attention(by_heads(x * Wq), by_heads(x * Wk + gain), by_heads(x * Wv))));
    };
    for (const std::size_t rows : {1U, 3U, 5U, 40U}) {
        tensor<double, batch[dyn], tokens[dyn], model[24]> any(3, rows);
        for (std::size_t i = 0; i < any.size(); ++i) any.data()[i] = X.data()[i % X.size()] + 0.001 * double(i);
        const auto f = block(any);
        std::size_t products = 0;
        for (const auto& step : detail::plan_for<decltype(f), double>::value.steps)
            if (detail::plan_for<decltype(f), double>::value.kernels[step.kernel].loop == detail::skeleton::product)
                ++products;
        EXPECT_EQ(products, 3U);
        const tensor y = f;
        const tensor z = evaluate_unfused<double>(f);
        for (std::size_t i = 0; i < z.size(); ++i) ASSERT_NEAR(y.data()[i], z.data()[i], 1e-13) << rows;
    }
}

TEST(merged_rows, of_lengths_stay_where_memory_has_gaps) {
    const auto data = random_tensor<double, 21 * 48>(6);
    const strided_view<const double, batch[dyn], tokens[dyn], 24> apart(data.data(), {144, 48, 1}, 7, 3);
    EXPECT_TRUE(has_a_batch(apart * up));
    EXPECT_EQ(study::cost(apart * up).temporaries, 0U);
    const tensor y = apart * up;
    tensor<double, batch[dyn], tokens[at_most<8>], model[24]> room(7, 3);
    room = apart;
    EXPECT_TRUE(has_a_batch(room * up));
    const tensor z = room * up;
    for (std::size_t b = 0; b < 7; ++b)
        for (std::size_t t = 0; t < 3; ++t)
            for (std::size_t j = 0; j < 40; ++j) {
                double sum = 0;
                for (std::size_t k = 0; k < 24; ++k) sum += apart(b, t, k) * up(k, j);
                EXPECT_NEAR(y(b, t, j), sum, 1e-13);
                EXPECT_EQ(z(b, t, j), y(b, t, j));
            }
}

}  // namespace heed::test
