// SPDX-License-Identifier: BSL-1.0
// reshape with sizes that are known at run time: of tensors any sizes, of formulas those that follow from their axes.
#include "tests/run/checked.hpp"
#include "tests/run/compare.hpp"

#include <heed/reference/evaluate.hpp>
#include <heed/study/cost.hpp>
#include <heed/study/explain.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace heed::test {

inline constexpr axis tokens{"tokens"}, head{"head"}, d_k{"d_k"}, model{"d_model"};

template <class... Tensor>
void fill(Tensor&... to) {
    int i = 0;
    (
        (void)[&] {
            for (auto& x : to) x = static_cast<typename Tensor::value_type>(++i * 7 % 23 - 11) / 8;
        }(),
        ...);
}
/// Element after element.
template <class A, class B>
bool same_elements(const A& a, const B& b) {
    bool same = a.size() == b.size();
    auto y = b.begin();
    for (const auto& x : a) same = same && x == *y++;
    return same;
}
template <class F>
void expect_agreement(const F& f) {
    const double error = distance<float>(evaluate(f), evaluate_unfused<long double>(f));
    EXPECT_LE(error, 4);
}

TEST(sized_reshape, of_tensors_takes_any_sizes) {
    for (const std::size_t n : {1U, 2U, 5U, 33U})
        for (const std::size_t h : {1U, 3U, 8U})
            for (const std::size_t d : {1U, 4U, 17U}) {
                tensor<float, tokens[dyn], dyn> x(n, h * d);
                tensor<float, dyn> flat(n * h * d);
                fill(x, flat);
                const tensor all = reshape<tokens[dyn], head[dyn], d_k[dyn]>(x, n, h, d);
                EXPECT_TRUE(same_elements(all, x));
                EXPECT_TRUE(all.extent(0) == n && all.extent(1) == h && all.extent(2) == d);
                EXPECT_TRUE(evaluate(reshape<tokens[dyn], head[dyn], d_k[dyn]>(x, n, h)) == all);
                EXPECT_TRUE(same_elements(evaluate(reshape<head[dyn], tokens[dyn], d_k[dyn]>(x, h, n, d)), x));
                EXPECT_TRUE(same_elements(evaluate(reshape<dyn, dyn, dyn>(flat, d, n, h)), flat));
                // A merge is undone.
                const tensor merged = merge<head, d_k>(all);
                EXPECT_TRUE(evaluate(reshape<tokens[dyn], head[dyn], d_k[dyn]>(merged, n, h, d)) == all);
                EXPECT_TRUE(evaluate(reshape<tokens[dyn], head[dyn], d_k[dyn]>(merge<head, d_k>(all + 0), n, h, d)) ==
                            all);
                EXPECT_TRUE(evaluate(reshape<tokens[dyn], head[dyn], d_k[dyn]>(merge<1, 2>(all + 0), n, h)) == all);
            }
}
TEST(sized_reshape, of_static_tensors) {
    tensor<double, tokens[6], 20> x;
    fill(x);
    const tensor y = reshape<tokens[dyn], head[dyn], 5>(x, 6, 4);
    EXPECT_TRUE(same_elements(y, x));
    EXPECT_TRUE(same_elements(evaluate(reshape<dyn, 2, dyn>(x, 15)), x));
    EXPECT_TRUE(same_elements(evaluate(reshape<tokens[dyn], head[dyn], 5>(x + 0, 6, 4)), x));  // 4 is known
    const strided_view<const double, tokens[5], 4> columns(x.data(), {20, 3});
    EXPECT_EQ(evaluate(reshape<tokens[dyn], head[dyn], 2>(columns, 5))(4, 1, 1), x(4, 9));
}
TEST(sized_reshape, to_sizes_that_are_known) {
    tensor<float, dyn, dyn> x(9, 8);
    fill(x);
    EXPECT_TRUE(same_elements(evaluate(reshape<4, 18>(x)), x));
    const view<const float, dyn, dyn> v = x;
    EXPECT_TRUE(same_elements(evaluate(reshape<2, 2, 18>(v) + 0), x));
    EXPECT_EQ(words_of([&] { (void)reshape<4, 17>(x); }),
              "heed: reshape<extents...>(A) needs as many elements as A has: [9 x 8] and [4 x 17]");
}

/// Heads whose number and size a file has.
TEST(sized_reshape, of_products) {
    for (const std::size_t h : {1U, 2U, 6U})
        for (const std::size_t d : {3U, 8U}) {
            const std::size_t n = 11;
            tensor<float, tokens[dyn], model[12]> x(n);
            tensor<float, model[12], dyn> w(h * d);
            fill(x, w);
            const auto by_head = [&](const auto& f) { return permute<1, 0, 2>(f); };
            const auto q = by_head(reshape<tokens[dyn], head[dyn], d_k[dyn]>(x * w, n, h, d));
            const auto k = by_head(reshape<tokens[dyn], head[dyn], d_k[dyn]>(x * w, n, h));
            expect_agreement(q);
            expect_agreement(merge<1, 2>(permute<1, 0, 2>(attention(q, k, q, causal))));
            const tensor columns = x * w;
            const tensor parts = reshape<tokens[dyn], head[dyn], d_k[dyn]>(x * w, n, h, d);
            EXPECT_TRUE(same_elements(parts, columns));
            EXPECT_TRUE(same_elements(evaluate(reshape<dyn>(exp(columns), n * h * d)), evaluate(exp(columns))));
        }
}
TEST(sized_reshape, of_batches) {
    tensor<float, dyn, model[12]> rows(3 * 4);
    tensor<float, model[12], d_k[dyn]> w(5);
    fill(rows, w);
    const auto f = reshape<axes::batch[dyn], tokens[dyn], d_k[dyn]>(rows * w, 3, 4, 5);
    expect_agreement(f);
    EXPECT_TRUE(same_elements(evaluate(f), evaluate(rows * w)));
}

/// Texts become one matrix, and texts again, also where another tensor comes first whose axis is the second of them.
TEST(sized_reshape, of_axes_that_a_formula_merges) {
    for (const std::size_t texts : {0U, 1U, 3U})
        for (const std::size_t rows : {1U, 2U, 5U}) {
            tensor<float, axes::batch[dyn], tokens[dyn], model[12]> x(texts, rows);
            tensor<float, tokens[dyn], model[12]> positions(rows);
            tensor<float, model[12], 5> w;
            fill(x, positions, w);
            const tensor expected = (positions + x) * w;
            const auto again = reshape<axes::batch[dyn], tokens[dyn], 5>(merge<0, 1>(positions + x) * w, texts, rows);
            expect_agreement(again);
            EXPECT_TRUE(evaluate(again) == expected);
            EXPECT_TRUE(same_elements(evaluate(reshape<dyn, dyn, 5>(merge<0, 1>(positions + x) * w, texts)), expected));
            const tensor<float, 5, 12> back = transpose(w);
            EXPECT_TRUE(evaluate(x + reshape<dyn, dyn, 12>(relu(merge<0, 1>(x) * w) * back, texts, rows)) ==
                        evaluate(x + relu(x * w) * back));
        }
}

TEST(sized_reshape, what_does_not_fit) {
    const tensor<float, axes::batch[dyn], tokens[dyn], model[12]> texts(2, 6);
    EXPECT_EQ(
        words_of_check(reshape<dyn, dyn, model[12]>(relu(merge<0, 1>(texts)), 3, 4)),
        "heed: reshape<extents...>(A, sizes...) of axes that this formula merged needs the sizes that they had: [3 "
        "x 4] and [batch[2] x tokens[6] x d_model[12]]");
    const tensor<float, tokens[dyn], model[12]> x(4);
    const tensor<float, model[12], dyn> w(6);
    const std::string many = "heed: reshape<extents...>(A) needs as many elements as A has: ";
    EXPECT_EQ(words_of([&] { (void)reshape<tokens[dyn], head[dyn], d_k[dyn]>(w, 3, 4, 5); }),
              many + "[d_model[12] x 6] and [tokens[3] x head[4] x d_k[5]]");
    EXPECT_EQ(words_of([&] { (void)reshape<dyn, dyn>(w, 7); }), many + "[d_model[12] x 6] and [7 x 10]");
    EXPECT_EQ(words_of_check(reshape<tokens[dyn], head[dyn], d_k[dyn]>(x * w, 4, 2, 2)),
              many + "[tokens[4] x 6] and [tokens[4] x head[2] x d_k[2]]");
    EXPECT_EQ(words_of_check(reshape<tokens[dyn], head[dyn], d_k[dyn]>(x * w, 4, 5)),
              many + "[tokens[4] x 6] and [tokens[4] x head[5] x d_k[1]]");
    EXPECT_EQ(words_of_check(reshape<tokens[dyn], head[dyn], d_k[dyn]>(x * w, 2, 2, 6)),
              "heed: reshape<extents...>(A, sizes...) of a formula needs the sizes of the axes that stay: [tokens[4] x "
              "6] and [tokens[2] x head[2] x d_k[6]]");
    EXPECT_EQ(words_of([&] { (void)reshape<at_most<3>, dyn>(w, 4, 18); }),
              "heed: reshape<extents...>(A, sizes...) needs sizes that its extents have room for: [at_most<3> x dyn] "
              "has room for 3, given are 4");
    // Their product is 2^64 + 72, and 2^64.
    EXPECT_EQ(words_of([&] { (void)reshape<dyn, dyn>(w, 8, 2305843009213693961LL); }),
              many + "[d_model[12] x 6] and [8 x 2305843009213693961]");
    const tensor<float, dyn> none(0);
    EXPECT_EQ(words_of([&] { (void)reshape<dyn, dyn>(none, 1LL << 32, 1LL << 32); }),
              many + "[0] and [4294967296 x 4294967296]");
    EXPECT_EQ(words_of([&] { (void)reshape<dyn, dyn>(w, -4, -18); }),
              "heed: reshape<extents...>(A, sizes...) needs sizes that its extents have room for: [dyn x dyn], given "
              "are -4");
}

TEST(sized_reshape, of_nothing) {
    const tensor<float, tokens[dyn], dyn> x(0, 8);
    EXPECT_EQ(evaluate(reshape<tokens[dyn], head[dyn], d_k[dyn]>(x, 0, 2, 4)).extent(2), 4U);
    EXPECT_EQ(evaluate(reshape<tokens[dyn], head[dyn], d_k[dyn]>(x + 1, 0, 2, 4)).extent(1), 2U);
}

constexpr bool is_reshaped_in_constants() {
    tensor<int, 3, 8> a;
    int i = 0;
    for (int& x : a) x = i++;
    const tensor b = reshape<tokens[dyn], head[dyn], d_k[dyn]>(a, 3, 2, 4);
    const tensor<int, tokens[dyn], dyn> c(3, 8);
    const tensor d = reshape<tokens[dyn], head[dyn], d_k[dyn]>(c + 2, 3, 4, 2);
    return b(2, 1, 3) == 23 && b(0, 1, 0) == 4 && b.extent(2) == 4 && d(2, 3, 1) == 2 && d.extent(1) == 4;
}
static_assert(is_reshaped_in_constants());

TEST(sized_reshape, in_words_and_counts) {
    tensor<float, tokens[dyn], model[12]> x(4);
    tensor<float, model[12], dyn> w(6);
    const auto f = reshape<tokens[dyn], head[dyn], d_k[dyn]>(x * w, 4, 3, 2);
    const auto words = study::explain(f);
    EXPECT_TRUE(words.contains("reshape  [tokens[tokens] x head[head] x d_k[d_k]]"));
    EXPECT_TRUE(words.contains("[tokens[tokens] x head d_k]"));
    EXPECT_EQ(study::cost(f).temporaries, 0U);
    EXPECT_EQ(study::cost(f).multiply_adds, 4U * 12 * 6);
}

}  // namespace heed::test
