// SPDX-License-Identifier: BSL-1.0
// What emitted C says of lengths that are known at run time only; that it computes the bits of the library is asked by
// emit_lengths.cpp.
#include <heed/heed.hpp>
#include <heed/study.hpp>

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace heed::test {

inline constexpr axis query{"query"}, key{"key"}, d_k{"d_k"};

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
    EXPECT_TRUE(contains(study::emit(none - nothing), "(size_t query, const float* A, const float* B, float* out) {"));
}

TEST(emit_lengths, say_how_much_memory_there_is) {
    const std::string all = study::emit(softmax(Q * transpose(K)) + 1.0);
    EXPECT_TRUE(contains(all, "float* const memory = (float*)malloc(sizeof(float) * (key + 1));")) << all;
    EXPECT_TRUE(contains(all, "free(memory);"));
    const std::string cpp = study::emit(softmax(Q * transpose(K)) + 1.0, {.language = study::language::cpp});
    EXPECT_TRUE(contains(cpp, "static_cast<float*>(std::malloc(")) << cpp;
    EXPECT_TRUE(contains(cpp, "#include <cstdlib>"));
}

TEST(emit_lengths, what_is_not_written_is_an_error) {
    const auto words_of = [](const auto& f, study::form form) -> std::string {
        try {
            return study::emit(f, {.form = form});
        } catch (const std::invalid_argument& e) {
            return e.what();
        }
    };
    EXPECT_TRUE(contains(words_of(Q + 1.0, study::form::vector), "in the plain form"));
    EXPECT_TRUE(contains(words_of(Q * transpose(K) / sqrt(dim<0>(K)), study::form::plain), "without exact scalars"));
    const tensor<float, 3, query[dyn], d_k[8]> heads(4);
    EXPECT_TRUE(contains(words_of(slice<1, 1, 2>(slice<0, 1, 3>(heads)) + 1.0, study::form::plain), "begin at sums"));
    EXPECT_TRUE(contains(words_of(slice<0, 1, 3>(heads) + 1.0, study::form::plain), "A["));
    const float numbers[64] = {};
    const strided_view<const float, dyn, d_k[8]> far(numbers, {16, 1}, 3);
    EXPECT_THROW((void)study::emit(far + 1.0), std::invalid_argument);
}

}  // namespace heed::test
