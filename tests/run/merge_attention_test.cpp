// SPDX-License-Identifier: BSL-1.0
// Attention over parts of the keys, merged, is attention over all of them; parts may be empty.
#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <tuple>
#include <utility>

namespace {

using namespace heed;

inline constexpr axis head{"head"}, tokens{"tokens"}, key{"key"}, d_k{"d_k"}, d_v{"d_v"};
constexpr double infinity = std::numeric_limits<double>::infinity();

template <class Tensor>
void fill(Tensor& t, double scale, double start) {
    double i = start;
    for (auto& x : t) x = static_cast<typename Tensor::value_type>(scale * std::sin(0.91 * ++i));
}

/// An output and its log-sum-exp.
template <class Q, class K, class V>
auto attend(const Q& q, const K& k, const V& v) {
    return evaluate(
        let(q * transpose(k) / sqrt(dim<-1>(q)), [&](auto s) { return results(softmax(s) * v, logsumexp(s)); }));
}

template <class Part>
double largest(const Part& part) {
    double found = 0;
    for (const auto& x : std::get<0>(part)) found = std::max(found, std::abs(static_cast<double>(x)));
    return found;
}

/// The bounds that merge_attention states, and what the sums of the parts may differ by.
template <class Merged, class Whole, class A, class B>
void expect_same(const Merged& merged, const Whole& whole, const A& a, const B& b) {
    using T = typename std::tuple_element_t<0, Whole>::value_type;
    const double unit = std::numeric_limits<T>::epsilon();
    double log_sum = 1;
    for (const auto* part : {&std::get<1>(a), &std::get<1>(b)})
        for (const T& l : *part)
            if (std::isfinite(l)) log_sum = std::max(log_sum, std::abs(static_cast<double>(l)));
    const double bound = unit * std::max(largest(a), largest(b)) * (log_sum + 16);
    auto y = std::get<0>(whole).begin();
    for (const T& x : std::get<0>(merged)) EXPECT_NEAR(x, *y++, bound);
    auto l = std::get<1>(whole).begin();
    for (const T& x : std::get<1>(merged)) {
        if (std::isfinite(*l))
            EXPECT_NEAR(x, *l, 8 * unit * log_sum);
        else
            EXPECT_EQ(x, *l);
        ++l;
    }
}

/// Attention over any of the keys.
template <class T>
struct keys_and_values {
    tensor<T, tokens[dyn], d_k[8]> Q;
    tensor<T, key[dyn], d_k[8]> K;
    tensor<T, key[dyn], d_v[3]> V;

    keys_and_values(std::size_t queries, std::size_t keys, double scale) : Q(queries), K(keys), V(keys) {
        fill(Q, scale, 0);
        fill(K, scale, 40);
        fill(V, 2, 90);
    }
    auto part(std::size_t from, std::size_t to) const {
        return attend(Q, slice<key>(K, from, to), slice<key>(V, from, to));
    }
};

template <class T>
void expect_split(std::size_t split, std::size_t keys, double scale) {
    const keys_and_values<T> of(5, keys, scale);
    const auto whole = of.part(0, keys), a = of.part(0, split), b = of.part(split, keys);
    const auto merged = evaluate(merge_attention(a, b));
    expect_same(merged, whole, a, b);
    // In the other order, and of temporaries.
    const auto turned = evaluate(merge_attention(std::tuple(b), a));
    expect_same(turned, whole, a, b);
}

TEST(merge_attention, is_attention_over_all_keys) {
    for (const double scale : {0.0, 1.0, 4.0}) {
        expect_split<float>(1, 2, scale);
        expect_split<float>(7, 70, scale);
        expect_split<double>(64, 70, scale);
    }
}

/// Three parts by two merges; heads; a log-sum-exp that keeps its axis.
TEST(merge_attention, parts_are_merged_in_turn) {
    tensor<float, head[2], tokens[3], d_k[4]> Q;
    tensor<float, head[2], key[9], d_k[4]> K;
    tensor<float, head[2], key[9], d_v[5]> V;
    fill(Q, 2, 0);
    fill(K, 2, 40);
    fill(V, 2, 90);
    const auto part = [&](std::size_t from, std::size_t to) {
        return evaluate(let(Q * transpose(slice<key>(K, from, to)), [&](auto s) {
            return results(softmax(s) * slice<key>(V, from, to), logsumexp<-1>(s, keep));
        }));
    };
    const auto whole = part(0, 9), a = part(0, 2), b = part(2, 3), c = part(3, 9);
    expect_same(evaluate(merge_attention(evaluate(merge_attention(a, b)), c)), whole, a, c);
    expect_same(evaluate(merge_attention(a, evaluate(merge_attention(c, b)))), whole, a, c);
}

template <class T>
void expect_empty_parts() {
    using part = std::tuple<tensor<T, 2, 3>, tensor<T, 2>>;
    const T none = -std::numeric_limits<T>::infinity();
    const part some{tensor<T, 2, 3>{{1, 2, 3}, {4, 5, T(0.1)}}, tensor<T, 2>{T(0.7), -300}};
    const part empty{tensor<T, 2, 3>(), tensor<T, 2>{none, none}};
    const part half{tensor<T, 2, 3>{{7, 8, 9}, {0, 0, 0}}, tensor<T, 2>{T(-0.7), none}};
    EXPECT_EQ(evaluate(merge_attention(some, empty)), some);
    EXPECT_EQ(evaluate(merge_attention(empty, some)), some);
    EXPECT_EQ(evaluate(merge_attention(empty, empty)), empty);
    EXPECT_EQ(evaluate(merge_attention(half, empty)), half);
    const auto [y, l] = evaluate(merge_attention(half, some));
    EXPECT_EQ(y[1], std::get<0>(some)[1]);
    EXPECT_EQ(l(1), -300);
    const double w = 1 / (1 + std::exp(1.4));
    EXPECT_NEAR(y(0, 0), 7 * w + 1 * (1 - w), 1e-5);
    EXPECT_NEAR(l(0), std::log(std::exp(0.7) + std::exp(-0.7)), 1e-6);
}

TEST(merge_attention, an_empty_part_changes_no_bit) {
    expect_empty_parts<float>();
    expect_empty_parts<double>();
}

/// Wherever the keys are split, also into nothing and all.
TEST(merge_attention, parts_may_be_cut_anywhere) {
    const keys_and_values<float> of(3, 9, 2);
    const auto part = [&](std::size_t from, std::size_t to) { return of.part(from, to); };
    const auto whole = part(0, 9);
    for (std::size_t cut = 0; cut <= 9; ++cut) {
        const auto a = part(0, cut), b = part(cut, 9);
        expect_same(evaluate(merge_attention(a, b)), whole, a, b);
    }
    EXPECT_EQ(evaluate(merge_attention(part(4, 4), whole)), whole);
    const auto none = evaluate(merge_attention(part(4, 4), part(9, 9)));
    for (const float x : std::get<0>(none)) EXPECT_EQ(x, 0);
    for (const float x : std::get<1>(none)) EXPECT_EQ(x, -infinity);
}

/// Queries that see no key of one part, or of both.
TEST(merge_attention, masked_rows_are_empty_parts) {
    tensor<float, 4, 8> Q;
    tensor<float, 6, 8> K;
    tensor<float, 6, 3> V;
    fill(Q, 1, 0);
    fill(K, 1, 40);
    fill(V, 1, 90);
    const auto masked = [&](const std::function<bool(std::size_t, std::size_t)>& is_seen) {
        tensor<bool, 4, 6> allowed;
        for (std::size_t q = 0; q < 4; ++q)
            for (std::size_t k = 0; k < 6; ++k) allowed(q, k) = q < 3 && is_seen(k, q);  // row 3 sees nothing
        return evaluate(
            let(where(allowed, Q * transpose(K)), [&](auto s) { return results(softmax(s) * V, logsumexp(s)); }));
    };
    const auto before = [](std::size_t k, std::size_t q) { return k < q; };
    const auto behind = [](std::size_t k, std::size_t q) { return k >= q && k < 2; };
    const auto a = masked(before), b = masked(behind);
    expect_same(evaluate(merge_attention(a, b)),
                masked([&](std::size_t k, std::size_t q) { return before(k, q) || behind(k, q); }), a, b);
    EXPECT_EQ(std::get<1>(evaluate(merge_attention(a, b)))(3), -infinity);
}

/// Logarithms far apart, and as large as float holds them.
TEST(merge_attention, logarithms_may_be_of_any_size) {
    using part = std::tuple<tensor<float, 1, 1>, tensor<float, 1>>;
    const auto weight = [](float la, float lb) {
        const part a{tensor<float, 1, 1>{{1}}, tensor<float, 1>{la}}, b{tensor<float, 1, 1>(), tensor<float, 1>{lb}};
        const auto [y, l] = evaluate(merge_attention(a, b));
        return std::pair<float, float>(y(0, 0), l(0));
    };
    EXPECT_EQ(weight(1e4f, -1e4f), std::pair(1.f, 1e4f));
    EXPECT_EQ(weight(-3e38f, 3e38f), std::pair(0.f, 3e38f));
    EXPECT_EQ(weight(3e38f, 3e38f).first, 0.5f);
    EXPECT_NEAR(weight(80, 0).first, 1, 1e-7);
    EXPECT_NEAR(weight(0, 80).first, std::exp(-80.), 1e-6 * std::exp(-80.));
}

/// The error that its docstring states, against double: worst of many random parts.
TEST(merge_attention, errors_stay_below_the_bound) {
    using part = std::tuple<tensor<float, 64, 4>, tensor<float, 64>>;
    unsigned seed = 1;
    const auto random = [&](double scale) {
        seed = seed * 1664525 + 1013904223;
        return static_cast<float>(scale * (static_cast<double>(seed) / 2147483648. - 1));
    };
    double worst_y = 0, worst_l = 0;
    for (const double scale : {0.5, 5., 50.})
        for (int round = 0; round < 20; ++round) {
            part a, b;
            for (part* p : {&a, &b}) {
                for (float& y : std::get<0>(*p)) y = random(3);
                for (float& l : std::get<1>(*p)) l = random(scale);
            }
            const auto [y, l] = evaluate(merge_attention(a, b));
            for (std::size_t i = 0; i < 64; ++i) {
                const double la = std::get<1>(a)(i), lb = std::get<1>(b)(i), m = std::max(la, lb);
                const double wa = std::exp(la - m), wb = std::exp(lb - m);
                const double unit = std::ldexp(1., -23), logs = std::max(std::abs(la), std::abs(lb));
                const double exact_l = m + std::log(wa + wb);
                worst_l = std::max(
                    worst_l, std::abs(static_cast<double>(l(i)) - exact_l) / unit / std::max(1., std::abs(exact_l)));
                for (std::size_t c = 0; c < 4; ++c) {
                    const double ya = std::get<0>(a)(i, c), yb = std::get<0>(b)(i, c);
                    const double error = std::abs(static_cast<double>(y(i, c)) - (wa * ya + wb * yb) / (wa + wb));
                    worst_y = std::max(worst_y, error / unit / std::max(std::abs(ya), std::abs(yb)) / (logs / 8 + 1.5));
                }
            }
        }
    EXPECT_LE(worst_y, 1) << "of the bound of y";
    EXPECT_LE(worst_l, 1) << "units";
}

/// 0 times infinity: why outputs need to be finite.
TEST(merge_attention, an_infinite_output_is_not_weighed_away) {
    const auto part = [](double first, double second, double log_sum) {
        return std::tuple(matrix<double, 1, 2>{{first, second}}, vector<double, 1>(log_sum));
    };
    const auto [Y, l] = evaluate(merge_attention(part(infinity, 0, -infinity), part(1, 2, 5)));
    EXPECT_TRUE(std::isnan(Y(0, 0)));
    EXPECT_EQ(Y(0, 1), 2);
    EXPECT_EQ(l(0), 5);
}

}  // namespace
