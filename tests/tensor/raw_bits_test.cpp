// SPDX-License-Identifier: BSL-1.0
// Bits of half precision that others wrote, and bits for others to read.
#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace heed::test {

TEST(raw_bits, are_numbers_without_a_copy) {
    std::vector<std::uint16_t> words{0x3C00, 0xC000, 0x0001, 0x7C00, 0x3555, 0x0000};
    const tensor<float16, 2, 3> copied(from_bits<float16>(words));
    EXPECT_EQ(copied(0, 1), -2);
    EXPECT_EQ(copied(0, 2), 0x1p-24F);
    const view<float16, 2, 3> seen(from_bits<float16>(words));
    seen(1, 2) = 1.5;
    EXPECT_EQ(words[5], 0x3E00);
    const auto& fixed = words;
    const view<const float16, 6> read(from_bits<float16>(fixed));
    EXPECT_EQ(read(5), 1.5);
    const std::span<const std::uint16_t> span = words;
    const tensor doubled = 2 * view<const float16, 6>(from_bits<float16>(span));
    EXPECT_EQ(doubled(1), -4);
}

TEST(raw_bits, of_tensors_and_views) {
    tensor<bfloat16, 2, 2> t{{1, 2}, {3, 0.5}};
    const auto words = bits_of(t);
    EXPECT_EQ(words.size(), 4U);
    EXPECT_EQ(words[0], 0x3F80);
    words[0] = 0x4040;
    EXPECT_EQ(t(0, 0), 3);
    const auto& fixed = t;
    const std::span<const std::uint16_t> read = bits_of(fixed);
    EXPECT_EQ(read[3], 0x3F00);
    const auto row = t[1];
    EXPECT_EQ(bits_of(row)[1], 0x3F00);
}

TEST(raw_bits, are_as_many_as_elements) {
    const std::vector<std::uint16_t> words(5);
    EXPECT_THROW((tensor<float16, 2, 3>(from_bits<float16>(words))), shape_error);
    EXPECT_THROW((view<const float16, 2, 3>(from_bits<float16>(words))), shape_error);
}

}  // namespace heed::test
