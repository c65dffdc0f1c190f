// SPDX-License-Identifier: BSL-1.0
// Numbers printed by rounding what formulas give, and the same with digits changed: verdicts that are known beforehand.
#include <heed/reference/evaluate.hpp>
#include <heed/verify.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <random>
#include <vector>

namespace {

using namespace heed;
using namespace heed::detail;

constexpr std::size_t tokens = 12, d_k = 3;
using matrix_12x3 = tensor<double, tokens, d_k>;

decimal rounded_to(long double x, short places) {
    return {std::llround(x * std::pow(10.0L, places)), places, entry_kind::number};
}
long double value_of_digits(const decimal& d) { return static_cast<long double>(d.digits) / std::pow(10.0L, d.places); }

/// How often each verdict fell, for entries moved by a number of units.
struct tally {
    std::size_t of[4]{};
    void add(verdict v) { ++of[static_cast<std::size_t>(v)]; }
    std::size_t operator[](verdict v) const { return of[static_cast<std::size_t>(v)]; }
    std::size_t all() const { return of[0] + of[1] + of[2]; }
};

auto attention_of(const matrix_12x3& q, const matrix_12x3& k, const matrix_12x3& v) {
    return softmax(q * transpose(k) / sqrt(3_c)) * v;
}

constexpr leaf_set<16> every_leaf() {
    leaf_set<16> set;
    for (int i = 0; i < 3; ++i) set.push_back(true);
    return set;
}

/// Attention of hidden numbers; what is printed of the inputs and of the output.
class example {
public:
    example(unsigned seed, double amplitude, short places, bool exact_inputs) : places_(places) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> hidden(-amplitude, amplitude);
        for (auto* leaf : {&q_, &k_, &v_})
            for (std::size_t i = 0; i < leaf->size(); ++i) {
                const decimal d = rounded_to(hidden(random), places);
                // Somewhere within the half unit, not at its ends.
                std::uniform_real_distribution<double> within(-0.49, 0.49);
                const double offset = exact_inputs ? 0 : within(random) * std::pow(10.0, -places);
                leaf->data()[i] = static_cast<double>(value_of_digits(d)) + offset;
                known_.push_back({.printed = d, .is_printed = true, .is_rounded = !exact_inputs});
            }
        const auto output = evaluate_unfused<long double>(attention_of(q_, k_, v_));
        for (const long double x : output) printed_.push_back(rounded_to(x, places));
    }

    /// Verdicts with every entry moved by so many units up or down.
    void judge(int units, tally& verdicts, unsigned seed) const {
        std::mt19937 random(seed);
        std::vector<decimal> moved = printed_;
        for (decimal& d : moved) d.digits += random() % 2 == 0 ? units : -units;
        using F = decltype(attention_of(q_, k_, v_));
        const leaf_numbers leaves[] = {{known_.data(), 0}, {known_.data() + 36, 1}, {known_.data() + 72, 2}};
        static constexpr auto slopes = gradient_of<256>(graph_of<F>, every_leaf());
        const question<graph_of<F>.capacity, 256> q{
            graph_of<F>, slopes, leaves, {.entries = moved.data(), .dims = shape(12, 3)}};
        verdict result[36];
        for (verdict& v : result) v = verdict::undecided;
        judged_number numbers[36]{};
        judge_undecided<interval<double>>(q, result, numbers);
        for (const verdict v : result) verdicts.add(v);
    }

private:
    short places_;
    matrix_12x3 q_, k_, v_;
    std::vector<known_number> known_{};
    std::vector<decimal> printed_{};
};

tally verdicts_of(int examples, int units, double amplitude, bool exact_inputs) {
    tally verdicts;
    for (int i = 0; i < examples; ++i) {
        const auto seed = static_cast<unsigned>(1000 * i + units);
        example(seed, amplitude, 4, exact_inputs).judge(units, verdicts, seed + 1);
    }
    std::printf("%s inputs up to %g, moved by %2d units: %zu consistent, %zu refuted, %zu undecided\n",
                exact_inputs ? "exact  " : "rounded", amplitude, units, verdicts[verdict::consistent],
                verdicts[verdict::refuted], verdicts[verdict::undecided]);
    return verdicts;
}

TEST(mutation, what_was_printed_is_consistent) {
    for (const double amplitude : {0.5, 1.0, 2.0})
        for (const bool exact : {false, true}) {
            const tally v = verdicts_of(60, 0, amplitude, exact);
            EXPECT_EQ(v[verdict::refuted], 0U);
            EXPECT_LE(1000 * v[verdict::undecided], v.all());
        }
}

TEST(mutation, one_unit_from_exact_inputs_is_refuted) {
    for (const double amplitude : {0.5, 2.0}) {
        const tally v = verdicts_of(60, 1, amplitude, true);
        EXPECT_EQ(v[verdict::refuted], v.all());
    }
}

TEST(mutation, of_rounded_inputs_is_decided) {
    for (const double amplitude : {0.5, 1.0, 2.0})
        for (const int units : {1, 2, 3, 5}) {
            const tally v = verdicts_of(40, units, amplitude, false);
            EXPECT_LE(1000 * v[verdict::undecided], v.all());
        }
}

TEST(mutation, ten_units_from_rounded_inputs_are_refuted) {
    for (const double amplitude : {0.5, 1.0, 2.0}) {
        const tally v = verdicts_of(40, 10, amplitude, false);
        EXPECT_EQ(v[verdict::refuted], v.all());
    }
}

}  // namespace
