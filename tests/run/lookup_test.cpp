// SPDX-License-Identifier: BSL-1.0
// Elements at computed indices: rows(E, ids) and at(A, q - k + n), against plain loops, and what is not there.
#include "tests/run/checked.hpp"
#include "tests/run/compare.hpp"

#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <random>
#include <string>
#include <type_traits>
#include <utility>

namespace heed::test {
namespace {

inline constexpr axis words{"words"}, tokens{"tokens"}, model{"d_model"};

template <class Tensor>
constexpr void count_up(Tensor& x, int step = 1, int period = 1000) {
    int i = 0;
    for (auto& e : x) e = static_cast<typename Tensor::value_type>((i += step) % period);
}

/// What is thrown, or nothing.
template <class F>
std::string error_of(const F& f) {
    detail::tensor_of<detail::value_of<F>, F> y;
    for (auto& x : y) x = 7;
    try {
        evaluate_into(y, f);
    } catch (const index_error& e) {
        for (const auto& x : y) EXPECT_EQ(x, 7) << "written before the error";
        return e.what();
    }
    return "";
}

constexpr bool rows_are_those_of_the_table() {
    tensor<double, words[7], model[3]> E;
    count_up(E);
    const tensor<int, 2, tokens[4]> ids{{1, 6, 0, 1}, {5, 5, 2, 6}};
    const tensor Y = rows(E, ids);
    static_assert(decltype(Y)::shape_value == detail::shape(extent(2), tokens[4], model[3]));
    bool same = true;
    for (std::size_t b = 0; b < 2; ++b)
        for (std::size_t t = 0; t < 4; ++t)
            for (std::size_t c = 0; c < 3; ++c) same = same && Y(b, t, c) == E(static_cast<std::size_t>(ids(b, t)), c);
    return same;
}

constexpr bool tables_may_be_views_and_formulas() {
    tensor<double, words[7], model[3]> E;
    count_up(E);
    const tensor<unsigned char, tokens[2]> few{2, 0};
    const tensor Z = rows(transpose(E), few) + rows(transpose(E + E), few);
    bool same = true;
    for (std::size_t t = 0; t < 2; ++t)
        for (std::size_t w = 0; w < 7; ++w) same = same && Z(t, w) == 3 * E(w, few(t));
    return same;
}

constexpr bool elements_are_those_at_the_indices() {
    using namespace index;
    tensor<double, 2, 7> by_distance;
    tensor<double, 3, 2> by_bucket;
    count_up(by_distance);
    count_up(by_bucket, 7);
    const vector<int, 7> bucket{0, 2, 1, 1, 1, 2, 0};
    const tensor<double, 2, 4, 4> S;
    const tensor A = S + at(by_distance, h, q - k + 3_c), B = S + at(by_bucket, at(bucket, q - k + 3), h),
                 C = S + at(by_distance, (q + k) % 2, min(q, k) + 2);
    bool same = true;
    for (int i = 0; i < 2; ++i)
        for (int n = 0; n < 4; ++n)
            for (int m = 0; m < 4; ++m) {
                const auto u = [](int x) { return static_cast<std::size_t>(x); };
                same = same && A(u(i), u(n), u(m)) == by_distance(u(i), u(n - m + 3)) &&
                       B(u(i), u(n), u(m)) == by_bucket(u(bucket(u(n - m + 3))), u(i)) &&
                       C(u(i), u(n), u(m)) == by_distance(u((n + m) % 2), u((n < m ? n : m) + 2));
            }
    return same;
}

/// Attention of which the scores have biases that are looked up.
template <class T, std::size_t Queries, std::size_t Keys>
struct attention_with_biases {
    tensor<T, 2, Queries, 8> Q;
    tensor<T, 2, Keys, 8> K;
    tensor<T, 2, Queries + Keys - 1> by_distance;
    tensor<T, Queries + Keys - 1, 2> turned;

    attention_with_biases() {
        count_up(Q, 7, 23), count_up(K, 11, 19), count_up(by_distance, 5, 17), count_up(turned, 3, 13);
    }
    auto scores() const { return Q * transpose(K) / 100; }
    auto distances() const {
        using namespace index;
        return at(by_distance, h, q - k + static_cast<int>(Keys - 1));
    }
    template <class F>
    static void expect_agreement(const F& f) {
        const tensor y = f;
        EXPECT_LT(distance<T>(y, evaluate_unfused<double>(f)), 8);
    }
};

}  // namespace

TEST(lookup, is_what_plain_loops_find) {
    static_assert(rows_are_those_of_the_table() && tables_may_be_views_and_formulas());
    static_assert(elements_are_those_at_the_indices());
    EXPECT_TRUE(rows_are_those_of_the_table() && tables_may_be_views_and_formulas());
    EXPECT_TRUE(elements_are_those_at_the_indices());
}

TEST(lookup, agrees_with_the_reference_in_registers) {
    using namespace index;
    // Queries that no tile divides.
    const attention_with_biases<float, 37, 70> many;
    many.expect_agreement(softmax(many.scores() + many.distances()) * many.K);
    many.expect_agreement(softmax(many.scores() + at(many.turned, k - q + 36, h)) * many.K);
    many.expect_agreement(softmax(where(k <= q, many.scores() + at(many.by_distance, h, abs(q - k)))) * many.K);
    many.expect_agreement(softmax(many.scores() + at(transpose(many.turned), h, (k * 1_c + q) / 2_c)) * many.K);
    const attention_with_biases<double, 1, 33> one;
    one.expect_agreement(softmax(one.scores() + one.distances()) * one.K);
    one.expect_agreement(exp(one.distances() / 8 - one.scores()));
}

TEST(lookup, of_what_is_not_there_is_an_error_before_anything_is_written) {
    tensor<float, words[5], model[2]> E;
    tensor<int, tokens[2], 2> ids{{0, 4}, {3, 5}};
    EXPECT_EQ(error_of(rows(E, ids)),
              "heed: what is looked up along [words[5]] needs indices from 0 to 4: 5 stands at (1, 1)");
    EXPECT_EQ(words_of_check<index_error>(rows(E, ids[0])), "no error");
    EXPECT_EQ(words_of_check<index_error>(rows(E, rows<0, 1>(ids))), "no error")
        << "what a view leaves out does not count";
    ids(0, 1) = -2147483647;
    EXPECT_EQ(error_of(rows(E, ids)),
              "heed: what is looked up along [words[5]] needs indices from 0 to 4: -2147483647 stands at (0, 1)");

    using namespace index;
    const tensor<float, 2, 4, 4> S;
    const tensor<float, 2, 7> rel;
    vector<int, 7> bucket{0, 1, 2, 3, 4, 5, 7};
    EXPECT_EQ(error_of(S + at(rel, h, q - k + 3)), "");
    EXPECT_EQ(error_of(S + at(rel, h, q - k + 2)),
              "heed: what is looked up along [7] needs indices from 0 to 6: a formula of indices goes from -1 to 5");
    EXPECT_EQ(words_of_check<index_error>(S + at(rel, h, at(bucket, q - k + 3))),
              "heed: what is looked up along [7] needs indices from 0 to 6: a formula of indices goes from 0 to 7");
    EXPECT_EQ(words_of_check<index_error>(S + at(rel, h, min(at(bucket, q - k + 3), 6))), "no error");
}

TEST(lookup, nothing_may_be_looked_up_in_an_empty_table) {
    const tensor<float, words[dyn], model[2]> none, some(5);
    const tensor<int, tokens[dyn]> no_ids, one{4}, bad{5};
    const tensor nothing = sum<tokens>(rows(none, no_ids + 0));
    EXPECT_EQ(nothing, (vector<float, 2>{0, 0}));
    EXPECT_EQ(words_of_check<index_error>(sum<tokens>(rows(none, one))),
              "heed: what is looked up along [words[0]] can have no index: it has no elements, and 4 stands at (0)");
    EXPECT_EQ(
        error_of(sum<tokens>(rows(none, one + 0))),
        "heed: what is looked up along [words[0]] can have no index: it has no elements, and a formula of indices "
        "goes from 4 to 4");
    EXPECT_EQ(error_of(sum<tokens>(rows(some, one + 0))), "");
    EXPECT_EQ(
        error_of(sum<tokens>(rows(some, bad + 0))),
        "heed: what is looked up along [words[5]] needs indices from 0 to 4: a formula of indices goes from 5 to 5");
}

/// The next word of a greedy decoder: the row of the largest logit.
TEST(lookup, finds_rows_at_the_largest_elements) {
    tensor<float, words[5], model[2]> E;
    for (float number = 0; float& x : E) x = number++;
    const tensor<float, tokens[3], 5> logits{{0.1F, 0.5F, 0.2F, 0.5F, 0}, {0, 0, 0, 0, 9}, {-1, -2, -3, -2, -1}};
    const tensor<float, tokens[3], model[2]> wanted{{2, 3}, {8, 9}, {0, 1}};
    EXPECT_EQ(evaluate(rows(E, argmax(logits))), wanted);
    EXPECT_EQ(evaluate(rows(E, argmax(logits + logits))), wanted);
    const tensor<int, tokens[3], 5> whole{{1, 5, 2, 5, 0}, {0, 0, 0, 0, 9}, {-1, -2, -3, -2, -1}};
    EXPECT_EQ(evaluate(rows(E, argmax(whole))), wanted);
    EXPECT_EQ(evaluate_unfused<float>(rows(E, argmax(logits))), wanted);
    const tensor<float, words[4], model[2]> few;
    EXPECT_EQ(
        words_of_check<index_error>(rows(few, argmax(logits))),
        "heed: what is looked up along [words[4]] needs indices from 0 to 3: a formula of indices goes from 0 to 4");
}

/// Indices of any form, from numbers drawn at random: as loops of integers find them.
TEST(lookup, follows_random_formulas) {
    using namespace index;
    tensor<float, 11, 7> table;
    count_up(table);
    const tensor<float, 13, 17> S;
    const vector<int, 17> by_key{3, 0, 6, 5, 1, 2, 4, 6, 6, 0, 1, 5, 3, 2, 4, 1, 0};
    std::mt19937 random(5);
    const auto draw = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
    for (int round = 0; round < 200; ++round) {
        const int a = draw(-5, 5), b = draw(-5, 5), c = draw(-20, 20), d = draw(1, 5), e = draw(1, 7);
        const tensor Y = S + at(table, abs(q * a - k * b + c) % 11, min(max(q / d - k % e, 0), 6)) +
                         at(table, (k <= q) + max(q, k) / 2 * (a > 0 ? 1 : 0), abs(at(by_key, k) - 6 * (q % 2)));
        for (int i = 0; i < 13; ++i)
            for (int j = 0; j < 17; ++j) {
                const auto found = [&](int row, int col) {
                    return table(static_cast<std::size_t>(row), static_cast<std::size_t>(col));
                };
                const float one = found(std::abs(i * a - j * b + c) % 11, std::min(std::max(i / d - j % e, 0), 6));
                const float other = found((j <= i ? 1 : 0) + std::max(i, j) / 2 * (a > 0 ? 1 : 0),
                                          std::abs(by_key(static_cast<std::size_t>(j)) - 6 * (i % 2)));
                ASSERT_EQ(Y(static_cast<std::size_t>(i), static_cast<std::size_t>(j)), one + other) << round;
            }
    }
}

/// What is read is read where it is wanted.
TEST(lookup, stores_nothing) {
    using namespace index;
    using E = tensor<float, words[50], model[8]>;
    using ids = tensor<int, tokens[6]>;
    constexpr auto plan_of = [](auto f) {
        using F = typename decltype(f)::type;
        return detail::plan_for<F, float>::value;
    };
    using gelu_of_rows = decltype(gelu(rows(std::declval<const E&>(), std::declval<const ids&>())));
    using means_of_rows = decltype(mean(rows(std::declval<const E&>(), std::declval<const ids&>())));
    using S = tensor<float, 6, 6>;
    using bias = tensor<float, 11>;
    using scores = decltype(softmax(std::declval<const S&>() * std::declval<const S&>() +
                                    at(std::declval<const bias&>(), q - k + 5_c)) *
                            std::declval<const S&>());
    static_assert(plan_of(std::type_identity<gelu_of_rows>()).buffers.size() == 0);
    static_assert(plan_of(std::type_identity<means_of_rows>()).buffers.size() == 0);
    static_assert(plan_of(std::type_identity<scores>()).buffers.size() == 0);
}

/// Numbers of rows beyond 2^24 are not numbers of float; what is in memory is not converted.
TEST(lookup, takes_whole_numbers_as_they_are) {
    constexpr std::size_t n = (1U << 24) + 4;
    tensor<float, n, 1> table;
    table(n - 1, 0) = 5;
    table(n - 3, 0) = 3;
    const vector<int, 2> ids{static_cast<int>(n - 1), static_cast<int>(n - 3)};
    const tensor Y = rows(table, ids);
    EXPECT_EQ(Y(0, 0), 5);
    EXPECT_EQ(Y(1, 0), 3);
    EXPECT_NE(error_of(rows(table, ids + 0)), "") << "a sum of them is computed in float";
}

/// Each part of concatenated indices is checked, wherever the wrong one is.
TEST(lookup, concatenated_indices_are_checked) {
    const tensor<float, 4, 3> table;
    for (const int wrong : {-1, 4, 77})
        for (std::size_t at = 0; at < 4; ++at) {
            tensor<int, 2> a{0, 3}, b{1, 2};
            (at < 2 ? a(at) : b(at - 2)) = wrong;
            EXPECT_NE(error_of(rows(table, concat<0>(a, b))), "") << wrong << " at " << at;
            tensor<int, dyn> c{0, 3}, d{1, 2};
            (at < 2 ? c(at) : d(at - 2)) = wrong;
            EXPECT_NE(error_of(rows(table, concat<0>(c, d))), "") << wrong << " at " << at;
        }
    const tensor<int, dyn> c{0, 3}, d{1, 2};
    EXPECT_EQ(error_of(rows(table, concat<0>(c, d))), "");
}

template <std::size_t Times, class F>
constexpr auto added_again(const F& f, const matrix<float, 2, 2>& a) {
    if constexpr (Times == 0)
        return f;
    else
        return added_again<Times - 1>(f + a, a);
}

/// clang nests 256 operands of a fold; a model in one formula has more nodes.
TEST(lookup, is_checked_in_a_formula_of_hundreds_of_nodes) {
    const tensor<float, 3, 2> table{{1, 2}, {3, 4}, {5, 6}};
    const matrix<float, 2, 2> a{{1, 1}, {1, 1}};
    vector<int, 2> ids{2, 0};
    EXPECT_EQ(evaluate(added_again<140>(rows(table, ids), a))(0, 1), 146);
    ids(1) = 3;
    EXPECT_NE(error_of(added_again<140>(rows(table, ids), a)), "");
}

}  // namespace heed::test
