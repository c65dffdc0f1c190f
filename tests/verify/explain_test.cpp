// SPDX-License-Identifier: BSL-1.0
// Numbers printed after a known slip: explain() names it. What is true of the slips is computed here, by plain loops.
#include <examples/tutorial_data.hpp>
#include <heed/verify.hpp>
#include <heed/verify/explanations.hpp>
#include <heed_check/formula/read_formula.hpp>
#include <heed_check/slip/arithmetic.hpp>
#include <heed_check/slip/half.hpp>
#include <heed_check/slip/slips.hpp>
#include <heed_check/subject_question.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using namespace heed;
using namespace heed::detail;

// Plain matrices.
template <class T>
struct plain {
    std::size_t rows, columns;
    std::vector<T> items = std::vector<T>(rows * columns);
    T& operator()(std::size_t i, std::size_t j) { return items[i * columns + j]; }
    const T& operator()(std::size_t i, std::size_t j) const { return items[i * columns + j]; }
};
using matrix = plain<long double>;

template <class T>
plain<T> operator*(const plain<T>& a, const plain<T>& b) {
    plain<T> y{a.rows, b.columns};
    for (std::size_t i = 0; i < a.rows; ++i)
        for (std::size_t j = 0; j < b.columns; ++j)
            for (std::size_t k = 0; k < a.columns; ++k) y(i, j) = y(i, j) + a(i, k) * b(k, j);
    return y;
}
template <class T>
plain<T> flipped(const plain<T>& a) {
    plain<T> y{a.columns, a.rows};
    for (std::size_t i = 0; i < a.rows; ++i)
        for (std::size_t j = 0; j < a.columns; ++j) y(j, i) = a(i, j);
    return y;
}
template <class F>
matrix each(matrix a, const F& f) {
    for (std::size_t i = 0; i < a.rows; ++i)
        for (std::size_t j = 0; j < a.columns; ++j) a(i, j) = f(a(i, j), i, j);
    return a;
}
matrix times(const matrix& a, long double c) {
    return each(a, [c](long double x, std::size_t, std::size_t) { return x * c; });
}
matrix exps(const matrix& a) {
    return each(a, [](long double x, std::size_t, std::size_t) { return std::exp(x); });
}
matrix softmaxed(const matrix& a) {
    matrix y = exps(a);
    for (std::size_t i = 0; i < a.rows; ++i) {
        long double sum = 0;
        for (std::size_t j = 0; j < a.columns; ++j) sum += y(i, j);
        for (std::size_t j = 0; j < a.columns; ++j) y(i, j) /= sum;
    }
    return y;
}
/// `hidden` in place of what a query does not see.
matrix masked(const matrix& a, long double hidden, std::size_t offset = 0) {
    return each(a, [=](long double x, std::size_t i, std::size_t j) { return j <= i + offset ? x : hidden; });
}
matrix rounded(const matrix& a, int places) {
    const long double unit = std::pow(10.0L, -places);
    return each(a, [=](long double x, std::size_t, std::size_t) { return std::round(x / unit) * unit; });
}

/// Hidden matrices and what is printed of them.
struct input {
    std::string name;
    matrix hidden;
    std::vector<known_number> numbers{};
    shape dims() const { return shape(extent(hidden.rows), extent(hidden.columns)); }
};

enum class digits { rounded, cut_off, exact };

decimal printed_as(long double x, int places, digits how) {
    const long double units = x * std::pow(10.0L, places);
    return {how == digits::cut_off ? static_cast<long long>(units) : std::llround(units), static_cast<short>(places)};
}

/// A document: matrices Q, K, V of 4 x 3, J of 6 x 3, W and U of 3 x 3, B of 4 x 4.
struct document {
    std::vector<input> inputs{};
    digits how;

    explicit document(digits d = digits::rounded, unsigned seed = 1) : how(d) {
        std::mt19937 random(seed);
        for (const auto& [name, rows, columns] : {std::tuple{"Q", 4U, 3U},
                                                  {"K", 4U, 3U},
                                                  {"V", 4U, 3U},
                                                  {"J", 6U, 3U},
                                                  {"W", 3U, 3U},
                                                  {"U", 3U, 3U},
                                                  {"B", 4U, 4U}}) {
            input x{name, {rows, columns}};
            for (long double& e : x.hidden.items) {
                e = std::uniform_real_distribution<double>(-1.5, 1.5)(random);
                const decimal d4 = printed_as(e, 4, how);
                if (how == digits::exact) e = static_cast<long double>(d4.digits) / 10000;
                x.numbers.push_back({.printed = d4, .is_printed = true, .is_rounded = how != digits::exact});
            }
            inputs.push_back(x);
        }
    }
    const matrix& operator[](const char* name) const {
        std::size_t i = 0;
        while (inputs[i].name != name) ++i;
        return inputs[i].hidden;
    }

    /// A formula beside numbers that are printed for it.
    subject says(const std::string& formula, const matrix& value, int places = 4,
                 digits result = digits::rounded) const {
        std::vector<formula_name> names;
        for (const input& x : inputs) names.push_back({x.name, x.dims()});
        const formula_text f = read_formula(formula, names);
        subject s{.name = "result", .formula = formula, .g = *f.g};
        for (std::size_t i = 0; i < f.leaf_names.size(); ++i) {
            s.leaves.push_back({inputs[f.leaf_names[i]].name, inputs[f.leaf_names[i]].numbers, i});
            for (std::size_t j = i; j-- > 0;)
                if (f.leaf_names[j] == f.leaf_names[i]) s.leaves[i].same_as = j;
        }
        s.printed.dims = shape(extent(value.rows), extent(value.columns));
        for (const long double x : value.items) s.printed.entries.push_back(printed_as(x, places, result));
        return s;
    }
    candidate at_hand(const std::string& name) const {
        for (const input& x : inputs)
            if (x.name == name) return {.name = name, .dims = x.dims(), .numbers = x.numbers};
        return {};
    }
};

std::string listed(const explanations& found) {
    std::string text = std::to_string(found.trials) + " trials\n";
    for (const explanation& e : found)
        text += std::to_string(e.consistent) + "/" + std::to_string(e.entries()) + " " + e.slip + "\n";
    return text;
}

/// The slip is named, explains everything, and no better one comes first; what is claimed adds up.
void expect_named(const subject& s, const std::string& slip, const std::vector<candidate>& others = {},
                  std::size_t most = 3) {
    const explanations found = explain(s, others, {.seconds = 30});
    EXPECT_FALSE(found.as_written.explains()) << slip;
    std::size_t explaining = 0;
    const explanation* named = nullptr;
    for (const explanation& e : found) {
        EXPECT_GT(e.consistent, found.as_written.consistent);
        EXPECT_EQ(e.entries(), s.printed.entries.size());
        explaining += e.explains() ? 1 : 0;
        if (e.explains() && e.slip == slip) named = &e;
    }
    ASSERT_NE(named, nullptr) << slip << "\n" << listed(found);
    EXPECT_EQ(named->slips, found[0].slips) << listed(found);
    EXPECT_LE(explaining, most) << slip << "\n" << listed(found);
}

const std::string scores = "Q * transpose(K) / sqrt(3)", weights = "softmax(" + scores + ")", output = weights + " * V";
const long double root = std::sqrt(3.0L);

TEST(explain, what_is_consistent_needs_no_explanation) {
    const document d;
    const matrix value = softmaxed(times(d["Q"] * flipped(d["K"]), 1 / root)) * d["V"];
    const explanations found = explain(d.says(output, value), {d.at_hand("J")});
    EXPECT_TRUE(found.empty()) << listed(found);
    EXPECT_TRUE(found.as_written.explains());
    EXPECT_EQ(found.trials, 1U);
    EXPECT_TRUE(found.facts.empty());
}

TEST(explain, the_scale_of_scores) {
    const document d;
    const matrix qk = d["Q"] * flipped(d["K"]);
    const std::string qkt = "Q * transpose(K)";
    expect_named(d.says(weights, softmaxed(qk)), qkt + " not divided by sqrt(3)");
    expect_named(d.says(weights, softmaxed(times(qk, 1 / 3.0L))), qkt + " divided by 3 instead of sqrt(3)");
    expect_named(d.says(weights, softmaxed(times(qk, 0.5L))), qkt + " divided by sqrt(4) instead of sqrt(3)");
    expect_named(d.says(weights, softmaxed(times(qk, 1 / std::sqrt(6.0L)))),
                 qkt + " divided by sqrt(6) instead of sqrt(3)", {d.at_hand("J")});
    expect_named(d.says(weights, softmaxed(times(qk, root))), qkt + " multiplied by sqrt(3) instead of divided by it");
    expect_named(d.says("softmax(" + qkt + " / 3) * V", softmaxed(times(qk, 1 / root)) * d["V"]),
                 qkt + " divided by sqrt(3) instead of 3");
    expect_named(d.says("softmax(" + qkt + ")", softmaxed(times(qk, 1 / root))), qkt + " divided by sqrt(3)");
}

TEST(explain, softmax) {
    const document d;
    const matrix s = times(d["Q"] * flipped(d["K"]), 1 / root), &v = d["V"];
    expect_named(d.says(weights, flipped(softmaxed(flipped(s)))), "softmax down the columns instead of along the rows");
    expect_named(d.says(output, flipped(softmaxed(flipped(s))) * v),
                 "softmax down the columns instead of along the rows");
    expect_named(d.says(output, s * v), "no softmax");
    expect_named(d.says(output, softmaxed(softmaxed(s)) * v), "softmax applied twice");
    expect_named(d.says(output, exps(s) * v), "exp without the division by its sum");
    const matrix logs = each(softmaxed(s), [](long double x, std::size_t, std::size_t) { return std::log(x); });
    expect_named(d.says(weights, logs), "log_softmax instead of softmax");
    expect_named(d.says("log_softmax(" + scores + ")", softmaxed(s)), "softmax instead of log_softmax");
    expect_named(d.says(scores, softmaxed(s)), "softmax applied, along the rows");
    matrix all = exps(s);
    long double sum = 0;
    for (const long double x : all.items) sum += x;
    all = times(all, 1 / sum);
    expect_named(d.says(weights, all), "softmax over all entries together instead of along the rows");
    expect_named(d.says(output, all * v), "softmax over all entries together instead of along the rows");
}

/// Rows minus their means, divided by root(sum of squares).
template <class Root>
matrix normed(const matrix& a, const Root& root_of) {
    matrix y = a;
    for (std::size_t i = 0; i < a.rows; ++i) {
        long double mean = 0, squares = 0;
        for (std::size_t j = 0; j < a.columns; ++j) mean += a(i, j) / static_cast<long double>(a.columns);
        for (std::size_t j = 0; j < a.columns; ++j) squares += (a(i, j) - mean) * (a(i, j) - mean);
        for (std::size_t j = 0; j < a.columns; ++j) y(i, j) = (a(i, j) - mean) / root_of(squares);
    }
    return y;
}

TEST(explain, norms_and_variances) {
    const document d(digits::exact);
    const matrix& q = d["Q"];
    const auto with = [](long double eps) { return [eps](long double s) { return std::sqrt(s / 3 + eps); }; };
    expect_named(d.says("layer_norm(Q)", normed(q, with(1e-3L)), 6), "epsilon 1e-3 instead of 1e-5");
    expect_named(d.says("layer_norm(Q, eps=1e-3)", normed(q, with(1e-5L)), 6), "epsilon 1e-5 instead of 1e-3");
    expect_named(d.says("layer_norm(Q)", normed(q, with(0)), 7), "no epsilon");
    expect_named(d.says("layer_norm(Q)", normed(q, [](long double s) { return std::sqrt(s / 3) + 1e-5L; }), 8),
                 "epsilon 1e-5 added to the root instead of below it");
    expect_named(d.says("(Q - mean(Q, keep)) / std(Q, keep)", normed(q, with(1e-5L)), 7),
                 "epsilon 1e-5 added below the root");
    const auto unbiased = [](long double s) { return std::sqrt(s / 2 + 1e-5L); };
    expect_named(d.says("layer_norm(Q)", normed(q, unbiased), 6), "the variance divided by n - 1 instead of n");
    expect_named(d.says("(Q - mean(Q, keep)) / std(Q, keep, unbiased=True)", normed(q, with(0)), 6),
                 "the variance divided by n instead of n - 1");
    const std::string distance = "(Q - mean(Q, keep))", own = "hadamard(" + distance + ", " + distance + ")";
    for (const std::string& variance :
         {"mean(" + own + ", keep)", "sum(" + distance + " ** 2, keep) / 3", "sum(" + own + ", keep) / dim<1>(Q)"})
        expect_named(d.says(distance + " / sqrt(" + variance + " + 1e-5)", normed(q, unbiased), 6),
                     "the variance divided by n - 1 instead of n");
    expect_named(d.says(distance + " / sqrt(sum(" + distance + " ** 2, keep) / 2)", normed(q, with(0)), 6),
                 "the variance divided by n instead of n - 1");
}

TEST(explain, causal_masks) {
    const document d;
    const long double infinity = std::numeric_limits<long double>::infinity();
    const matrix s = times(d["Q"] * flipped(d["K"]), 1 / root), wide = times(d["Q"] * flipped(d["J"]), 1 / root);
    const std::string wide_text = "softmax(Q * transpose(J) / sqrt(3))";
    expect_named(d.says(output, softmaxed(masked(s, -infinity)) * d["V"]),
                 "a causal mask on the scores before softmax");
    expect_named(d.says(output, masked(softmaxed(s), 0) * d["V"]),
                 "a causal mask on the weights after softmax, whose rows then sum to less than 1");
    expect_named(d.says(wide_text, softmaxed(masked(wide, -infinity))),
                 "causal_upper_left on the scores before softmax");
    expect_named(d.says(wide_text, softmaxed(masked(wide, -infinity, 2))),
                 "causal_lower_right on the scores before softmax");
}

TEST(explain, other_matrices) {
    const document d;
    const matrix &q = d["Q"], &k = d["K"], &v = d["V"];
    const auto attended = [](const matrix& a, const matrix& b, const matrix& c) {
        return softmaxed(times(a * flipped(b), 1 / root)) * c;
    };
    expect_named(d.says(output, attended(q, q, v)), "Q in place of K");
    expect_named(d.says(output, attended(k, q, v)), "Q and K exchanged");
    expect_named(d.says(output, attended(q, k, k)), "K in place of V");
    expect_named(d.says(weights, softmaxed(times(q * flipped(v), 1 / root))), "the printed V in place of K",
                 {d.at_hand("V")});
    expect_named(d.says("Q * transpose(K) + K * transpose(Q)",
                        each(q * flipped(k),
                             [&](long double x, std::size_t i, std::size_t j) { return x + (q * flipped(q))(i, j); })),
                 "Q in place of K in place 2");
}

TEST(explain, a_matrix_that_is_computed_or_printed) {
    const document d;
    const matrix s = times(d["V"] * d["W"] * flipped(d["K"]), 1 / root);
    candidate q = d.at_hand("Q");
    q.definitions.push_back(d.says("V * W", d["V"] * d["W"]));
    expect_named(d.says(scores, s), "Q computed as V * W instead of the printed Q", {q});

    candidate printed_scores{.name = "scores", .dims = shape(extent(4), extent(4))};
    for (const long double x : d["B"].items)
        printed_scores.numbers.push_back(
            {.printed = printed_as(x, 4, digits::rounded), .is_printed = true, .is_rounded = true});
    expect_named(d.says(weights, softmaxed(d["B"])), "the printed scores in place of " + scores, {printed_scores});
}

TEST(explain, structure) {
    const document d;
    const matrix &q = d["Q"], &w = d["W"], &u = d["U"];
    expect_named(d.says("Q * W", q * flipped(w)), "transpose(W) instead of W");
    expect_named(d.says("Q * transpose(W)", q * w), "W instead of transpose(W)");
    expect_named(d.says("W * U", u * w), "U * W instead of W * U");
    expect_named(d.says("W * U", flipped(w) * flipped(u)), "transpose(W) * transpose(U) instead of W * U");
    expect_named(d.says("Q * transpose(K)", d["K"] * flipped(q)), "the result transposed");
    expect_named(d.says("Q * W * U * W", q * flipped(w) * u * flipped(w)), "transpose(W) instead of W everywhere");
}

TEST(explain, terms) {
    const document d;
    const matrix& b = d["B"];
    const matrix s = times(d["Q"] * flipped(d["K"]), 1 / root);
    const auto plus = [](const matrix& x, const matrix& y, long double sign) {
        return each(x, [&](long double e, std::size_t i, std::size_t j) { return e + sign * y(i, j); });
    };
    expect_named(d.says("softmax(" + scores + " + B)", softmaxed(s)), "B left out of " + scores + " + B");
    expect_named(d.says("softmax(" + scores + " + B)", softmaxed(plus(s, b, -1))),
                 "- instead of + in " + scores + " + B");
    expect_named(d.says(output, plus(softmaxed(s) * d["V"], d["Q"], 1)),
                 "Q added to the result, as a residual connection does");
}

TEST(explain, digits_cut_off) {
    const document rounded_inputs, cut(digits::cut_off, 3);
    const auto value = [](const document& d) { return times(d["Q"] * d["W"], 4); };
    const std::string formula = "Q * W * 4";
    document exact(digits::exact);
    expect_named(exact.says(formula, value(exact), 4, digits::cut_off), "the printed digits cut off instead of rounded",
                 {}, 4);
    expect_named(cut.says(formula, value(cut)), "the digits of the inputs cut off instead of rounded");
    EXPECT_FALSE(explain(rounded_inputs.says(formula, value(rounded_inputs))).as_written.refuted > 0);
}

TEST(explain, digits_that_are_not_exact) {
    const document hidden;
    document d = hidden;
    for (input& x : d.inputs)
        for (known_number& e : x.numbers) e.is_rounded = false;
    expect_named(d.says("Q * W", hidden["Q"] * hidden["W"]), "the digits of the inputs rounded instead of exact");
    const document exact(digits::exact);
    subject s = exact.says("Q * W", exact["Q"] * exact["W"]);
    s.printed.how = reading::exact;
    expect_named(s, "the printed digits rounded instead of exact");
}

/// 1.234548 is 1.2345 in one step, 1.2346 by way of 1.23455.
TEST(explain, digits_rounded_twice) {
    document d(digits::exact);
    for (input& x : d.inputs)
        for (std::size_t i = 0; i < x.numbers.size(); ++i) {
            const long long unit = i % (x.hidden.columns + 1) == 0 ? 1 : 0;
            x.numbers[i].printed =
                x.name == "Q" ? decimal{static_cast<long long>(1234548 + 1100 * i * i), 6} : decimal{unit, 0};
            x.hidden.items[i] = static_cast<long double>(x.numbers[i].printed.digits) / (x.name == "Q" ? 1e6L : 1);
        }
    const subject s = d.says("Q * W", rounded(rounded(d["Q"], 5), 4));
    ASSERT_EQ(s.printed.entries[0], (decimal{12346, 4}));
    expect_named(s,
                 "the result off by up to 0.05 units of the last place, as when it is rounded to one place more first");
}

TEST(explain, one_unit_off) {
    const document d(digits::exact);
    subject s = d.says("Q * W", d["Q"] * d["W"]);
    for (std::size_t i = 0; i < s.printed.entries.size(); ++i) s.printed.entries[i].digits += i % 2 == 0 ? 1 : 0;
    expect_named(s, "the result off by up to one unit of the last place");
}

TEST(explain, intermediate_results_rounded) {
    const document d(digits::exact);
    const std::string after = " off by up to half a unit of place 4, as when rounded before use";
    expect_named(d.says("exp(Q * W)", exps(rounded(d["Q"] * d["W"], 4))), "Q * W" + after);
    expect_named(d.says("exp(Q * W * U)", exps(rounded(rounded(d["Q"] * d["W"], 4) * d["U"], 4))),
                 "every intermediate result" + after, {}, 5);
}

template <class T>
matrix product_in(const matrix& a, const matrix& b) {
    const auto converted = [](const matrix& m) {
        plain<T> y{m.rows, m.columns};
        for (std::size_t i = 0; i < m.items.size(); ++i) y.items[i] = T(static_cast<double>(m.items[i]));
        return y;
    };
    const plain<T> y = converted(a) * converted(b);
    matrix result{y.rows, y.columns};
    for (std::size_t i = 0; i < y.items.size(); ++i) result.items[i] = to_double(y.items[i]);
    return result;
}

TEST(explain, arithmetic_of_few_bits) {
    const document d(digits::exact);
    const auto words = [](const std::string& name) {
        return "computed from the printed digits in " + name + " arithmetic, sums from the left";
    };
    expect_named(d.says("Q * W", product_in<float>(d["Q"], d["W"]), 10), words("float32"));
    expect_named(d.says("Q * W", product_in<half>(d["Q"], d["W"]), 6), words("float16"));
}

TEST(explain, numbers_of_16_bits) {
    const auto as_half = [](double x) { return static_cast<double>(half(x).value); };
    EXPECT_EQ(as_half(2049), 2048);
    EXPECT_EQ(as_half(2051), 2052);
    EXPECT_EQ(as_half(-2051), -2052);
    EXPECT_EQ(as_half(1.0 / 3), 0x555p-12);
    EXPECT_EQ(as_half(65519), 65504);
    EXPECT_EQ(as_half(65520), std::numeric_limits<double>::infinity());
    EXPECT_EQ(as_half(0x1p-24), 0x1p-24);
    EXPECT_EQ(as_half(0x1p-25), 0);
    EXPECT_EQ(as_half(0x1.8p-25), 0x1p-24);
    EXPECT_EQ(as_half(0x1.4p-23), 0x1p-23);
}

TEST(explain, two_slips) {
    const document d;
    const matrix qk = d["Q"] * flipped(d["K"]);
    expect_named(d.says(weights, flipped(softmaxed(flipped(qk)))),
                 "Q * transpose(K) not divided by sqrt(3); and softmax down the columns instead of along the rows");
    expect_named(d.says(output, softmaxed(times(d["K"] * flipped(d["Q"]), 1 / 3.0L)) * d["V"]),
                 "Q * transpose(K) divided by 3 instead of sqrt(3); and Q and K exchanged");
}

TEST(explain, what_no_slip_explains) {
    const document d;
    const explanations found = explain(d.says(weights, d["B"]), {}, {.seconds = 30});
    for (const explanation& e : found) EXPECT_FALSE(e.explains()) << listed(found);
    EXPECT_GT(found.trials, 100U);
    EXPECT_FALSE(found.cut_off) << listed(found);
    EXPECT_TRUE(explain(d.says(weights, d["B"]), {}, {.trials = 50}).cut_off);
}

TEST(explain, inputs_that_are_equal) {
    document d;
    d.inputs[1].numbers = d.inputs[0].numbers;
    candidate v = d.at_hand("V");
    v.name = "V2";
    const explanations found = explain(d.says(output, d["V"]), {v, d.at_hand("Q")}, {.pairs = false});
    EXPECT_EQ(found.facts,
              (std::vector<std::string>{"the printed Q equals the printed K", "the printed V equals the printed V2"}));
}

/// What the 12-token tutorial prints ("Transformer Encoder Explained", part 2). Its Q is its K once more.
namespace encoder {

using ::tutorial::Wk;
using ::tutorial::Wq;
using ::tutorial::Wv;
constexpr const auto& Q = ::tutorial::printed_Q;
constexpr const auto& K = ::tutorial::printed_K;
constexpr const auto& V = ::tutorial::printed_V;
constexpr const auto& scores = ::tutorial::printed_scores;
constexpr const auto& weights = ::tutorial::printed_weights;
constexpr const auto& output = ::tutorial::printed_output;

std::vector<candidate> at_hand() {
    const subject q = make_definition("Q", "K * inverse(Wk) * Wq", {"K", "Wk", "Wq"}, K * inverse(Wk) * Wq);
    const subject too = make_definition("Q", "V * inverse(Wv) * Wq", {"V", "Wv", "Wq"}, V * inverse(Wv) * Wq);
    return {make_candidate("Q", Q, {q, too}), make_candidate("K", K), make_candidate("V", V)};
}

/// How many entries of a printed row are consistent.
std::size_t consistent_in_row(const explanation& e, std::size_t row, std::size_t columns) {
    std::size_t n = 0;
    for (std::size_t j = 0; j < columns; ++j) n += e.verdicts[row * columns + j] == verdict::consistent ? 1 : 0;
    return n;
}

}  // namespace encoder

TEST(explain, the_scores_of_the_tutorial) {
    using namespace encoder;
    const subject s =
        make_subject("scores", "Q * transpose(K) / sqrt(3)", {"Q", "K"}, Q * transpose(K) / sqrt(3_c), encoder::scores);
    const explanations found = explain(s, at_hand(), {.seconds = 30});
    EXPECT_EQ(found.facts, std::vector<std::string>{"the printed Q equals the printed K"});
    EXPECT_EQ(found.as_written.refuted, 12U);
    ASSERT_GE(found.size(), 2U);
    EXPECT_TRUE(found[0].explains());
    EXPECT_EQ(found[0].entries(), 12U);
    EXPECT_EQ(found[0].slip, "Q computed as K * inverse(Wk) * Wq instead of the printed Q");
    EXPECT_EQ(found[0].formula, "K * inverse(Wk) * Wq * transpose(K) / sqrt(3)");
    EXPECT_TRUE(found[1].explains());
    EXPECT_EQ(found[1].slip, "Q computed as V * inverse(Wv) * Wq instead of the printed Q");
    for (std::size_t i = 2; i < found.size(); ++i) EXPECT_FALSE(found[i].explains()) << listed(found);
}

/// With the Q that explains the scores: row 1 as written, rows 11 and 12 of the transposed scores, rows 2 and 3 by
/// none.
TEST(explain, the_weights_of_the_tutorial) {
    using namespace encoder;
    const subject s =
        make_subject("weights", "softmax(K * inverse(Wk) * Wq * transpose(K) / sqrt(3))", {"K", "Wk", "Wq", "K"},
                     softmax(K * inverse(Wk) * Wq * transpose(K) / sqrt(3_c)), encoder::weights);
    const explanations found = explain(s, at_hand(), {.seconds = 30, .pairs = false});
    EXPECT_EQ(found.as_written.consistent, 6U);
    EXPECT_EQ(consistent_in_row(found.as_written, 0, 12), 6U);
    ASSERT_EQ(found.size(), 1U) << listed(found);
    EXPECT_FALSE(found[0].explains());
    EXPECT_EQ(found[0].formula, "softmax(transpose(K * inverse(Wk) * Wq * transpose(K) / sqrt(3)))");
    EXPECT_EQ(found[0].consistent, 13U);
    EXPECT_EQ(consistent_in_row(found[0], 10, 12), 6U);
    EXPECT_EQ(consistent_in_row(found[0], 11, 12), 6U);
}

/// Row 11 of the output, and an entry of row 12, follow from softmax down the columns; the others from nothing tried.
TEST(explain, the_output_of_the_tutorial) {
    using namespace encoder;
    const subject s = make_subject("output", "softmax(K * inverse(Wk) * Wq * transpose(K) / sqrt(3)) * V",
                                   {"K", "Wk", "Wq", "K", "V"},
                                   softmax(K * inverse(Wk) * Wq * transpose(K) / sqrt(3_c)) * V, encoder::output);
    const explanations found = explain(s, at_hand(), {.seconds = 30, .pairs = false});
    EXPECT_EQ(found.as_written.refuted, 18U);
    ASSERT_FALSE(found.empty());
    EXPECT_FALSE(found[0].explains());
    EXPECT_EQ(found[0].slip, "softmax down the columns instead of along the rows");
    EXPECT_EQ(found[0].consistent, 4U);
    EXPECT_EQ(consistent_in_row(found[0], 10, 3), 3U);
}

/// A formula that fills its graph: slips that do not fit are left out.
TEST(explain, formulas_as_long_as_graphs) {
    const document d;
    std::string sum = "Q";
    for (int i = 0; i < 126; ++i) sum += " + Q";
    const subject s = d.says(sum, d["K"]);
    EXPECT_EQ(s.g.nodes.size(), 253U);
    const explanations found = explain(s, {}, {.trials = 300, .seconds = 30, .pairs = false});
    EXPECT_TRUE(found.cut_off);
    EXPECT_GT(found.as_written.refuted, 0U);
}

/// The text of a graph reads back as the same graph.
TEST(explain, formulas_as_text) {
    const document d;
    std::vector<formula_name> names;
    for (const input& x : d.inputs) names.push_back({x.name, x.dims()});
    names.push_back({"x", shape(extent(3))});
    names.push_back({"a", shape()});
    for (const char* formula : {"softmax(Q * transpose(K) / sqrt(3)) * V",
                                "Q - (K - V)",
                                "Q - K - V",
                                "Q * (W * U)",
                                "Q * W * U",
                                "-Q * W",
                                "-(Q + K)",
                                "Q / (1 / 2)",
                                "Q * (2 * sqrt(3) / 5)",
                                "a * Q / a",
                                "hadamard(Q, K) + V",
                                "softmax<0>(Q)",
                                "sum<0>(Q) * W",
                                "mean(Q)",
                                "x * W",
                                "Q * x",
                                "x * x",
                                "rows<1, 3>(Q) * cols<0, 2>(W)",
                                "concat<0>(Q, J)",
                                "inverse(W) * U",
                                "logsumexp(Q * -W)",
                                "log_softmax(transpose(Q))",
                                "max(Q, K)",
                                "pow(Q, K)",
                                "Q / sqrt(3) / -2",
                                "Q * (1 / sqrt(3))",
                                "exp(tanh(gelu(Q)))",
                                "Q / (a * a)",
                                "attention(Q, J, J)"}) {
        const formula_text f = read_formula(formula, names);
        std::vector<std::string> leaves;
        for (const std::size_t i : f.leaf_names) leaves.push_back(names[i].name);
        const std::string text = text_of(*f.g, leaves);
        const formula_text again = read_formula(text, names);
        EXPECT_TRUE(*again.g == *f.g) << formula << " -> " << text;
        EXPECT_EQ(again.leaf_names, f.leaf_names) << formula << " -> " << text;
    }
}

TEST(explain, numbers_of_another_arithmetic_are_read_in_that_of_the_subject) {
    subject s{.name = "Y", .formula = "X", .in = arithmetic::binary16};
    s.g.results.push_back(s.g.add({.kind = detail::node_kind::leaf, .dims = detail::shape(1)}));
    EXPECT_EQ(detail::with_values(s, "float16", {{.value = 0.5}}).in, arithmetic::binary16);
}

/// No trial goes on when the time is over, but the formula as written is judged in full.
TEST(explain, time_limits_each_trial) {
    const document d;
    const subject s = d.says(weights, d["B"]);
    const explanations found = explain(s, {}, {.seconds = 0});
    EXPECT_TRUE(found.cut_off);
    EXPECT_EQ(found.trials, 1U);
    EXPECT_EQ(found.as_written.entries(), s.dims().size());
    const std::vector<verdict> all = verdicts_of(s);
    EXPECT_EQ(found.as_written.verdicts, all);
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(verdict_of(s, i), all[i]);
}

}  // namespace
