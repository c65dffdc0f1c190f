// SPDX-License-Identifier: BSL-1.0
// Every function of two operands in each of its uses: what its header describes agrees with itself.
#include <heed/heed.hpp>
#include <heed/reference/apply_enclosed.hpp>
#include <heed/reference/functions.hpp>
#include <heed/reference/interval.hpp>
#include <heed/reference/operation_errors.hpp>
#include <heed/simd/pack.hpp>
#include <heed/study/emit/emit_definition.hpp>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace {

using namespace heed::detail;
using heed::interval;
using wide = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>, boost::multiprecision::et_off>;

/// Pairs of numbers at which no function jumps, apart from those of whole numbers; the first one is positive.
constexpr double pairs[][2] = {{0.75, 2.5}, {3.25, 1.5}, {6.5, -0.625}, {1.125, 1.875}};
constexpr double whole_pairs[][2] = {{7, 2}, {-7, 2}, {9, -4}, {3, 5}, {4, 0}, {0, 3}};

template <class Visit>
void for_each(const Visit& visit) {
#define HEED_VISIT(name)                             \
    {                                                \
        SCOPED_TRACE(#name);                         \
        visit.template operator()<function::name>(); \
    }
    HEED_FUNCTIONS_OF_TWO(HEED_VISIT)
#undef HEED_VISIT
}
template <function F>
constexpr bool is_of_whole_numbers = F == function::quotient || F == function::remainder;

template <function F, class Visit>
void for_each_pair(const Visit& visit) {
    if (!is_of_whole_numbers<F>)
        for (const auto& [a, b] : pairs) visit(a, b);
    for (const auto& [a, b] : whole_pairs)
        if (is_of_whole_numbers<F> || (b != 0 && a > 0)) visit(a, b);
}
wide exact(function f, const wide& a, const wide& b) { return reference::evaluate_function(f, a, b); }

TEST(function_of_two, values_are_those_of_the_definitions) {
    for_each([]<function F>() {
        for_each_pair<F>([](double a, double b) {
            const double y = static_cast<double>(exact(F, a, b)), tolerance = 1e-14 * (1 + std::abs(y));
            EXPECT_NEAR(apply<F>(a, b), y, tolerance) << a << ' ' << b;
            using V = pack<double, 2>;
            if constexpr (F != function::pow) {
                const V lanes_of_y = apply<F>(V{a, b}, V{b, a});
                EXPECT_NEAR(lanes_of_y[0], y, tolerance) << a << ' ' << b;
            }
        });
        constexpr double while_compiling = apply<F>(7.0, 2.0);
        EXPECT_NEAR(while_compiling, apply<F>(whole_pairs[0][0], whole_pairs[0][1]), 1e-14);
    });
}

TEST(function_of_two, kinds_are_those_of_the_values) {
    for_each([]<function F>() {
        for (const auto& [a, b] : whole_pairs) {
            const double y = b == 0 && !keeps_whole(F) ? 0 : apply<F>(a, b);
            EXPECT_TRUE(!keeps_whole(F) || y == std::floor(y)) << a << ' ' << b;
            EXPECT_TRUE(!is_truth(F) || y == 0 || y == 1) << a << ' ' << b;
            EXPECT_TRUE(!never_rounds(F) || y == a || y == b) << a << ' ' << b;
            EXPECT_TRUE(!is_mask(F) || b == 0 || (a == 0) == (y != b)) << a << ' ' << b;
        }
    });
}

TEST(function_of_two, enclosures_hold_the_definitions) {
    for_each([]<function F>() {
        for_each_pair<F>([](double a, double b) {
            if (F == function::pow && a < 0) return;
            const wide y = exact(F, a, b);
            const auto enclosed = [&](double by) {
                return reference::evaluate_function(F, interval<double>(a - by, a + by),
                                                    interval<double>(b - by, b + by));
            };
            const interval<double> at = enclosed(0), around = enclosed(1.0 / 64);
            EXPECT_TRUE(wide(at.lower) <= y && y <= wide(at.upper)) << a << ' ' << b;
            EXPECT_TRUE(around.lower <= at.lower && at.upper <= around.upper) << a << ' ' << b;
            EXPECT_TRUE(b == 0 || at.upper - at.lower <= 1e-13 * (1 + std::abs(at.upper))) << a << ' ' << b;
        });
    });
}

/// Nodes are numbers: what a function passes on is its slope.
struct slope_of_numbers {
    wide apply(function f, const wide& a) const { return reference::evaluate_function(f, a); }
    wide apply(function f, const wide& a, const wide& b) const { return reference::evaluate_function(f, a, b); }
    wide apply_like(const wide&, function f, const wide& a, const wide& b) const { return apply(f, a, b); }
    wide times(const wide& a, const wide& b) const { return a * b; }
    wide minus(const wide& a) const { return -a; }
    wide one_less(const wide& a) const { return a - 1; }
    wide jumping(const wide&, const wide&) const { return 0; }
    wide unless_zero(const wide& a, const wide& factor) const { return a == 0 ? wide(0) : factor; }
};

TEST(function_of_two, adjoints_are_the_slopes_of_the_definitions) {
    for_each([]<function F>() {
        if constexpr (!is_of_whole_numbers<F>)
            for (const auto& [a, b] : pairs) {
                slope_of_numbers n;
                const wide y = exact(F, a, b), h(1e-15);
                const wide first = described<F>::adjoint_of_first(n, wide(3), wide(a), wide(b), y);
                const wide second = described<F>::adjoint_of_second(n, wide(3), wide(a), wide(b), y);
                const wide by_a = (exact(F, wide(a) + h, b) - exact(F, wide(a) - h, b)) / (2 * h);
                const wide by_b = (exact(F, a, wide(b) + h) - exact(F, a, wide(b) - h)) / (2 * h);
                EXPECT_LT(abs(wide(first - 3 * by_a)), wide(1e-24)) << a << ' ' << b;
                EXPECT_LT(abs(wide(second - 3 * by_b)), wide(1e-24)) << a << ' ' << b;
            }
    });
}

TEST(function_of_two, ranges_hold_the_values) {
    using range = index_range<double>;
    for_each([]<function F>() {
        for (long long a = -3; a <= 3; ++a)
            for (long long b = -2; b <= 3; ++b) {
                const range y = range_of(F, range::from(a, a + 2), range::from(b, b + 3));
                for (long long i = a; i <= a + 2; ++i)
                    for (long long j = b; j <= b + 3 && y.known(); ++j) {
                        const double value = apply<F>(static_cast<double>(i), static_cast<double>(j));
                        EXPECT_TRUE(static_cast<double>(y.low) <= value && value <= static_cast<double>(y.high))
                            << i << ' ' << j;
                    }
            }
        EXPECT_TRUE(keeps_whole(F) == range_of(F, range::from(4, 5), range::from(1, 2)).known() || is_mask(F));
    });
}

TEST(function_of_two, errors_of_a_format_hold_those_of_its_numbers) {
    const float_format format = format_of(heed::in_float32);
    const reference::function_error errors(format);
    for_each([&]<function F>() {
        for_each_pair<F>([&](double a, double b) {
            const double part = is_of_whole_numbers<F> ? 1 : 3;
            const float u = static_cast<float>(a / part), v = static_cast<float>(b / part);
            const wide y = exact(F, u, v);
            const double size = std::abs(static_cast<double>(y)), bound = errors.of(F, {v, v}, size);
            EXPECT_LE(static_cast<double>(abs(wide(wide(apply<F>(u, v)) - y))), bound) << a << ' ' << b;
            EXPECT_LT(bound, 1e-5 * (1 + size)) << a << ' ' << b;
        });
    });
}

TEST(function_of_two, definitions_are_written_in_c) {
    using emitted::expression;
    const auto written = [&](function f) {
        return emitted::definition_of_two(f, {"a[i]"}, {"(double)b", expression::sign}, emitted::c_dialect).text;
    };
    EXPECT_EQ(written(function::add), "a[i] + ((double)b)");
    EXPECT_EQ(written(function::pow), "pow(a[i], (double)b)");
    EXPECT_EQ(written(function::max),
              "a[i] != a[i] ? a[i] : a[i] < ((double)b) || ((double)b) != ((double)b) ? "
              "((double)b) : a[i]");
    EXPECT_EQ(written(function::both), "a[i] != 0 && ((double)b) != 0 ? 1 : 0");
    EXPECT_EQ(written(function::where), "a[i] != 0 ? ((double)b) : -INFINITY");
    EXPECT_EQ(written(function::remainder), "((double)b) == 0 ? 0 : fmod(a[i], (double)b)");
    for_each([&]<function F>() { EXPECT_NE(written(F).find("a[i]"), std::string::npos); });
}

}  // namespace
