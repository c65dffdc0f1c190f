// SPDX-License-Identifier: BSL-1.0
// study::cost is what a number type that counts its operations sees, through evaluate_as<counting>(f). What the loops
// do beyond what is asked for is stated here exactly:
//   exact scalars are made once, before the loops;
//   sums, maxima and minima of rows run in 8 lanes: 7 operations more to combine them, for each;
//   every block of keys after the first rescales: an exp, a subtraction, and a multiplication and an addition for the
//   sum and for each column of the output;
//   the scale of the queries of a tile is multiplied by one twice, and by one are multiplied queries without a scale
//   and operands that are copied, whose columns are no neighbours;
//   the first score of a query is compared with none;
//   lanes of a tile without a query compute too: the numbers of queries here fill all tiles.
#include <heed/heed.hpp>
#include <heed/study.hpp>
#include <tests/counting.hpp>
#include <tests/filled.hpp>

#include <gtest/gtest.h>

#include <utility>

namespace heed::test {

/// What the exact scalars of a plan take, once.
template <class F>
tally cost_of_constants() {
    seen = {};
    for (const detail::surd& s : detail::plan_for<F, counting>::value.constants) (void)detail::to_number<counting>(s);
    return seen;
}

/// Operations inside the loops.
template <class F>
tally counted(const F& f) {
    const tally before = cost_of_constants<F>();
    seen = {};
    [[maybe_unused]] const auto value = evaluate_as<counting>(f);
    return seen - before;
}

/// Flops, exp and other functions are equal; `more` flops are done beyond.
template <class F>
void expect_equal(const F& f, std::size_t more_flops = 0, std::size_t more_exp = 0) {
    const study::costs c = study::cost(f);
    const tally t = counted(f);
    EXPECT_EQ(t.flops, c.flops + more_flops);
    EXPECT_EQ(t.exps, c.exp + more_exp);
    EXPECT_EQ(t.transcendentals, c.transcendentals);
}

const auto A = filled<matrix<double, 7, 9>>(0.37), B = filled<matrix<double, 7, 9>>(0.11);
const auto C = filled<matrix<double, 9, 5>>(0.71);
const auto v = filled<heed::vector<double, 9>>(0.3);

TEST(study_cost, of_elementwise_formulas_is_counted) {
    expect_equal(A + B);
    expect_equal(tanh(A + B) - hadamard(A, exp(B)) / 3);
    expect_equal(max(A, B) * sqrt(2_c) + v);
    expect_equal(transpose(A - B) * 2.0);
}

TEST(study_cost, of_products_is_counted) {
    expect_equal(A * C);
    expect_equal(A * C + 1.0);
    expect_equal(A * C * transpose(C), 9 * 5);
    expect_equal(A * v);  // a sum is that of 8 parts
    EXPECT_EQ(study::cost(A * v).flops, 2U * 7 * 9 + 7 * (8 - 1));
    expect_equal(concat(A, B) * concat<0>(C, C));
    EXPECT_EQ(study::cost(A * C).multiply_adds, 7U * 9 * 5);
}

/// The factor of the queries is made anew for each tile of them.
constexpr std::size_t tiles_of(std::size_t queries) { return queries / detail::lanes_for(sizeof(counting)); }

template <extent Queries, extent Keys>
auto attention_of() {
    static const auto Q = filled<tensor<double, Queries, 9>>(0.37);
    static const auto K = filled<tensor<double, Keys, 9>>(0.2);
    static const auto V = filled<tensor<double, Keys, 4>>(0.3);
    return softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;
}

TEST(study_cost, of_attention_is_counted) {
    const auto f = attention_of<16, 64>();
    static_assert(study::cost<decltype(f)>().exp == 16 * 64);
    static_assert(study::cost<decltype(f)>().multiply_adds == 16 * 64 * (9 + 4));
    static_assert(study::cost<decltype(f)>().rescales == 0);
    expect_equal(f, tiles_of(16) - 16);
}

TEST(study_cost, a_scale_is_in_the_queries) {
    static const auto Q = filled<matrix<double, 16, 9>>(0.37);
    static const auto K = filled<matrix<double, 64, 9>>(0.2);
    static const auto V = filled<matrix<double, 64, 4>>(0.3);
    const auto scaled = softmax(Q * transpose(K) * 0.5) * V;
    const auto plain = softmax(Q * transpose(K)) * V;
    const auto formula = softmax(tanh(Q * transpose(K) * 0.5)) * V;
    EXPECT_EQ(study::cost(scaled).flops, study::cost(plain).flops + 16 * 9);
    EXPECT_EQ(study::cost(formula).flops, study::cost(plain).flops + 16 * 64) << "tanh is in between";
    // A number at run time may be beyond 1: weights of number types without powers of two are multiplied by that.
    expect_equal(scaled, 16 * 64 + 4 * tiles_of(16) - 16);
    expect_equal(plain, 16 * 9 - 16);
    expect_equal(formula, 16 * 9 - 16);
}

TEST(study_cost, rescales_are_apart) {
    const auto f = attention_of<16, 130>();
    constexpr study::costs c = study::cost<decltype(f)>();
    static_assert(c.rescales == 16 * 2);
    expect_equal(f, c.rescales * (1 + 2 + 2 * 4) + tiles_of(16) - 16, c.rescales);
}

/// Scores of one query are sums of 8 parts, and so is the sum of the weights, all of whose parts shrink.
TEST(study_cost, of_a_single_query_has_the_sums_of_parts) {
    constexpr std::size_t parts = 8;
    static const auto q = filled<matrix<double, 1, 16>>(0.37);
    static const auto K = filled<matrix<double, 130, 16>>(0.2);
    static const auto V = filled<matrix<double, 130, 4>>(0.3);
    const auto f = softmax(q * transpose(K) / sqrt(dim<1>(K))) * V;
    constexpr study::costs c = study::cost<decltype(f)>();
    static_assert(c.multiply_adds == 130 * (16 + 4));
    expect_equal(f, c.rescales * (1 + 2 * parts + 2 * 4), c.rescales);
    const auto one_block = softmax(q * transpose(rows<0, 50>(K))) * rows<0, 50>(V);
    expect_equal(one_block, 16 - 1);
    static const auto five = filled<matrix<double, 5, 16>>(0.37);
    const auto five_queries = softmax(five * transpose(rows<0, 50>(K))) * rows<0, 50>(V);
    EXPECT_EQ(study::cost(one_block).flops, study::cost(five_queries).flops / 5 + 51 * (parts - 1));
}

TEST(study_cost, of_rows_is_counted_but_for_lanes) {
    expect_equal(softmax(A), 7 * 2 * 7);
    expect_equal(log_softmax(A), 7 * 2 * 7);
    expect_equal(logsumexp(A), 7 * 2 * 7);
    expect_equal(sum(A), 7 * 7);
    expect_equal(mean(A), 7 * 7);
    expect_equal(max(A), 7 * 7);
    expect_equal(softmax(A) * 2.0 + B, 7 * 2 * 7);
}

/// The size of a number is one operation; numbers see three.
TEST(study_cost, of_an_inverse_is_counted) {
    matrix<double, 6, 6> M = filled<matrix<double, 6, 6>>(0.37);
    for (std::size_t i = 0; i < 6; ++i) M(i, i) += 4;
    static_assert(study::cost<decltype(inverse(M))>().multiply_adds == 2 * 6 * 6 * 5);
    const std::size_t compared = 6 * 5 / 2;
    expect_equal(inverse(M), 2 * 2 * compared);
    EXPECT_EQ(study::cost(inverse(M)).flops, study::cost(inverse(M)).naive.flops);
}

/// What is not fused costs memory, and divisions of weights instead of outputs.
TEST(study_cost, naive_stores_every_node) {
    using E = decltype(attention_of<16, 64>());
    constexpr study::costs c = study::cost<E>();
    static_assert(c.temporaries == 0 && c.temporary_bytes == 0);
    static_assert(c.naive.temporaries == 3 && c.naive.temporary_bytes == 3 * 16 * 64 * 8);
    static_assert(c.naive.exp == c.exp && c.naive.multiply_adds == c.multiply_adds);
    static_assert(c.bytes_in == 8 * (16 * 9 + 64 * 9 + 64 * 4) && c.bytes_out == 8 * 16 * 4);
    static_assert(c.naive.flops - c.flops == (16 * 64 - 16 * 4) + (16 * 64 - 16 * 9));
    EXPECT_GT(c.arithmetic_intensity, 2 * c.naive.arithmetic_intensity);
    const auto per_byte = [](const study::figures& f) {  // temporaries are written and read
        return double(f.flops) / double(f.bytes_in + f.bytes_out + 2 * f.temporary_bytes);
    };
    EXPECT_DOUBLE_EQ(c.naive.arithmetic_intensity, per_byte(c.naive));
    constexpr study::costs stored = study::cost<decltype(transpose(A * C * transpose(C)) * A)>();
    static_assert(stored.temporary_bytes > 0);
    EXPECT_DOUBLE_EQ(stored.arithmetic_intensity, per_byte(stored));
}

TEST(study_cost, masks_skip_tiles) {
    static const tensor<float, 256, 64> Q, K, V;
    const auto f = attention(Q, K, V, causal);
    constexpr study::costs c = study::cost<decltype(f)>();
    static_assert(c.score_tiles > 0 && 4 * c.skipped_tiles > c.score_tiles);
    EXPECT_EQ(c.exp, 256U * 256) << "what is asked for";
    EXPECT_EQ(study::cost(attention(Q, K, V)).computed_flops, study::cost(attention(Q, K, V)).flops);
}

/// What a mask makes of indices and numbers alone is no flop; what it makes of a tensor, and `where`, are flops.
TEST(study_cost, operations_of_indices_are_apart) {
    using namespace index;
    static const auto Q = filled<matrix<double, 16, 9>>(0.37);
    static const auto K = filled<matrix<double, 32, 9>>(0.2);
    static const auto V = filled<matrix<double, 32, 4>>(0.3);
    static const auto last = filled<matrix<double, 16, 32>>(0.3);
    const std::size_t scores = 16 * 32;
    const study::costs plain = study::cost(attention(Q, K, V));
    const auto expect = [&](const auto& f, std::size_t flops, std::size_t of_indices) {
        const study::costs c = study::cost(f);
        EXPECT_EQ(c.flops, plain.flops + flops * scores);
        EXPECT_EQ(c.naive.flops, plain.naive.flops + flops * scores);
        EXPECT_EQ(c.index_operations, of_indices * scores);
        EXPECT_EQ(c.naive.index_operations, of_indices * scores);
        EXPECT_EQ(c.exp, plain.exp);
        EXPECT_EQ(c.multiply_adds, plain.multiply_adds);
    };
    EXPECT_EQ(plain.index_operations, 0U);
    expect(attention(Q, K, V, k <= q + 30), 1, 2);
    expect(attention(Q, K, V, k < 40.0 && q - k < 31), 1, 4);
    expect(attention(Q, K, V, k <= last), 2, 0);
    const auto biased = softmax(Q * transpose(K) / sqrt(dim<1>(K)) + 0.5 * (k - q)) * V;
    const study::costs c = study::cost(biased);
    EXPECT_EQ(c.index_operations, 2 * scores);
    EXPECT_EQ(counted(biased).flops, c.flops + c.index_operations + 16 * 9 - 16);
}

/// Flops of a causal attention of 128 queries and so many keys.
template <std::size_t Keys>
constexpr study::costs causal_costs() {
    using E =
        decltype(softmax(where(index::k <= index::q, std::declval<const tensor<float, 128, 24>&>() *
                                                             transpose(std::declval<const tensor<float, Keys, 24>&>()) +
                                                         1)) *
                 std::declval<const tensor<float, Keys, 16>&>());
    return study::cost<E>();
}

TEST(study_cost, flops_of_skipped_tiles_are_not_computed) {
    constexpr study::costs few = causal_costs<128>(), many = causal_costs<256>();
    constexpr std::size_t of_score = (many.flops - few.flops) / (128 * 128);
    static_assert(2 * many.skipped_tiles > many.score_tiles && many.skipped_tiles < many.score_tiles);
    static_assert(many.index_operations == 128 * 256);
    EXPECT_EQ(many.computed_index_operations, 128 * 256 - 128 * 256 * many.skipped_tiles / many.score_tiles);
    EXPECT_EQ(many.flops - many.computed_flops, 128 * 256 * many.skipped_tiles / many.score_tiles * of_score);
}

/// The lines of the table add up to the plan.
template <class F>
void expect_sum(const F&) {
    constexpr auto view = detail::study_view_of<F>();
    detail::cost sum;
    for (detail::node_id id = 0; id < view.form.nodes.size(); ++id)
        sum = sum + detail::cost_in_plan(view.form, view.node_roles, id);
    detail::cost planned = detail::cost_of(view.steps);
    planned.visits = 0;
    EXPECT_EQ(sum, planned);
}

TEST(study_cost, table_adds_up) {
    static const tensor<float, 4, 32, 8> W;
    static const matrix<float, 32, 32> X, Wo;
    static const tensor<float, 2, 32, 32> batch;
    expect_sum(attention_of<16, 130>());
    expect_sum(softmax(0.5 * (X * transpose(Wo)) * 3 / sqrt(2_c)) * X);
    expect_sum(softmax(0.5 * (X * transpose(Wo)) / sqrt(2_c)) * X);
    expect_sum(attention(X, X, X, causal));
    expect_sum(softmax(where(0.5 * (index::k - index::q) < X, X * Wo + index::k * 2)) * X);
    expect_sum(where(index::k < index::q, X, exp(X)) + index::k % 3);
    expect_sum(concat(heads<4>([&](auto h) { return attention(X * W[h], X * W[h], X * W[h]); })) * Wo);
    expect_sum(softmax(batch * transpose(batch)) * batch + 1);
    expect_sum(softmax(X) * 2 + X);
    expect_sum(logsumexp(X * X));
    expect_sum(let(X * X, [](auto s) { return results(softmax(s) * X, softmax(s), logsumexp(s)); }));
    expect_sum(let(X * X / 3, [](auto s) { return results(softmax(s) * X, logsumexp(s)); }));
    expect_sum(let(X * X, [](auto s) { return results(softmax(s), exp(logsumexp(s)), s); }));
    expect_sum(inverse(X + 1) * X);
    expect_sum(X + exp(X[0]));
    expect_sum((X - mean(X)) / sqrt(mean(hadamard(X, X))));
    expect_sum(mean(gelu(X * Wo + X[0]) * 3));
}

}  // namespace heed::test
