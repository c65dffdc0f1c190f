// SPDX-License-Identifier: BSL-1.0
// Errors of single operations at the ends of formats: quotients by reciprocals and powers by products, computed in
// every way that the bounds allow for, stay within them.
#include <heed/reference/operation_errors.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <vector>

namespace {

using namespace heed;
using detail::float_format;
using detail::function;
using detail::reference::element_size;
using detail::reference::function_error;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A number of the format: infinite beyond the largest, and 0 below the normal ones where these are flushed.
double rounded(const float_format& f, double x, bool flush) {
    if (x == 0 || std::isinf(x) || std::isnan(x)) return x;
    const double half_unit = f.largest * f.u / (2 - 2 * f.u);
    if (std::abs(x) >= f.largest + half_unit) return x > 0 ? infinity : -infinity;
    if (std::abs(x) > f.largest) return x > 0 ? f.largest : -f.largest;
    return flush && std::abs(x) < f.smallest_normal() ? 0 : detail::nearest_in(f, x).value;
}

/// Normal numbers of the format, most of them near its ends.
std::vector<double> hard_numbers(const float_format& f, std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    const int largest = static_cast<int>(std::log2(f.largest));
    std::vector<double> numbers{f.largest, f.smallest_normal(), 1};
    while (numbers.size() < count) {
        const int near = static_cast<int>(random() % 4), middle = f.least_exponent + static_cast<int>(random() % 40);
        const int exponent = numbers.size() % 3 == 0   ? f.least_exponent + near
                             : numbers.size() % 3 == 1 ? largest - near
                             : middle < largest        ? middle
                                                       : 0;
        const double x = std::ldexp(1 + std::uniform_real_distribution<double>(0, 1)(random), exponent);
        numbers.push_back(std::min(rounded(f, x, false), f.largest));
    }
    return numbers;
}

element_size point(double x) { return {x, x}; }

/// Whether a computed number is within the bound; beyond the largest nothing is said of it.
bool is_within(const float_format& f, double computed, double exact, double bound) {
    const double all = bound + (std::abs(exact) - bound < f.smallest_normal() ? f.underflow : 0);
    if (!(std::abs(exact) + all <= f.largest)) return true;
    return std::abs(computed - exact) <= all * (1 + 1e-6);
}

constexpr arithmetic formats[] = {in_float16, in_bfloat16, in_float32};

TEST(operation_errors, of_quotients_by_reciprocals) {
    for (const arithmetic in : formats) {
        const float_format f = detail::format_of(in);
        const function_error errors(f);
        std::size_t infinite = 0, off = 0;
        for (const double b : hard_numbers(f, 600, 1))
            for (const double a : hard_numbers(f, 60, 2))
                for (const bool flush : {false, f.flushes()}) {
                    const double computed = rounded(f, a * rounded(f, 1 / b, flush), flush), exact = a / b;
                    const double plain = errors.of(function::divide, point(b), exact);
                    EXPECT_TRUE(is_within(f, computed, exact, plain + errors.of_reciprocal(a, point(b))))
                        << name_of(in) << ": " << a << " / " << b << " = " << computed;
                    infinite += std::isinf(computed) ? 1 : 0;
                    off += is_within(f, computed, exact, plain) ? 0 : 1;
                }
        EXPECT_GT(infinite, 0U);
        EXPECT_GT(off, 0U);  // without what reciprocals add
    }
}

double product_of(const float_format& f, double x, int n, bool flush) {
    double y = x;
    for (int i = 1; i < n; ++i) y = rounded(f, y * x, flush);
    return y;
}

TEST(operation_errors, of_powers_by_products) {
    for (const arithmetic in : formats) {
        const float_format f = detail::format_of(in);
        const function_error errors(f);
        std::size_t off = 0;
        for (const double magnitude : hard_numbers(f, 900, 3))
            for (const int n : {1, 2, 3, 4, 7}) {
                // Roots, so that powers are near the ends.
                const double x = rounded(f, std::pow(magnitude, 1.0 / n), false), inverse = rounded(f, 1 / x, false);
                for (const bool flush : {false, f.flushes()}) {
                    const double power = product_of(f, x, n, flush);
                    const auto expect = [&](double computed, int exponent, const char* way) {
                        const double exact = std::pow(x, exponent);
                        const double plain = errors.of_power(point(exponent), exact);
                        const double steps = errors.of_power_steps(point(exponent), point(exact));
                        EXPECT_TRUE(is_within(f, computed, exact, plain + steps))
                            << name_of(in) << ": " << x << " ** " << exponent << " = " << computed << ", " << way;
                        off += is_within(f, computed, exact, plain) ? 0 : 1;
                    };
                    expect(power, n, "product");
                    expect(rounded(f, 1 / power, flush), -n, "reciprocal of a product");
                    expect(product_of(f, inverse, n, flush), -n, "product of reciprocals");
                    expect(rounded(f, std::pow(x, n), flush), n, "power");
                    expect(rounded(f, std::pow(x, -n), flush), -n, "power");
                }
            }
        EXPECT_GT(off, 0U);  // without what the steps add
    }
}

/// Away from the ends nothing is added.
TEST(operation_errors, of_ordinary_numbers_stay_as_they_are) {
    for (const arithmetic in : formats) {
        const float_format f = detail::format_of(in);
        const function_error errors(f);
        for (const double x : {0.01, 0.5, 1.0, 3.0, 200.0}) {
            EXPECT_EQ(errors.of_reciprocal(x, point(x)), 0) << x;
            EXPECT_EQ(errors.of_power_steps(point(2), point(x)), 0) << x;
            EXPECT_EQ(errors.of_power_steps(point(-2), point(x)), 0) << x;
        }
    }
}

/// 100 products round 100 times, whatever they give.
TEST(operation_errors, of_large_whole_powers) {
    const float_format format = detail::format_of(in_float32);
    const function_error errors(format);
    EXPECT_GE(errors.of_power(point(1000), 2.0), 2000 * 0x1p-24);
}

}  // namespace
