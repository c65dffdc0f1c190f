// SPDX-License-Identifier: BSL-1.0
// Caches of keys and values: what they hold after each call, what is refused, and that an error leaves them as they
// were.
#include "tests/words_of.hpp"

#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace {

using namespace heed;
using heed::test::words_of;

inline constexpr axis tokens{"tokens"}, head{"head"}, d_k{"d_k"}, d_v{"d_v"};

using small = cache<int, tokens[at_most<4>], d_k[2]>;
using of_heads = cache<float, head[2], tokens[at_most<5>], d_k[3]>;
static_assert(std::is_same_v<decltype(std::declval<const of_heads&>().keys()),
                             view<const float, head[2], tokens[at_most<5>], d_k[3]>>);
static_assert(decltype(std::declval<of_heads&>().values())::fixed_strides == detail::strides{15, 3, 1});

constexpr vector<int, 2> row(int i) { return {i, -i}; }

constexpr bool appended_positions_are_held_in_order() {
    small past;
    if (past.size() != 0 || past.most() != 4 || past.keys().size() != 0) return false;
    for (int i = 1; i <= 4; ++i) past.append(row(i), row(10 * i));
    return past.size() == 4 && past.keys() == tensor<int, 4, 2>{{1, -1}, {2, -2}, {3, -3}, {4, -4}} &&
           past.values()(2, 0) == 30;
}

constexpr bool several_are_appended_at_once() {
    small past;
    past.append(tensor<int, 2, 2>{{1, 2}, {3, 4}}, tensor<int, tokens[2], d_k[2]>{{5, 6}, {7, 8}});
    past.append(row(9), row(0));
    const tensor<int, dyn, 2> one{{7, 7}}, none;
    past.append(one, one);
    past.append(none, none);
    return past.size() == 4 && past.keys() == tensor<int, 4, 2>{{1, 2}, {3, 4}, {9, -9}, {7, 7}} &&
           past.values()(1, 1) == 8;
}

constexpr bool a_cache_goes_back() {
    small past;
    for (int i = 1; i <= 4; ++i) past.append(row(i), row(i));
    past.rewind(3);
    past.rewind(1u);
    past.append(row(7), row(8));
    if (past.size() != 2 || past.keys() != tensor<int, 2, 2>{{1, -1}, {7, -7}}) return false;
    past.clear();
    return past.size() == 0;
}

constexpr bool the_oldest_are_forgotten() {
    cache<int, head[2], tokens[at_most<4>], 1> past;
    for (int i = 1; i <= 4; ++i) past.append(tensor<int, 2, 1>{{i}, {10 * i}}, tensor<int, 2, 1>{{-i}, {-10 * i}});
    past.forget(1);
    if (past.keys() != tensor<int, 2, 3, 1>{{{2}, {3}, {4}}, {{20}, {30}, {40}}}) return false;
    past.keep_last(7);
    past.forget(0);
    past.keep_last(2);
    past.append(tensor<int, 2, 1>{{5}, {50}}, tensor<int, 2, 1>{{-5}, {-50}});
    if (past.values() != tensor<int, 2, 3, 1>{{{-3}, {-4}, {-5}}, {{-30}, {-40}, {-50}}}) return false;
    past.keep_last(0);
    return past.size() == 0;
}

constexpr bool values_may_be_wider_than_keys() {
    cache_of<tensor<int, tokens[at_most<3>], d_k[1]>, tensor<int, head[2], tokens[at_most<3>], d_v[2]>> past;
    past.append(vector<int, d_k[1]>{4}, tensor<int, head[2], d_v[2]>{{1, 2}, {3, 4}});
    past.append(vector<int, d_k[1]>{5}, tensor<int, head[2], d_v[2]>{{5, 6}, {7, 8}});
    return past.keys() == tensor<int, 2, 1>{{4}, {5}} &&
           past.values() == tensor<int, 2, 2, 2>{{{1, 2}, {5, 6}}, {{3, 4}, {7, 8}}};
}

constexpr bool copies_are_caches_of_their_own() {
    small past;
    past.append(row(1), row(2));
    small guess = past;
    guess.append(row(3), row(4));
    small moved = std::move(guess);
    return past.size() == 1 && moved.size() == 2 && guess.size() == 0 && moved.values()(1, 0) == 4;
}

TEST(cache, compilers_evaluate_all_of_it) {
#define BOTH_TIMES(law)   \
    static_assert(law()); \
    EXPECT_TRUE(law()) << #law
    BOTH_TIMES(appended_positions_are_held_in_order);
    BOTH_TIMES(several_are_appended_at_once);
    BOTH_TIMES(a_cache_goes_back);
    BOTH_TIMES(the_oldest_are_forgotten);
    BOTH_TIMES(values_may_be_wider_than_keys);
    BOTH_TIMES(copies_are_caches_of_their_own);
}

TEST(cache, what_does_not_fit_is_refused_in_words) {
    small past;
    for (int i = 1; i <= 3; ++i) past.append(row(i), row(i));
    const small before = past;
    const tensor<int, dyn, 2> two(2), one(1);
    EXPECT_EQ(
        words_of([&] { past.append(two, two); }),
        "heed: append(k, v) needs room in the cache: [tokens[at_most<4>] x d_k[2]] has room for 4, holds 3, given "
        "are 2");
    EXPECT_EQ(words_of([&] { past.append(two, one); }),
              "heed: append(k, v) needs as many keys as values: given are 2 and 1");
    EXPECT_EQ(words_of([&] { past.rewind(4); }),
              "heed: rewind(n) needs a cache that holds as many positions: it holds 3, given are 4");
    EXPECT_EQ(words_of([&] { past.rewind(-1); }),
              "heed: rewind(n) needs a cache that holds as many positions: it holds 3, given are -1");
    EXPECT_EQ(words_of([&] { past.forget(4u); }),
              "heed: forget(n) needs a cache that holds as many positions: it holds 3, given are 4");
    EXPECT_EQ(words_of([&] { past.keep_last(-2); }),
              "heed: keep_last(n) needs a number of positions: it holds 3, given are -2");
    EXPECT_EQ(past.size(), 3u);
    EXPECT_EQ(past.keys(), before.keys());
    EXPECT_EQ(past.values(), before.values());
}

TEST(cache, formulas_are_computed_into_their_place) {
    tensor<float, head[2], tokens[5], d_k[3]> K;
    matrix<float, 4, 3> Wk, Wv;
    tensor<float, 4> x;
    int n = 0;
    for (auto* t : {&Wk, &Wv})
        for (float& w : *t) w = static_cast<float>(++n % 7) - 3;
    for (float& w : x) w = static_cast<float>(++n % 5) - 2;
    for (float& w : K) w = static_cast<float>(++n % 5) - 2;
    cache<float, tokens[at_most<3>], d_k[3]> past;
    past.append(x * Wk, x * Wv);
    past.append(x * Wv, 2 * (x * Wk));
    const tensor k = x * Wk, v = x * Wv;
    for (std::size_t c = 0; c < 3; ++c) {
        EXPECT_EQ(past.keys()(0, c), k(c));
        EXPECT_EQ(past.values()(0, c), v(c));
        EXPECT_EQ(past.keys()(1, c), v(c));
        EXPECT_EQ(past.values()(1, c), 2 * k(c));
    }
    of_heads heads;
    for (std::size_t t = 0; t < 5; ++t) heads.append(K(all, t), 2 * K(all, t));
    EXPECT_EQ(heads.keys(), K);
    const tensor twice = 2 * K;
    EXPECT_EQ(heads.values(), twice);
}

template <class Tensor>
void fill(Tensor& t, double start) {
    double i = start;
    for (auto& x : t) x = static_cast<typename Tensor::value_type>(std::sin(0.91 * ++i));
}
template <class A, class B>
double difference(const A& a, const B& b) {
    double worst = 0;
    auto y = b.begin();
    for (const auto& x : a) worst = std::max(worst, std::abs(static_cast<double>(x) - static_cast<double>(*y++)));
    return worst;
}

constexpr std::size_t length = 23;
struct decoded {
    tensor<float, head[4], tokens[length], d_k[8]> Q;
    tensor<float, head[2], tokens[length], d_k[8]> K, V;

    decoded() {
        fill(Q, 0);
        fill(K, 100);
        fill(V, 300);
    }
};

/// A prefill, then one position after the other.
TEST(cache, attention_to_the_past_is_causal_attention) {
    const decoded d;
    const auto whole = evaluate_unfused<double>(attention(d.Q, group<head[4]>(d.K), group<head[4]>(d.V), causal));
    for (const std::size_t prefilled : {0u, 1u, 7u, 22u}) {
        cache<float, head[2], tokens[at_most<length>], d_k[8]> past;
        past.append(slice<tokens>(d.K, 0, prefilled), slice<tokens>(d.V, 0, prefilled));
        const tensor first = attention(slice<tokens>(d.Q, 0, prefilled), group<head[4]>(past.keys()),
                                       group<head[4]>(past.values()), causal_lower_right);
        EXPECT_LT(difference(first, slice<tokens>(whole, 0, prefilled)), 1e-6);
        for (std::size_t t = prefilled; t < length; ++t) {
            past.append(d.K(all, t), d.V(all, t));
            const tensor y =
                attention(slice<tokens>(d.Q, t, t + 1), group<head[4]>(past.keys()), group<head[4]>(past.values()));
            EXPECT_LT(difference(y, slice<tokens>(whole, t, t + 1)), 1e-6) << "after " << t;
        }
    }
}

TEST(cache, a_window_is_attention_with_a_window) {
    const decoded d;
    const auto whole = evaluate_unfused<double>(
        attention(d.Q, group<head[4]>(d.K), group<head[4]>(d.V), causal_upper_left && sliding_window<4>));
    cache<float, head[2], tokens[at_most<8>], d_k[8]> past;  // 5 are seen
    for (std::size_t t = 0; t < length; ++t) {
        if (past.size() == past.most()) past.keep_last(4);
        past.append(d.K(all, t), d.V(all, t));
        const std::size_t n = past.size(), from = n > 5 ? n - 5 : 0;
        const tensor y = attention(slice<tokens>(d.Q, t, t + 1), group<head[4]>(slice<tokens>(past.keys(), from, n)),
                                   group<head[4]>(slice<tokens>(past.values(), from, n)));
        EXPECT_LT(difference(y, slice<tokens>(whole, t, t + 1)), 1e-6) << "after " << t;
    }
}

/// How many positions a formula has is known when it is computed only.
TEST(cache, formulas_of_several_positions_are_appended) {
    matrix<float, 6, 8> Wk, Wv;
    fill(Wk, 0);
    fill(Wv, 50);
    for (const std::size_t n : {0u, 1u, 5u}) {
        tensor<float, tokens[dyn], 6> X(n);
        fill(X, 7);
        cache<float, tokens[at_most<12>], d_k[8]> past;
        past.append(X * Wk, X * Wv);
        past.append(X * Wv, X * Wk);
        const tensor k = X * Wk, v = X * Wv;
        EXPECT_EQ(past.size(), 2 * n);
        EXPECT_EQ(slice<tokens>(past.keys(), 0, n), k);
        EXPECT_EQ(slice<tokens>(past.keys(), n, 2 * n), v);
        EXPECT_EQ(slice<tokens>(past.values(), n, 2 * n), k);
        tensor<float, tokens[dyn], 6> long_one(13 - 2 * n);
        EXPECT_NE(words_of([&] { past.append(long_one * Wk, long_one * Wv); }).find("has room for 12"),
                  std::string::npos);
        EXPECT_EQ(past.size(), 2 * n);
    }
}

/// What is appended may be computed from what is there.
TEST(cache, formulas_may_read_the_cache) {
    cache<float, tokens[at_most<6>], d_k[2]> past;
    past.append(tensor<float, 2, 2>{{1, 2}, {3, 4}}, tensor<float, 2, 2>{{5, 6}, {7, 8}});
    past.append(past.keys()[1] + past.values()[0], past.keys()[0]);
    past.append(2 * past.keys(), past.values());
    EXPECT_EQ(past.keys(), (tensor<float, 6, 2>{{1, 2}, {3, 4}, {8, 10}, {2, 4}, {6, 8}, {16, 20}}));
    EXPECT_EQ(past.values(), (tensor<float, 6, 2>{{5, 6}, {7, 8}, {1, 2}, {5, 6}, {7, 8}, {1, 2}}));
}

/// A guess is dropped and some of it taken again: what is appended stands where it is written.
constexpr bool what_was_dropped_is_appended_again() {
    cache<int, head[2], tokens[at_most<6>], 1> heads;
    cache<int, tokens[at_most<6>], 1> past;
    for (int i = 0; i < 5; ++i) {
        past.append(vector<int, 1>{i}, vector<int, 1>{10 * i});
        heads.append(tensor<int, 2, 1>{{i}, {-i}}, tensor<int, 2, 1>{{10 * i}, {20 * i}});
    }
    const auto K = past.keys(), V = past.values();
    const auto heads_K = heads.keys(), heads_V = heads.values();
    past.rewind(2);
    past.append(slice<tokens>(K, 1, 4), slice<tokens>(V, 1, 4));
    if (past.keys() != tensor<int, 5, 1>{{0}, {1}, {1}, {2}, {3}}) return false;
    if (past.values() != tensor<int, 5, 1>{{0}, {10}, {10}, {20}, {30}}) return false;
    heads.rewind(2);
    heads.append(slice<tokens>(heads_K, 1, 4), slice<tokens>(heads_V, 1, 4));
    return heads.keys() == tensor<int, 2, 5, 1>{{{0}, {1}, {1}, {2}, {3}}, {{0}, {-1}, {-1}, {-2}, {-3}}} &&
           heads.values() == tensor<int, 2, 5, 1>{{{0}, {10}, {10}, {20}, {30}}, {{0}, {20}, {20}, {40}, {60}}};
}

/// Keys are written first: values that are made of dropped keys are those of before.
constexpr bool values_are_made_of_dropped_keys() {
    cache<int, tokens[at_most<4>], 1> past;
    for (int i = 1; i <= 4; ++i) past.append(vector<int, 1>{i}, vector<int, 1>{-i});
    const auto K = past.keys(), V = past.values();
    past.rewind(1);
    past.append(slice<tokens>(V, 2, 4), slice<tokens>(K, 1, 3));
    if (past.keys() != tensor<int, 3, 1>{{1}, {-3}, {-4}}) return false;
    if (past.values() != tensor<int, 3, 1>{{-1}, {2}, {3}}) return false;
    past.rewind(0);
    past.append(tensor<int, 1, 1>{{7}}, slice<tokens>(K, 0, 1) + 1);
    return past.values() == tensor<int, 1, 1>{{2}};
}

TEST(cache, what_is_appended_may_stand_where_it_is_written) {
    BOTH_TIMES(what_was_dropped_is_appended_again);
    BOTH_TIMES(values_are_made_of_dropped_keys);
}

TEST(cache, half_precision_is_rounded_once) {
    cache<bfloat16, tokens[at_most<3>], d_k[4]> past;
    tensor<float, d_k[4]> k{1, 2, 3.0078125F, 4}, v{0, 1, 0, 1};
    past.append(k, v);
    EXPECT_EQ(static_cast<float>(past.keys()(0, 2)), static_cast<float>(bfloat16(3.0078125F)));
    const tensor y = attention(k, past.keys(), past.values());
    EXPECT_EQ(y, v);
}

TEST(cache, a_large_one_is_on_the_heap_and_stays_there) {
    cache<float, tokens[at_most<100000>], d_k[64]> past;
    tensor<float, d_k[64]> k;
    k(5) = 1;
    past.append(k, k);
    const float* const keys = past.keys().data();
    for (int i = 0; i < 1000; ++i) past.append(k, k);
    EXPECT_EQ(past.keys().data(), keys);
    EXPECT_EQ(past.keys()(1000, 5), 1);
    EXPECT_LT(sizeof(past), 128u);
}

/// A number whose copy fails when it is told to.
struct fragile {
    static inline int copies_left = -1;
    int value = 0;

    fragile() = default;
    fragile(int v) : value(v) {}
    fragile(const fragile&) = default;
    fragile& operator=(const fragile& x) {
        if (copies_left == 0) throw std::runtime_error("no copy");
        if (copies_left > 0) --copies_left;
        value = x.value;
        return *this;
    }
    [[maybe_unused]] friend fragile operator+(const fragile& a, const fragile& b) { return a.value + b.value; }
    [[maybe_unused]] friend fragile operator-(const fragile& a, const fragile& b) { return a.value - b.value; }
    [[maybe_unused]] friend fragile operator*(const fragile& a, const fragile& b) { return a.value * b.value; }
    [[maybe_unused]] friend fragile operator/(const fragile& a, const fragile& b) { return a.value / b.value; }
    [[maybe_unused]] friend fragile operator-(const fragile& a) { return -a.value; }
    friend bool operator==(const fragile& a, const fragile& b) { return a.value == b.value; }
    [[maybe_unused]] friend bool operator<(const fragile& a, const fragile& b) { return a.value < b.value; }
};

TEST(cache, an_exception_while_appending_leaves_it_as_it_was) {
    cache<fragile, tokens[at_most<4>], 2> past;
    const tensor<fragile, 2> k{1, 2}, v{3, 4};
    past.append(k, v);
    int failures = 0;
    for (int copies = 0; copies < 1000; ++copies) {
        fragile::copies_left = copies;
        try {
            past.append(v, k);
            break;
        } catch (const std::runtime_error&) {
            ++failures;
            fragile::copies_left = -1;
            ASSERT_EQ(past.size(), 1u);
            ASSERT_EQ(past.values().extent(0), 1u);
            ASSERT_EQ(past.keys()(0, 1), fragile(2));
        }
    }
    fragile::copies_left = -1;
    EXPECT_GT(failures, 1);
    EXPECT_EQ(past.size(), 2u);
    EXPECT_EQ(past.values()(1, 0), fragile(1));
}

}  // namespace
