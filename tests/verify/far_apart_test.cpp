// SPDX-License-Identifier: BSL-1.0
// Verdicts on small formulas of exact decimals that are far apart, printed at or beside ties, against fractions of
// whole numbers of any size: what is consistent is printed right, what is refuted is printed wrong, in each arithmetic.
#include "tests/verify/trial.hpp"

#include <heed/heed.hpp>
#include <heed/reference/ball.hpp>
#include <heed/reference/exact_decimal.hpp>

#include <gtest/gtest.h>
#include <boost/multiprecision/cpp_int.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <vector>

#ifndef HEED_TEST_ROUNDS
#define HEED_TEST_ROUNDS 300
#endif

namespace {

using namespace heed;
using namespace heed::test;
using whole = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>, boost::multiprecision::et_off>;
using fraction =
    boost::multiprecision::number<boost::multiprecision::rational_adaptor<boost::multiprecision::cpp_int_backend<>>,
                                  boost::multiprecision::et_off>;

fraction scaled(const whole& digits, int places) {
    const whole power = pow(whole(10), static_cast<unsigned>(places < 0 ? -places : places));
    return places < 0 ? fraction(whole(digits * power)) : fraction(digits, power);
}
fraction size_of(const fraction& x) { return x < 0 ? fraction(-x) : x; }

tensor<double, 1> a, b, c, d, ones;

decimal random_decimal(random_numbers& random) {
    const int widths[] = {2, 12, 30, 150};
    const int width = widths[random.below(4)];
    auto digits = static_cast<long long>(random.below(999'999'999'999'999'999));
    for (std::size_t n = random.below(18); n > 0; --n) digits /= 10;
    if (random.below(3) == 0) digits = static_cast<long long>(random.below(9)) + 1;
    const auto places = static_cast<int>(random.below(static_cast<std::size_t>(2 * width + 1))) - width;
    return {random.below(2) == 0 ? digits : -digits, static_cast<short>(places), entry_kind::number};
}

/// What is printed for a value: to some figures, moved by a unit or two, or cut so that it may be a tie.
std::optional<decimal> printed_near(const fraction& value, random_numbers& random, bool coarse) {
    int places = static_cast<int>(random.below(coarse ? 3 : 25)) - (coarse ? 0 : 4);
    if (value != 0 && !coarse)
        for (whole size = size_of(scaled(1, 0) / value).convert_to<whole>(); size > 0; size /= 10) ++places;
    for (;; --places) {
        const fraction shifted = value * scaled(1, -places) * 2;
        whole twice = numerator(shifted) / denominator(shifted);
        const whole digits = twice >= 0 ? whole((twice + static_cast<int>(random.below(2))) / 2) : whole(twice / 2);
        if (digits > 900'000'000'000'000'000 || digits < -900'000'000'000'000'000) continue;
        if (places > 300 || places < -300) return std::nullopt;
        const auto moved = static_cast<long long>(random.below(5)) - 2;
        return decimal{digits.convert_to<long long>() + moved, static_cast<short>(places), entry_kind::number};
    }
}

struct tally {
    std::size_t consistent = 0, refuted = 0, undecided = 0, ties = 0;
};

template <enclosure E>
verdict judged(trial& t, const decimal& printed) {
    const std::vector<decimal> entries{printed};
    const auto q = t.ask(entries, detail::reading::rounded);
    return judging_of_trial<E>(q).judge(detail::element_at(t.dims(), 0)).what;
}

/// The least and the largest value over all corners of the boxes: all formulas here rise or fall along each operand.
struct range_of_values {
    fraction least, most;
};
template <class Value>
std::optional<range_of_values> range_of(const std::vector<known_number>& leaves, const Value& value) {
    std::optional<range_of_values> range;
    for (std::size_t corner = 0; corner < std::size_t{1} << leaves.size(); ++corner) {
        std::vector<fraction> x;
        for (std::size_t k = 0; k < leaves.size(); ++k) {
            const decimal& digits = leaves[k].printed;
            const fraction half = leaves[k].is_rounded ? scaled(5, digits.places + 1) : fraction(0);
            x.push_back(scaled(digits.digits, digits.places) + ((corner >> k) % 2 == 0 ? fraction(-half) : half));
        }
        const std::optional<fraction> y = value(x);
        if (!y) return std::nullopt;
        if (!range) range = range_of_values{*y, *y};
        range = range_of_values{*y < range->least ? *y : range->least, range->most < *y ? *y : range->most};
    }
    return range;
}

/// value  of as many operands as the formula has leaves
template <class F, class Value>
void check(const char* name, const F& f, const Value& value, tally& all) {
    trial t(f);
    random_numbers random(mixed(static_cast<std::uint64_t>(name[0]) + 7 * static_cast<std::uint64_t>(name[1])));
    for (int round = 0; round < HEED_TEST_ROUNDS; ++round) {
        std::vector<known_number> leaves;
        const bool rounded = random.below(3) == 0, near = random.below(3) == 0;
        for (std::size_t leaf = 0; leaf < t.leaves(); ++leaf) {
            leaves.push_back({.printed = random_decimal(random), .is_printed = true, .is_rounded = rounded});
            if (near)
                leaves[leaf].printed = {static_cast<long long>(random.below(40)) * 5,
                                        static_cast<short>(random.below(4)), entry_kind::number};
            t.set_leaf(leaf, {leaves[leaf]});
        }
        const std::optional<range_of_values> range = range_of(leaves, value);
        if (!range) continue;
        const std::optional<decimal> printed =
            printed_near(random.below(2) == 0 ? range->least : range->most, random, near);
        if (!printed) continue;
        const fraction digits = scaled(printed->digits, printed->places), half = scaled(5, printed->places + 1);
        const bool is_right = range->least <= digits + half && range->most >= digits - half;
        all.ties += range->least == digits + half || range->most == digits - half ? 1U : 0U;
        for (const verdict v :
             {judged<interval<double>>(t, *printed), judged<exact_decimal>(t, *printed), judged<ball>(t, *printed)}) {
            all.consistent += v == verdict::consistent ? 1U : 0U;
            all.refuted += v == verdict::refuted ? 1U : 0U;
            all.undecided += v == verdict::undecided ? 1U : 0U;
            ASSERT_NE(v, is_right ? verdict::refuted : verdict::consistent) << name << ", round " << round;
        }
    }
}

TEST(far_apart, verdicts_are_right) {
    using value = std::optional<fraction>;
    using operands = std::vector<fraction>;
    const auto smaller = [](const fraction& x, const fraction& y) { return x < y ? x : y; };
    const auto larger = [](const fraction& x, const fraction& y) { return x < y ? y : x; };
    tally all;
    check(
        "min", hadamard(min(a, b), c) + d,
        [&](const operands& x) -> value { return smaller(x[0], x[1]) * x[2] + x[3]; }, all);
    check(
        "max", hadamard(max(a, b), c) - d, [&](const operands& x) -> value { return larger(x[0], x[1]) * x[2] - x[3]; },
        all);
    check(
        "sum", a + b - c, [](const operands& x) -> value { return x[0] + x[1] - x[2]; }, all);
    check(
        "product", hadamard(hadamard(a, b), c), [](const operands& x) -> value { return x[0] * x[1] * x[2]; }, all);
    check(
        "quotient", a / (relu(b) + relu(ones)) + c,
        [&](const operands& x) -> value {
            if (larger(x[1], 0) + larger(x[2], 0) == 0) return {};
            return x[0] / (larger(x[1], 0) + larger(x[2], 0)) + x[3];
        },
        all);
    check(
        "relu", relu(a - b) + c, [&](const operands& x) -> value { return larger(x[0] - x[1], 0) + x[2]; }, all);
    check(
        "choice", max(min(a, b), hadamard(c, d)),
        [&](const operands& x) -> value { return larger(smaller(x[0], x[1]), x[2] * x[3]); }, all);
    check(
        "distributes", hadamard(a, b - c) + hadamard(a, d),
        [](const operands& x) -> value { return x[0] * (x[1] - x[2]) + x[3] * x[4]; }, all);
    std::printf("%zu consistent, %zu refuted, %zu undecided, %zu ties\n", all.consistent, all.refuted, all.undecided,
                all.ties);
    EXPECT_GT(all.consistent, 500U);
    EXPECT_GT(all.refuted, 1000U);
    EXPECT_GT(all.ties, 20U);
}

}  // namespace
