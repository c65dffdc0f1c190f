// SPDX-License-Identifier: BSL-1.0
// Registers of half precision have the bits of numbers, in every lane and every width.
#include <heed/simd/half_lanes.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heed::detail {

template <class H>
std::vector<H> all_halves() {
    std::vector<H> all;
    for (unsigned bits = 0; bits < 0x10000; ++bits) all.push_back(H::from_bits(static_cast<std::uint16_t>(bits)));
    return all;
}

template <class H, class V>
void expect_read_as_numbers() {
    using T = lane_t<V>;
    const auto all = all_halves<H>();
    T lane[lanes<V>::count];
    for (std::size_t i = 0; i < all.size(); i += lanes<V>::count) {
        lanes<V>::store(lane, load_as<V>(all.data() + i));
        for (std::size_t l = 0; l < lanes<V>::count; ++l)
            ASSERT_EQ(std::bit_cast<unsigned_bits_t<T>>(lane[l]),
                      std::bit_cast<unsigned_bits_t<T>>(static_cast<T>(static_cast<float>(all[i + l]))))
                << i + l << " in " << lanes<V>::count << " lanes";
    }
}

template <class H>
class half_lanes_of : public testing::Test {};
using halves = testing::Types<float16, bfloat16>;
TYPED_TEST_SUITE(half_lanes_of, halves);

TYPED_TEST(half_lanes_of, are_read_as_numbers_are) {
    constexpr std::size_t most = vector_bytes / 4;
    expect_read_as_numbers<TypeParam, pack<float, 2>>();
    expect_read_as_numbers<TypeParam, pack<float, 4>>();
    if constexpr (most >= 8) expect_read_as_numbers<TypeParam, pack<float, 8>>();
    if constexpr (most >= 16) expect_read_as_numbers<TypeParam, pack<float, 16>>();
    expect_read_as_numbers<TypeParam, pack<double, 2>>();
    expect_read_as_numbers<TypeParam, pack<double, most / 2>>();
}

#if defined(__AVX2__)
TEST(half_lanes, are_unpacked_as_they_are_read) {
    using V = pack<float, 8>;
    static_assert(unpacks<V, bfloat16> && !unpacks<V, float16> && !unpacks<V, float>);
    const auto all = all_halves<bfloat16>();
    float lane[16], wanted[16];
    for (std::size_t i = 0; i < all.size(); i += 16) {
        V a, b;
        unpack(all.data() + i, a, b);
        lanes<V>::store(lane, a);
        lanes<V>::store(lane + 8, b);
        exchange_in_memory<V>(lane);
        for (std::size_t half = 0; half < 16; half += 8)
            lanes<V>::store(wanted + half, load_as<V>(all.data() + i + half));
        for (std::size_t l = 0; l < 16; ++l)
            ASSERT_EQ(std::bit_cast<std::uint32_t>(lane[l]), std::bit_cast<std::uint32_t>(wanted[l])) << i + l;
    }
}
#endif

TYPED_TEST(half_lanes_of, are_written_as_numbers_are) {
    constexpr std::size_t count = 1024 + 7;
    std::vector<float> some(count);
    std::vector<TypeParam> halves_of(count);
    std::uint32_t bits = 1;
    for (int round = 0; round < 1000; ++round) {
        for (float& x : some) x = std::bit_cast<float>(bits = bits * 1664525U + 1013904223U);
        narrow(some.data(), count, halves_of.data());
        for (std::size_t i = 0; i < count; ++i)
            ASSERT_EQ(halves_of[i].bits(), TypeParam(some[i]).bits()) << std::hexfloat << some[i];
    }
}

}  // namespace heed::detail
