// SPDX-License-Identifier: BSL-1.0
// Sums and maxima across lanes are those of a tree of numbers, to the bit.
#include <heed/simd/lane_sums.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>

namespace {

using namespace heed::detail;

/// Numbers whose sums depend on the order.
template <class T>
T number(std::size_t i) {
    return static_cast<T>(static_cast<int>((i * 2654435761U >> 7) % 20011) - 10000) / T(7);
}

template <class T, std::size_t Width>
T tree_sum(const T (&numbers)[Width]) {
    T s[Width];
    for (std::size_t l = 0; l < Width; ++l) s[l] = numbers[l];
    for (std::size_t half = Width / 2; half > 0; half /= 2)
        for (std::size_t l = 0; l < half; ++l) s[l] += s[l + half];
    return s[0];
}

template <class T, std::size_t Width>
void check_lanes() {
    using V = pack<T, Width>;
    T numbers[Width][Width];
    V rows[Width];
    for (std::size_t i = 0; i < Width; ++i) {
        for (std::size_t l = 0; l < Width; ++l) numbers[i][l] = number<T>(i * Width + l);
        rows[i] = lanes<V>::load(numbers[i]);
        EXPECT_EQ(sum_of_lanes(rows[i]), tree_sum(numbers[i])) << Width << " lanes";
        T largest = numbers[i][0];
        for (const T x : numbers[i]) largest = x > largest ? x : largest;
        EXPECT_EQ(largest_lane(rows[i]), largest) << Width << " lanes";
    }
    const V sums = sums_of_rows(rows);
    for (std::size_t i = 0; i < Width; ++i) EXPECT_EQ(sums[i], tree_sum(numbers[i])) << "row " << i << " of " << Width;
    if constexpr (Width > 2) check_lanes<T, Width / 2>();
}

TEST(lane_sums, of_registers_of_every_width) {
    check_lanes<float, vector_bytes / sizeof(float)>();
    check_lanes<double, vector_bytes / sizeof(double)>();
}

TEST(lane_sums, one_lane_decides) {
    constexpr std::size_t width = vector_bytes / sizeof(float);
    using V = pack<float, width>;
    for (std::size_t l = 0; l < width; ++l) {
        float numbers[width];
        for (float& x : numbers) x = -std::numeric_limits<float>::infinity();
        EXPECT_EQ(largest_lane(lanes<V>::load(numbers)), -std::numeric_limits<float>::infinity());
        numbers[l] = -3;
        EXPECT_EQ(largest_lane(lanes<V>::load(numbers)), -3);
    }
}

constexpr bool of_a_number() {
    double row[]{2.5};
    return sums_of_rows(row) == 2.5 && sum_of_lanes(2.5) == 2.5 && largest_lane(2.5) == 2.5;
}
static_assert(of_a_number());

}  // namespace
