// SPDX-License-Identifier: BSL-1.0
// Formulas drawn at random, half of whose sizes are known at run time only, agree with the unfused evaluation. Built
// once for each range of seeds.
#include "tests/run/compare.hpp"
#include "tests/run/random_shapes_formula.hpp"

#include <heed/reference/evaluate.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <utility>

namespace heed::test {

/// Sums of up to 70 products, three deep; the largest distance seen over these seeds is printed below it.
inline constexpr double allowed_units = 8;

template <std::uint64_t Seed>
double check() {
    constexpr shape s = random_shape(Seed);
    const auto f = random_formula_of_shape<of_any_length<float>, Seed, 3, s>();
    const auto value = evaluate(f);
    const auto exact = evaluate_unfused<double>(f);
    EXPECT_EQ(detail::dims_of(value), detail::dims_of(exact)) << "seed " << Seed;
    const double units = distance<float>(value, exact, 1);
    EXPECT_LE(units, allowed_units) << "seed " << Seed << ", rank " << s.rank;
    return units;
}

template <std::uint64_t First, std::uint64_t... Seed>
double check_all(std::integer_sequence<std::uint64_t, Seed...>) {
    return std::max({check<First + Seed>()...});
}

TEST(random_lengths_formulas, agree_with_the_unfused_evaluation) {
    const double worst = check_all<HEED_TEST_FIRST_SEED>(std::make_integer_sequence<std::uint64_t, HEED_TEST_SEEDS>());
    std::printf("largest distance: %.2f units in the last place, %g allowed\n", worst, allowed_units);
}

}  // namespace heed::test
