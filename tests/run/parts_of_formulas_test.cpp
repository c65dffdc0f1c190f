// SPDX-License-Identifier: BSL-1.0
// Parts of formulas, from and to where the program says: what is read, what is not computed for it, and what is said of
// bounds that an axis does not have.
#include "tests/run/checked.hpp"
#include "tests/run/of_lengths.hpp"

#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

namespace heed::test {

inline constexpr axis tokens{"tokens"}, d_k{"d_k"}, head{"head"};

struct bounds {
    std::size_t rows, from, to;
};

class parts_of_formulas : public testing::TestWithParam<bounds> {
protected:
    std::size_t n = GetParam().rows, a = GetParam().from, b = GetParam().to;
    tensor<float, tokens[dyn], d_k[16]> X{n}, Y{n}, Q{5};
    tensor<float, d_k[16], d_k[16]> W, V;

    parts_of_formulas() { fill(X, Y, Q, W, V); }
    /// Against the same part of a tensor that has all of it, unfused.
    template <int Axis = 0, class F>
    void expect_part(const char* what, const F& f) {
        const auto whole = evaluate_unfused<double>(f);
        const auto wanted = slice<Axis>(whole, a, b);
        const tensor part = slice<Axis>(f, a, b);
        EXPECT_EQ(part.dims(), wanted.dims()) << what;
        EXPECT_LE(distance<float>(part, wanted, 1), allowed_units) << what;
    }
};

TEST_P(parts_of_formulas, of_all_kinds) {
    expect_part("elements", exp(X) + Y);
    expect_part("product", X * W);
    expect_part<1>("columns of a product", Q * transpose(X));
    expect_part("softmax", softmax(X));
    expect_part("softmax along the axis", softmax<0>(X));
    expect_part("norm", layer_norm(X));
    expect_part("sum", sum<1>(hadamard(X, Y)));
    expect_part<1>("transpose", transpose(X * W));
    expect_part("concat across", concat(X * W, Y));
}

TEST_P(parts_of_formulas, of_parts_side_by_side) {
    const tensor whole = concat<tokens>(X, Y);
    EXPECT_EQ(evaluate(slice<tokens>(concat<tokens>(X, Y), a, b + n)), slice<tokens>(whole, a, b + n));
    expect_part("concat", concat<tokens>(X, Y * W));
    expect_part("concat with a known part", concat<tokens>(slice<tokens>(X * W, a, b), Q, slice<tokens>(Y * W, 0, b)));
}

TEST_P(parts_of_formulas, in_attention) {
    expect_right("keys", attention(Q, slice<tokens>(X * W, a, b), slice<tokens>(X * V, a, b)));
    expect_right("queries, masked", attention(slice<tokens>(X * W, a, b), slice<tokens>(Y, 0, b),
                                              slice<tokens>(Y, 0, b), causal_lower_right));
    expect_right("of weights", slice<tokens>(attention(X, Y, Y, causal), a, b));
    const auto scores = where(index::k <= index::q, X * transpose(X));
    expect_right("of a mask", softmax(slice<0>(scores, a, b)) * X);
}

TEST_P(parts_of_formulas, of_a_let) {
    const tensor y = let(X * W, [&](auto k) { return Q * transpose(slice<tokens>(k, a, b)); });
    const auto k = evaluate_unfused<double>(X * W);
    EXPECT_LE(distance<float>(y, evaluate_unfused<double>(Q * transpose(slice<tokens>(k, a, b))), 1), allowed_units);
    const auto f = let(softmax<0>(X), [&](auto w) { return results(slice<0>(w, a, b), sum(w)); });
    const auto [part, all] = evaluate(f);
    EXPECT_EQ(part.extent(0), b - a);
    const auto weights = evaluate_unfused<double>(softmax<0>(X));
    EXPECT_LE(distance<float>(part, slice<0>(weights, a, b), 1), allowed_units);
    EXPECT_LE(distance<float>(all, evaluate_unfused<double>(sum(softmax<0>(X))), 1), allowed_units);
}

TEST_P(parts_of_formulas, of_parts) {
    expect_part("of a part of a tensor", slice<tokens>(X, 0, n) * W);
    const auto inner = slice<tokens>(X * W, a, b);
    expect_right("of a part", slice<tokens>(inner, 0, (b - a) / 2));
    expect_right("the rest", slice<tokens>(inner, (b - a) / 2, b - a));
    expect_right("stored", slice<tokens>(slice<tokens>(softmax<0>(X), a, b), (b - a) / 2, b - a));
    expect_right("both axes", slice<1>(slice<0>(X * W, a, b), 3, 3 + n % 7));
    if (b - a < 3) return;
    expect_right("known within", rows<1, 3>(inner));
    expect_right("known around", slice<1>(cols<3, 9>(X * W), 1, 4) + slice<tokens>(cols<0, 3>(Y), 0, n));
    EXPECT_EQ(evaluate(1 * inner(2_c, all)), evaluate(1 * evaluate(inner)(2, all)));
}

TEST_P(parts_of_formulas, of_heads) {
    const std::size_t h = n % 4;
    const auto heads = reshape<tokens[dyn], head[4], d_k[4]>(X * W);
    expect_right("split", slice<head>(heads, h, 4));
    expect_right("merged again", merge<head, d_k>(slice<head>(heads, h, 4)));
    expect_right("split columns", reshape<tokens[dyn], head[2], d_k[dyn]>(slice<d_k>(X * W, h, h + 8)));
    tensor<float, head[2], tokens[dyn], d_k[16]> K(n);
    tensor<float, head[4], tokens[dyn], d_k[16]> queries(n);
    fill(K, queries);
    expect_right("shared", slice<head>(group<head[4]>(2 * K), h / 2, h));
    expect_right("shared attention", slice<head>(attention(queries, group<head[4]>(K), group<head[4]>(K)), h, 4));
}

TEST_P(parts_of_formulas, of_what_is_looked_up) {
    tensor<int, tokens[3]> ids{0, 1, 0};
    if (b - a < 2) return;
    expect_right("rows", rows(slice<tokens>(X * W, a, b), ids));
    expect_right("part of columns of both", slice<1>(rows(slice<1>(softmax(X), 3, 9), ids), 2, 5));
}

// Indices are asked for where the part has them, and not elsewhere: a wrong one stands before it and behind it.
TEST_P(parts_of_formulas, of_indices) {
    tensor<int, 1, tokens[dyn]> ids(n + 4000);
    matrix<float, 3, 16> table;
    fill(table);
    const std::size_t from = 3900 + a, to = 3900 + b;
    if (from > 0) ids(0, from - 1) = 3;
    ids(0, to) = 3;
    expect_right("rows", rows(table, slice<tokens>(ids, from, to)));
    expect_right("rows of columns", rows(table, slice<0>(transpose(ids), from, to)));
    ids(0, to - 1) = -1;
    const auto words = words_of_formula<index_error>(rows(table, slice<0>(transpose(ids), from, to)));
    EXPECT_EQ(words != "no error", from < to) << words;
}

TEST_P(parts_of_formulas, beside_a_product_of_parts) {
    tensor<float, 3, 24> A, B;
    fill(A, B);
    tensor<float, 64, 8> S;
    fill(S);
    const std::size_t from = n % 16;
    expect_right("rows go with parts", concat(A, B) * slice<0>(softmax<0>(S), from, from + 48));
    expect_right("columns", concat(A, B) * slice<1>(softmax<0>(rows<0, 48>(S)), from / 4, 7));
}

TEST_P(parts_of_formulas, of_packed_weights) {
    tensor<float, 16, 64> wide;
    fill(wide);
    const auto weights = packed(wide);
    expect_right("columns", slice<1>(X * weights, n % 16, 48));
    expect_right("heads", merge<1, 2>(slice<1>(reshape<tokens[dyn], head[4], 16>(X * weights), n % 4, 4)));
    expect_right("rows", cols<0, 8>(X) * slice<0>(weights, n % 8, n % 8 + 8));
}

INSTANTIATE_TEST_SUITE_P(bounds, parts_of_formulas,
                         testing::Values(bounds{0, 0, 0}, bounds{1, 0, 1}, bounds{1, 1, 1}, bounds{7, 2, 5},
                                         bounds{16, 0, 16}, bounds{33, 31, 33}, bounds{100, 35, 100},
                                         bounds{130, 1, 66}));

using rows_of_keys = tensor<float, tokens[dyn], d_k[4]>;

TEST(parts_of_formulas_law, bounds_that_no_axis_has) {
    rows_of_keys X(7);
    const std::size_t n = 9;
    EXPECT_EQ(words_of_check(slice<tokens>(2 * X, 2, n)), words_of<shape_error>([&] { (void)slice<tokens>(X, 2, n); }));
    EXPECT_EQ(words_of_check(slice<tokens>(2 * X, 2, n)),
              "heed: slice<axis>(A, begin, end) needs 0 <= begin <= end <= the extent of that axis: "
              "[tokens[7] x d_k[4]] has 7 along axis 0, given are 2 and 9");
    EXPECT_EQ(words_of<shape_error>([&] { (void)slice<tokens>(2 * X, 3, 2); }),
              "heed: slice<axis>(A, begin, end) needs 0 <= begin <= end <= the extent of that axis: "
              "[tokens[dyn] x d_k[4]] has dyn along axis 0, given are 3 and 2");
    EXPECT_EQ(words_of<shape_error>([&] { (void)slice<d_k>(2 * X, -1, 2); }),
              "heed: slice<axis>(A, begin, end) needs 0 <= begin <= end <= the extent of that axis: "
              "[tokens[dyn] x d_k[4]] has 4 along axis 1, given are -1 and 2");
    EXPECT_THROW((void)slice<d_k>(2 * X, n, n), shape_error);
    EXPECT_EQ(words_of_check(slice<tokens>(2 * X, 1, static_cast<std::size_t>(-1))),
              "heed: slice<axis>(A, begin, end) needs 0 <= begin <= end <= the extent of that axis: "
              "[tokens[7] x d_k[4]] has 7 along axis 0, given are 1 and 18446744073709551615");
}

TEST(parts_of_formulas_law, as_long_as_others) {
    rows_of_keys X(7), Y(3);
    EXPECT_EQ(evaluate(slice<tokens>(2 * X, 2, 5) + Y).extent(0), 3u);
    EXPECT_EQ(
        words_of_check(slice<tokens>(2 * X, 2, 4) + Y),
        "heed: A + B (- / hadamard min max pow) needs the same shape: [tokens[2] x d_k[4]] and [tokens[3] x d_k[4]]");
    const tensor<float, tokens[3], d_k[4]> three{};
    EXPECT_THROW((void)evaluate(slice<tokens>(2 * X, 2, 4) + three), shape_error);
    EXPECT_EQ(evaluate(slice<tokens>(2 * X, 2, 5) + three).dims(), three.dims());
}

TEST(parts_of_formulas_law, nothing_is_written_before) {
    rows_of_keys X(3), Y(2);
    Y(0, 0) = 7;
    EXPECT_THROW((Y = slice<tokens>(2 * X, 1, 4)), shape_error);
    EXPECT_EQ(Y.extent(0), 2u);
    EXPECT_EQ(Y(0, 0), 7);
}

TEST(parts_of_formulas_law, a_target_may_be_what_is_read) {
    rows_of_keys X(6);
    fill(X);
    const tensor expected = slice<tokens>(2 * X, 2, 5);
    X = slice<tokens>(2 * X, 2, 5);
    EXPECT_EQ(X, expected);
}

constexpr bool evaluates_while_compiling() {
    tensor<float, tokens[dyn], 2> X(4);
    float x = 0;
    for (float& each : X) each = x++;
    const tensor<float, 2, 2> W = {{1, 2}, {3, 4}};
    const std::size_t from = 1;
    const tensor part = slice<tokens>(X * W, from, from + 2);
    const tensor<float, 2, 2> first = slice<0>(W * W, from - 1, from + 1);
    return part.extent(0) == 2 && part(0, 0) == 11 && part(1, 1) == 28 && first(0, 1) == 10;
}
static_assert(evaluates_while_compiling());

TEST(parts_of_formulas_type, is_of_any_length) {
    rows_of_keys X(4);
    static_assert(std::is_same_v<decltype(evaluate(slice<tokens>(2 * X, 1, 2))), rows_of_keys>);
    static_assert(std::is_same_v<decltype(evaluate(slice<tokens>(2 * X, 0_c, 2))), rows_of_keys>);
    static_assert(std::is_same_v<decltype(evaluate(slice<d_k>(2 * X, 1, 2))), tensor<float, tokens[dyn], d_k[dyn]>>);
    EXPECT_EQ(evaluate(dim<tokens>(slice<tokens>(2 * X, 1, 3)) * X)(0, 0), 2 * X(0, 0));
}

}  // namespace heed::test
