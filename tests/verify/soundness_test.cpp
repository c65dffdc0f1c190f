// SPDX-License-Identifier: BSL-1.0
// Verdicts on formulas drawn at random and on those that random ones leave out, against points of the boxes: bounds
// hold every value seen, what was printed of a true point is never refuted, what is refuted is never hit, and what is
// consistent has a witness, found here by another search.
#include "tests/run/random_shapes_formula.hpp"
#include "tests/verify/trial.hpp"

#include <heed/heed.hpp>
#include <heed/reference/ball.hpp>
#include <heed/reference/exact_decimal.hpp>

#include <gtest/gtest.h>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <utility>
#include <vector>

namespace {

using namespace heed;
using namespace heed::test;
using detail::element_at;
using detail::printed_range;
using wide = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>, boost::multiprecision::et_off>;

constexpr long double infinity = std::numeric_limits<long double>::infinity();

/// What the reference may be off by itself.
long double slack_of(long double x) { return 1e-17L * std::max(1.0L, std::abs(x)); }

/// What was seen over all formulas.
struct tally {
    std::size_t points = 0;         ///< of boxes
    std::size_t verdicts[4]{};      ///< of entries that were printed of a true point, or moved from there
    std::size_t searched = 0;       ///< witnesses
    std::vector<double> natural{};  ///< widths over the spread of the values seen
    std::vector<double> sharp{};

    void add(const tally& t) {
        points += t.points;
        searched += t.searched;
        for (std::size_t v = 0; v < 4; ++v) verdicts[v] += t.verdicts[v];
        natural.insert(natural.end(), t.natural.begin(), t.natural.end());
        sharp.insert(sharp.end(), t.sharp.begin(), t.sharp.end());
    }
};

double median(std::vector<double> x) {
    if (x.empty()) return 0;
    std::nth_element(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2), x.end());
    return x[x.size() / 2];
}

double largest(const std::vector<double>& x) { return x.empty() ? 0 : *std::max_element(x.begin(), x.end()); }

void print(const char* what, const tally& t) {
    std::printf(
        "%-50s %7zu points; width / spread seen: of the formula %5.2f (at most %.3g), examined %5.2f (%.3g); "
        "%zu consistent, %zu refuted, %zu undecided; %zu witnesses\n",
        what, t.points, median(t.natural), largest(t.natural), median(t.sharp), largest(t.sharp), t.verdicts[0],
        t.verdicts[1], t.verdicts[2], t.searched);
}

/// All elements, or some of many.
std::vector<std::size_t> chosen_elements(const trial& t, std::size_t most) {
    std::vector<std::size_t> chosen;
    const std::size_t n = t.dims().size();
    for (std::size_t i = 0; i < n; i += 1 + n / most) chosen.push_back(i);
    return chosen;
}

struct spread {
    long double least = infinity, most = -infinity;
    bool undefined = false;
    void add(long double x) {
        undefined = undefined || x != x;
        least = std::min(least, x);
        most = std::max(most, x);
    }
};

offsets opposite(offsets o) {
    for (auto& leaf : o)
        for (double& x : leaf) x = -x;
    return o;
}

/// The values of elements at so many points of the boxes, of which every other is a corner, and at the corners that the
/// slopes of each element name.
std::vector<spread> spreads_of(const trial& t, const std::vector<std::size_t>& chosen, std::size_t points,
                               std::uint64_t seed) {
    random_numbers random(seed);
    values_of_trial<long double> values(t.graph());
    std::vector<spread> seen(chosen.size());
    for (std::size_t p = 0; p < points; ++p) {
        t.fill(values, t.random_offsets(random, p % 2 == 0));
        values.evaluate_all();
        for (std::size_t c = 0; c < chosen.size(); ++c)
            seen[c].add(values.element(t.result(), element_at(t.dims(), chosen[c])));
    }
    for (std::size_t c = 0; c < chosen.size(); ++c) {
        const region at = element_at(t.dims(), chosen[c]);
        const offsets way = t.signs_at_middle(at);
        for (const offsets& corner : {way, opposite(way)}) {
            t.fill(values, corner);
            values.evaluate_all();
            seen[c].add(values.element(t.result(), at));
        }
    }
    return seen;
}

bool holds(const interval<double>& bounds, long double x) {
    if (std::isinf(x)) return bounds.lower <= x && x <= bounds.upper;
    return x >= bounds.lower - slack_of(x) && x <= bounds.upper + slack_of(x);
}

/// Bounds of the whole formula and those of examine hold all that was seen.
void check_bounds(trial& t, const std::vector<std::size_t>& chosen, const std::vector<spread>& seen, tally& total,
                  const char* name) {
    values_of_trial<interval<double>> natural(t.graph());
    t.fill_boxes<interval<double>>(natural);
    natural.evaluate_all();
    const std::vector<decimal> nothing(t.dims().size(), decimal{0, 0, entry_kind::elided});
    const auto q = t.ask(nothing);
    judging_of_trial<interval<double>> judge(q);
    for (std::size_t c = 0; c < chosen.size(); ++c) {
        if (seen[c].undefined) continue;
        const region at = element_at(t.dims(), chosen[c]);
        const interval<double> wide_bounds = natural.element(t.result(), at), sharp = judge.examine(at).bounds;
        for (const long double x : {seen[c].least, seen[c].most}) {
            EXPECT_TRUE(holds(wide_bounds, x)) << name << ", element " << chosen[c];
            EXPECT_TRUE(holds(sharp, x)) << name << ", element " << chosen[c];
        }
        const auto width = static_cast<double>(seen[c].most - seen[c].least);
        if (width < 1e-12 || !is_bounded(wide_bounds)) continue;
        total.natural.push_back((wide_bounds.upper - wide_bounds.lower) / width);
        total.sharp.push_back((sharp.upper - sharp.lower) / width);
    }
}

/// The numbers that round to a printed one, ends included.
struct target {
    long double lower, upper;
    explicit target(const decimal& d) {
        const auto x = value_of<long double>(d), half = power_of_ten<long double>(-d.places) / 2;
        lower = x - half - slack_of(x);
        upper = x + half + slack_of(x);
    }
    bool holds(long double x) const { return lower <= x && x <= upper; }
};

/// A point between the middle and `way` from it where the element is on target: the segment is cut in two again and
/// again between a value below the target and one above.
bool finds_witness(const trial& t, const region& at, const offsets& way, const target& wanted) {
    values_of_trial<long double> values(t.graph());
    const auto value_at = [&](long double part) {
        t.fill(values, way, part);
        values.evaluate_all();
        return values.element(t.result(), at);
    };
    long double near = 0, far = 1;
    const long double at_near = value_at(near), at_far = value_at(far);
    if (wanted.holds(at_near) || wanted.holds(at_far)) return true;
    if ((at_near < wanted.lower) == (at_far < wanted.lower)) return false;
    for (int step = 0; step < 80; ++step) {
        const long double middle = (near + far) / 2, x = value_at(middle);
        if (wanted.holds(x)) return true;
        ((x < wanted.lower) == (at_near < wanted.lower) ? near : far) = middle;
    }
    return false;
}

bool has_witness(const trial& t, const region& at, const decimal& printed) {
    const target wanted(printed);
    for (const offsets& way : {t.signs_over_box(at), t.signs_at_middle(at)})
        if (finds_witness(t, at, way, wanted) || finds_witness(t, at, opposite(way), wanted)) return true;
    return false;
}

/// To so many places, or as many as fit 18 digits.
decimal printed_of(long double x, int places) {
    if (std::isinf(x)) return {x < 0 ? -1 : 1, 0, entry_kind::infinite};
    while (std::abs(x) * power_of_ten<long double>(places) > 1e17L) --places;
    return rounded_to(x, places);
}

/// Entries printed of the values at a hidden point, then moved.
void check_verdicts(trial& t, const std::vector<std::size_t>& chosen, const std::vector<spread>& seen, int places,
                    std::uint64_t seed, tally& total, const char* name) {
    random_numbers random(seed);
    values_of_trial<long double> hidden(t.graph());
    t.fill(hidden, t.random_offsets(random, false));
    hidden.evaluate_all();
    for (const int units : {0, 0, 1, 2, 5, 40}) {
        std::vector<decimal> printed;
        for (std::size_t i = 0; i < t.dims().size(); ++i) {
            printed.push_back(printed_of(hidden.element(t.result(), element_at(t.dims(), i)), places));
            const bool up = random.below(2) == 0;
            long long& digits = printed.back().digits;
            const bool has_room = digits < 1'000'000'000'000'000'000 && digits > -1'000'000'000'000'000'000;
            if (printed.back().kind == entry_kind::number && has_room) digits += up ? units : -units;
        }
        const auto q = t.ask(printed);
        judging_of_trial<interval<double>> judge(q);
        for (std::size_t c = 0; c < chosen.size(); ++c) {
            if (seen[c].undefined) continue;
            const region at = element_at(t.dims(), chosen[c]);
            const decimal& entry = printed[chosen[c]];
            const verdict v = judge.judge(at).what;
            ++total.verdicts[static_cast<std::size_t>(v)];
            if (units == 0) {
                EXPECT_NE(v, verdict::refuted) << name << ", element " << chosen[c] << ", " << places << " places";
            }
            if (entry.kind != entry_kind::number) continue;
            const target wanted(entry);
            if (v == verdict::refuted) {  // values on both sides would have one on target between them
                EXPECT_TRUE(seen[c].most < wanted.lower + 3 * slack_of(wanted.lower) ||
                            seen[c].least > wanted.upper - 3 * slack_of(wanted.upper))
                    << name << ", element " << chosen[c] << ", " << places << " places";
            }
            if (v == verdict::consistent && random.below(2) == 0) {
                EXPECT_TRUE(has_witness(t, at, entry))
                    << name << ", element " << chosen[c] << ", " << entry.digits << "e-" << places;
                ++total.searched;
            }
        }
    }
}

/// The values at points of the boxes in 50 digits, where boxes may be so narrow that they have no inside.
void check_in_50_digits(const trial& t, const std::vector<std::size_t>& chosen, int points, const char* name) {
    random_numbers random(3);
    values_of_trial<wide> values(t.graph());
    values_of_trial<interval<double>> natural(t.graph());
    t.fill_boxes<interval<double>>(natural);
    natural.evaluate_all();
    for (int p = 0; p < points; ++p) {
        t.fill(values, t.random_offsets(random, p % 2 == 0));
        values.evaluate_all();
        for (const std::size_t i : chosen) {
            const region at = element_at(t.dims(), i);
            const wide x = values.element(t.result(), at);
            const wide slack = 1e-44 * (1 + abs(x));
            const interval<double> bounds = natural.element(t.result(), at);
            if (x != x) continue;
            EXPECT_TRUE(wide(bounds.lower) <= x + slack && x - slack <= wide(bounds.upper))
                << name << ", element " << i;
        }
    }
}

struct range_of_leaves {
    double low, high;
};

template <class F>
void check(const F& f, const range_of_leaves& range, std::uint64_t seed, tally& all, const char* name,
           std::size_t points) {
    trial t(f);
    tally total;
    const auto chosen = chosen_elements(t, 12);
    const int input_places[] = {1, 2, 4, 9};
    for (std::size_t k = 0; k < 4; ++k) {
        const int places = input_places[k];
        t.print_leaves(seed + k, range.low, range.high, places);
        if (k % 2 == 1) t.make_same_where_shapes_agree();
        const auto seen = spreads_of(t, chosen, points / 4, seed);
        total.points += points / 4;
        check_bounds(t, chosen, seen, total, name);
        if (k < 3) check_verdicts(t, chosen, seen, places, seed + k, total, name);
    }
    t.print_leaves(seed, range.low, range.high, 17);
    check_in_50_digits(t, chosen, 4, name);
    t.print_leaves(seed, range.low, range.high, 3, false);
    check_in_50_digits(t, chosen, 1, name);
    print(name, total);
    all.add(total);
}

template <std::uint64_t Seed>
void check_random(tally& total) {
    constexpr detail::shape s = random_shape(Seed);
    const auto f = random_formula_of_shape<double, Seed, 3, s>();
    const trial t(f);
    if (t.elements() > 3000 || t.elements() < 20) return;  // a point costs too much, or there is nothing to see
    const std::string name = "seed " + std::to_string(Seed);
    check(f, {-1.5, 1.5}, Seed, total, name.c_str(), 4 * (4000000 / (100 + t.elements() * 4)));
}

TEST(soundness, of_random_formulas) {
    tally total;
    []<std::uint64_t... Seed>(tally & t, std::integer_sequence<std::uint64_t, Seed...>) {
        (check_random<Seed>(t), ...);
    }
    (total, std::make_integer_sequence<std::uint64_t, 60>());
    print("random formulas", total);
    EXPECT_GE(total.points, 500000U);
    EXPECT_GE(total.searched, 500U);
}

tensor<double, 3, 4> a, b;
tensor<double, 4, 4> square;
tensor<double, 2, 3, 4> batch;
tensor<double, 4> row;
tensor<double, 1, 1> one;

TEST(soundness, of_formulas_that_random_ones_leave_out) {
    tally total;
    std::uint64_t seed = 1000;
    const auto check_at = [&](const auto& f, const range_of_leaves& range, const char* name) {
        check(f, range, ++seed, total, name, 20000);
    };
    const range_of_leaves positive{0.3, 1.3}, any{-1.5, 1.5}, large{-6, 6};
    check_at(attention(a, b, b), any, "attention(a, b, b)");
    check_at(attention(a, b, b), large, "attention(a, b, b) of large numbers");
    check_at(attention(batch, batch, batch) * square, any, "attention(batch, batch, batch) * square");
    check_at(concat(heads<2>([](auto) { return attention(a * square, b * square, b); })) * concat<0>(square, square),
             any, "two heads");
    check_at(inverse(square + 6 * square * transpose(square)), positive, "inverse(square + ...)");
    check_at(softmax(a * inverse(square + 5 * square * transpose(square)) * transpose(b)) * b, positive,
             "softmax(a * inverse(...) * transpose(b)) * b");
    check_at(log_softmax(a), large, "log_softmax(a)");
    check_at(log_softmax<0>(a * square), any, "log_softmax<0>(a * square)");
    check_at(logsumexp(a), large, "logsumexp(a)");
    check_at(softmax<0>(a), large, "softmax<0>(a)");
    check_at(max(a), any, "max(a)");
    check_at(min<0>(a * square), any, "min<0>(a * square)");
    check_at(max(a, row) - min(a, b), any, "max(a, row) - min(a, b)");
    check_at(gelu(a), {-3, 1}, "gelu(a)");
    check_at(gelu_tanh(a), {-3, 1}, "gelu_tanh(a)");
    check_at(silu(a) * square, {-3, 1}, "silu(a) * square");
    check_at(softplus(a) * square, {-3, 1}, "softplus(a) * square");
    check_at(relu(a * square) * transpose(b), any, "relu(a * square) * transpose(b)");
    check_at(abs(a - b), any, "abs(a - b)");
    check_at(pow(a, 3_c), any, "pow(a, 3_c)");
    check_at(pow(a, 2_c) - a, any, "pow(a, 2_c) - a");
    check_at(pow(a, b), positive, "pow(a, b)");
    check_at(a / b, positive, "a / b");
    check_at(a / (b + 0.5) - a, positive, "a / (b + 0.5) - a");
    check_at(a / b, {-0.2, 0.2}, "a / b near the pole");
    check_at(log(a) + hadamard(sqrt(b), rsqrt(a)), {0.1, 1}, "log(a) + hadamard(sqrt(b), rsqrt(a))");
    check_at(sqrt(a), {0, 0.2}, "sqrt(a) near its end");
    check_at(erf(a) + tanh(b) + sigmoid(a), large, "erf(a) + tanh(b) + sigmoid(a)");
    check_at(mean<0>(a) - row, any, "mean<0>(a) - row");
    check_at(rows<1, 3>(a) - rows<0, 2>(a), any, "rows<1, 3>(a) - rows<0, 2>(a)");
    check_at(softmax(one) * one, any, "softmax(one) * one");
    print("formulas by hand", total);
    EXPECT_GE(total.points, 500000U);
    EXPECT_GE(total.searched, 500U);
}

std::vector<known_number> numbers(std::size_t n, const decimal& d, bool rounded) {
    return std::vector<known_number>(n, {.printed = d, .is_printed = true, .is_rounded = rounded});
}

/// Bounds and verdicts of boxes that were set by hand.
void check_set(trial& t, int places, std::uint64_t seed, tally& total, const char* name) {
    const auto chosen = chosen_elements(t, 20);
    const auto seen = spreads_of(t, chosen, 2000, seed);
    tally own;
    own.points = 2000;
    check_bounds(t, chosen, seen, own, name);
    check_verdicts(t, chosen, seen, places, seed, own, name);
    print(name, own);
    total.add(own);
}

TEST(soundness, of_hard_inputs) {
    tally total;
    std::uint64_t seed = 2000;
    constexpr decimal minus_infinity{-1, 0, entry_kind::infinite}, zero{0, 0, entry_kind::number};
    tensor<double, 3, 3> scores, mask;
    tensor<double, 3, 2> v;
    const auto masked = [&](const auto& f, int places, double size, const char* name) {
        trial t(f);
        t.print_leaves(++seed, -size, size, places);
        std::vector<known_number> triangle = numbers(9, zero, false);  // the last row keeps nothing
        for (const std::size_t i : {1U, 2U, 5U, 6U, 7U, 8U}) triangle[i].printed = minus_infinity;
        t.set_leaf(1, triangle);
        check_set(t, 3, seed, total, name);
        for (known_number& x : triangle) x.is_rounded = true;  // an infinity is not rounded, a zero is
        t.set_leaf(1, triangle);
        check_set(t, 3, seed, total, name);
    };
    masked(softmax(scores + mask) * v, 2, 1, "softmax(scores + mask) * v");
    masked(softmax(scores + mask) * v, 1, 1e4, "softmax(scores + mask) * v of scores up to 1e4");
    masked(log_softmax(scores + mask), 2, 5, "log_softmax(scores + mask)");
    masked(logsumexp(scores + mask), 2, 5, "logsumexp(scores + mask)");
    masked(max(scores + mask), 2, 5, "max(scores + mask)");

    trial equal(softmax(a * transpose(b)) * b);
    for (const bool rounded : {false, true}) {
        equal.set_leaf(0, numbers(12, {1, 0, entry_kind::number}, rounded));
        for (std::size_t leaf = 1; leaf < equal.leaves(); ++leaf)
            equal.set_leaf(leaf, numbers(12, {30, 2, entry_kind::number}, rounded));
        check_set(equal, 3, ++seed, total, "softmax(a * transpose(b)) * b, all scores equal");
    }
    trial largest(softmax(a) - mean<0>(b));
    for (const int places : {-3, -1, 0, 3, 17}) {
        for (std::size_t leaf = 0; leaf < 2; ++leaf) {
            std::vector<known_number> digits = numbers(12, zero, true);
            random_numbers random(++seed);
            for (known_number& x : digits)
                x.printed = {static_cast<long long>(random.next() % 1999999999999999999U) - 999999999999999999,
                             static_cast<short>(places == 17 ? 17 : 16), entry_kind::number};
            if (places < 16)
                for (known_number& x : digits)
                    x.printed = {x.printed.digits % 19 - 9, static_cast<short>(places), entry_kind::number};
            largest.set_leaf(leaf, digits);
        }
        check_set(largest, places > 12 ? 12 : places + 1, ++seed, total, "18 digits, and places from -3 to 17");
    }
    trial single(exp(-one) * one / (one + 2));
    for (const int places : {0, 1, 5}) {
        single.print_leaves(++seed, 1, 3, places);
        check_set(single, places, seed, total, "one number");
        for (std::size_t leaf = 1; leaf < single.leaves(); ++leaf)
            if (single.leaf_size(leaf) == 1) single.make_same(0, leaf);
        check_set(single, places, seed, total, "one number, one object");
    }
    print("hard inputs", total);
    EXPECT_GE(total.searched, 100U);
}

/// What one type of enclosure proves, no other disproves.
TEST(soundness, of_doubles_and_decimals_agrees) {
    const auto f = softmax(a * transpose(b) / sqrt(4_c)) * b;
    const auto g = hadamard(a, b) - mean<0>(b) * square / 8;
    std::size_t decided[2]{};
    const auto check_both = [&](const auto& formula, std::uint64_t seed) {
        trial t(formula);
        t.print_leaves(seed, -1, 1, 2, seed % 3 != 0);
        if (seed % 2 == 0) t.make_same_where_shapes_agree();
        values_of_trial<long double> middle(t.graph());
        random_numbers random(seed);
        t.fill(middle, t.random_offsets(random, true));
        middle.evaluate_all();
        std::vector<decimal> printed;
        for (std::size_t i = 0; i < t.dims().size(); ++i) {
            printed.push_back(printed_of(middle.element(t.result(), element_at(t.dims(), i)), 3));
            printed.back().digits += static_cast<long long>(random.below(5)) - 2;
        }
        const auto q = t.ask(printed);
        judging_of_trial<interval<double>> in_doubles(q);
        judging_of_trial<ball> in_balls(q);
        judging_of_trial<exact_decimal> in_decimals(q);
        for (std::size_t i = 0; i < t.dims().size(); ++i) {
            const region at = element_at(t.dims(), i);
            const verdict by_doubles = in_doubles.judge(at).what, by_balls = in_balls.judge(at).what,
                          by_decimals = in_decimals.judge(at).what;
            for (const verdict one_way : {by_doubles, by_balls, by_decimals})
                for (const verdict other_way : {by_doubles, by_balls, by_decimals})
                    EXPECT_FALSE(one_way == verdict::consistent && other_way == verdict::refuted) << seed << ' ' << i;
            decided[0] += by_doubles != verdict::undecided ? 1 : 0;
            decided[1] += by_balls != verdict::undecided ? 1 : 0;
        }
    };
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        check_both(f, seed);
        check_both(g, seed);
    }
    EXPECT_GE(decided[1], decided[0]);
    EXPECT_GE(decided[0], 200U);
}

/// What is cut off lies on one side: 0.6 itself is not printed as 0.5.
TEST(soundness, of_truncated_and_exact_digits) {
    trial t(one * 1);
    t.set_leaf(1, numbers(1, {1, 0, entry_kind::number}, false));
    const auto judge = [&](const decimal& input, const decimal& printed, detail::reading how) {
        t.set_leaf(0, numbers(1, input, false));
        const std::vector<decimal> entry{printed};
        const auto q = t.ask(entry, how);
        const verdict by_balls = judging_of_trial<ball>(q).judge(element_at(t.dims(), 0)).what;
        const verdict by_doubles = judging_of_trial<interval<double>>(q).judge(element_at(t.dims(), 0)).what;
        if (by_doubles != verdict::undecided) {
            EXPECT_EQ(by_doubles, by_balls);
        }
        return by_balls;
    };
    const auto tenths = [](long long n) { return decimal{n, 1, entry_kind::number}; };
    const auto hundredths = [](long long n) { return decimal{n, 2, entry_kind::number}; };
    using detail::reading;
    EXPECT_EQ(judge(hundredths(50), tenths(5), reading::truncated), verdict::consistent);
    EXPECT_EQ(judge(hundredths(59), tenths(5), reading::truncated), verdict::consistent);
    EXPECT_NE(judge(hundredths(60), tenths(5), reading::truncated), verdict::consistent);
    EXPECT_EQ(judge(hundredths(61), tenths(5), reading::truncated), verdict::refuted);
    EXPECT_EQ(judge(hundredths(49), tenths(5), reading::truncated), verdict::refuted);
    EXPECT_EQ(judge(hundredths(-59), tenths(-5), reading::truncated), verdict::consistent);
    EXPECT_NE(judge(hundredths(-60), tenths(-5), reading::truncated), verdict::consistent);
    EXPECT_EQ(judge(hundredths(-49), tenths(-5), reading::truncated), verdict::refuted);
    EXPECT_EQ(judge(hundredths(-9), tenths(0), reading::truncated), verdict::consistent);
    EXPECT_EQ(judge(hundredths(9), tenths(0), reading::truncated), verdict::consistent);
    EXPECT_NE(judge(hundredths(-10), tenths(0), reading::truncated), verdict::consistent);
    EXPECT_EQ(judge(hundredths(50), tenths(5), reading::exact), verdict::consistent);
    EXPECT_EQ(judge(hundredths(51), tenths(5), reading::exact), verdict::refuted);
    EXPECT_EQ(judge(hundredths(55), tenths(5), reading::rounded), verdict::consistent);
    EXPECT_EQ(judge(hundredths(45), tenths(5), reading::rounded), verdict::consistent);
    EXPECT_EQ(judge(hundredths(56), tenths(5), reading::rounded), verdict::refuted);
}

}  // namespace
