// SPDX-License-Identifier: BSL-1.0
// Kernels that another source file compiles, called from here: the bits of evaluating their formulas in place, the same
// errors, wherever the result goes.
#include <heed/kernel.hpp>

#include <gtest/gtest.h>
#include <tests/compiled/formulas.hpp>
#include <tests/compiled/kernels.hpp>
#include <tests/filled.hpp>

#include <string>

namespace {

using namespace heed;
using namespace heed::test;

template <class Call>
std::string said_by(const Call& call) {
    try {
        call();
    } catch (const std::exception& e) {
        return e.what();
    }
    return "nothing";
}

const auto Q = filled<sequence>(0.37, 70), K = filled<sequence>(0.51, 70), V = filled<sequence>(0.23, 70);

TEST(compiled, has_the_bits_of_the_formula_in_place) {
    const sequence in_place = attend_formula()(Q, K, V);
    EXPECT_EQ(attend(Q, K, V), in_place);

    const auto X = filled<block>(0.3);
    const auto W = filled<square>(0.7);
    const block projected = project_formula()(X, W, 0.3);
    EXPECT_EQ(project(X, W, 0.3), projected);
}

TEST(compiled, takes_every_length) {
    for (const int n : {0, 1, 2, 63, 64, 65, 200}) {
        const auto q = filled<sequence>(0.37, n);
        const sequence in_place = attend_formula()(q, q, q);
        EXPECT_EQ(attend(q, q, q), in_place) << n << " tokens";
    }
}

TEST(compiled, takes_tensors_and_views_whose_sizes_its_parameters_do_not_know) {
    const tensor<float, 70, 24> q(Q), k(K);
    const view<const float, tokens[dyn], d_k[24]> v = V;
    EXPECT_EQ(attend(q, k, v), attend(Q, K, V));
    EXPECT_EQ(attend(q, filled<sequence>(0.51, 70), filled<sequence>(0.23, 70)), attend(Q, K, V));
}

TEST(compiled, writes_into_what_exists) {
    const sequence value = attend(Q, K, V);
    sequence of_other_length(3);
    attend.into(of_other_length, Q, K, V);
    EXPECT_EQ(of_other_length, value);

    tensor<float, 70, 24> of_known_size;
    attend.into(of_known_size, Q, K, V);
    EXPECT_EQ(of_known_size, value);

    tensor<float, tokens[at_most<100>], d_k[24]> bounded;
    attend.into(bounded, Q, K, V);
    EXPECT_EQ(bounded, value);

    tensor<float, 70, 2, 24> both;
    attend.into(both(all, 1, all), Q, K, V);
    EXPECT_EQ(both(all, 1, all), value);
    EXPECT_EQ(both(69, 0, 23), 0);

    tensor<float, 2, 70, 24> batch;
    attend.into(batch[1], Q, K, V);
    EXPECT_EQ(batch[1], value);
}

TEST(compiled, may_write_what_it_reads) {
    sequence q = Q;
    attend.into(q, q, K, V);
    EXPECT_EQ(q, attend(Q, K, V));

    tensor<float, 70, 24> k(K);
    attend.into(k, Q, k, V);
    EXPECT_EQ(k, attend(Q, K, V));
}

TEST(compiled, has_strides_where_its_parameters_have) {
    const auto both = filled<tensor<float, tokens[9], 2, d_k[24]>>(0.11);
    const auto k = filled<tensor<float, keys[7], d_k[24]>>(0.31);
    const auto q = both(all, 1, all);
    const weights in_place = scores_formula()(q, k);
    EXPECT_EQ(scores(q, k), in_place);

    tensor<float, keys[7], tokens[9]> turned;
    scores.into(strided_view<float, tokens[9], keys[7]>(turned.data(), {1, 9}), q, k);
    for (std::size_t i = 0; i < 9; ++i)
        for (std::size_t j = 0; j < 7; ++j) EXPECT_EQ(turned(j, i), in_place(i, j));
}

TEST(compiled, returns_several_results) {
    const auto S = filled<weights>(0.7, 5, 8);
    const auto [w, sums] = weigh(S);
    const auto [w_in_place, sums_in_place] = evaluate(weigh_formula()(S));
    EXPECT_EQ(w, w_in_place);
    EXPECT_EQ(sums, sums_in_place);

    weights other_w;
    row_sums other_sums;
    weigh.into(std::tie(other_w, other_sums), S);
    EXPECT_EQ(other_w, w);
    EXPECT_EQ(other_sums, sums);

    tensor<float, 5, 8> known_w;
    tensor<float, 5> known_sums;
    weigh.into(std::tie(known_w, known_sums), S);
    EXPECT_EQ(known_w, w);
    EXPECT_EQ(known_sums, sums);
}

TEST(compiled, rounds_to_half_precision) {
    const auto table = filled<embedding>(0.01, 12);
    const tensor<int, tokens[dyn]> ids{3, 0, 11};
    const half_sequence in_place = embed_formula()(table, ids);
    EXPECT_EQ(embed(table, ids), in_place);
}

TEST(compiled, says_what_does_not_fit) {
    EXPECT_EQ(said_by([] { attend(Q, filled<sequence>(0.1, 3), V); }),
              said_by([] { sequence Y = attend_formula()(Q, filled<sequence>(0.1, 3), V); }));

    const tensor<float, dyn, dyn> narrow(70, 23);
    EXPECT_EQ(said_by([&] { attend(Q, narrow, V); }),
              "heed: an argument of a kernel needs the shape and the names of its parameter: argument 2, [70 x 23] and "
              "[tokens[dyn] x d_k[24]]");
    const tensor<float, tokens[at_most<80>], d_k[dyn]> bounded(70, 24);
    EXPECT_EQ(attend(Q, bounded, bounded), attend(Q, sequence(70), sequence(70)));
    EXPECT_EQ(said_by([] {
                  tensor<float, 60, 24> Y;
                  attend.into(Y, Q, K, V);
              }),
              "heed: Y = formula needs the shape and the names of Y to be those of the formula: [tokens[60] x d_k[24]] "
              "and [tokens[70] x d_k[24]]");
    EXPECT_EQ(said_by([] {
                  tensor<float, 60, 2, 24> Y;
                  attend.into(Y(all, 1, all), Q, K, V);
              }),
              "heed: Y = formula needs the shape and the names of Y to be those of the formula: [60 x 24] and "
              "[tokens[70] x d_k[24]]");
}

TEST(compiled, takes_whole_numbers_that_its_parameters_hold) {
    const std::string law =
        "heed: an argument of a kernel needs to be a number that the type of its parameter has: argument 2 is ";
    EXPECT_EQ(said_by([] { detail::pass_argument<2, int>((1LL << 32) + 1); }), law + "4294967297, and as that type 1");
    EXPECT_EQ(said_by([] { detail::pass_argument<2, unsigned>(-1); }), law + "-1, and as that type 4294967295");
    static_assert(detail::pass_argument<2, int>(7UL) == 7 && detail::pass_argument<2, long>(-7) == -7);
}

TEST(compiled, writes_nothing_where_one_of_its_results_does_not_fit) {
    const auto S = filled<weights>(0.7, 5, 8);
    tensor<float, 5, 8> w;
    tensor<float, 4, 2> columns;
    EXPECT_EQ(said_by([&] { weigh.into(std::tuple(view(w), columns(all, 1)), S); }),
              "heed: Y = formula needs the shape and the names of Y to be those of the formula: [4] and [tokens[5]]");
    EXPECT_EQ(w, (tensor<float, 5, 8>()));
}

TEST(compiled, says_which_index_is_none) {
    const auto table = filled<embedding>(0.01, 12);
    const tensor<int, tokens[dyn]> ids{3, 12};
    EXPECT_EQ(said_by([&] { embed(table, ids); }), said_by([&] { half_sequence Y = embed_formula()(table, ids); }));
}

TEST(compiled, measures_its_results) {
    const view<const float, tokens[dyn], keys[dyn]> S(nullptr, 5, 8);
    detail::shape sizes[2];
    compiled<weigh>::measure(sizes, {S});
    EXPECT_EQ(sizes[0].size(), 40);
    EXPECT_EQ(sizes[1].size(), 5);
}

TEST(compiled, shares_tiles_among_threads) {
    const auto q = filled<sequence>(0.37, 500);
    const sequence value = attend(q, q, q);
    EXPECT_EQ(attend(par, q, q, q), value);
    sequence Y;
    attend.into(par, Y, q, q, q);
    EXPECT_EQ(Y, value);
    tensor<float, 500, 24> known;
    attend.into(par, known, q, q, q);
    EXPECT_EQ(known, value);
}

}  // namespace
