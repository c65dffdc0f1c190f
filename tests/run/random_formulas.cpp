// SPDX-License-Identifier: BSL-1.0
// Formulas drawn at random agree with the unfused evaluation in long double. Built once for each range of seeds.
#include "tests/run/compare.hpp"
#include "tests/run/random_formula.hpp"

#include <heed/reference/evaluate.hpp>

#include <gtest/gtest.h>

namespace heed::test {

/// Sums of up to 12 products, three deep; the largest distance seen over these seeds is printed below it.
inline constexpr double allowed_units = 8;

template <class T, std::uint64_t Seed>
double check() {
    constexpr std::size_t rows = drawn(Seed * 11 + 5, 1, 12), cols = drawn(Seed * 13 + 7, 1, 12);
    const auto f = random_formula<T, Seed, 3, rows, cols>();
    const tensor value = f;
    const double units = distance<T>(value, evaluate_unfused<long double>(f), 1);
    EXPECT_LE(units, allowed_units) << "seed " << Seed << ", " << rows << " x " << cols;
    return units;
}

template <std::uint64_t First, std::uint64_t... Seed>
double check_all(std::integer_sequence<std::uint64_t, Seed...>) {
    return std::max({check<std::conditional_t<Seed % 4 == 0, float, double>, First + Seed>()...});
}

TEST(random_formulas, agree_with_the_unfused_evaluation) {
    const double worst = check_all<HEED_TEST_FIRST_SEED>(std::make_integer_sequence<std::uint64_t, HEED_TEST_SEEDS>());
    std::printf("largest distance: %.2f units in the last place, %g allowed\n", worst, allowed_units);
}

}  // namespace heed::test
