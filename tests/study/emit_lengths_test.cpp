// SPDX-License-Identifier: BSL-1.0
// What emitted C says of lengths that are known at run time only; that it computes the bits of the library is asked by
// emit_lengths.cpp.
#include "tests/words_of.hpp"

#include <heed/heed.hpp>
#include <heed/study.hpp>

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace heed::test {

inline constexpr axis query{"query"}, key{"key"}, d_k{"d_k"}, head{"head"}, kv_head{"kv_head"};

const tensor<float, query[dyn], d_k[8]> Q(3);
const tensor<float, key[dyn], d_k[8]> K(5), V(5);

bool contains(const std::string& all, const char* words) { return all.find(words) != std::string::npos; }

TEST(emit_lengths, are_arguments) {
    const std::string all = study::emit(softmax(Q * transpose(K)) * V, {.name = "attend", .leaves = {"Q", "K", "V"}});
    EXPECT_TRUE(contains(all, "void attend(size_t query, size_t key, const float* Q, const float* K, const float* V,"))
        << all;
    EXPECT_TRUE(contains(all, "for (int row = 0; row < n_query; ++row)")) << all;
    EXPECT_TRUE(contains(all, "const int keys = n_key - first < 64 ? n_key - first : 64;")) << all;
    EXPECT_TRUE(contains(all, "  Q      float, query query x d_k 8")) << all;
    EXPECT_FALSE(contains(all, "main"));
}

TEST(emit_lengths, of_a_tensor_that_is_written_twice_are_one) {
    EXPECT_TRUE(contains(study::emit(attention(Q, Q, Q)), "void formula(size_t query, const float* A, float* out) {"));
    const tensor<float, query[dyn], d_k[8]> none, nothing;
    EXPECT_TRUE(contains(study::emit(none - none), "(size_t query, const float* A, float* out) {"));
    EXPECT_TRUE(contains(study::emit(none - nothing), "(size_t query, const float* A, const float* B, float* out) {"));
}

TEST(emit_lengths, of_heads_that_share_others_are_two) {
    const tensor<float, head[dyn], query[dyn], d_k[8]> heads(6, 3);
    const tensor<float, kv_head[dyn], key[dyn], d_k[8]> keys(2, 5);
    const std::string all = study::emit(attention(heads, group<head>(keys, heads), group<head>(keys, heads)));
    EXPECT_TRUE(contains(all, "void formula(size_t query, size_t kv_head, size_t key, size_t head_per_kv_head,"))
        << all;
    EXPECT_TRUE(contains(all, "for (int head = 0; head < n_kv_head * n_head_per_kv_head; ++head)")) << all;
    EXPECT_TRUE(contains(all, "B[(head / n_head_per_kv_head) * (n_key * 8)")) << all;
}

TEST(emit_lengths, say_how_much_memory_there_is) {
    const std::string all = study::emit(softmax(Q * transpose(K)) + 1.0);
    EXPECT_TRUE(contains(all, "float* const memory = (float*)calloc(key + 1, sizeof(float));")) << all;
    EXPECT_TRUE(contains(all, "free(memory);"));
    const std::string cpp = study::emit(softmax(Q * transpose(K)) + 1.0, {.language = study::language::cpp});
    EXPECT_TRUE(contains(cpp, "static_cast<float*>(std::calloc(")) << cpp;
    EXPECT_TRUE(contains(cpp, "#include <cstdlib>"));
}

std::string in_registers(const auto& f) { return study::emit(f, {.form = study::form::vector}); }

TEST(emit_lengths, leave_tiles_and_blocks_that_are_not_whole) {
    const std::string all = in_registers(softmax(Q * transpose(K)) * V);
    EXPECT_TRUE(contains(all, "void formula(size_t query, size_t key, const float* A, const float* B, const float* C,"))
        << all;
    const std::string lanes = std::to_string(heed::detail::lanes_for(sizeof(float)));
    EXPECT_TRUE(contains(all, ("for (int row = 0; row < n_query; row += " + lanes + ')').c_str())) << all;
    EXPECT_TRUE(contains(all, "n_query - row : ")) << all;
    EXPECT_TRUE(contains(all, "const int keys = n_key - first < 64 ? n_key - first : 64;")) << all;
}

/// What makes no difference to bits: registers along rows of a tensor with lengths, and tiles that are left out.
TEST(emit_lengths, are_read_in_registers_and_masked_by_tiles) {
    const std::string half = std::to_string(heed::detail::lanes_for(sizeof(float)) / 2);
    const tensor<float, query[dyn], d_k[64]> wide(3);
    EXPECT_TRUE(contains(in_registers(gelu(wide)), ("gelu_" + half + "(load_" + half).c_str()));
    const std::string causal_text = in_registers(attention(wide, wide, wide, causal));
    EXPECT_TRUE(contains(causal_text, "const char kind = first > row + queries - 1 ? '-' : ")) << causal_text;
    EXPECT_TRUE(contains(causal_text, "if (kind == '-') continue;")) << causal_text;
    EXPECT_TRUE(contains(causal_text, "&A[(first + ")) << causal_text;
    const std::string no_tile = in_registers(attention(wide, wide, wide, dilated<4>));
    EXPECT_FALSE(contains(no_tile, "kind")) << no_tile;
}

TEST(emit_lengths, say_how_long_arrays_for_registers_are) {
    const tensor<float, key[dyn], dyn> values(5, 7);
    const std::string all = in_registers(softmax(Q * transpose(K)) * values);
    const std::string lanes = std::to_string(heed::detail::lanes_for(sizeof(float)));
    EXPECT_TRUE(contains(all, ("calloc(n * " + lanes + " + 1, sizeof(float))").c_str())) << all;
    EXPECT_TRUE(contains(all, "float* const output = memory; /* a row for each query */")) << all;
}

/// Functions for two rows, three and four differ in the number of rows alone; columns of products are written out.
TEST(emit_lengths, of_few_rows_have_functions) {
    const tensor<float, query[dyn], d_k[32]> few(3);
    const tensor<float, key[dyn], d_k[32]> keys(5);
    for (const study::form form : {study::form::plain, study::form::vector}) {
        const std::string all = study::emit(attention(few, keys, keys), {.name = "attend", .form = form});
        EXPECT_TRUE(contains(all, "/* Where query is 1: one row has loops of its own. */\nstatic void attend_of_one("));
        EXPECT_TRUE(contains(all,
                             "/* Where query is 2 to 4: few rows have loops of their own. */\n"
                             "static void attend_of_few(size_t query, size_t key, "))
            << all;
        EXPECT_TRUE(contains(all, "    if (query == 1) {\n        attend_of_one(key, A, B, out);\n"));
        EXPECT_TRUE(
            contains(all, "    if (query >= 2 && query <= 4) {\n        attend_of_few(query, key, A, B, out);"));
        EXPECT_FALSE(contains(all, "attend_of_3"));
    }
    const tensor<float, d_k[32], 160> W;
    const std::string product = study::emit(few * W, {.name = "project"});
    EXPECT_TRUE(contains(product, "static void project_of_few(")) << product;
    const tensor<float, 48, d_k[32]> U;
    const std::string turned = study::emit(few * transpose(U), {.name = "project", .form = study::form::vector});
    EXPECT_TRUE(contains(turned, "static void project_of_2(")) << turned;
    EXPECT_TRUE(contains(turned, "    if (query == 4) {\n        project_of_4(A, B, out);"));
}

/// Scalars that are exact for each length, in the operations of the library: a root is divided by as one is.
TEST(emit_lengths, are_in_scalars_that_are_computed) {
    const tensor<float, query[dyn], key[dyn]> A(3, 5);
    const auto text_of = [&](const auto& scalar, study::language language = study::language::c) {
        return study::emit(A * scalar, {.language = language});
    };
    const auto n = dim<0>(A);
    const auto m = dim<1>(A);
    EXPECT_TRUE(contains(text_of(1 / sqrt(n)), "const float scale = (float)(1.0 / sqrt((double)n_query));"));
    EXPECT_TRUE(contains(text_of(m / n), "const float scale = (float)((double)n_key / (double)n_query);"));
    EXPECT_TRUE(contains(text_of(1 / (n * m)), "(1.0 / ((double)n_query * (double)n_key));"));
    EXPECT_TRUE(contains(text_of(sqrt(n) / dim<1>(Q)), "8.0 == (double)n_query ? 1.0 / sqrt((double)n_query)"));
    EXPECT_TRUE(contains(text_of(n / m * sqrt(m)), "(double)n_query == 1.0 ? 1.0 / sqrt((double)n_key)"));
    EXPECT_TRUE(contains(text_of(n), "A[row * n_key + col] * (float)n_query;"));
    EXPECT_TRUE(contains(text_of(sqrt(n), study::language::cpp),
                         "static_cast<float>(std::sqrt(static_cast<double>(n_query)));"));
}

TEST(emit_lengths, say_where_parts_begin) {
    const tensor<float, 3, query[dyn], d_k[8]> heads(4);
    EXPECT_TRUE(contains(study::emit(slice<0, 1, 3>(heads) + 1.0), " + n_query * 8] + 1.0f;"));
    EXPECT_TRUE(contains(study::emit(slice<1, 1, 2>(slice<0, 1, 3>(heads)) + 1.0), " + n_query * 8 + 8] + 1.0f;"));
}

// The length of a tensor of which a part alone is read is an argument as well.
TEST(emit_lengths, take_where_parts_begin_and_how_long_they_are) {
    const std::string text = study::emit(slice<query>(Q + 1.0, 1, 3));
    EXPECT_TRUE(contains(text, "formula: slice<query>(A + 1, begin, begin + query2)\n")) << text;
    EXPECT_TRUE(contains(text, "(size_t query, size_t begin, size_t query2, const float* A, float* out) {\n")) << text;
    EXPECT_TRUE(contains(text, "    (void)query;\n")) << text;
    EXPECT_FALSE(contains(text, "(void)begin")) << text;
    EXPECT_TRUE(contains(text, "+ n_begin * 8] + 1.0f;")) << text;
}

TEST(emit_lengths, of_tensors_that_nothing_else_is_read_of) {
    const std::string text = study::emit(Q / sqrt(dim<0>(K)));
    EXPECT_TRUE(contains(text, "    (void)B;\n")) << text;
    EXPECT_FALSE(contains(text, "(void)A")) << text;
}

TEST(emit_lengths, are_named_where_names_of_tensors_are_missing) {
    const std::string words =
        words_of<std::invalid_argument>([] { (void)study::emit(Q * transpose(K), {.leaves = {"Q"}}); });
    EXPECT_TRUE(contains(words,
                         "it has 2 (one that is used twice has one name), [query[query] x d_k[8]], "
                         "[key[key] x d_k[8]]; given are 1"))
        << words;
}

/// Lengths that a caller could choose so that more is written than there is memory for.
TEST(emit_lengths, of_parts_side_by_side_are_computed_or_compared) {
    const tensor<float, dyn, d_k[8]> all(10);
    const auto of_sum = study::emit(concat<0>(K, V) + all);
    EXPECT_TRUE(contains(of_sum, "(size_t key, size_t key2, size_t n, const float* A,")) << of_sum;
    EXPECT_TRUE(contains(of_sum, "    if (n != key + key2) abort();\n")) << of_sum;
    EXPECT_TRUE(contains(of_sum, " *   key + key2 must be n, else abort() is called\n")) << of_sum;
    const tensor<float, 6, d_k[8]> six;
    EXPECT_TRUE(contains(study::emit(concat<0>(K, V) + six, {.language = study::language::cpp}),
                         "    if (6 != key + key2) std::abort();\n"));

    const tensor<float, 4, dyn> left(2), right(4);
    const auto [first, second] = split<2>(concat<1>(left, right));
    const auto of_halves = study::emit(first + second);
    EXPECT_TRUE(contains(of_halves, "(size_t n, size_t n2, const float* A,")) << of_halves;
    EXPECT_TRUE(
        contains(of_halves, "    const size_t n_per_2 = (n + n2) / 2;\n    if (n_per_2 * 2 != n + n2) abort();\n"))
        << of_halves;

    const tensor<float, head[dyn], 6, d_k[4]> some(2), others(4);
    const tensor<float, kv_head[dyn], 6, d_k[4]> shared(3);
    const auto all_heads = concat<0>(some, others);
    const auto of_heads = study::emit(all_heads * transpose(group<head>(shared, all_heads)));
    EXPECT_TRUE(contains(of_heads, "head_per_kv_head = kv_head == 0 ? 0 : (head + head2) / kv_head;\n")) << of_heads;

    const auto KV = concat<0>(K, V);
    EXPECT_FALSE(contains(study::emit(softmax(Q * transpose(KV)) * KV), "must be"));
}

/// 1009 is the first prime that stands for a length, and here where a part begins.
TEST(emit_lengths, are_told_from_static_numbers) {
    const tensor<float, dyn, 50> rows_of_50(3);
    const tensor<float, 100, 100> square;
    const auto text = study::emit(rows_of_50 * cols<9, 49>(rows<10, 60>(square)));
    EXPECT_TRUE(contains(text, "B[k * 100 + col + 1009]")) << text;
    // 2063 is one of the second set, which both others are compared with.
    const auto refused = rows_of_50 * cols<63, 99>(rows<20, 70>(square));
    EXPECT_TRUE(contains(words_of<std::invalid_argument>([&] { (void)study::emit(refused); }),
                         "heed: study::emit finds no text of this formula that is right for all lengths"));
}

TEST(emit_lengths, gaps_between_rows_are_an_error) {
    const float numbers[64] = {};
    const strided_view<const float, dyn, d_k[8]> far(numbers, {16, 1}, 3);
    EXPECT_THROW((void)study::emit(far + 1.0), std::invalid_argument);
}

}  // namespace heed::test
