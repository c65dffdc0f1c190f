// SPDX-License-Identifier: BSL-1.0
// The encoder without a model: what says that it is missing, and long texts.
#include "../../examples/sentence_encoder/text.hpp"
#include "../../examples/sentence_encoder/untrained.hpp"

#include <gtest/gtest.h>

#include <sys/resource.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <stdexcept>
#include <vector>

namespace sentence_encoder {

TEST(model, that_is_not_there_is_said_in_words) {
    try {
        model_in("/nowhere");
        ADD_FAILURE();
    } catch (const std::runtime_error& e) {
        EXPECT_STREQ(e.what(), "no model in /nowhere: examples/sentence_encoder/run fetches it");
    }
}

encoder_weights some_weights() {
    static std::vector<float> n(largest_weight);
    for (std::size_t i = 0; i < n.size(); ++i) n[i] = 0.01F * std::sin(static_cast<float>(i));
    return weights_over(n.data());
}

/// Of 100 pieces, a tile for each of 7 threads.
TEST(model, has_the_same_bits_for_any_number_of_threads) {
    const encoder_weights w = some_weights();
    std::vector<std::int32_t> ids;
    for (std::int32_t i = 0; i < 100; ++i) ids.push_back(7 * i % 8000);
    const encoding one = encode(ids, w);
    EXPECT_NE(one.after_second(0, 0), one.after_second(99, 0));
    for (const int threads : {1, 2, 3, 7}) {
        const encoding several = encode_in_parallel(ids, w, threads);
        EXPECT_EQ(several.after_first, one.after_first) << threads;
        EXPECT_EQ(several.after_second, one.after_second) << threads;
        EXPECT_EQ(several.embedding, one.embedding) << threads;
    }
}

/// Scores of one head over 2,500 pieces would be 24 MiB.
TEST(model, takes_2_500_pieces_in_memory_linear_in_their_number) {
    const encoder_weights w = some_weights();
    rusage before{}, after{};
    ::getrusage(RUSAGE_SELF, &before);
    const encoding e = encode(std::vector<std::int32_t>(2500, 5), w);
    ::getrusage(RUSAGE_SELF, &after);
    double length = 0;
    for (const float x : e.embedding) length += static_cast<double>(x) * static_cast<double>(x);
    EXPECT_NEAR(length, 1, 1e-5);
    const long grown = (after.ru_maxrss - before.ru_maxrss) / 1024;
    std::cout << grown << " MiB for 2,500 pieces\n";
    EXPECT_LT(grown, 50);
}

}  // namespace sentence_encoder
