// SPDX-License-Identifier: BSL-1.0
// Registers of rows and of columns hold the same numbers, each where the other order says.
#include <heed/simd/interleave.hpp>

#include <gtest/gtest.h>

#include <cstddef>

namespace {

using namespace heed::detail;

template <class T, std::size_t Width, std::size_t Parts>
void check_orders() {
    using V = pack<T, Width>;
    T numbers[Parts * Width];
    for (std::size_t i = 0; i < Parts * Width; ++i) numbers[i] = static_cast<T>(i);
    V rows[Parts], parts[Parts], back[Parts];
    for (std::size_t r = 0; r < Parts; ++r) rows[r] = load_some<V>(numbers + r * Width, Width);
    deinterleave<Parts>(rows, parts);
    interleave<Parts>(parts, back);
    for (std::size_t p = 0; p < Parts; ++p)
        for (std::size_t l = 0; l < Width; ++l) {
            EXPECT_EQ(parts[p][l], numbers[l * Parts + p]) << "part " << p << " of " << Parts << ", lane " << l;
            EXPECT_EQ(back[p][l], numbers[p * Width + l]) << "row " << p << " of " << Parts << ", lane " << l;
        }
}

/// Registers of every width that the target has.
template <class T, std::size_t Width>
void check_widths() {
    check_orders<T, Width, 1>();
    check_orders<T, Width, 2>();
    check_orders<T, Width, 3>();
    check_orders<T, Width, 4>();
    check_orders<T, Width, 5>();
    check_orders<T, Width, 8>();
    if constexpr (Width > 2) check_widths<T, Width / 2>();
}

TEST(interleave, parts_are_columns_and_back_they_are_rows) {
    check_widths<float, vector_bytes / sizeof(float)>();
    check_widths<double, vector_bytes / sizeof(double)>();
}

TEST(interleave, some_numbers_of_a_register_are_loaded_and_stored) {
    using V = pack<float, 4>;
    const float numbers[4] = {1, 2, 3, 4};
    for (std::size_t count = 0; count <= 6; ++count) {
        const V v = load_some<V>(numbers, count);
        float stored[6] = {-1, -1, -1, -1, -1, -1};
        store_some(stored, v, count);
        for (std::size_t l = 0; l < 4; ++l) {
            EXPECT_EQ(v[l], l < count ? numbers[l] : 0.0F) << count;
            EXPECT_EQ(stored[l], l < count ? numbers[l] : -1.0F) << count;
        }
        EXPECT_EQ(stored[4], -1.0F);
    }
}

}  // namespace
