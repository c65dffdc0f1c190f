// SPDX-License-Identifier: BSL-1.0
// Conditions compare the numbers that are written, whatever the type of the scores beside them, or they are errors.
#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>

namespace heed::test {

using namespace index;

/// Times that float does not tell apart, in no order.
template <class Time, std::size_t N>
tensor<Time, N> close_times() {
    tensor<Time, N> times;
    for (std::size_t i = 0; i < N; ++i) times(i) = Time(1'600'000'000) + static_cast<Time>(i * 7 % N);
    return times;
}
/// Compares scores, weights, attention and choices with loops over the times themselves.
template <class T, class Time, std::size_t N>
void expect_causal_in_time() {
    const auto t = close_times<Time, N>();
    tensor<T, N, 4> Q, K, V;
    for (std::size_t i = 0; i < N; ++i) V(i, 0) = static_cast<T>(i);
    const tensor scores = where(at(t, k) <= at(t, q), Q * transpose(K));
    const tensor chosen = where(at(t, k) < at(t, q), Q * transpose(K) + 1, T(0));
    const tensor same = where(at(t, k) == at(t, q), Q * transpose(K) + 1, T(0));
    const tensor mean = attention(Q, K, V, at(t, k) <= at(t, q));
    for (std::size_t i = 0; i < N; ++i) {
        double sum = 0, count = 0;
        for (std::size_t j = 0; j < N; ++j) {
            ASSERT_EQ(scores(i, j) == 0, t(j) <= t(i)) << i << ' ' << j;
            ASSERT_EQ(chosen(i, j) == 1, t(j) < t(i)) << i << ' ' << j;
            ASSERT_EQ(same(i, j) == 1, i == j) << i << ' ' << j;
            if (t(j) <= t(i)) sum += static_cast<double>(j), ++count;
        }
        ASSERT_NEAR(static_cast<double>(mean(i, 0)), sum / count, 1e-4) << i;
    }
}
TEST(conditions, compare_two_tensors_in_their_type) {
    expect_causal_in_time<float, double, 5>();
    expect_causal_in_time<float, double, 71>();
    expect_causal_in_time<float, long double, 9>();
    expect_causal_in_time<float, std::int32_t, 71>();
    expect_causal_in_time<float, std::int64_t, 9>();
    expect_causal_in_time<double, double, 33>();
}
TEST(conditions, compare_with_lengths_known_at_run_time) {
    tensor<double, dyn> t(11);
    for (std::size_t i = 0; i < 11; ++i) t(i) = 1.6e9 + static_cast<double>(i);
    const tensor<float, dyn, dyn> S(11, 11);
    const tensor masked = where(at(t, k) <= at(t, q), S);
    for (std::size_t i = 0; i < 11; ++i)
        for (std::size_t j = 0; j < 11; ++j) ASSERT_EQ(masked(i, j) == 0, j <= i);
}
TEST(conditions, compare_doubles_with_whole_numbers_and_indices) {
    const tensor<double, 3> t{0.9999999999, 1, 16'777'217};
    const tensor<std::int32_t, 3> n{1, 0, 16'777'216};
    const tensor<float, 3, 3> S;
    const tensor by_index = where(k <= at(t, q), S), by_number = where(at(t, k) < 1, S, 5.0F);
    const tensor by_constant = where(at(t, k) < 1_c, S, 5.0F), by_whole = where(at(n, q) < at(t, k), S, 5.0F);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            ASSERT_EQ(by_index(i, j) == 0, static_cast<double>(j) <= t(i)) << i << ' ' << j;
            ASSERT_EQ(by_number(i, j) == 0, t(j) < 1) << i << ' ' << j;
            ASSERT_EQ(by_constant(i, j) == 0, t(j) < 1) << i << ' ' << j;
            ASSERT_EQ(by_whole(i, j) == 0, n(i) < t(j)) << i << ' ' << j;
        }
}
TEST(conditions, ask_a_mask_in_its_own_type) {
    const tensor<double, 4> m{1e-50, 0, 3, std::numeric_limits<double>::denorm_min()};
    const tensor<float, 4, 4> S;
    const tensor<int, 4, 4> I;
    const tensor scores = where(m, S);
    const tensor weights = softmax(where(m, S)) * S;
    const tensor chosen = where(m, S + 1, S);
    const tensor whole = where(m, I + 1, I);
    const tensor looked_up = where(at(m, k), S + 1, S);
    for (std::size_t j = 0; j < 4; ++j) {
        EXPECT_EQ(scores(2, j) == 0, j != 1) << j;
        EXPECT_EQ(chosen(2, j) == 1, j != 1) << j;
        EXPECT_EQ(looked_up(2, j) == 1, j != 1) << j;
        EXPECT_EQ(whole(2, j) == 1, j != 1) << j;
    }
    EXPECT_EQ(weights(0, 0), 0);
}
TEST(conditions, beside_integers_compare_as_they_are_too) {
    const tensor<double, 3> t{0.25, 0.75, 0.5};
    const tensor<int, 3, 3> I;
    const tensor Y = where(at(t, k) <= at(t, q), I + 1, I);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) ASSERT_EQ(Y(i, j) == 1, t(j) <= t(i));
}

TEST(conditions, of_several_results_compare_as_they_are_too) {
    const auto t = close_times<double, 9>();
    const tensor<float, 9, 9> S;
    const auto f = let(S + 1, [&](auto s) { return results(where(at(t, k) <= at(t, q), s), softmax(s)); });
    const auto [Y, W] = evaluate(f);
    tensor<float, 9, 9> Z, X;
    evaluate_into(std::tie(Z, X), f);
    for (std::size_t i = 0; i < 9; ++i)
        for (std::size_t j = 0; j < 9; ++j) ASSERT_EQ(Y(i, j) == 1, t(j) <= t(i));
    EXPECT_EQ(Y, Z);
    EXPECT_EQ(W, X);
}

template <class F>
void expect_refusal(const F& f) {
    try {
        f();
        ADD_FAILURE() << "no error";
    } catch (const shape_error& e) {
        EXPECT_EQ(std::string(e.what()),
                  "heed: a condition needs numbers that the type of its formula has exactly; evaluate_as<T>(formula) "
                  "computes in a wider one: whole numbers are exact up to 16777216");
    }
}
TEST(conditions, refuse_what_float_rounds) {
    const auto far = close_times<std::int64_t, 5>();
    const auto exact = close_times<double, 5>();
    const tensor<int, 5> near{3, 9, 10, 40, 16'777'216};
    const tensor<float, 5, 5> S;
    expect_refusal([&] { (void)evaluate(where(at(far, k) <= 1'600'000'003, S)); });
    expect_refusal([&] { (void)evaluate(where(at(exact, k) <= 1'600'000'003.0, S)); });
    expect_refusal([&] { (void)evaluate(where(at(exact, k) < 0.1, S)); });
    expect_refusal([&] { (void)evaluate(where(at(near, k) <= 16'777'217_c, S)); });
    expect_refusal([&] { (void)evaluate(where(at(far, q) - at(far, k) < 3, S)); });
    expect_refusal([&] { (void)evaluate(where(at(far, q) - at(far, k), S + 1, S)); });
    expect_refusal([&] { (void)evaluate(where(at(near, q) + at(near, k) < 20, S)); });
    expect_refusal([&] { (void)evaluate_unfused<float>(where(at(far, k) <= at(far, q), S)); });
    const tensor differences = evaluate_as<double>(where(at(far, q) - at(far, k) < 3, S));
    const tensor in_time = where(at(near, k) - 4 <= 6, S);
    for (std::size_t i = 0; i < 5; ++i)
        for (std::size_t j = 0; j < 5; ++j) {
            ASSERT_EQ(differences(i, j) == 0, far(i) - far(j) < 3) << i << ' ' << j;
            ASSERT_EQ(in_time(i, j) == 0, near(j) <= 10) << i << ' ' << j;
        }
}

/// Of what is computed from indices and numbers alone.
template <class S>
void refuse_counts(const S& scores) {
    const int far = 20'000'000;
    expect_refusal([&] { (void)evaluate(where(k + far <= q + far, scores)); });
    expect_refusal([&] { (void)evaluate(where((k + far + 1) % 2 == 0, scores)); });
    expect_refusal([&] { (void)evaluate(where((q * 791'900 + k * 1'047'290) % 10 == 0, scores)); });
    expect_refusal([&] { (void)evaluate(where(q + far - (k + far), scores, 1)); });
    expect_refusal([&] { (void)evaluate(where(causal && k * 1'000'000 < q * 999'999, scores)); });
    expect_refusal([&] { (void)evaluate(softmax(where(q + far - k < far + 3, scores)) * scores); });
    expect_refusal([&] { (void)evaluate_unfused<float>(where(k + far <= q + far, scores)); });
    const tensor in_double = evaluate_as<double>(where(k + far <= q + far, scores + 1, scores));
    const tensor below = where(k < far, scores + 1, scores);
    const tensor rounded_once = where(q * k * 100'000 < 5'000'000, scores + 1, scores);
    const tensor with_fractions = where(k * 2.5F <= q, scores + 1, scores);
    const tensor quotients = where(q / k > 2, scores + 1, scores);  // by 0 it is 0
    for (std::size_t i = 0; i < 30; ++i)
        for (std::size_t j = 0; j < 30; ++j) {
            ASSERT_EQ(in_double(i, j) == 1, j <= i) << i << ' ' << j;
            ASSERT_EQ(below(i, j), 1) << i << ' ' << j;
            ASSERT_EQ(rounded_once(i, j) == 1, i * j < 50) << i << ' ' << j;
            ASSERT_EQ(with_fractions(i, j) == 1, 5 * j <= 2 * i) << i << ' ' << j;
            ASSERT_EQ(quotients(i, j) == 1, j != 0 && i / j > 2) << i << ' ' << j;
        }
}
TEST(conditions, refuse_counts_that_float_rounds) {
    refuse_counts(tensor<float, 30, 30>());
    refuse_counts(tensor<float, dyn, dyn>(30, 30));
}

constexpr bool compare_in_constants() {
    const tensor<double, 2> t{16777216, 16777217};
    const tensor<float, 2, 2> S{};
    const tensor Y = where(at(t, k) <= at(t, q), S, 1.0F);
    return Y(0, 0) == 0 && Y(0, 1) == 1 && Y(1, 0) == 0 && Y(1, 1) == 0;
}
static_assert(compare_in_constants());

}  // namespace heed::test
