// SPDX-License-Identifier: BSL-1.0
// One number changes a loop everywhere: this file is compiled with keys in blocks of 64, the usual number, and of 32
// (HEED_KEY_BLOCK), and what runs, what is emitted, what is shown and what is counted change alike.
#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>
#include <heed/study.hpp>
#include <tests/counting.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace heed::test {

inline constexpr std::size_t queries = 8, keys = 100, block = HEED_KEY_BLOCK, blocks = (keys + block - 1) / block;
static_assert(detail::key_block == block && blocks > 1);

/// Numbers between -1 and 1.
template <class Tensor>
Tensor some(double step) {
    Tensor t;
    double x = -1;
    for (auto& element : t) {
        x = x + step > 1 ? x + step - 2 : x + step;
        element = static_cast<typename Tensor::value_type>(x);
    }
    return t;
}

struct key_block : testing::Test {
    const matrix<float, queries, 4> Q = some<matrix<float, queries, 4>>(0.37);
    const matrix<float, keys, 4> K = some<matrix<float, keys, 4>>(0.13);
    const matrix<float, keys, 3> V = some<matrix<float, keys, 3>>(0.71);

    auto formula() const { return attention(Q, K, V); }
};

std::string words(const char* before, std::size_t n, const char* after = "") {
    return before + std::to_string(n) + after;
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Each block after the first takes an exp more of each query: by which what was summed shrinks.
TEST_F(key_block, runs) {
    seen = {};
    const auto counted = evaluate_as<counting>(formula());
    EXPECT_EQ(seen.exps, queries * keys + queries * (blocks - 1));
    const auto unfused = evaluate_unfused<long double>(formula());
    for (std::size_t i = 0; i < queries; ++i)
        for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(counted(i, j).value, static_cast<double>(unfused(i, j)), 1e-14);
}

TEST_F(key_block, is_emitted) {
    for (const study::form form : {study::form::plain, study::form::vector})
        EXPECT_TRUE(has(study::emit(formula(), {.form = form}),
                        words("for (int first = 0; first < 100; first += ", block, ") {")));
}

TEST_F(key_block, is_shown) {
    const std::string nest(study::loop_nest(formula()).view());
    EXPECT_TRUE(has(nest, words("for k[100] by ", block))) << nest;
    EXPECT_TRUE(has(nest, words("", blocks, " blocks: online softmax"))) << nest;
}

TEST_F(key_block, is_counted) { EXPECT_EQ(study::cost(formula()).rescales, queries * (blocks - 1)); }

}  // namespace heed::test
