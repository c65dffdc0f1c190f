// SPDX-License-Identifier: BSL-1.0
// The gradient of looked-up rows: rows that are added where whole numbers say, in their order, at the cost of these
// rows.
#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>
#include <heed/study/cost.hpp>
#include <tests/run/random_formula.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heed::test {
namespace {

/// Numbers of rows, of which some occur often and some never.
template <class Ids>
Ids numbered(Ids ids, std::size_t rows) {
    for (std::size_t i = 0; i < ids.size(); ++i)
        ids.data()[i] = static_cast<typename Ids::value_type>(i % 5 == 0 ? 2 : i * i * 7 % rows);
    return ids;
}

/// By hand, in the order of the numbers.
template <class Ids, class Rows>
std::vector<double> added(std::size_t rows, std::size_t columns, const Ids& ids, const Rows& d) {
    std::vector<double> sum(rows * columns);
    for (std::size_t t = 0; t < ids.size(); ++t)
        for (std::size_t c = 0; c < columns; ++c)
            sum[static_cast<std::size_t>(ids.data()[t]) * columns + c] +=
                static_cast<double>(d.data()[t * columns + c]);
    return sum;
}

template <class Table, class Ids, class Rows>
void expect_added(const Table& table, const Ids& ids, const Rows& d) {
    const auto f = vjp(
        d, [&](const auto& e) { return rows(e, ids); }, table);
    const auto [got] = evaluate(f);
    const auto [shared] = evaluate(par, f);
    const auto [unfused] = evaluate_unfused<long double>(f);
    const std::vector<double> expected = added(got.extent(0), got.extent(1), ids, d);
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(static_cast<double>(got.data()[i]), expected[i]) << i;
        EXPECT_EQ(got.data()[i], shared.data()[i]) << i;
        EXPECT_NEAR(expected[i], static_cast<double>(unfused.data()[i]), 1e-13) << i;
    }
}

TEST(added_rows, of_any_ids) {
    const auto table = random_tensor<double, 23, 9>(1);
    expect_added(table, numbered(tensor<std::int32_t, 30>(), 23), random_tensor<double, 30, 9>(2));
    expect_added(table, numbered(tensor<std::int64_t, 1>(), 23), random_tensor<double, 1, 9>(2));
    expect_added(table, numbered(tensor<std::uint8_t, 64>(), 23), random_tensor<double, 64, 9>(2));
    expect_added(table, numbered(tensor<int, 130>(), 23), random_tensor<double, 130, 9>(2));  // tiles of rows
    expect_added(table, numbered(tensor<int, 3, 50>(), 23), random_tensor<double, 3, 50, 9>(2));
    expect_added(random_tensor<double, 3, 200>(1), numbered(tensor<int, 4, 2, 3>(), 3),
                 random_tensor<double, 4, 2, 3, 200>(2));
}

TEST(added_rows, of_lengths) {
    for (const std::size_t n : {0U, 1U, 4U, 63U, 65U, 200U})
        for (const std::size_t v : {5U, 40U}) {
            tensor<double, dyn, 6> table(v), d(n);
            tensor<int, dyn> ids(n);
            for (std::size_t i = 0; i < table.size(); ++i) table.data()[i] = 1;
            for (std::size_t i = 0; i < d.size(); ++i) d.data()[i] = std::sin(static_cast<double>(i));
            expect_added(table, numbered(ids, v), d);
        }
}

/// What is computed around it: the rows themselves, and the sums. Ids beyond 2^24 are no floats.
TEST(added_rows, within_formulas) {
    const auto table = random_tensor<double, 23, 9>(1);
    const auto ids = numbered(tensor<int, 100>(), 23);
    const auto d = random_tensor<double, 100, 9>(2);
    const auto f = vjp(
        d, [&](const auto& e) { return tanh(rows(2 * e, ids)) + rows(e, ids) * transpose(e) * e; }, table);
    const auto [got] = evaluate(f);
    const auto [unfused] = evaluate_unfused<long double>(f);
    for (std::size_t i = 0; i < got.size(); ++i)
        EXPECT_NEAR(got.data()[i], static_cast<double>(unfused.data()[i]), 1e-12) << i;
}

/// Sums of rows that other sums of rows depend on are complete before.
TEST(added_rows, one_after_the_other) {
    const auto table = random_tensor<double, 7, 5>(1);
    const auto w = random_tensor<double, 5, 5>(2);
    const auto d = random_tensor<double, 4, 5>(3);
    const auto ids = numbered(tensor<int, 4>(), 7);
    const auto of = [&](const auto& e, const auto& m) { return rows(e * m, ids) + rows(e, ids) * m; };
    const auto f = vjp(d, of, table, w);
    const auto [slope, of_w] = evaluate(f);
    const auto [slope_unfused, of_w_unfused] = evaluate_unfused<long double>(f);
    for (std::size_t i = 0; i < slope.size(); ++i)
        EXPECT_NEAR(slope.data()[i], static_cast<double>(slope_unfused.data()[i]), 1e-13) << i;
    for (std::size_t i = 0; i < of_w.size(); ++i)
        EXPECT_NEAR(of_w.data()[i], static_cast<double>(of_w_unfused.data()[i]), 1e-13) << i;
}

TEST(added_rows, of_no_ids) {
    const auto table = random_tensor<float, 7, 5>(1);
    for (const std::size_t n : {0U, 3U}) {
        tensor<std::int64_t, dyn, dyn> ids(n, 3 - n);
        tensor<float, dyn, dyn, 5> d(n, 3 - n);
        const auto [slope] = evaluate(vjp(
            d, [&](const auto& e) { return rows(e, ids); }, table));
        for (const float x : slope) EXPECT_EQ(x, 0);
    }
}

/// A vocabulary costs nothing but zeros.
TEST(added_rows, cost_what_they_are) {
    const tensor<float, 30000, 16> table;
    const auto ids = numbered(tensor<int, 40>(), 30000);
    const auto d = random_tensor<float, 40, 16>(2);
    const auto f = vjp(
        d, [&](const auto& e) { return rows(e, ids); }, table);
    const study::costs c = study::cost(f);
    EXPECT_EQ(c.flops, 40U * 16U);
    EXPECT_EQ(c.temporaries, 0U);
}

TEST(added_rows, in_the_compiler) {
    constexpr auto f = [] {
        tensor<double, 6, 2> table;
        tensor<int, 70> ids;
        tensor<double, 70, 2> d;
        for (std::size_t i = 0; i < 70; ++i) ids(i) = static_cast<int>(i * i % 6);
        for (std::size_t i = 0; i < d.size(); ++i) d.data()[i] = 0.1 * double(i);
        for (std::size_t i = 0; i < table.size(); ++i) table.data()[i] = 0;
        return evaluate(vjp(
            d, [&](const auto& e) { return rows(e, ids); }, table));
    };
    static constexpr auto in_compiler = f();
    const auto [at_run_time] = f();
    for (std::size_t i = 0; i < at_run_time.size(); ++i)
        EXPECT_EQ(at_run_time.data()[i], std::get<0>(in_compiler).data()[i]);
}

/// Ids that are none of a row are an error before anything is written.
TEST(added_rows, only_of_rows_there_are) {
    const auto table = random_tensor<double, 23, 9>(1);
    const auto d = random_tensor<double, 30, 9>(2);
    for (const int wrong : {-1, 23, 1 << 30}) {
        auto ids = numbered(tensor<int, 30>(), 23);
        ids(29) = wrong;
        tensor<double, 23, 9> slope;
        slope(0, 0) = 7;
        const auto of_rows = [&](const auto& e) { return rows(e, ids); };
        EXPECT_THROW(evaluate_into(std::tie(slope), vjp(d, of_rows, table)), std::exception);
        EXPECT_EQ(slope(0, 0), 7);
    }
}

}  // namespace
}  // namespace heed::test
