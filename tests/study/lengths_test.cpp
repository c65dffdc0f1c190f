// SPDX-License-Identifier: BSL-1.0
// Formulas with lengths that are known at run time only: texts show them by name, and nowhere the primes that stand
// for them in graphs and plans.
#include <heed/heed.hpp>
#include <heed/study.hpp>

#include <gtest/gtest.h>

#include <cctype>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace heed::test {

inline constexpr axis query{"query"}, key{"key"}, d_k{"d_k"}, tokens{"tokens"}, head{"head"}, d_model{"d_model"};

const tensor<float, query[dyn], d_k[64]> Q(5);
const tensor<float, key[dyn], d_k[64]> K(7), V(7);
const tensor<float, head[4], tokens[dyn], d_k[64]> H(9);
const tensor<float, tokens[dyn], d_model[64]> X(9);
const tensor<float, dyn, 4, 64> parts(3);
const tensor<float, 64, 16> W;
const tensor<float, 16, 64> W16;
const tensor<float, 32, 64> Wo;

const auto attended = softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;
const auto causal_heads = attention(H, H, H, causal_lower_right);
const auto projected = concat(attention(X * W, X* W, X* W), attention(X* W, X* W, X* W)) * Wo;

static_assert(study::tree<decltype(attended)>() == study::tree(attended));

TEST(study_lengths, trees_show_names) {
    EXPECT_EQ(study::tree(attended), R"(product over key  [query[query] x d_k[64]]
|-- softmax over key  [query[query] x key[key]]
|   `-- /  [query[query] x key[key]]
|       |-- product over d_k  [query[query] x key[key]]
|       |   |-- A: float  [query[query] x d_k[64]]
|       |   `-- transpose  [d_k[64] x key[key]]
|       |       `-- B: float  [key[key] x d_k[64]]
|       `-- sqrt(64), exact
`-- C: float  [key[key] x d_k[64]]
)");
}

TEST(study_lengths, without_a_name_is_n) {
    EXPECT_EQ(study::tree(sum(reshape<dyn, 64>(parts))), R"(sum over axis 1  [4 n]
`-- reshape  [4 n x 64]
    `-- A: float  [n x 4 x 64]
)");
}

TEST(study_lengths, of_one_name_have_numbers) {
    EXPECT_TRUE(
        study::tree(causal_heads).contains("softmax over tokens  [head[4] x tokens[tokens] x tokens[tokens2]]"));
}

TEST(study_lengths, two_have_two_names) {
    static constexpr axis second{"tokens2"};
    const tensor<float, tokens[dyn], 4> first(2), other(3);
    const tensor<float, second[dyn], 4> third(4);
    const auto tree = study::tree(first * transpose(third) * third * transpose(other));
    EXPECT_TRUE(tree.contains("A: float  [tokens[tokens] x 4]")) << tree;
    EXPECT_TRUE(tree.contains("B: float  [tokens2[tokens2] x 4]")) << tree;
    EXPECT_TRUE(tree.contains("D: float  [tokens[tokens3] x 4]")) << tree;
}

TEST(study_lengths, names_may_be_long) {
    static constexpr axis longest{"positions_of_all_tokens_of_the_sentence_that_is_translated"};
    const tensor<float, longest[dyn], 4> first(2), second(3);
    const auto tree = study::tree(first * transpose(second));
    EXPECT_TRUE(tree.contains("that_is_translated[positions_of_all_tokens_of_the_sentence_that_is_translated2]]"))
        << tree;
}

TEST(study_lengths, that_agree_are_one) {
    EXPECT_EQ(study::tree(X + hadamard(X, X)), R"(+  [tokens[tokens] x d_model[64]]
|-- A: float  [tokens[tokens] x d_model[64]]
`-- times, elementwise  [tokens[tokens] x d_model[64]]
    |-- B: float  [tokens[tokens] x d_model[64]]
    `-- C: float  [tokens[tokens] x d_model[64]]
)");
    const tensor<float, dyn, d_k[64]> unnamed(5);
    EXPECT_TRUE(study::tree(unnamed - Q).contains("A: float  [query x d_k[64]]")) << study::tree(unnamed - Q);
}

TEST(study_lengths, exact_scalars_are_made_of_them) {
    EXPECT_TRUE(study::tree(Q * transpose(K) / sqrt(dim<0>(K))).contains("sqrt(key2), exact"));
    EXPECT_TRUE(study::rewrites(sum(reshape<dyn, 64>(parts)) / dim<0>(parts)).contains("(1 / n2)"));
    EXPECT_TRUE(study::loop_nest(mean<0>(X)).contains("result(d_model) = sum(x) / size(tokens)"));
}

/// Tiles follow the registers of the target: these are for 16 bytes.
TEST(study_lengths, loops_show_names) {
    const auto loops = study::loop_nest(attended);
    EXPECT_TRUE(
        loops.contains("for key[key] by 64                                                  ceil(key / 64) blocks: "
                       "online softmax"))
        << loops;
    if (detail::vector_bytes != 16) return;
    EXPECT_EQ(loops,
              R"(for query[query] by 8                                                   ceil(query / 8) tiles
    for d_k[64]: query = A(query, d_k) * (1 / sqrt(64))                 8 queries side by side
    m = -infinity, l = 0, o = 0                                         maximum, sum of weights, sums of values: one a query
    for key[key] by 64                                                  ceil(key / 64) blocks: online softmax
        for key in block by 4                                           4 x 8 sums in 8 registers of 4
            for d_k[64]: score += query * B(key, d_k)
        m' = max(m, scores)
        weight = exp(score - m')                                        64 x 8 weights, never stored
        shrink = exp(m - m'), l = l * shrink + weights                  what was summed belongs to the old maximum
        for d_k[64] by 8                                                8 panels
            for query in tile by 4                                      4 x 8 sums in 8 registers of 4
                for key in block: sum += weight * C(key, d_k)           64 keys
                o = o * shrink + sum
    for d_k[64]: result(query, d_k) = o / l
)");
}

TEST(study_lengths, how_many_tiles_a_mask_leaves_is_not_known) {
    EXPECT_TRUE(
        study::loop_nest(causal_heads).contains("skip unless tokens' <= tokens + size(tokens2) - size(tokens)"));
    EXPECT_TRUE(study::loop_nest(causal_heads).contains("each tile: how many are left depends on lengths"));
    EXPECT_TRUE(study::rewrites(causal_heads)
                    .contains("tiles are skipped, or run without the mask, where it decides all of one"));
}

/// Heads of one sentence, whose keys are as many each for all that the types of tensors say, share a kernel.
TEST(study_lengths, steps_that_share_a_kernel_have_lengths_of_their_own) {
    const tensor<float, 48, 64> Wo3;
    const auto head_of = [] { return attention(X * W, X * W, X * W); };
    const auto loops = study::loop_nest(concat(head_of(), head_of(), head_of()) * Wo3);
    EXPECT_TRUE(loops.contains("2 times, each with operands and lengths of its own; the first:")) << loops;
    EXPECT_TRUE(loops.contains("for tokens'[tokens2] by 64"));
    EXPECT_TRUE(loops.contains("for tokens'[tokens3] by 64"));
    EXPECT_TRUE(loops.contains("16 tokens4 numbers each"));
}

TEST(study_lengths, parts_of_leaves_begin_where_axes_say) {
    const auto f = slice<1, 2, 5>(slice<0, 1, 3>(H)) * 2.0;
    EXPECT_TRUE(study::loop_nest(f).contains("(A + 64 tokens + 128)(head, tokens, d_k)")) << study::loop_nest(f);
}

TEST(study_lengths, loops_of_few_rows_are_shown_beside) {
    const auto all = study::explain<std::remove_const_t<decltype(attended)>>();
    EXPECT_TRUE(all.contains("loops are planned for each number of rows from 1 to 4, and as for long ones\n")) << all;
    EXPECT_TRUE(all.contains("online softmax over blocks of keys, one where key is at most 64\n")) << all;
    EXPECT_TRUE(all.contains("\nLoops where query is 1\n")) << all;
    EXPECT_TRUE(all.contains("for query[1] by 1 ")) << all;
    EXPECT_TRUE(all.contains("\nLoops where query is 2 to 4, here 4\n")) << all;
    EXPECT_TRUE(all.contains("parts += query * B(key, d_k)")) << all;
    const auto once = study::explain<std::remove_const_t<decltype(projected)>>();
    EXPECT_TRUE(once.contains("loops are planned once, as for long ones\n")) << once;
    EXPECT_FALSE(once.contains("Loops where"));
}

TEST(study_lengths, of_parts_side_by_side_are_sums) {
    const auto f = attention(X, concat<tokens>(X, X, W16), concat<tokens>(X, X, W16));
    const auto all = study::explain<std::remove_const_t<decltype(f)>>();
    EXPECT_TRUE(all.contains("tokens6: tokens2 + tokens3\ntokens7: tokens6 + 16\n")) << all;
    EXPECT_TRUE(all.contains("(t1 + 64 tokens8)(")) << all;
    const std::string emitted = study::emit(f);
    EXPECT_NE(emitted.find("formula(size_t tokens, const float* A"), std::string::npos) << emitted;
    EXPECT_NE(emitted.find("const size_t tokens6 = tokens + tokens;"), std::string::npos) << emitted;
}

TEST(study_lengths, of_parts_side_by_side_may_have_to_agree) {
    const tensor<float, dyn, d_k[64]> all(12);
    const auto with_a_tensor = concat<0>(Q, K) + all;
    EXPECT_TRUE(study::explain<std::remove_const_t<decltype(with_a_tensor)>>().contains(
        "query: of A\nkey: of B\nn: of C\nquery + key must be n\n"));
    const auto [half, other] = split<2>(concat<1>(transpose(Q), transpose(K)));
    const auto halves = half + other;
    const auto of_halves = study::explain<std::remove_const_t<decltype(halves)>>();
    EXPECT_TRUE(of_halves.contains("n_per_2: (query + key) / 2\n")) << of_halves;
    EXPECT_TRUE(of_halves.contains("query + key must be 2 n_per_2\n")) << of_halves;
}

TEST(study_lengths, of_parts_of_formulas_are_where_they_begin_and_how_long_they_are) {
    const std::size_t past = 2, now = 3;
    const auto f = softmax<0>(slice<tokens>(X * W, past, past + now)) * transpose(X * W);
    const auto all = study::explain<std::remove_const_t<decltype(f)>>();
    EXPECT_TRUE(all.contains("softmax<0>(slice<tokens>(A * B, begin, begin + tokens2)) * transpose(C * D)\n")) << all;
    EXPECT_TRUE(all.contains("begin: of what is read for nothing else: the bounds of a part, or a tensor\n")) << all;
    EXPECT_TRUE(all.contains("(A + 64 begin)(tokens, d_model)")) << all;
    EXPECT_NE(study::emit(f).find("(slice<tokens>(A * B, begin, begin + tokens2))"), std::string::npos);
    const auto stored = slice<tokens>(softmax<0>(X), past, past + now) * W;
    EXPECT_TRUE(study::rewrites(stored).contains("from begin")) << study::rewrites(stored);
}

/// Whether one of the numbers in a text has a prime in it that stands for a length.
template <class F>
bool shows_prime(std::string_view all) {
    std::size_t n = 0;
    for (const char c : std::string(all) + ' ') {
        if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
            n = 10 * n + static_cast<std::size_t>(c - '0');
        } else if (c != ',') {
            if (!detail::is_static_size(n, detail::measuring<F>::found.lengths)) return true;
            n = 0;
        }
    }
    return false;
}

template <class F>
void expect_names(const F& f) {
    for (const std::string& all : {std::string(study::tree(f).view()), std::string(study::mermaid(f).view()),
                                   std::string(study::graphviz(f).view()), std::string(study::explain<F>().view()),
                                   std::string(study::diff(f, f).view())})
        EXPECT_FALSE(shows_prime<F>(all)) << all;
    EXPECT_FALSE(study::explain(f).is_cut());
    EXPECT_FALSE(study::diff(f, f).is_cut());
}

TEST(study_lengths, no_prime_is_shown) {
    expect_names(attended);
    expect_names(attention(Q, K, V, causal_lower_right));
    expect_names(causal_heads);
    expect_names(projected);
    expect_names(sum(reshape<dyn, 64>(parts)) / dim<0>(parts));
    expect_names(softmax(Q * transpose(K) * sqrt(dim<0>(K))));
    expect_names(transpose(Q * transpose(K) + 1.0) * Q);
    expect_names(rms_norm(X) * W);
    expect_names(mean<0>(X));
    expect_names(logsumexp(Q * transpose(K)));
    expect_names(inverse(transpose(X) * X));
    expect_names(slice<1, 2, 5>(slice<0, 1, 3>(H)) * 2.0);
    expect_names(where(index::k <= index::q - 3, X * transpose(X)));
    expect_names(concat<1>(concat<0>(H, 2 * H), slice<1, 2, 5>(concat<0>(H, H))));
    expect_names(permute<1, 0, 2>(parts) * transpose(Wo));
}

}  // namespace heed::test
