// SPDX-License-Identifier: BSL-1.0
// Convex hulls of printed rows: points known to be inside, outside, and as near to the boundary as digits tell.
#include <heed/verify/hull.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <random>
#include <vector>

namespace {

using namespace heed;
using namespace heed::detail;

constexpr auto triangle = printed<"0.0 0.0; 1.0 0.0; 0.0 1.0">;

constexpr bool judges_a_triangle() {
    const auto near = within_hull(printed<"0.3 0.3; 0.5 0.5; 0.6 0.5; 0.8 0.8; -0.3 0.5; 0.0 0.0">, triangle);
    // Each number is known to 0.05: the side x + y = 1 may be at 1.1.
    if (near(0) != verdict::consistent || near(1) != verdict::consistent || near(2) != verdict::consistent)
        return false;
    if (near(3) != verdict::refuted || near(4) != verdict::refuted || near(5) != verdict::consistent) return false;
    const auto digits = within_hull(exact(printed<"0.3 0.3; 0.6 0.5; -0.1 0.5; 1.0 0.0">), exact(triangle));
    return digits(0) == verdict::consistent && digits(1) == verdict::refuted && digits(2) == verdict::refuted &&
           digits(3) == verdict::consistent;
}
static_assert(judges_a_triangle());

constexpr auto in_part = within_hull(printed<"0.1 0.1; ...; 3.0 3.0">, triangle);
static_assert(in_part(0) == verdict::consistent && in_part(1) == verdict::elided && in_part(2) == verdict::refuted);
static_assert(in_part.refuted() && in_part.count(verdict::elided) == 1);

TEST(hull, judges_a_triangle_at_run_time_too) { EXPECT_TRUE(judges_a_triangle()); }

decimal rounded(double x) { return {std::llround(x * 1e4), 4, entry_kind::number}; }

/// Random rows, points made by known weights, and points moved outwards.
template <std::size_t Rows, std::size_t Dims>
void check_random(bool exact) {
    std::mt19937 random(Rows * 100 + Dims);
    std::normal_distribution<double> normal;
    std::exponential_distribution<double> exponential;
    std::size_t undecided = 0, judged = 0;
    for (int round = 0; round < 200; ++round) {
        std::vector<decimal> rows;
        for (std::size_t i = 0; i < Rows * Dims; ++i) rows.push_back(rounded(normal(random)));
        hull_search<Rows, Dims> search(rows.data(), exact);
        std::vector<double> weights, direction;
        double total = 0;
        for (std::size_t j = 0; j < Rows; ++j) total += weights.emplace_back(exponential(random));
        for (std::size_t d = 0; d < Dims; ++d) direction.push_back(normal(random));
        std::vector<decimal> inside, beyond;
        double largest = -1e9, size = 0;
        for (std::size_t j = 0; j < Rows; ++j) {
            double along = 0;
            for (std::size_t d = 0; d < Dims; ++d)
                along += direction[d] * static_cast<double>(rows[j * Dims + d].digits) / 1e4;
            largest = std::max(largest, along);
        }
        for (const double c : direction) size += c * c;
        for (std::size_t d = 0; d < Dims; ++d) {
            double mean = 0;
            for (std::size_t j = 0; j < Rows; ++j)
                mean += weights[j] / total * static_cast<double>(rows[j * Dims + d].digits) / 1e4;
            inside.push_back(rounded(mean));
            // Along the direction, 0.01 beyond the furthest row.
            beyond.push_back(rounded(direction[d] / size * largest + 0.01 * direction[d] / std::sqrt(size)));
        }
        EXPECT_NE(search.judge(inside.data(), false), verdict::refuted);
        undecided += search.judge(inside.data(), false) == verdict::undecided ? 1 : 0;
        EXPECT_EQ(search.judge(beyond.data(), false), verdict::refuted);
        ++judged;
    }
    std::printf("%zu rows of %zu: %zu of %zu inside are undecided\n", Rows, Dims, undecided, judged);
    EXPECT_EQ(undecided, 0U);
}

TEST(hull, random_points) {
    check_random<3, 2>(false);
    check_random<12, 3>(false);
    check_random<12, 3>(true);
    check_random<20, 8>(false);
    check_random<5, 16>(false);
}

}  // namespace
