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

/// Scores of one head over 2,500 pieces would be 24 MiB.
TEST(model, takes_2_500_pieces_in_memory_linear_in_their_number) {
    std::vector<float> n(largest_weight);
    for (std::size_t i = 0; i < n.size(); ++i) n[i] = 0.01F * std::sin(static_cast<float>(i));
    const encoder_weights w = weights_over(n.data());
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
