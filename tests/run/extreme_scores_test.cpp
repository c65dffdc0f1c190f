// SPDX-License-Identifier: BSL-1.0
// Scores at the ends of the range of their numbers: where they are finite, one formula gives what stored scores and
// weights give, for one, few and many queries, lengths, half storage and in constant evaluation. Masks of lowest(), as
// exported models have them, are the most common.
#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>

namespace heed::test {

template <class T>
inline constexpr T most = std::numeric_limits<T>::max();
template <class T>
inline constexpr T lowest = std::numeric_limits<T>::lowest();

/// Small whole numbers, so that scores are exact.
template <class Tensor>
void fill_with_steps(Tensor& x, int first) {
    using T = typename Tensor::value_type;
    for (auto& e : x) e = static_cast<T>(static_cast<float>((first = (first * 29 + 7) % 23) - 11) / 4);
}

template <class T>
void expect_same_kind_and_number(T a, T b, T bound, const char* what, std::size_t i) {
    EXPECT_EQ(std::isnan(a), std::isnan(b)) << what << ' ' << i << ": " << a << " and " << b;
    EXPECT_EQ(std::isinf(a), std::isinf(b)) << what << ' ' << i << ": " << a << " and " << b;
    if (std::isfinite(a) && std::isfinite(b)) {
        EXPECT_NEAR(a, b, bound) << what << ' ' << i;
    }
}

/// `scores` as a part of one formula, alone and with the logsumexp beside, and stored.
template <class T, class Scores, class Stored, class Values>
void expect_as_stored(const char* what, const Scores& scores, Stored& stored, const Values& V) {
    stored = scores;
    for (const T s : stored) ASSERT_TRUE(std::isfinite(s)) << what;
    const tensor weights = softmax(stored);
    const tensor apart = weights * V;
    const tensor log_sums_apart = logsumexp(stored);
    const auto [beside, log_sums] = evaluate(results(softmax(scores) * V, logsumexp(scores)));
    const tensor fused = softmax(scores) * V;
    const T bound = 256 * std::numeric_limits<T>::epsilon();
    for (std::size_t i = 0; i < fused.size(); ++i) {
        expect_same_kind_and_number<T>(fused.data()[i], apart.data()[i], bound, what, i);
        expect_same_kind_and_number<T>(beside.data()[i], apart.data()[i], bound, what, i);
    }
    for (std::size_t i = 0; i < log_sums.size(); ++i) {
        const T expected = log_sums_apart.data()[i];
        expect_same_kind_and_number<T>(log_sums.data()[i], expected, bound * (1 + std::abs(expected)), what, i);
    }
}

/// Biases at both ends of the range, scales that products overflow with, and products near the largest number.
template <class T, class Queries, class Keys, class Bias, class Stored>
void try_scores(Queries& Q, Keys& K, const Keys& V, Bias& bias, Stored& stored) {
    fill_with_steps(Q, 3);
    fill_with_steps(K, 5);
    const auto product = Q * transpose(K);
    const std::size_t keys = K.size() / 4;
    for (const T masked : {lowest<T>, lowest<T> / 2, T(-0.7) * most<T>, most<T> / 2})
        for (const char* const what : {"all keys masked", "causal", "both ends"}) {
            for (std::size_t i = 0; i < bias.size(); ++i) {
                if (*what == 'a') bias.data()[i] = masked;
                if (*what == 'c') bias.data()[i] = i % keys > i / keys ? masked : 0;
                if (*what == 'b') bias.data()[i] = i % 3 == 0 ? masked : i % 3 == 1 ? T(-masked) : 0;
            }
            expect_as_stored<T>(what, product + bias, stored, V);
        }
    struct {
        const char* what;
        T queries, keys, scale;
    } const all[]{{"a scale", 1, 1, 3},
                  {"a negative scale", 1, 1, -3},
                  {"a steep scale", 1, 1, 100},
                  {"a flat scale", 1, 1, T(0.001)},
                  {"no scale", 1, 1, 0},
                  {"large queries", most<T> / 64, 64 / most<T>, 1000},
                  {"large keys", 64 / most<T>, most<T> / 64, 1000},
                  {"products at the ends", 1, 1, most<T> / 128},
                  {"products at the ends", 1, 1, lowest<T> / 128}};
    for (const auto& one : all) {
        fill_with_steps(Q, 3);
        fill_with_steps(K, 5);
        for (auto& x : Q) x *= one.queries;
        for (auto& x : K) x *= one.keys;
        expect_as_stored<T>(one.what, one.scale * product, stored, V);
    }
}

template <class T, std::size_t Queries>
void try_queries() {
    tensor<T, Queries, 4> Q;
    tensor<T, 70, 4> K, V;
    tensor<T, Queries, 70> bias, stored;
    fill_with_steps(V, 9);
    try_scores<T>(Q, K, V, bias, stored);
}

inline constexpr axis token{"token"}, key{"key"}, d{"d"};

template <class T>
void try_lengths(std::size_t queries, std::size_t keys) {
    tensor<T, token[dyn], d[4]> Q(queries);
    tensor<T, key[dyn], d[4]> K(keys), V(keys);
    tensor<T, token[dyn], key[dyn]> bias(queries, keys), stored(queries, keys);
    fill_with_steps(V, 9);
    try_scores<T>(Q, K, V, bias, stored);
}

TEST(extreme_scores, floats_one_formula_is_as_stored) {
    try_queries<float, 1>();
    try_queries<float, 3>();
    try_queries<float, 5>();
    try_queries<float, 40>();
}
TEST(extreme_scores, doubles_one_formula_is_as_stored) {
    try_queries<double, 3>();
    try_queries<double, 40>();
}
/// Several given scales, whose product overflows or vanishes where scores do not.
template <class T, std::size_t Queries>
void try_several_scales() {
    tensor<T, Queries, 4> Q;
    tensor<T, 70, 4> K, V;
    tensor<T, Queries, 70> stored;
    fill_with_steps(K, 5);
    fill_with_steps(V, 9);
    const T large = std::sqrt(most<T>) * 1000, small = 1 / large;
    const auto product = Q * transpose(K);
    const auto fill = [&](T factor) {
        fill_with_steps(Q, 3);
        for (auto& x : Q) x *= factor;
    };
    fill(large);
    expect_as_stored<T>("small, small, large", product * small * small * large, stored, V);
    fill(1);
    expect_as_stored<T>("small, small, large, large", product * large * small * small * large, stored, V);
    fill(small);
    expect_as_stored<T>("large, large", product * large * large, stored, V);
    expect_as_stored<T>("over small, small", product / small / small, stored, V);
}
TEST(extreme_scores, several_scales) {
    try_several_scales<float, 1>();
    try_several_scales<float, 3>();
    try_several_scales<float, 40>();
    try_several_scales<double, 5>();
}

TEST(extreme_scores, lengths) {
    for (const std::size_t queries : {1U, 3U, 5U, 40U}) try_lengths<float>(queries, 70);
}

/// bfloat16 has the range of float, float16 ends at 65504.
template <class S, std::size_t Queries>
void try_half_storage() {
    tensor<S, Queries, 4> Q;
    tensor<S, 70, 4> K;
    tensor<float, 70, 4> V;
    tensor<S, Queries, 70> bias;
    tensor<float, Queries, 70> stored;
    fill_with_steps(Q, 3);
    fill_with_steps(K, 5);
    fill_with_steps(V, 9);
    for (auto& b : bias) b = std::numeric_limits<S>::lowest();
    for (const std::size_t step : {1U, 2U}) {
        for (std::size_t i = 0; step == 2 && i < bias.size(); i += step) bias.data()[i] = S(0);
        expect_as_stored<float>("keys masked", Q * transpose(K) + bias, stored, V);
    }
    expect_as_stored<float>("a scale", 1e36F * (Q * transpose(K)), stored, V);
}
TEST(extreme_scores, half_storage) {
    try_half_storage<float16, 40>();
    try_half_storage<bfloat16, 3>();
}

/// Equal scores weigh the same; a score at the other end of the range weighs nothing.
template <class T, std::size_t Queries>
constexpr bool masked_by_lowest() {
    tensor<T, Queries, 2> Q{};
    const tensor<T, 3, 2> K{{1, 0}, {0, 1}, {1, 1}}, V{{1, 2}, {3, 4}, {8, 12}};
    tensor<T, Queries, 3> bias{};
    for (auto& b : bias) b = lowest<T>;
    const tensor uniform = softmax(Q * transpose(K) + bias) * V;
    for (std::size_t i = 0; i < Queries; ++i) bias(i, 1) = most<T>;
    const tensor second = softmax(Q * transpose(K) + bias) * V;
    const tensor weights = softmax(bias), logs = log_softmax(bias);
    const tensor log_sums = logsumexp(Q * transpose(K) + bias);
    bool right = true;
    for (std::size_t i = 0; i < Queries; ++i) {
        right = right && uniform(i, 0) > T(3.999) && uniform(i, 0) < T(4.001) && second(i, 0) == 3 && second(i, 1) == 4;
        right = right && weights(i, 0) == 0 && weights(i, 1) == 1 && logs(i, 1) == 0 && log_sums(i) == most<T>;
    }
    return right;
}
static_assert(masked_by_lowest<float, 1>() && masked_by_lowest<float, 3>() && masked_by_lowest<float, 5>());
static_assert(masked_by_lowest<double, 1>() && masked_by_lowest<double, 3>() && masked_by_lowest<double, 5>());
TEST(extreme_scores, at_run_time_as_in_constant_evaluation) {
    EXPECT_TRUE((masked_by_lowest<float, 5>()));
    EXPECT_TRUE((masked_by_lowest<float, 40>()));
    EXPECT_TRUE((masked_by_lowest<double, 3>()));
    EXPECT_TRUE((masked_by_lowest<long double, 3>()));
}

}  // namespace heed::test
