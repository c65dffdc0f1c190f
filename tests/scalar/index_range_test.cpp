// SPDX-License-Identifier: BSL-1.0
// The rules of intervals hold every value that the functions of masks take, and little else.
#include <heed/scalar/index_range.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>

namespace heed::test {

using namespace detail;
using range = index_range<float>;

constexpr bool operands_are_counted() {
    for (int i = 0; i <= static_cast<int>(function::keep); ++i) {
        const auto f = static_cast<function>(i);
        if (is_of_one_operand(f) != (traits_of(f).operands == 1)) return false;
    }
    return true;
}
static_assert(operands_are_counted());

template <function F>
constexpr double value_of_whole(long long a, long long b) {
    if constexpr (traits_of(F).operands == 1)
        return apply<F>(static_cast<double>(a));
    else
        return apply<F>(static_cast<double>(a), static_cast<double>(b));
}

struct findings {
    std::size_t outside = 0;   ///< ranges that miss a value
    std::size_t too_wide = 0;  ///< ranges with an end that is no value
    std::size_t all = 0;
};

/// All pairs of ranges with ends from -5 to 5.
template <function F>
findings check() {
    constexpr long long most = 5;
    findings found;
    for (long long a = -most; a <= most; ++a)
        for (long long b = a; b <= most; ++b)
            for (long long c = -most; c <= most; ++c)
                for (long long d = c; d <= most; ++d) {
                    const range x = range::from(a, b), y = range::from(c, d);
                    const range r = traits_of(F).operands == 1 ? range_of(F, x) : range_of(F, x, y);
                    double low = 1e9, high = -1e9;
                    for (long long i = a; i <= b; ++i)
                        for (long long j = c; j <= d; ++j) {
                            const double v = value_of_whole<F>(i, j);
                            low = v < low ? v : low;
                            high = v > high ? v : high;
                        }
                    const auto from = static_cast<double>(r.low), to = static_cast<double>(r.high);
                    ++found.all;
                    found.outside += low < from || to < high;
                    found.too_wide += from < low || high < to;
                }
    return found;
}

#define EXPECT_EXACT(f)                              \
    do {                                             \
        const findings found = check<function::f>(); \
        EXPECT_EQ(found.outside, 0U) << #f;          \
        EXPECT_EQ(found.too_wide, 0U) << #f;         \
    } while (false)

TEST(index_range, is_exact) {
    EXPECT_EXACT(negate);
    EXPECT_EXACT(abs);
    EXPECT_EXACT(is_zero);
    EXPECT_EXACT(add);
    EXPECT_EXACT(subtract);
    EXPECT_EXACT(multiply);
    EXPECT_EXACT(min);
    EXPECT_EXACT(max);
    EXPECT_EXACT(less);
    EXPECT_EXACT(less_equal);
    EXPECT_EXACT(equal);
    EXPECT_EXACT(both);
    EXPECT_EXACT(either);
}

/// A quotient by a range with 0 in it is no larger than what is divided; a remainder by a range is as large as the
/// smallest rule says.
TEST(index_range, of_quotients_and_remainders_holds_all_values) {
    const findings quotients = check<function::quotient>(), remainders = check<function::remainder>();
    EXPECT_EQ(quotients.outside, 0U);
    EXPECT_EQ(remainders.outside, 0U);
    EXPECT_LT(remainders.too_wide, remainders.all / 2);
}
TEST(index_range, of_quotients_and_remainders_by_a_number_is_exact) {
    for (const long long n : {-4, -1, 1, 3, 7})
        for (long long a = -20; a <= 20; ++a)
            for (long long b = a; b <= 20; ++b) {
                const range x = range::from(a, b), by = range::from(n, n);
                EXPECT_EQ(range_of(function::quotient, x, by).low, n > 0 ? a / n : b / n);
                EXPECT_EQ(range_of(function::quotient, x, by).high, n > 0 ? b / n : a / n);
                if (a / n == b / n) {
                    EXPECT_EQ(range_of(function::remainder, x, by).low, a % n);
                    EXPECT_EQ(range_of(function::remainder, x, by).high, b % n);
                }
            }
}

TEST(index_range, knows_what_the_type_holds) {
    EXPECT_TRUE(range::from(0, 1LL << 24).known());
    EXPECT_FALSE(range::from(0, (1LL << 24) + 1).known());
    EXPECT_TRUE(index_range<double>::from(0, (1LL << 24) + 1).known());
    EXPECT_FALSE(range_of(function::add, range::from(1 << 24, 1 << 24), range::from(1, 1)).known());
    EXPECT_FALSE(
        range_of(function::multiply, index_range<double>::from(0, 1LL << 40), index_range<double>::from(2, 2)).known());
    EXPECT_TRUE(range_of_number(7.0F).known());
    EXPECT_FALSE(range_of_number(7.5F).known());
    EXPECT_FALSE(range_of_number(1e30F).known());
    EXPECT_FALSE(range_of_number(std::numeric_limits<float>::quiet_NaN()).known());
    EXPECT_FALSE(range_of_number(std::numeric_limits<double>::infinity()).known());
}

/// What is not known stays unknown, and compares with nothing.
TEST(index_range, unknown) {
    const range known = range::from(-3, 3), unknown;
    for (const function f : {function::add, function::subtract, function::multiply, function::quotient,
                             function::remainder, function::min, function::max}) {
        EXPECT_FALSE(range_of(f, known, unknown).known());
        EXPECT_FALSE(range_of(f, unknown, known).known());
    }
    for (const function f : {function::less, function::less_equal, function::equal}) {
        const range r = range_of(f, known, unknown);
        EXPECT_EQ(r.low, 0);
        EXPECT_EQ(r.high, 1);
    }
    EXPECT_TRUE(range_of(function::both, range::from(0, 0), unknown).is_zero());
    EXPECT_FALSE(range_of(function::either, range::from(1, 1), unknown).has_zero());
}

}  // namespace heed::test
