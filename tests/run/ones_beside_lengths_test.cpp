// SPDX-License-Identifier: BSL-1.0
// Operations that are made of others and need equal sizes: a static size of 1 does not repeat beside a dynamic one.
#include "tests/run/checked.hpp"
#include "tests/run/of_lengths.hpp"

#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <string>
#include <tuple>

namespace heed::test {

using namespace heed::index;

/// The same elements, where all sizes are known at run time only.
template <class T, extent... E>
auto late(const tensor<T, E...>& known) {
    tensor<T, (void(E), dyn)...> same;
    same = known;
    return same;
}

template <class T, extent... E, class Late>
void expect_equal(const char* law, const tensor<T, E...>& known, const Late& found) {
    expect_same_bits(law, late(known), late(tensor<T, E...>(found)));
}
template <class... Known, class... Found>
void expect_equal(const char* law, const std::tuple<Known...>& known, const std::tuple<Found...>& found) {
    std::apply([&](const auto&... k) { std::apply([&](const auto&... f) { (expect_equal(law, k, f), ...); }, found); },
               known);
}

/// f(one, longer) violates the law and f(one, fitting) does not, where only `one` has static sizes.
template <class F, class One, class Longer, class Fitting>
void expect_law(const std::string& law, const F& f, One one, Longer longer, Fitting fitting) {
    fill(one, longer, fitting);
    const auto long_late = late(longer), short_late = late(fitting);
    const std::string words = words_of_check(f(one, long_late));
    EXPECT_EQ(words.substr(0, law.size()), law) << words;
    expect_equal(law.c_str(), evaluate(f(one, fitting)), evaluate(f(one, short_late)));
}

/// The same, and with the operands exchanged.
template <class F, class One, class Longer, class Fitting>
void expect_law_of_both(const std::string& law, const F& f, const One& one, const Longer& longer,
                        const Fitting& fitting) {
    expect_law(law, f, one, longer, fitting);
    expect_law(
        law, [&](const auto& a, const auto& b) { return f(b, a); }, one, longer, fitting);
}

TEST(ones_beside_lengths, of_tables_of_rope) {
    const std::string law = "heed: rope(x, cosines, sines, pairs) needs a cosine and a sine for each row";
    const auto halves = [](const auto& table, const auto& x) { return rope(x, table, table, pairs::halves); };
    const auto neighbours = [](const auto& table, const auto& x) { return rope(x, table, table, pairs::neighbours); };
    expect_law(law, halves, matrix<float, 1, 2>(), matrix<float, 3, 4>(), matrix<float, 1, 4>());
    expect_law(law, neighbours, matrix<float, 1, 2>(), matrix<float, 3, 4>(), matrix<float, 1, 4>());
    expect_law(law, halves, matrix<float, 3, 1>(), matrix<float, 3, 4>(), matrix<float, 3, 2>());
    expect_law(law, neighbours, matrix<float, 3, 1>(), matrix<float, 3, 4>(), matrix<float, 3, 2>());
    const auto exchanged = [&](const auto& x, const auto& table) { return halves(table, x); };
    expect_law(law, exchanged, matrix<float, 1, 4>(), matrix<float, 3, 2>(), matrix<float, 1, 2>());
    expect_law(law, exchanged, matrix<float, 3, 2>(), matrix<float, 3, 2>(), matrix<float, 3, 1>());
    expect_law(law, exchanged, tensor<float, 1, 3, 4>(), tensor<float, 2, 3, 2>(), tensor<float, 1, 3, 2>());
    // Axes before these repeat: one table for all heads.
    tensor<float, 1, 3, 2> table;
    tensor<float, 2, 3, 4> x;
    fill(table, x);
    const auto x_late = late(x);
    expect_equal("heads", evaluate(halves(table, x)), evaluate(halves(table, x_late)));
}

TEST(ones_beside_lengths, of_positions_that_are_looked_up) {
    matrix<float, 9, 2> cosines, sines;
    matrix<float, 3, 4> x;
    fill(cosines, sines, x);
    const auto x_late = late(x);
    const tensor<int, 1> ids{7};
    EXPECT_EQ(words_of_check(rope(x_late, rows(cosines, ids), rows(sines, ids), pairs::halves)),
              "heed: rope(x, cosines, sines, pairs) needs a cosine and a sine for each row and each pair of columns: "
              "[tokens x depth / 2]: [1 x 2] and [3 x 4]");
}

TEST(ones_beside_lengths, of_letters) {
    const std::string law = "heed: einsum<text>(A, B) needs axes of one letter to have one size: ";
    const auto all = [](const auto& a, const auto& b) { return einsum<"ij,kj->">(a, b); };
    const auto each = [](const auto& a, const auto& b) { return einsum<"ij,ij->ij">(a, b); };
    const auto batched = [](const auto& a, const auto& b) { return einsum<"bij,bjk->bik">(a, b); };
    const auto of_formulas = [](const auto& a, const auto& b) { return einsum<"ij,ij->i">(a + 1, b * 2.0); };
    const auto slopes = [](const auto& a, const auto& b) {
        return value_and_gradient([&](const auto& x) { return einsum<"ij,ij->">(x, b); }, a);
    };
    expect_law_of_both(law, all, matrix<float, 5, 1>(), matrix<float, 3, 4>(), matrix<float, 3, 1>());
    expect_law_of_both(law, each, matrix<float, 1, 4>(), matrix<float, 3, 4>(), matrix<float, 1, 4>());
    expect_law_of_both(law, each, matrix<float, 3, 1>(), matrix<float, 3, 4>(), matrix<float, 3, 1>());
    expect_law_of_both(law, each, matrix<float, 1, 1>(), matrix<float, 3, 4>(), matrix<float, 1, 1>());
    expect_law_of_both(law, of_formulas, matrix<float, 1, 4>(), matrix<float, 3, 4>(), matrix<float, 1, 4>());
    expect_law_of_both(law, slopes, matrix<float, 1, 4>(), matrix<float, 3, 4>(), matrix<float, 1, 4>());
    expect_law(law, batched, tensor<float, 1, 3, 4>(), tensor<float, 2, 4, 5>(), tensor<float, 1, 4, 5>());
}

TEST(ones_beside_lengths, of_merged_parts) {
    const std::string law = "heed: merge_attention(a, b) needs two outputs of one shape, each with the log-sum-exp";
    vector<float, 3> of_three;
    vector<float, 1> of_one;
    fill(of_three, of_one);
    const auto three = late(of_three), one = late(of_one);
    const auto outputs = [&](const auto& a, const auto& b) {
        return merge_attention(std::tie(a, three), std::tie(b, three));
    };
    const tensor<float, dyn, dyn> a(3, 4), b(1, 4);
    const matrix<float, 1, 4> c;
    EXPECT_EQ(words_of_check(outputs(a, c)).substr(0, law.size()), law);
    EXPECT_EQ(words_of_check(outputs(c, a)).substr(0, law.size()), law);
    EXPECT_EQ(words_of_check(merge_attention(std::tie(a, three), std::tie(a, of_one))).substr(0, law.size()), law);
    EXPECT_EQ(words_of_check(merge_attention(std::tie(a, of_one), std::tie(a, three))).substr(0, law.size()), law);
    EXPECT_EQ(words_of_check(merge_attention(std::tie(a, of_one), std::tie(a, of_one))).substr(0, law.size()), law);
    const auto beside = [](const auto& sums, const auto& output) {
        return merge_attention(std::tie(output, sums), std::tie(output, sums));
    };
    const auto columns = [&](const auto& part, const auto& output) {
        return merge_attention(std::tie(output, of_three), std::tie(part, of_three));
    };
    expect_law(law, beside, vector<float, 1>(), matrix<float, 3, 4>(), matrix<float, 1, 4>());
    expect_law(law, beside, matrix<float, 1, 1>(), matrix<float, 3, 4>(), matrix<float, 1, 4>());
    expect_law_of_both(law, columns, matrix<float, 3, 1>(), matrix<float, 3, 4>(), matrix<float, 3, 1>());
}

TEST(ones_beside_lengths, of_choices_by_index) {
    const std::string law = "heed: where(k <= q, a, b) by indices needs a and b of the same shape: ";
    const auto chosen = [](const auto& a, const auto& b) { return where(k <= q, a, b); };
    const auto of_formulas = [](const auto& a, const auto& b) { return where(k <= q, a * 2.0, b + 1); };
    expect_law_of_both(law, chosen, matrix<float, 1, 4>(), matrix<float, 3, 4>(), matrix<float, 1, 4>());
    expect_law_of_both(law, chosen, matrix<float, 3, 1>(), matrix<float, 3, 4>(), matrix<float, 3, 1>());
    expect_law_of_both(law, chosen, matrix<float, 1, 1>(), matrix<float, 3, 4>(), matrix<float, 1, 1>());
    expect_law_of_both(law, of_formulas, matrix<float, 1, 4>(), matrix<float, 3, 4>(), matrix<float, 1, 4>());
    // A condition on elements is for shapes that repeat.
    matrix<float, 1, 4> row;
    matrix<float, 3, 4> x;
    fill(row, x);
    const auto x_late = late(x);
    expect_equal("elements", evaluate(where(x > 0, x, row)), evaluate(where(x_late > 0, x_late, row)));
}

/// As many elements in another shape.
TEST(ones_beside_lengths, of_gains_along_several_axes) {
    const std::string law = "heed: layer_norm<axes...>(A, gain, bias) and rms_norm<axes...>(A, gain) need a gain";
    const auto norm = [](const auto& x, const auto& gain) { return layer_norm<0, 1>(x, gain, gain); };
    expect_law(law, norm, matrix<float, 1, 6>(), matrix<float, 6, 1>(), matrix<float, 1, 6>());
    expect_law(law, norm, matrix<float, 2, 6>(), matrix<float, 3, 4>(), matrix<float, 2, 6>());
    tensor<float, dyn, 6> x(2);
    tensor<float, 3, dyn> gain(4);
    tensor<float, 2, dyn> fitting(6);
    fill(x, gain, fitting);
    EXPECT_EQ(words_of_check(norm(x, gain)).substr(0, law.size()), law);
    EXPECT_EQ(words_of_check(norm(x, fitting)), "no error");
}

}  // namespace heed::test
