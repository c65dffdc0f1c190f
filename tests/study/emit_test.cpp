// SPDX-License-Identifier: BSL-1.0
// What emitted C and C++ say: names, comments, one parameter a tensor. That they compute the bits of the library is
// tested by emit.sh.
#include <heed/heed.hpp>
#include <heed/study/emit.hpp>
#include <heed/study/emit/emit_words.hpp>
#include <heed/study/explain.hpp>

#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace heed::test {

inline constexpr axis query{"query"}, key{"key"}, d_k{"d_k"}, tokens{"tokens"}, reserved{"for"}, spaced{"two words"};

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
    return n;
}

struct attention_file : testing::Test {
    tensor<float, query[12], d_k[3]> Q;
    tensor<float, key[12], d_k[3]> K, V;
    std::string emitted(const study::emit_options& options) const {
        return study::emit(softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V, options);
    }
    const std::string text = emitted({.name = "attend", .leaves = {"Q", "K", "V"}});
};

TEST_F(attention_file, says_what_it_computes) {
    EXPECT_TRUE(contains(text, "attend: softmax(Q * transpose(K) / sqrt(3)) * V\n")) << text;
    EXPECT_TRUE(contains(text, "void attend(const float* Q, const float* K, const float* V, float* out) {"));
    EXPECT_TRUE(contains(text, " *   K    float, key 12 x d_k 3\n"));
    EXPECT_TRUE(contains(text, "const float scale = 0.57735026f; /* 1 / sqrt(3) */"));
}

TEST_F(attention_file, names_loops_after_axes) {
    EXPECT_TRUE(contains(text, "for (int query = 0; query < 12; ++query)"));
    EXPECT_TRUE(contains(text, "score += scaled[d_k] * K[key * 3 + d_k];"));
}

TEST_F(attention_file, has_a_main_unless_told) {
    EXPECT_EQ(count(text, "int main("), 1U);
    EXPECT_TRUE(contains(text, "attend_unfused(Q, K, V, expected);"));
    const std::string alone = emitted({.name = "attend", .leaves = {}, .main = false});
    EXPECT_FALSE(contains(alone, "main"));
    EXPECT_FALSE(contains(alone, "stdio"));
    EXPECT_TRUE(contains(alone, "void attend(const float* A, const float* B, const float* C, float* out)"));
}

TEST_F(attention_file, holds_only_functions_that_it_calls) {
    EXPECT_EQ(count(text, "static float exp2_of_non_positive("), 1U);
    EXPECT_FALSE(contains(text, "exponential"));
    EXPECT_FALSE(contains(text, "logarithm"));
    EXPECT_FALSE(contains(text, "two_sum"));
}

TEST(emit, one_block_of_keys_needs_no_rescaling_and_several_do) {
    tensor<double, 3, 2> Q;
    tensor<double, 64, 2> K;
    tensor<double, 65, 2> L;
    EXPECT_FALSE(contains(study::emit(attention(Q, K, K)), "shrink"));
    const std::string blocks = study::emit(attention(Q, L, L));
    EXPECT_TRUE(contains(blocks, "Online softmax"));
    EXPECT_TRUE(contains(blocks, "for (int first = 0; first < 65; first += 64) {"));
    EXPECT_TRUE(contains(blocks, "total = total * shrink + weights;"));
}

/// Sums of scores are blocks of terms where there are more than those of one; sums of values are one for each block of
/// keys.
TEST(emit, only_long_scores_are_sums_of_blocks) {
    tensor<float, 3, 2> q;
    tensor<float, 40, 70> Q;
    for (const auto form : {study::form::plain, study::form::vector}) {
        const std::string text = study::emit(attention(q, q, q), {.form = form});
        EXPECT_FALSE(contains(text, "float block") || contains(text, "_in_blocks")) << text;
    }
    EXPECT_TRUE(contains(study::emit(attention(Q, Q, Q)), "first = 32; first < 70; first += 32"));
    const std::string wide = study::emit(attention(Q, Q, Q), {.form = study::form::vector});
    EXPECT_TRUE(contains(wide, "_in_blocks_of_32(score")) << wide;
    EXPECT_FALSE(contains(wide, "_in_blocks_of_1("));
    EXPECT_FALSE(contains(wide, "_in_blocks_of_32(sum"));
}

TEST(emit, a_tensor_that_is_used_often_is_one_parameter) {
    tensor<float, tokens[5], 4> X;
    const std::string text = study::emit(attention(X, X, X) + X, {.name = "self", .leaves = {"X"}});
    EXPECT_TRUE(contains(text, "void self(const float* X, float* out) {"));
    EXPECT_TRUE(contains(text, "for (int key = 0; key < 5; ++key)"));  // the queries are tokens already
}

TEST(emit, names_are_those_of_tensors_however_often_they_are_used) {
    tensor<float, tokens[5], 4> X;
    tensor<float, 4, 4> Wq, Wk, Wv;
    const auto f = softmax((X * Wq) * transpose(X * Wk) / sqrt(dim<1>(Wk))) * (X * Wv);
    EXPECT_TRUE(contains(study::emit(f, {.name = "self", .leaves = {"X", "Wq", "Wk", "Wv"}}),
                         "self: softmax(X * Wq * transpose(X * Wk) / sqrt(4)) * (X * Wv)\n"));
    // The letters of explain, which looks at the type and has C and E for X too.
    EXPECT_TRUE(
        contains(study::emit(f, {.name = "self"}), "self: softmax(A * B * transpose(A * D) / sqrt(4)) * (A * F)\n"));
    EXPECT_TRUE(study::explain(f).contains("softmax(A * B * transpose(C * D) / sqrt(4)) * (E * F)\n"));
}

TEST(emit, refuses_another_number_of_names_than_of_tensors) {
    tensor<float, tokens[5], 4> X, Y;
    const auto emit_with = [&](std::vector<std::string> names) {
        return study::emit(X + hadamard(X, Y), {.name = "f", .leaves = std::move(names)});
    };
    EXPECT_TRUE(contains(emit_with({"X", "Y"}), "X[tokens * 4 + col]"));
    for (const std::vector<std::string>& names : {std::vector<std::string>{"X"}, {"X", "X", "Y"}}) try {
            emit_with(names);
            ADD_FAILURE() << names.size() << " names";
        } catch (const std::invalid_argument& e) {
            EXPECT_EQ(e.what(),
                      "heed: leaves needs a name for each tensor of the formula, in the order in which it names them "
                      "first: it has 2 (one that is used twice has one name), [tokens[5] x 4], [tokens[5] x 4]; given "
                      "are " +
                          std::to_string(names.size()));
        }
}

/// Bits cannot tell: a prefetch of another place changes none.
TEST(emit, prefetches_what_comes_after_the_part_that_is_read) {
    const auto dense = [](const auto& f) {
        std::string text = study::emit(f, {.name = "f", .form = study::form::vector});
        std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
        return text;
    };
    const auto W = tensor<float, 300, 1000>();
    const auto heads = tensor<float, 3, 300, 1000>();
    const std::string part = dense(tensor<float, 1, 200>() * rows<50, 250>(W));
    EXPECT_TRUE(contains(part, ",B+from*1000+50000+first_col*8+2048)")) << part;
    const std::string batch = dense(tensor<float, 3, 1, 300>() * heads);
    EXPECT_TRUE(contains(batch, ",B+head*300000+from*1000+first_col*8+2048)")) << batch;
    const std::string many = dense(tensor<float, 64, 300>() * tensor<float, 300, 200>());
    EXPECT_TRUE(contains(many, "__builtin_prefetch(&b[(k+48)*b_row]);")) << many;
    const std::string columns = dense(tensor<float, 1, 1000>() * transpose(rows<50, 250>(W)));
    EXPECT_TRUE(contains(columns, "__builtin_prefetch(B+(") && contains(columns, "+50000+next+2048);")) << columns;
}

/// A gradient of a product does not read what it is the gradient of. Comments and names of others are no uses.
TEST(emit, arguments_that_are_not_read_are_cast_to_void) {
    const tensor<float, 4, 3> X;
    const tensor<float, 3, 5> W;
    const tensor<float, 4, 5> dY;
    const auto slope = vjp(
        dY, [&](const auto& x) { return x * W; }, X);
    for (const study::form form : {study::form::plain, study::form::vector}) {
        const std::string text = study::emit(slope, {.name = "back", .leaves = {"a", "matrix", "W"}, .form = form});
        EXPECT_EQ(count(text, "{\n    (void)a;\n"), 2U) << text;  // the loops, and the same in double
        EXPECT_EQ(count(text, "(void)"), 3U) << text;             // and an argument of main
    }
    const std::string all = study::emit(X * W, {.name = "product", .leaves = {}, .main = false});
    EXPECT_FALSE(contains(all, "(void)"));
    EXPECT_EQ(detail::emitted::casts_of_unused({"a", "b"}, "/* a */ f(b2); // b\nx = a2;\n"),
              "    (void)a;\n    (void)b;\n");
    EXPECT_EQ(detail::emitted::casts_of_unused({"a", "b"}, "/* a\n*/ f(b); // b\nx = a;"), "");
}

TEST(emit, views_keep_their_strides) {
    float memory[40] = {};
    const strided_view<const float, 3, 4> S(memory, {1, 10});
    const std::string text = study::emit(S * 2, {.name = "twice", .leaves = {"S"}});
    EXPECT_TRUE(contains(text, "S    float, 3 x 4, strides 1 10"));
    EXPECT_TRUE(contains(text, "out[row * 4 + col] = S[col * 10 + row] * 2.0f;")) << text;
    EXPECT_TRUE(contains(text, "static float S[33];"));
}

TEST(emit, masks_compare_indices) {
    tensor<float, 8, 4> Q;
    const std::string text = study::emit(attention(Q, Q, Q, causal));
    EXPECT_TRUE(contains(text, "const float score = key <= row ? sum : -INFINITY;")) << text;
}

TEST(emit, conditions_are_written_as_such) {
    tensor<float, 5, 7> A;
    using namespace index;
    const auto f = where(q < 3 && !(k == 2), A - 1, exp(A));
    EXPECT_TRUE(contains(study::emit(f, {.name = "f"}),
                         "out[row * 7 + col] = (row < 3 && col != 2 ? A[row * 7 + col] - 1.0f : 0.0f) +\n"
                         "                (!(row < 3 && col != 2) ? exponential(A[row * 7 + col]) : 0.0f);\n"))
        << study::emit(f, {.name = "f"});
}

TEST(emit, what_is_used_twice_is_computed_once) {
    tensor<float, 5, 7> A;
    const std::string text = study::emit(hadamard(exp(A), exp(A)), {.name = "f"});
    EXPECT_TRUE(contains(text,
                         "const float value = exponential(A[row * 7 + col]);\n"
                         "            out[row * 7 + col] = value * value;\n"))
        << text;
}

TEST(emit, elements_of_another_type_are_converted) {
    tensor<float, 5, 7> A;
    tensor<int, 5, 7> M;
    const auto f = where(M, A);
    study::emit_options options{.name = "f", .leaves = {"M", "A"}};
    EXPECT_TRUE(contains(study::emit(f, options), "= (float)M[row * 7 + col] != 0.0f ? A[row * 7 + col] : -INFINITY;"));
    options.language = study::language::cpp;
    EXPECT_TRUE(contains(study::emit(f, options), "= static_cast<float>(M[row * 7 + col]) != 0.0f ?"));
}

TEST(emit, names_are_identifiers_that_do_not_clash) {
    tensor<float, reserved[3], spaced[4]> A;
    const std::string text = study::emit(exp(A) + 1, {.name = "out", .leaves = {"exponential"}});
    EXPECT_TRUE(contains(text, "void out_2(const float* exponential_2, float* out) {")) << text;
    EXPECT_TRUE(contains(text, "for (int row = 0; row < 3; ++row)"));
    EXPECT_TRUE(contains(text, "for (int two_words = 0; two_words < 4; ++two_words)"));
}

inline constexpr axis hostile{"a*/b"};

TEST(emit, comments_end_where_they_should) {
    tensor<float, hostile[3], 4> A;
    const std::string text = study::emit(exp(A));
    EXPECT_FALSE(contains(text, "a*/b"));
    EXPECT_TRUE(contains(text, "a* /b")) << text;
}

TEST(emit, numbers_keep_their_bits) {
    tensor<float, 2, 2> A;
    tensor<double, 2, 2> B;
    EXPECT_TRUE(contains(study::emit(A + 0.1), " + 0.1f;"));
    EXPECT_TRUE(contains(study::emit(B + 0.1F), " + 0.10000000149011612;"));
    EXPECT_TRUE(contains(study::emit(B - 1e300), " - 1e+300;"));
}

TEST(emit, lines_are_short) {
    tensor<float, 70, 64> Q;
    tensor<float, 150, 64> K;
    using namespace index;
    const auto S = softcap(Q * transpose(K) / sqrt(dim<1>(K)), 5) + 0.01 * (k - q);
    std::istringstream lines(study::emit(softmax(where(k <= q && q - k < 31 && !(q % 3 == 1), S)) * K));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
}

TEST_F(attention_file, runs_in_registers_when_told) {
    const std::string wide = emitted({.name = "attend", .leaves = {"Q", "K", "V"}, .form = study::form::vector});
    EXPECT_TRUE(contains(wide, "in registers of " + std::to_string(detail::vector_bytes) + " bytes")) << wide;
    EXPECT_TRUE(contains(wide, "void attend(const float* Q, const float* K, const float* V, float* out) {"));
    EXPECT_TRUE(contains(wide, "exp2_of_non_positive_"));
    EXPECT_TRUE(contains(wide, "__attribute__((vector_size("));
    EXPECT_EQ(count(wide, "int main("), 1U);
    EXPECT_FALSE(contains(wide, "exponential"));
    EXPECT_FALSE(contains(wide, "_from_double"));
    EXPECT_FALSE(contains(text, "vector_size"));
}

TEST(emit_vector, skips_tiles_that_a_mask_leaves_nothing_of) {
    tensor<float, 70, 4> Q;
    tensor<float, 150, 4> K;
    const study::emit_options wide{.name = "f", .leaves = {}, .form = study::form::vector};
    const std::string causal_text = study::emit(attention(Q, K, K, causal_upper_left), wide);
    EXPECT_TRUE(contains(causal_text, "\"x--\"")) << causal_text;
    EXPECT_TRUE(contains(causal_text, "if (kind == '-') continue;"));
    EXPECT_FALSE(contains(study::emit(attention(Q, K, K), wide), "tiles"));
    tensor<float, 64, 4> L;  // one block: what the loop over blocks would skip is a condition
    const std::string one_block = study::emit(attention(Q, L, L, index::q < 9), wide);
    EXPECT_TRUE(contains(one_block, "if (kind != '-')")) << one_block;
    EXPECT_FALSE(contains(one_block, "== '-') continue"));
    tensor<int, 70, 150> M;  // in memory: known when it runs
    EXPECT_FALSE(contains(study::emit(softmax(where(M, Q * transpose(K))) * K, wide), "tiles["));
}

TEST(emit_vector, copies_panels_of_columns_that_are_no_neighbours) {
    tensor<float, 70, 40> A, B;
    const study::emit_options wide{.name = "f", .leaves = {}, .form = study::form::vector};
    EXPECT_TRUE(contains(study::emit(A * transpose(B), wide), "panel[")) << study::emit(A * transpose(B), wide);
    EXPECT_FALSE(contains(study::emit(transpose(A) * B, wide), "panel["));
}

TEST(emit_vector, products_have_no_loop_of_one_round) {
    tensor<float, 1, 64> x;
    tensor<float, 64, 300> W;
    const study::emit_options wide{.name = "f", .leaves = {}, .form = study::form::vector};
    const std::string text = study::emit(relu(x * W), wide), body = text.substr(text.find("\nvoid f("));
    EXPECT_TRUE(contains(body, "sum[0][r]")) << body;
    EXPECT_FALSE(contains(body, "m < 1;")) << body;
}

TEST(emit_vector, what_has_no_loop_in_registers_is_plain) {
    tensor<double, 5, 5> M;
    const study::emit_options wide{.name = "f", .leaves = {}, .form = study::form::vector};
    const std::string text = study::emit(inverse(M), wide);
    EXPECT_TRUE(contains(text, "no loop of it runs in registers"));
    EXPECT_TRUE(contains(text, "invert(left, right, 5);"));
}

std::string causal_attention(study::form form, const std::string& first = "Q") {
    tensor<float, 70, 4> Q;
    tensor<float, 150, 4> K;
    return study::emit(attention(Q, K, K, causal_upper_left),
                       {.name = "attend", .leaves = {first, "K"}, .form = form, .language = study::language::cpp});
}

TEST(emit_cpp, nothing_of_c_is_left) {
    for (const study::form form : {study::form::plain, study::form::vector}) {
        const std::string text = causal_attention(form);
        for (const char* of_c : {"/*", "math.h", "INFINITY", "(float)", "(double)", "typedef", "ALIGNED", "INLINE",
                                 "__cplusplus", ".c ", "gnu17", " printf(", "(void)"})
            EXPECT_FALSE(contains(text, of_c)) << of_c << '\n' << text;
        EXPECT_TRUE(
            contains(text, "void attend(const float (&Q)[280], const float (&K)[600], float (&__restrict out)[280]) {"))
            << text;
        EXPECT_TRUE(contains(text, "constexpr float infinity = std::numeric_limits<float>::infinity();\n"));
        EXPECT_TRUE(contains(text, "#include <cmath>\n"));
    }
}

TEST(emit_cpp, has_the_headers_that_it_needs) {
    tensor<float, 3, 4> A;
    const std::string text = study::emit(
        A * transpose(A) + 1, {.name = "square", .leaves = {"A"}, .main = false, .language = study::language::cpp});
    EXPECT_FALSE(contains(text, "#include")) << text;
    EXPECT_FALSE(contains(text, "infinity")) << text;
}

TEST(emit_cpp, its_words_are_taken) {
    EXPECT_TRUE(contains(causal_attention(study::form::plain, "infinity"), "const float (&infinity_2)[280]"));
    EXPECT_TRUE(contains(causal_attention(study::form::plain, "constexpr"), "const float (&constexpr_2)[280]"));
}

/// The condition that a file writes for at(ids, q) == at(texts, k) and for at(ids, q) < at(texts, k).
template <class A, class B>
std::string same_and_before() {
    using namespace index;
    const tensor<A, 5> ids{};
    const tensor<B, 6> texts{};
    const tensor<float, 5, 6> S{};
    const auto text = [&](const auto& mask) {
        const std::string file = study::emit(softmax(where(mask, S)), {.name = "f", .leaves = {}, .main = false});
        const std::size_t begin = file.find("= ", file.find("out[")) + 2;
        return file.substr(begin, file.find_last_not_of(" \n", file.find('?', begin) - 1) + 1 - begin);
    };
    return text(at(ids, q) == at(texts, k)) + ", " + text(at(ids, q) < at(texts, k));
}
TEST(emitted_whole_numbers, are_compared_as_they_are) {
    EXPECT_EQ((same_and_before<int, long>()), "A[row] == B[col], A[row] < B[col]");
    EXPECT_EQ((same_and_before<long, unsigned short>()), "A[row] == B[col], A[row] < B[col]");
    EXPECT_EQ((same_and_before<unsigned, unsigned long>()), "A[row] == B[col], A[row] < B[col]");
    EXPECT_EQ((same_and_before<int, unsigned>()),
              "(long long)A[row] == (long long)B[col], (long long)A[row] < (long long)B[col]");
    EXPECT_EQ((same_and_before<long, unsigned long>()),
              "0 <= A[row] && (unsigned long long)A[row] == B[col], "
              "A[row] < 0 || (unsigned long long)A[row] < B[col]");
    EXPECT_EQ((same_and_before<unsigned long, int>()),
              "0 <= B[col] && A[row] == (unsigned long long)B[col], "
              "0 <= B[col] && A[row] < (unsigned long long)B[col]");
}

}  // namespace heed::test
