// SPDX-License-Identifier: BSL-1.0
// Formulas of 0 to 5 axes drawn at random agree with the unfused evaluation in long double. Built once for each range
// of seeds.
#include "tests/run/compare.hpp"
#include "tests/run/random_shapes_formula.hpp"

#include <heed/reference/evaluate.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <type_traits>
#include <utility>

namespace heed::test {

/// Sums of up to 70 products, three deep; the largest distance seen over these seeds is printed below it.
inline constexpr double allowed_units = 8;

/// float, double, or both in one formula.
template <std::uint64_t Seed>
using element = std::conditional_t<Seed % 4 == 0, float, std::conditional_t<Seed % 4 == 1, float_and_double, double>>;

template <std::uint64_t Seed>
double check() {
    constexpr shape s = random_shape(Seed);
    const auto f = random_formula_of_shape<element<Seed>, Seed, 3, s>();
    const tensor value = f;
    using result = typename decltype(value)::value_type;
    const double units = distance<result>(value, evaluate_unfused<long double>(f), 1);
    EXPECT_LE(units, allowed_units) << "seed " << Seed << ", rank " << s.rank;
    return units;
}

template <std::uint64_t First, std::uint64_t... Seed>
double check_all(std::integer_sequence<std::uint64_t, Seed...>) {
    return std::max({check<First + Seed>()...});
}

TEST(random_shapes_formulas, agree_with_the_unfused_evaluation) {
    const double worst = check_all<HEED_TEST_FIRST_SEED>(std::make_integer_sequence<std::uint64_t, HEED_TEST_SEEDS>());
    std::printf("largest distance: %.2f units in the last place, %g allowed\n", worst, allowed_units);
}

}  // namespace heed::test
