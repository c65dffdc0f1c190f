// SPDX-License-Identifier: BSL-1.0
#include <heed/scalar/half_precision.hpp>
#include <heed/simd/first_lanes.hpp>

#include <gtest/gtest.h>

#include <memory>

namespace heed::detail {

// Each number of lanes, at the end of memory that ends there: sanitizers see what is read behind it.
template <class T, std::size_t Lanes, class S>
void expect_first_lanes() {
    using V = pack<T, Lanes>;
    for (std::size_t n = 0; n <= 2 * Lanes; ++n) {
        const std::size_t most = n < Lanes ? n : Lanes;
        const std::unique_ptr<S[]> numbers(new S[n]);
        for (std::size_t i = 0; i < n; ++i) numbers[i] = S(static_cast<float>(i) + 1.5F);
        const V x = first_lanes_at<V>(numbers.get(), n);
        for (std::size_t l = 0; l < Lanes; ++l)
            EXPECT_EQ(x[l], l < most ? static_cast<T>(l) + T(1.5) : T(0)) << n << " numbers, lane " << l;
    }
}

TEST(first_lanes, are_read_and_nothing_behind_them) {
    expect_first_lanes<float, vector_bytes / 4, float>();
    expect_first_lanes<double, vector_bytes / 8, double>();
    expect_first_lanes<float, vector_bytes / 8, float>();
    expect_first_lanes<double, 2, double>();
}
TEST(first_lanes, of_other_types) {
    expect_first_lanes<float, vector_bytes / 4, bfloat16>();
    expect_first_lanes<double, vector_bytes / 8, float>();
}

}  // namespace heed::detail
