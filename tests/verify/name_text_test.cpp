// SPDX-License-Identifier: BSL-1.0
// The names that a document gives its matrices, and texts before a matrix that give none.
#include <heed_check/document/table_names.hpp>

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace {

using heed::detail::name_in_text;

TEST(name_text, words_that_join_are_no_part_of_a_name) {
    const std::vector<std::pair<std::string, std::string>> names = {
        {"and E =", "E"}, {"\\quad \\text{and} \\quad W_F =", "W_F"}, {"Finally H =", "H"}, {"band E =", "band_E"}};
    for (const auto& [text, name] : names) EXPECT_EQ(name_in_text(text), name) << text;
}
TEST(name_text, a_sentence_that_ends_with_a_formula_names_what_is_behind_it) {
    const std::vector<std::pair<std::string, std::string>> names = {
        {"The logits are $H = EB/3$:", "H"},
        {"We compute `H = E @ B / 3`, so:", "H"},
        {"The output is $H = EB$.", "H"},
        {"The output $H$ is computed as $H = EB$. We get:", "H"},
        {"H=EB/\\sqrt{d_k}$, where $d_k=5$:", "H"},
        {"Then the raw scores \\(H = EB\\) are", "H"},
        {"Raw scores: $EB^T/3", "Raw_scores"},
        {"The weights are $H = \\mathrm{softmax}(E)$, where $E = BC$:", "H"},
        {"Softmax of the logits $H = EB$:", ""},
        {"Now apply it to $H = EB^T$:", ""},
        {"Using $H = EB$ we get", ""},
    };
    for (const auto& [text, name] : names) EXPECT_EQ(name_in_text(text), name) << text;
}

/// Verbs, conjunctions and articles in front of a sign, and verbs behind it, are no part of a name.
TEST(name_text, words_of_a_sentence_beside_a_sign_are_no_part_of_the_name) {
    for (const char* text :
         {"compute H =", "Next we calculate H =", "And H =", "but H =", "Therefore H =", "The logits are H =",
          "The logits are H = E B^T:", "which gives us H =", "the H =", "Computing H =", "**Compute H:**",
          "Finally, H is", "So the score matrix H is", "and let H be", "Then H_1 equals"})
        EXPECT_EQ(name_in_text(text).substr(0, 1), "H") << text;
    for (const char* text : {"The following table:", "which gives the following matrix", "The softmax of H is",
                             "The transpose of the matrix H is", "Softmax of H are"})
        EXPECT_EQ(name_in_text(text), "") << text;
    EXPECT_EQ(name_in_text("H and E ="), "H_and_E");
    EXPECT_EQ(name_in_text("Softmax of H ="), "Softmax_of_H");
}

TEST(name_text, a_name_is_left_of_the_last_assignment) {
    const std::vector<std::pair<std::string, std::string>> names = {
        {"With d_model = 8 \xE2\x86\x92 Context =", "Context"},
        {"for n = 3 we get H =", "H"},
        {"if n = 5, then H =", "H"},
        {"Let n = 3 and H =", "H"},
        {"With d_model =", "d_model"},
        {"A = B =", "A"},
        {"A_1 = XB_1^A =", "A_1"},
        {"Weights for head 1 =", "Weights_for_head_1"},
        {"Mix(A, B, C) =", "Mix_A_B_C"},
        {"E \\approx", "E"},
        {"E (wrong) =", "E"},
        {"E (wrong):", "E"},
        {"E (in nats):", "E"},
        {"E (you get):", "E"},
        {"Weights, in bits:", "Weights"},
        {"Weights in nats:", "Weights"},
        {"logits:", "logits"},
        {"wrong =", "wrong"},
        {"The wrong result:", "The_wrong_result"},
        {"A times V:", "A_times_V"},
        {"E\\simeq", "E"},
        {"\\tilde{E} \\coloneqq", "tilde_E"},
        {"\\hat{e} =", "hat_e"},
        {"E_{H}\\in\\mathbb{R}^{3\\times 3} =", "E_H"},
        {"E \xE2\x89\x88", "E"},
        {"E <-", "E"},
        {"E ->", "E"},
        {"\xCE\xB2 =", "beta"},
        {"e\xE2\x82\x81\xE2\x82\x82 =", "e_12"},
        {"E = <tf.Tensor: shape=(2,), dtype=float32, numpy=array(", "E"},
        {"E = jnp.array(", "E"},
        {"<p>E =", "E"},
        {"<li><b>E</b> =", "E"},
        {"E<sub>h</sub> =", "E_h"},
        {"<p class=\"x\">Weights<br>scaled =", "Weights_scaled"},
        {"<p class=\"x\">Weights<br>E =", "E"},
        {"(E =", "E"},
        {"('bias', tensor(", "bias"},
        {"OrderedDict([('weight', tensor(", "weight"},
        {"{'E': array(", "E"},
        {"julia> E", "E"},
        {"**Shares**:", "Shares"},
        {"Shares :-", "Shares"},
        {"Key matrix (K):", "K"},
        {"The raw scores $S$ are shown below.", "S"},
        {"The queries $Q", "Q"},
        {"Scores ``z``::", "z"},
        {"Scores `z_1`:", "z_1"},
        {"Attention weights :math:`w` are given as follows:", "w"},
        {"\\caption{Queries $Q$}\\label{tab:q}", "Q"},
        {"Scores z:", "Scores_z"},
        {"Z = A\\, V =", "Z"},
        {"Q = X\\; W_Q =", "Q"},
        {"S = Q\\ K^\\top \\: =", "S"},
        {"Logits Z:", "Z"},
        {"One-hot targets Y:", "Y"},
        {"The means are $\\mu =", "mu"},
        {"and the deviations of all of the rows are $D =", "D"},
        {"S \\overset{\\text{def}}{=}", "S"},
        {"Q ={}&", "Q"}};
    for (const auto& [text, name] : names) EXPECT_EQ(name_in_text(text), name) << text;
}

/// A sign within a sentence that may be about another matrix.
TEST(name_text, signs_of_other_matrices) {
    for (const char* text : {"The values `V` times the weights:", "The weights `a` and the values `v`:",
                             "The values `V` are multiplied by the weights:", "With the values `V @ A` below:",
                             "If we then multiply by the values `v`:", "The temperature `T` is given below:"})
        EXPECT_EQ(name_in_text(text), "") << text;
}

TEST(name_text, words_of_prose_are_no_names) {
    for (const char* text : {"We multiply and get:", "After softmax we get", "gives", "Wrong:", "This is wrong:",
                             "nats:", "Times V:", "\xC3\x97 K:", "\\times V", "Divided by sqrt(2):", "You would get:"})
        EXPECT_EQ(name_in_text(text), "") << text;
}

TEST(name_text, keywords_and_types_are_no_names) {
    for (const char* text :
         {"<tf.Tensor: shape=(2,), dtype=float32, numpy=array(", "tf.Tensor(", "Array(", "np.array(",
          ", grad_fn=<AddBackward0>), tensor(", "), tensor(", ", array(", "[array(", "=", "0.25", "12 0.5"})
        EXPECT_EQ(name_in_text(text), "") << text;
}

}  // namespace
