// SPDX-License-Identifier: BSL-1.0
// The tree of a formula, character by character.
#include <gtest/gtest.h>

#include <ostream>

#include "tests/study/formulas.hpp"

namespace heed::test {

static_assert(study::tree<decltype(attended)>().contains("softmax over key"));
static_assert(study::tree<decltype(attended)>() == study::tree(attended));

TEST(study_tree, of_attention) {
    EXPECT_EQ(study::tree(attended), R"(product over key  [query[64] x d_k[32]]
|-- softmax over key  [query[64] x key[64]]
|   `-- /  [query[64] x key[64]]
|       |-- product over d_k  [query[64] x key[64]]
|       |   |-- A: float  [query[64] x d_k[32]]
|       |   `-- transpose  [d_k[32] x key[64]]
|       |       `-- B: float  [key[64] x d_k[32]]
|       `-- sqrt(32), exact
`-- C: float  [key[64] x d_k[32]]
)");
}

TEST(study_tree, of_masked_attention) {
    EXPECT_EQ(study::tree(masked), R"(product over tokens  [tokens[256] x d_k[64]]
|-- softmax over tokens  [tokens[256] x tokens[256]]
|   `-- where  [tokens[256] x tokens[256]]
|       |-- <=  [tokens[256] x tokens[256]]
|       |   |-- index k  [tokens[256] x tokens[256]]
|       |   `-- index q  [tokens[256] x tokens[256]]
|       `-- /  [tokens[256] x tokens[256]]
|           |-- product over d_k  [tokens[256] x tokens[256]]
|           |   |-- A: float  [tokens[256] x d_k[64]]
|           |   `-- transpose  [d_k[64] x tokens[256]]
|           |       `-- B: float  [tokens[256] x d_k[64]]
|           `-- sqrt(64), exact
`-- C: float  [tokens[256] x d_k[64]]
)");
}

TEST(study_tree, of_multi_head_attention) {
    EXPECT_EQ(study::tree(multi_head), R"(product over axis 1  [tokens[32] x 16]
|-- concat along axis 1  [tokens[32] x 32]
|   |-- product over tokens  [tokens[32] x 8]
|   |   |-- softmax over tokens  [tokens[32] x tokens[32]]
|   |   |   `-- /  [tokens[32] x tokens[32]]
|   |   |       |-- product over axis 1  [tokens[32] x tokens[32]]
|   |   |       |   |-- product over d_model  [tokens[32] x 8]
|   |   |       |   |   |-- A: float  [tokens[32] x d_model[16]]
|   |   |       |   |   `-- B: float  [16 x 8]
|   |   |       |   `-- transpose  [8 x tokens[32]]
|   |   |       |       `-- product over d_model  [tokens[32] x 8]
|   |   |       |           |-- C: float  [tokens[32] x d_model[16]]
|   |   |       |           `-- D: float  [16 x 8]
|   |   |       `-- sqrt(8), exact
|   |   `-- product over d_model  [tokens[32] x 8]
|   |       |-- E: float  [tokens[32] x d_model[16]]
|   |       `-- F: float  [16 x 8]
|   `-- 3 more like the one above
`-- Y: float  [32 x 16]
)");
}

TEST(study_tree, of_weights_that_are_kept) {
    EXPECT_EQ(study::tree(kept), R"(softmax over key  [query[64] x key[64]]
`-- /  [query[64] x key[64]]
    |-- product over d_k  [query[64] x key[64]]
    |   |-- A: float  [query[64] x d_k[32]]
    |   `-- transpose  [d_k[32] x key[64]]
    |       `-- B: float  [key[64] x d_k[32]]
    `-- sqrt(32), exact
)");
}

TEST(study_tree, of_a_chain) {
    EXPECT_EQ(study::tree(chain), R"(-  [8 x 12]
|-- /  [8 x 12]
|   |-- times, elementwise  [8 x 12]
|   |   |-- tanh  [8 x 12]
|   |   |   `-- +  [8 x 12]
|   |   |       |-- A: double  [8 x 12]
|   |   |       `-- B: double  [12]
|   |   `-- 2, exact
|   `-- sqrt(3), exact
`-- times, elementwise  [8 x 12]
    |-- C: double  [8 x 12]
    `-- D: double  [8 x 12]
)");
}

TEST(study_tree, of_an_inverse) {
    EXPECT_EQ(study::tree(inverted), R"(product over axis 1  [6 x 6]
|-- inverse  [6 x 6]
|   `-- +  [6 x 6]
|       |-- A: double  [6 x 6]
|       `-- transpose  [6 x 6]
|           `-- B: double  [6 x 6]
`-- C: double  [6 x 6]
)");
}

TEST(study_tree, as_a_mermaid_flowchart) {
    EXPECT_EQ(study::mermaid(kept), R"(flowchart BT
    n0["A: float  [query[64] x d_k[32]]"]
    n1["B: float  [key[64] x d_k[32]]"]
    n2["transpose  [d_k[32] x key[64]]"]
    n1 --> n2
    n3["product over d_k  [query[64] x key[64]]"]
    n0 --> n3
    n2 --> n3
    n4["sqrt(32), exact"]
    n5["/  [query[64] x key[64]]"]
    n3 --> n5
    n4 --> n5
    n6["softmax over key  [query[64] x key[64]]"]
    n5 --> n6
)");
    EXPECT_TRUE(study::mermaid(masked).contains("#lt;=")) << "what would be markup is spelled out";
}

TEST(study_tree, as_a_graphviz_graph) {
    EXPECT_EQ(study::graphviz(kept), R"(digraph formula {
    rankdir=BT;
    node [shape=box];
    n0 [label="A: float  [query[64] x d_k[32]]"];
    n1 [label="B: float  [key[64] x d_k[32]]"];
    n2 [label="transpose  [d_k[32] x key[64]]"];
    n1 -> n2;
    n3 [label="product over d_k  [query[64] x key[64]]"];
    n0 -> n3;
    n2 -> n3;
    n4 [label="sqrt(32), exact"];
    n5 [label="/  [query[64] x key[64]]"];
    n3 -> n5;
    n4 -> n5;
    n6 [label="softmax over key  [query[64] x key[64]]"];
    n5 -> n6;
}
)");
}

TEST(study_tree, of_leaves_vectors_and_numbers) {
    EXPECT_EQ(study::tree(v), "A: double  [12]\n");
    EXPECT_EQ(study::tree(sum(v) / 2), "/\n|-- sum over axis 0\n|   `-- A: double  [12]\n`-- a: integer\n");
}

TEST(study_tree, of_long_chains_is_not_cut) {
    const auto twice = [](const auto& f) { return exp(f) + f; };
    EXPECT_FALSE(study::tree(twice(twice(twice(twice(A))))).is_cut());
    EXPECT_FALSE(study::explain(twice(twice(twice(twice(A))))).is_cut());
}

}  // namespace heed::test
