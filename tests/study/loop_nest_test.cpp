// SPDX-License-Identifier: BSL-1.0
// The loops of a formula, character by character.
#include <gtest/gtest.h>

#include <ostream>

#include "tests/study/formulas.hpp"

#include <heed/quantised.hpp>

namespace heed::test {

static_assert(study::loop_nest<decltype(attended)>().contains("1 block: softmax of all scores"));
static_assert(study::loop_nest<decltype(attended)>().contains("query"));
static_assert(study::loop_nest<decltype(multi_head)>().contains("3 times, each with operands of its own"));

constexpr std::size_t count_sums(std::string_view all) {
    std::size_t n = 0;
    for (std::size_t at = all.find(" += "); at != all.npos; at = all.find(" += ", at + 1)) ++n;
    return n;
}

/// Tiles follow the registers of the target: these are for 16 bytes. With others the sums are the same, the tiles
/// around them are not.
template <class Text>
void expect_loops(const Text& loops, std::string_view expected) {
    if (detail::vector_bytes == 16)
        EXPECT_EQ(loops, expected);
    else
        EXPECT_EQ(count_sums(loops.view()), count_sums(expected));
}

TEST(study_loop_nest, of_attention) {
    expect_loops(study::loop_nest(attended),
                 R"(for query[64] by 8                                                      8 tiles
    for d_k[32]: query = A(query, d_k) * (1 / sqrt(32))                 8 queries side by side
    for key[64] by 64                                                   1 block: softmax of all scores of a query
        for key in block by 4                                           4 x 8 sums in 8 registers of 4
            for d_k[32]: score += query * B(key, d_k)
        m = max(scores)                                                 nothing was summed before
        weight = exp(score - m), l = sum of weights                     64 x 8 weights, never stored
        for d_k[32] by 8                                                4 panels
            for query in tile by 4                                      4 x 8 sums in 8 registers of 4
                for key in block: sum += weight * C(key, d_k)           64 keys
                result(query, d_k) = sum / l
)");
}

TEST(study_loop_nest, of_masked_attention) {
    expect_loops(study::loop_nest(masked),
                 R"(for tokens[256] by 8                                                    32 tiles
    for d_k[64]: query = A(tokens, d_k) * (1 / sqrt(64))                8 queries side by side
    m = -infinity, l = 0, o = 0                                         maximum, sum of weights, sums of values: one a query
    for tokens'[256] by 64                                              4 blocks: online softmax
        skip unless tokens' <= tokens                                   128 tiles: 48 skipped, 32 with mask, 48 without
        for tokens' in block by 4                                       4 x 8 sums in 8 registers of 4
            for d_k[64]: score += query * B(tokens', d_k)
        score = -infinity where masked
        m' = max(m, scores)
        weight = exp(score - m')                                        64 x 8 weights, never stored
        shrink = exp(m - m'), l = l * shrink + weights                  what was summed belongs to the old maximum
        for d_k[64] by 8                                                8 panels
            for tokens in tile by 4                                     4 x 8 sums in 8 registers of 4
                for tokens' in block: sum += weight * C(tokens', d_k)   64 keys
                o = o * shrink + sum
    for d_k[64]: result(tokens, d_k) = o / l
)");
}

/// Few queries share each block of keys, and have the depth in lanes.
TEST(study_loop_nest, of_attention_of_few_queries) {
    static const tensor<float, 3, 32> few;
    static const tensor<float, 100, 32> many;
    expect_loops(study::loop_nest(softmax(few * transpose(many)) * many),
                 R"(for q[3] by 3                                                           1 tile
    for d[32]: query = A(q, d)                                          3 queries
    m = -infinity, l = 0, o = 0                                         maximum, sum of weights, sums of values: one a query
    for k[100] by 64                                                    2 blocks: online softmax
        for q in tile
            for k in block by 4                                         4 x 16 sums in 16 registers of 4
                for d[32] by 16: parts += query * B(k, d)
                score = sum of parts                                    halved until one is left
            m' = max(m, scores)
            weight = exp(score - m')                                    64 x 1 weights, never stored; l in 16 parts
            shrink = exp(m - m'), l = l * shrink + weights              what was summed belongs to the old maximum
            for e[32] by 32                                             1 x 32 sums in 8 registers of 4
                for k in block: sum += weight * C(k, e)                 64 keys
                o = o * shrink + sum
    for e[32]: result(q, e) = o / l
)");
}

TEST(study_loop_nest, of_multi_head_attention) {
    expect_loops(
        study::loop_nest(multi_head),
        R"(t1 = softmax(... * (1 / sqrt(8))) * (W * X)  [tokens[32] x 8], like it t5, t9, t13 256 numbers each, a tile of rows: a product reads each of its elements many times
t2 = W * X  [tokens[32] x 8], like it t3, t6, t7, t10, t11, t14, t15    256 numbers each: a product reads each of its elements many times
t4 = S * T  [tokens[32] x 8], like it t8, t12, t16                      256 numbers each, a tile of rows: a product reads each of its elements many times

8 times, each with operands of its own; the first:
    for j[8] by 8                                                       1 panel
        for tokens by 4                                                 4 x 8 sums in 8 registers of 4
            for d_model[16]: sum += C(tokens, d_model) * D(d_model, j)
            t15(tokens, j) = sum
for tokens[32] by 32                                                    1 tile
    for j[8] by 8                                                       1 panel
        for tokens by 4                                                 4 x 8 sums in 8 registers of 4
            for d_model[16]: sum += A(tokens, d_model) * B(d_model, j)
            t16(tokens, j) = sum
    for tokens in tile by 8                                             4 times
        for d[8]: query = t16(tokens, d) * (1 / sqrt(8))                8 queries side by side
        for tokens'[32] by 32                                           1 block: softmax of all scores of a query
            for tokens' in block by 4                                   4 x 8 sums in 8 registers of 4
                for d[8]: score += query * t15(tokens', d)
            m = max(scores)                                             nothing was summed before
            weight = exp(score - m), l = sum of weights                 32 x 8 weights, never stored
            for e[8] by 8                                               1 panel
                for tokens in tile by 4                                 4 x 8 sums in 8 registers of 4
                    for tokens' in block: sum += weight * t14(tokens', e) 32 keys
                    t13(tokens, e) = sum / l
    for j[16] by 8                                                      2 panels
        for tokens by 4                                                 4 x 8 sums in 8 registers of 4
            for k[8]: sum += t13(tokens, k) * Y(k, j)
            result(tokens, j) = sum
    3 times, each with operands of its own; the first:
        for j[8] by 8                                                   1 panel
            for tokens by 4                                             4 x 8 sums in 8 registers of 4
                for d_model[16]: sum += G(tokens, d_model) * H(d_model, j)
                t12(tokens, j) = sum
        for tokens in tile by 8                                         4 times
            for d[8]: query = t12(tokens, d) * (1 / sqrt(8))            8 queries side by side
            for tokens'[32] by 32                                       1 block: softmax of all scores of a query
                for tokens' in block by 4                               4 x 8 sums in 8 registers of 4
                    for d[8]: score += query * t11(tokens', d)
                m = max(scores)                                         nothing was summed before
                weight = exp(score - m), l = sum of weights             32 x 8 weights, never stored
                for e[8] by 8                                           1 panel
                    for tokens in tile by 4                             4 x 8 sums in 8 registers of 4
                        for tokens' in block: sum += weight * t10(tokens', e) 32 keys
                        t9(tokens, e) = sum / l
        for j[16] by 8                                                  2 panels
            for tokens by 4                                             4 x 8 sums in 8 registers of 4
                sum = result(tokens, j)                                 what the parts before left there
                for k[8]: sum += t9(tokens, k) * (Y + 128)(k, j)
                result(tokens, j) = sum
)");
}

TEST(study_loop_nest, of_weights_that_are_kept) {
    expect_loops(
        study::loop_nest(kept),
        R"(t1 = A * transpose(B) * (1 / sqrt(32))  [query[64] x key[64]]           4,096 numbers, a tile of rows: a softmax, a norm, a reduction or an inverse reads it more than once

for key[64] by 8                                                        8 panels, each copied once
    for query by 4                                                      4 x 8 sums in 8 registers of 4
        for d_k[32]: sum += A(query, d_k) * B(key, d_k)
        t1(query, key) = sum * (1 / sqrt(32))
for query[64]                                                           softmax of a row: the largest score is subtracted first, so that exp cannot overflow
    for key[64]: x(key) = t1(query, key)
    maximum = max(x)                                                    in 8 lanes
    for key[64]: x(key) = exp(x(key) - maximum)
    total = sum(x)                                                      in 8 lanes
    for key[64]: result(query, key) = x(key) * (1 / total)
)");
}

TEST(study_loop_nest, of_a_chain) {
    expect_loops(study::loop_nest(chain), R"(for i[8]
    for j[12]
        result(i, j) = tanh(A(i, j) + B(j)) * 2 * (1 / sqrt(3)) - C(i, j) * D(i, j)
)");
}

/// What is made of a row is not computed in its place.
TEST(study_loop_nest, of_rows_with_an_epilogue) {
    expect_loops(
        study::loop_nest(log_softmax(A) * 2 + B),
        R"(for i[8]                                                                log softmax of a row: x - max - log(sum of exp(x - max))
    for k[12]: x(k) = A(i, k)
    maximum = max(x)                                                    in 8 lanes
    total = sum(exp(x - maximum))                                       in 8 lanes
    for k[12]: x(k) = x(k) - maximum - log(total)
    for k[12]: result(i, k) = x(k) * a + B(i, k)
)");
    expect_loops(study::loop_nest(2 * logsumexp(A) + 1),
                 R"(for i[8]                                                                a row at a time
    for k[12]: x(k) = A(i, k)
    maximum = max(x)                                                    in 8 lanes; the maximum is taken out, so that exp cannot overflow
    for k[12]: x(k) = exp(x(k) - maximum)
    total = sum(x)                                                      in 8 lanes
    result(i) = a * (log(total) + maximum) + b
)");
}

/// Rows that are pages apart: slabs of panels, each copied while the first block of rows is computed.
TEST(study_loop_nest, of_a_product_of_far_rows) {
    static const tensor<float, 512, 1024> inputs;
    static const tensor<float, 1024, 2048> weights;
    expect_loops(study::loop_nest(gelu(inputs * weights)),
                 R"(for i[512] by 256                                                       2 tiles
    for j[2048] by 32                                                   64 slabs
        for k[1024] by 256                                              4 blocks
            for j in slab by 8                                          4 panels, each copied once
                for i in tile by 4                                      4 x 8 sums in 8 registers of 4
                    sum = result(i, j)                                  what the blocks before left there
                    for k in block: sum += A(i, k) * B(k, j)
                    result(i, j) = gelu(sum)                            with the last block
)");
}

TEST(study_loop_nest, of_an_inverse) {
    expect_loops(
        study::loop_nest(inverted),
        R"(t1 = inverse(A + transpose(B))  [6 x 6]                                 36 numbers: a product reads each of its elements many times

for i[6]
    for j[6]: left(i, j) = A(i, j) + B(j, i)
right = identity
for column[6]                                                           Gauss-Jordan elimination
    exchange rows: the largest entry of the column is the pivot; divide its row by it
    for row[6], all others: subtract its multiple of the pivot's row
for i[6]
    for j[6]: t1(i, j) = right(i, j)
for j[6] by 4                                                           2 panels
    for i by 4                                                          4 x 4 sums in 8 registers of 2
        for k[6]: sum += t1(i, k) * C(k, j)
        result(i, j) = sum
)");
}

/// Where the formula says "a whole tensor is read from its middle", so do the loops.
/// One pass over the rows: what gain and bias make of a row is written as it is scaled.
TEST(study_loop_nest, of_norms) {
    expect_loops(
        study::loop_nest(layer_norm(A * 2, v, v)),
        R"(for i[8]                                                                layer norm in one pass over the rows: d = x - mean, d / sqrt(mean of d^2 + epsilon)
    for k[12]: x(k) = A(i, k) * a
    total = sum(x)                                                      in 8 lanes
    for k[12]: x(k) = x(k) - total / 12
    rest = sum(x)                                                       in 8 lanes
    for k[12]: x(k) = x(k) - rest / 12
    squares = sum(x * x)                                                in 8 lanes
    for k[12]: x(k) = x(k) * (1 / sqrt(squares / 12 + epsilon))
    for k[12]: result(i, k) = x(k) * B(k) + C(k)
)");
    expect_loops(
        study::loop_nest(rms_norm(A)),
        R"(for i[8]                                                                root mean square norm in one pass over the rows: x / sqrt(mean of x^2 + epsilon)
    for k[12]: x(k) = A(i, k)
    squares = sum(x * x)                                                in 8 lanes
    for k[12]: result(i, k) = x(k) * (1 / sqrt(squares / 12 + epsilon))
)");
}

TEST(study_loop_nest, of_other_formulas) {
    EXPECT_TRUE(study::loop_nest(rows<2, 5>(A) + 1).contains("(A + 24)(i, j) + a"));
    EXPECT_TRUE(study::loop_nest(logsumexp(A)).contains("result(i) = log(total) + maximum"));
    EXPECT_TRUE(study::loop_nest(log_softmax(A)).contains("x(k) - maximum - log(total)"));
    EXPECT_TRUE(study::loop_nest(sum(v) / 2).contains("result = sum(x) / a"));
    EXPECT_TRUE(study::loop_nest(gelu(A * transpose(B) + 1)).contains("gelu(sum + a)"));
    static const tensor<float, 3, 5, 4> batch;
    EXPECT_TRUE(study::loop_nest(batch * transpose(batch)).contains("for h[3]"));
    EXPECT_TRUE(study::loop_nest(batch * transpose(batch)).contains("sum += A(h, i, k) * B(h, j, k)"));
}

/// No register has so many numbers: their sums are in pieces.
TEST(study_loop_nest, says_no_registers_of_columns_that_fill_none) {
    static const tensor<float, 1, 32> one;
    static const tensor<float, 100, 32> keys;
    static const tensor<float, 100, 3> three;
    static const tensor<float, 100, 9> nine;
    const auto weights = softmax(one * transpose(keys));
    EXPECT_TRUE(study::loop_nest(weights * three).contains("1 x 3 sums\n"));
    EXPECT_TRUE(study::loop_nest(weights * nine).contains("1 x 9 sums\n"));
    EXPECT_TRUE(study::loop_nest(transpose(keys) * three).contains(" x 3 sums\n"));
}

TEST(study_loop_nest, of_a_matrix_packed_ahead) {
    static const matrix<float, 64, 300> inputs;
    static const matrix<float, 300, 300> weights;
    const auto P = packed(weights);
    EXPECT_TRUE(study::loop_nest(inputs * P).contains("panels, packed ahead\n"));
    EXPECT_TRUE(study::loop_nest(inputs * weights).contains("panels, each copied once"));
    EXPECT_FALSE(study::loop_nest(inputs * transpose(P)).contains("packed ahead"));
    const auto in_8_bits = quantised<std::int8_t>(weights);
    EXPECT_TRUE(study::loop_nest(inputs * in_8_bits).contains("panels, packed ahead\n"));
    EXPECT_EQ(study::cost<decltype(inputs * in_8_bits)>().multiply_adds,
              study::cost<decltype(inputs * P)>().multiply_adds);
}

TEST(study_loop_nest, counts_tiles_of_a_mask_and_says_nothing_of_none) {
    static const tensor<float, 4, 8> few;
    static const tensor<float, 4, 4> given;
    static const tensor<float, 512, 8> many;
    const auto says = [](const auto& f, std::string_view words) {
        return study::loop_nest(f).view().find(words) != std::string_view::npos;
    };
    EXPECT_TRUE(says(softmax(where(given, few * transpose(few))) * few, " 1 tile, with mask\n"));
    EXPECT_TRUE(says(attention(few, few, few, index::k < 9_c), " 1 tile, without mask\n"));
    EXPECT_TRUE(says(attention(few, few, few, index::k > 9_c), " 1 tile, skipped\n"));
    EXPECT_TRUE(says(attention(many, many, many, index::k < 512_c), " tiles, all without mask\n"));
    const auto half = attention(many, many, many, index::k < 256_c);
    EXPECT_TRUE(says(half, " skipped, ") && says(half, " without mask\n") && !says(half, "with mask, "))
        << study::loop_nest(half).view();
}

TEST(study_loop_nest, says_where_elements_are_looked_up) {
    using namespace index;
    static const tensor<float, 50, 8> table;
    static const tensor<int, 2, 6> ids;
    static const tensor<float, 2, 6, 8> queries;
    static const tensor<float, 11, 2> by_distance;
    static const tensor<int, 6> kind;
    const auto words = study::loop_nest(exp(rows(table, ids)));
    EXPECT_TRUE(words.contains("A(B(h, i), j)")) << words.view();
    const auto biases =
        study::loop_nest(softmax(queries * transpose(queries) + at(by_distance, q - k + 5_c, h)) * queries);
    EXPECT_TRUE(biases.contains("score = score + C(q - k + 5, h)")) << biases.view();
    const auto nested =
        study::loop_nest(softmax(queries * transpose(queries) + at(by_distance, at(kind, k), h)) * queries);
    EXPECT_TRUE(nested.contains("C(D(k), h)")) << nested.view();
}

}  // namespace heed::test
