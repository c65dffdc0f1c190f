// SPDX-License-Identifier: BSL-1.0
// Values with names, and several results of one evaluation, against the same written out.
#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>
#include <heed/study/cost.hpp>
#include <tests/filled.hpp>
#include <tests/run/compare.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace heed::test {

inline constexpr axis tokens{"tokens"}, model{"d_model"};
using square = tensor<double, 9, 9>;
using stored = tensor<double, tokens[21], model[9]>;

const auto X = filled<stored>(0.37);
const auto A = filled<square>(0.11), B = filled<square>(0.71), C = filled<square>(0.53);

template <class S, class T>
double distance(const S& a, const T& b) {
    double worst = 0;
    auto other = b.begin();
    for (const auto& x : a) worst = std::max(worst, std::abs(static_cast<double>(x) - static_cast<double>(*other++)));
    return worst;
}

/// As users write helpers.
template <class Input, class W>
auto gated(const Input& x, const W& w1, const W& w2) {
    return let(x, [&](auto s) { return s + hadamard(silu(s * w1), s * w2); });
}

TEST(let, computes_what_it_names) {
    const tensor Y = let(X * A, [&](auto s) { return s + hadamard(silu(s * B), s * C); });
    const tensor S = X * A;
    const auto expected = evaluate_unfused<double>(S + hadamard(silu(S * B), S * C));
    EXPECT_LT(distance(Y, expected), 1e-14);
}

TEST(let, has_the_axes_of_what_it_returns) {
    const tensor Y = let(X * A, [](auto s) { return s * transpose(s); });
    static_assert(std::is_same_v<decltype(Y), const tensor<double, tokens[21], tokens[21]>>);
    static_assert(
        std::is_same_v<decltype(evaluate(let(X, [](auto s) { return sum(s); }))), tensor<double, tokens[21]>>);
    EXPECT_LT(distance(Y, evaluate_unfused<double>(X * A * transpose(X * A))), 1e-14);
}

TEST(let, may_stand_in_the_value_of_another) {
    const tensor Y = gated(gated(X * A, B, C), C, A);
    const auto written_out = [](const stored& x, const square& w1, const square& w2) {
        return evaluate_unfused<double>(x + hadamard(silu(x * w1), x * w2));
    };
    EXPECT_LT(distance(Y, written_out(written_out(evaluate(X * A), B, C), C, A)), 1e-13);
}

TEST(let, may_stand_in_the_body_of_another) {
    // None of the inner values names an outer one: each needs a scope of its own all the same.
    const tensor Y = let(X * A, [&](auto s) {
        return let(X * B,
                   [&](auto t) { return let(X * C, [&](auto u) { return hadamard(s, t) - hadamard(t, u) + s; }); });
    });
    const tensor S = X * A, T = X * B, U = X * C;
    EXPECT_LT(distance(Y, evaluate_unfused<double>(hadamard(S, T) - hadamard(T, U) + S)), 1e-14);
    const tensor Z = let(X * A, [&](auto s) {
        return let(s * B, [&](auto t) { return hadamard(s, t) - let(t * C, [&](auto u) { return u + s; }); });
    });
    const tensor V = S * B;
    EXPECT_LT(distance(Z, evaluate_unfused<double>(hadamard(S, V) - (V * C + S))), 1e-13);
}

template <int Times, class Input, class Outer>
auto repeated(const Input& x, const Outer& o) {
    if constexpr (Times == 0)
        return x + o;
    else
        return let(X * A, [&](auto s) { return hadamard(x, o) + repeated<Times - 1>(s, x); });
}

TEST(let, of_a_recursive_helper_is_another_each_time) {
    // One lambda, one value, several scopes: only the order in which they are made tells them apart.
    const tensor Y = let(X * B, [&](auto b) { return repeated<3>(b, X); });
    const tensor S = X * A, T = X * B;
    EXPECT_LT(distance(Y, evaluate_unfused<double>(hadamard(T, X) + hadamard(S, T) + hadamard(S, S) + (S + S))), 1e-13);
}

TEST(let, may_be_made_before_it_is_used) {
    const auto before = let(X * A, [](auto s) { return s + exp(s); });
    const tensor Y = let(X * B, [&](auto t) { return hadamard(before, t) + before; });
    const tensor P = before, T = X * B;
    EXPECT_LT(distance(Y, evaluate_unfused<double>(hadamard(P, T) + P)), 1e-14);
}

TEST(let, takes_tensors_views_and_temporaries) {
    const double numbers[4] = {1, 2, 3, 4};
    const view<const double, 2, 2> v(numbers);
    EXPECT_EQ(evaluate(let(v, [](auto s) { return s * s; })), (matrix<double, 2, 2>{{7, 10}, {15, 22}}));
    EXPECT_EQ(evaluate(let(matrix<double, 2, 2>{{1, 2}, {3, 4}}, [](auto s) { return s - transpose(s); })),
              (matrix<double, 2, 2>{{0, -1}, {1, 0}}));
    EXPECT_EQ(evaluate(let(8_c, [&](auto n) { return v * n; })), evaluate(v * 8));
    EXPECT_EQ(evaluate(let(v * v, [&](auto) { return v; })), evaluate(v + 0));
    EXPECT_EQ(evaluate(let(v * v, [](auto s) { return s; })), evaluate(v * v));
}

TEST(let, is_safe_where_the_target_is_read) {
    stored Y = X;
    Y = let(Y * A, [&](auto s) { return s + Y; });
    EXPECT_LT(distance(Y, evaluate_unfused<double>(X * A + X)), 1e-15);
}

TEST(let, is_computed_in_wide_numbers) {
    const tensor<long double, tokens[21], model[9]> Y =
        evaluate_as<long double>(let(X * A, [](auto s) { return hadamard(s, s); }));
    EXPECT_LT(distance(Y, evaluate_unfused<long double>(hadamard(X * A, X * A))), 1e-14);
}

constexpr matrix<double, 2, 2> small{{1, 2}, {3, 4}};
static_assert(evaluate(let(small * small, [](auto s) { return s - 2 * transpose(s); })) ==
              matrix<double, 2, 2>{{-7, -20}, {-5, -22}});
static_assert([] {
    const auto [square_of, sums] = evaluate(let(small * small, [](auto s) { return results(s, sum(s)); }));
    return square_of == matrix<double, 2, 2>{{7, 10}, {15, 22}} && sums == vector<double, 2>{17, 37};
}());

auto attention_with_weights() {
    return let(X * transpose(X),
               [&](auto s) { return let(softmax(s), [&](auto w) { return results(w * X, w, logsumexp(s)); }); });
}

template <class Y, class W, class L>
void expect_attention(const Y& y, const W& w, const L& l) {
    const auto weights = evaluate_unfused<double>(softmax(X * transpose(X)));
    EXPECT_LT(distance(w, weights), 1e-15);
    EXPECT_LT(distance(y, evaluate_unfused<double>(weights * X)), 1e-14);
    EXPECT_LT(distance(l, evaluate_unfused<double>(logsumexp(X * transpose(X)))), 1e-14);
}

TEST(results, are_a_tuple_of_tensors) {
    const auto [Y, W, L] = evaluate(attention_with_weights());
    static_assert(std::is_same_v<decltype(Y), const stored>);
    static_assert(std::is_same_v<decltype(W), const tensor<double, tokens[21], tokens[21]>>);
    static_assert(std::is_same_v<decltype(L), const tensor<double, tokens[21]>>);
    expect_attention(Y, W, L);
    const auto [Y1, W1, L1] = evaluate_as<long double>(attention_with_weights());
    expect_attention(Y1, W1, L1);
}

TEST(results, go_into_tensors_and_views_that_exist) {
    stored Y;
    tensor<double, 2, tokens[21], tokens[21]> both;
    tensor<double, tokens[21]> L;
    auto second = both[1];
    evaluate_into(std::tie(Y, second, L), attention_with_weights());
    expect_attention(Y, both[1], L);
    // columns of a larger matrix: not dense
    tensor<double, tokens[21], 30> wide;
    strided_view<double, tokens[21], tokens[21]> columns(wide.data() + 4, {30, 1});
    evaluate_into(std::tie(Y, columns, L), attention_with_weights());
    expect_attention(Y, columns, L);
}

TEST(results, are_safe_where_targets_are_read) {
    stored P = X, Q = evaluate(X * A);
    const stored before = Q;
    evaluate_into(std::tie(P, Q), results(Q, P));
    EXPECT_EQ(P, before);
    EXPECT_EQ(Q, X);
}

TEST(results, need_targets_apart) {
    stored P = X;
    const stored before = P;
    EXPECT_THROW(evaluate_into(std::tie(P, P), results(X * A, X + X)), shape_error);
    EXPECT_EQ(P, before);
    // columns of one matrix alternate
    tensor<double, 21, 60> wide;
    strided_view<double, tokens[21], 21> left(wide.data(), {60, 1}), right(wide.data() + 30, {60, 1});
    evaluate_into(std::tie(left, right), results(X * transpose(X), X * transpose(X) + 1));
    EXPECT_EQ(left(20, 3) + 1, right(20, 3));
}

/// A logsumexp that something reads is no by-product of the softmax of the same rows: its reader may be the loop of
/// the softmax, or come before it.
TEST(results, may_read_the_logarithms_of_sums) {
    const auto Z = filled<tensor<double, 21, 9>>(0.37);
    const auto S = evaluate(Z * transpose(Z));
    const auto L = evaluate(logsumexp<1>(S, keep));
    const auto W = evaluate(softmax(S));
    const auto check = [&](const auto& y, const auto& expected) { EXPECT_LT(distance(y, evaluate(expected)), 1e-13); };
    const auto scores = Z * transpose(Z);
    check(std::get<0>(evaluate(let(scores, [&](auto s) { return results(s - logsumexp<1>(s, keep), softmax(s)); }))),
          S - L);
    check(evaluate(let(scores, [&](auto s) { return softmax(s) * Z + logsumexp<1>(s, keep); })), W * Z + L);
    check(evaluate(let(scores, [&](auto s) { return softmax(s) * hadamard(Z, logsumexp<1>(s, keep)); })),
          W * hadamard(Z, L));
    const auto [sum, mean] =
        evaluate(let(scores, [&](auto s) { return results(Z + logsumexp<1>(s, keep), softmax(s) * Z); }));
    check(sum, Z + L);
    check(mean, W * Z);
    const auto [product, logs] = evaluate(let(scores, [&](auto s) {
        const auto l = logsumexp<1>(s, keep);
        return results(hadamard(softmax(s) * Z, l), l);
    }));
    check(product, hadamard(W * Z, L));
    check(logs, L);
}

TEST(results, may_be_leaves_the_same_twice_and_results_again) {
    const auto [P, Q, R, S] = evaluate(results(X, let(X * A, [](auto s) { return results(s, s, transpose(s)); })));
    EXPECT_EQ(P, X);
    EXPECT_EQ(Q, evaluate(X * A));
    EXPECT_EQ(R, Q);
    EXPECT_EQ(S, evaluate(transpose(Q)));
}

/// The streaming loop of attention writes it: no score is stored.
template <class T, std::size_t Queries, std::size_t Keys, class Mask>
void expect_log_sums(const Mask& mask) {
    const auto Q = filled<tensor<T, Queries, 8>>(0.37), far = filled<tensor<T, Queries, 8>>(0.12);
    const auto K = filled<tensor<T, Keys, 8>>(0.11), V = filled<tensor<T, Keys, 8>>(0.71);
    const auto attend = let(where(mask, (Q * 20 + far) * transpose(K) / sqrt(dim<1>(K))),
                            [&](auto s) { return results(softmax(s) * V, logsumexp(s)); });
    static_assert(study::cost<decltype(attend)>().temporary_bytes <= Queries * 8 * sizeof(T));
    const auto [Y, L] = evaluate(attend);
    EXPECT_EQ(Y, evaluate(attention(Q * 20 + far, K, V, mask)));
    const auto expected =
        evaluate_unfused<double>(logsumexp(where(mask, (Q * 20 + far) * transpose(K) / sqrt(dim<1>(K)))));
    for (std::size_t i = 0; i < Queries; ++i) {
        if (expected(i) == -HUGE_VAL)
            EXPECT_EQ(L(i), -HUGE_VAL);
        else
            EXPECT_NEAR(L(i), expected(i), 100 * std::numeric_limits<T>::epsilon())
                << Queries << " x " << Keys << ", " << i;
    }
}

TEST(results, of_attention_may_have_the_logarithms_of_its_sums) {
    using namespace index;
    expect_log_sums<double, 130, 130>(k > q + 100);    // some queries see no key
    expect_log_sums<float, 3, 300>(q > 0 || k > 600);  // the first one does not
}
static_assert([] {
    constexpr matrix<double, 2, 2> S{{0, 0}, {-std::numeric_limits<double>::infinity(), 3}};
    const auto [Y, L] = evaluate(let(S + 0, [](auto s) { return results(softmax(s) * small, logsumexp(s)); }));
    return L(1) > 2.9999999 && L(1) < 3.0000001 && L(0) > 0.6931471 && L(0) < 0.6931472;
}());

TEST(results, have_the_bits_that_each_has_alone) {
    const auto F = filled<tensor<float, 130, 70>>(0.37);
    const auto G = filled<tensor<float, 70, 33>>(0.11);
    const auto [P, S, L] = evaluate(let(F * G, [](auto s) { return results(gelu(s), softmax(s), transpose(s)); }));
    EXPECT_EQ(P, evaluate(gelu(evaluate(F * G))));
    EXPECT_EQ(S, evaluate(softmax(evaluate(F * G))));
    EXPECT_EQ(L, evaluate(transpose(evaluate(F * G))));
}

TEST(let, a_view_of_what_is_computed_is_computed_once) {
    const auto f = let(transpose(X * A), [](auto s) { return s + hadamard(s, sum<0>(s)); });
    static_assert(study::cost<decltype(f)>().multiply_adds == 21 * 9 * 9);
    const tensor P = X * A;
    const tensor T = transpose(P);
    EXPECT_LT(distance(evaluate(f), evaluate_unfused<double>(T + hadamard(T, sum<0>(T)))), 1e-14);
    const auto part = let(cols<2, 5>(X * A), [](auto s) { return s * transpose(s); });
    static_assert(study::cost<decltype(part)>().multiply_adds == 21 * 9 * 3 + 21 * 21 * 3);
    const auto products = let(X * A, [](auto s) { return s * transpose(s); });
    static_assert(study::cost<decltype(products)>().multiply_adds == 21 * 9 * 9 + 21 * 21 * 9);
    EXPECT_LT(distance(evaluate(products), evaluate_unfused<double>(P * T)), 1e-14);
    const tensor C3 = cols<2, 5>(P);
    EXPECT_LT(distance(evaluate(part), evaluate_unfused<double>(C3 * transpose(C3))), 1e-14);
}

template <class T, class F>
void expect_as_without_let(const tensor<T, 3>& x, const F& f) {
    const auto named = evaluate(let(x, f)), computed = evaluate(let(x + T(0), f)), plain = evaluate(f(x));
    EXPECT_TRUE((std::is_same_v<decltype(named), decltype(plain)>));
    EXPECT_EQ(named, plain);
    EXPECT_EQ(computed, plain);
}
TEST(let, has_the_element_type_of_what_it_names) {
    const tensor<int, 3> I{-7, 21, 1'900'000'001};
    const tensor<std::int64_t, 3> L{(std::int64_t{1} << 53) + 1, -(std::int64_t{1} << 60) - 1, 5};
    const tensor<float, 3> F{3, -5, 0.25F};
    expect_as_without_let(I, [](auto&& s) { return s / 2_c; });
    expect_as_without_let(I, [](auto&& s) { return max(s - 1, 4_c); });
    expect_as_without_let(L, [](auto&& s) { return hadamard(s, 1_c); });
    expect_as_without_let(L, [](auto&& s) { return s / 3_c + s; });
    expect_as_without_let(F, [](auto&& s) { return s * 0.1; });
    expect_as_without_let(F, [](auto&& s) { return s / 3_c; });
    expect_as_without_let(F, [](auto&& s) { return max(s, 0.1); });
    expect_as_without_let(F, [](auto&& s) { return softmax(s * 0.1); });
    const tensor<float16, 3> H{float16(1.F), float16(0.5F), float16(2.F)};
    EXPECT_EQ(evaluate(let(H, [](auto s) { return s * 0.1; })), evaluate(H * 0.1));
}
TEST(let, of_what_has_no_axes_counts_as_that_does) {
    const tensor<float, 3> F{3, -5, 0.25F};
    const tensor<int, 3> I{-7, 21, 19};
    const tensor<float, dyn> G(4);
    scalar<double> real;
    real() = 0.1;
    EXPECT_EQ(evaluate(let(real, [&](auto s) { return F * s; })), evaluate(F * real));
    EXPECT_EQ(evaluate(let(sum(I), [&](auto s) { return I / s; })), evaluate(I / sum(I)));
    EXPECT_EQ(evaluate(let(dim<0>(G), [&](auto n) { return I - n; })), (tensor<int, 3>{-11, 17, 15}));
}

}  // namespace heed::test
