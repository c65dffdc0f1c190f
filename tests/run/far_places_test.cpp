// SPDX-License-Identifier: BSL-1.0
// Indices of largest elements along axes that are too long to be counted in the type of the elements.
#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

namespace heed::test {

inline constexpr std::size_t far = (1 << 24) + 5;

/// Half precision is computed in float, too.
template <class Row>
void expect_every_place(Row& row) {
    using T = typename Row::value_type;
    for (const std::size_t place : {far - 2, far - 5}) {
        row(place) = T(3);
        EXPECT_EQ(evaluate(argmax(row))(), static_cast<std::int64_t>(place));
        row(place) = T(0);
    }
}
TEST(far_places, of_lengths) {
    tensor<float16, dyn> row(far);
    expect_every_place(row);
}
TEST(far_places, of_known_sizes) {
    static tensor<float, far> row;
    expect_every_place(row);
}

TEST(far_places, beside_short_axes) {
    tensor<float, dyn, dyn> rows_of(2, far);
    rows_of(0, far - 3) = 1;
    rows_of(1, 7) = 1;
    tensor<std::int64_t, dyn> places(2);
    places = argmax(rows_of);
    EXPECT_EQ(places, (vector<std::int64_t, 2>{far - 3, 7}));
}

}  // namespace heed::test
