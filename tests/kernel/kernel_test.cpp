// SPDX-License-Identifier: BSL-1.0
// The kernels of rows: what they compute in registers, in numbers and while compiling, and what is written of them.
#include <heed/kernel/inverse.hpp>
#include <heed/kernel/map.hpp>
#include <heed/kernel/rows.hpp>
#include <heed/lower/plan.hpp>
#include <heed/machine/executing.hpp>
#include <heed/study/emit/routine_text.hpp>
#include <heed/study/emit/row_functions.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace heed::detail;

/// Sums in eight lanes, as the documentation says: lane l takes j = l, l + 8, ...; then halves.
template <class Combine>
float folded(const std::vector<float>& x, float initial, const Combine& combine) {
    float lane[8];
    for (float& l : lane) l = initial;
    for (std::size_t j = 0; j < x.size(); ++j) lane[j % 8] = combine(lane[j % 8], x[j]);
    for (int half = 4; half > 0; half /= 2)
        for (int l = 0; l < half; ++l) lane[l] = combine(lane[l], lane[l + half]);
    return lane[0];
}

TEST(kernel, folds_rows_in_eight_lanes) {
    const executing<float> m;
    for (std::size_t n = 1; n < 41; ++n) {
        std::vector<float> x(n);
        for (std::size_t j = 0; j < n; ++j) x[j] = std::sin(static_cast<float>(j * j + n));
        float* const row = x.data();
        EXPECT_EQ(sum_of_row(m, row, n), folded(x, 0, [](float a, float b) { return a + b; })) << n;
        EXPECT_EQ(folded_row<larger_of_two>(m, row, n), folded(x, x[0], [](float a, float b) { return a < b ? b : a; }))
            << n;
        EXPECT_EQ(folded_row<raised_to>(m, row, n), folded_row<larger_of_two>(m, row, n)) << n;
        EXPECT_EQ(folded_row<smaller_of_two>(m, row, n),
                  folded(x, x[0], [](float a, float b) { return b < a ? b : a; }))
            << n;
    }
}

/// exp of what is below a maximum has fewer steps, and the bits of exp; made piece by piece, a row has the same sum.
TEST(kernel, makes_rows_in_pieces_to_the_same_bits) {
    const executing<float> m;
    for (float x = 0; x > -120; x -= 0x1.234p-7F) EXPECT_EQ(exp_of_non_positive(x), heed::detail::exp(x)) << x;
    EXPECT_EQ(exp_of_non_positive(-HUGE_VALF), 0);
    for (std::size_t n = 1; n < 150; ++n) {
        std::vector<float> made(n), row(n);
        for (std::size_t j = 0; j < n; ++j) made[j] = row[j] = -std::abs(std::sin(static_cast<float>(j * j + n)));
        float* const x = made.data();
        const float sum = sum_of_made_row(
            m, x, n, [&]<class V>(std::size_t j) { m.store(x, j, V(exp_of_non_positive(m.template load<V>(x, j)))); });
        for (float& number : row) number = heed::detail::exp(number);
        EXPECT_EQ(made, row) << n;
        EXPECT_EQ(sum, sum_of_row(m, row.data(), n)) << n;
    }
}

TEST(kernel, keeps_nan) {
    const executing<float> m;
    float row[11]{};
    row[9] = std::numeric_limits<float>::quiet_NaN();
    float* const x = row;
    EXPECT_TRUE(std::isnan(folded_row<larger_of_two>(m, x, std::size_t{11})) &&
                std::isnan(folded_row<smaller_of_two>(m, x, std::size_t{11})));
}

/// One row of memory, which is read and written.
struct one_row : executing<double> {
    double* memory;
    std::size_t n;
    double* log_sum;

    constexpr one_row(double* x, std::size_t count, double* beside = nullptr) : memory(x), n(count), log_sum(beside) {}
    template <loop_part, class F>
    constexpr void part(const F& f) const {
        f();
    }
    template <class F>
    constexpr void rows(const F& f) const {
        f(std::size_t{0});
    }
    constexpr std::size_t row_length() const { return n; }
    template <class F>
    constexpr void along_row(const F& f) const {
        for_row<double>(n, f);
    }
    template <class F>
    constexpr void along_prologue(const F& f) const {
        for_row<double>(n, f);
    }
    template <class V>
    constexpr V prologue(std::size_t, std::size_t j) const {
        return lanes<V>::load(memory + j);
    }
    template <class F>
    constexpr void keep_log_sum(std::size_t, const F& f) const {
        if (log_sum != nullptr) *log_sum = f();
    }
    constexpr double* row_to_compute(std::size_t) const { return memory; }
    constexpr double* scratch_row(const char*) const { return memory; }
    constexpr void finish_row(std::size_t, double*) const {}
    template <class V>
    constexpr void finish_result(std::size_t, std::size_t, const V& x) const {
        memory[0] = x;
    }
};

static_assert(machine_of_normalisations<one_row> && machine_of_reductions<one_row>);
static_assert(!has_norm_epsilon<one_row> && !machine_of_maps<one_row> && !machine_of_inverses<one_row>);

TEST(kernel, softmax_keeps_the_logarithm_of_its_sum) {
    double x[19], same[19], log_sum = 0, expected = 0;
    for (int j = 0; j < 19; ++j) x[j] = same[j] = j % 7 + 800.5;
    rows_kernel<normalisation::softmax>(one_row(x, 19, &log_sum));
    for (const double score : same) expected += std::exp(score - 806.5);
    EXPECT_NEAR(log_sum, std::log(expected) + 806.5, 1e-12);
    double masked[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    rows_kernel<normalisation::softmax>(one_row(masked, 3, &log_sum));
    EXPECT_EQ(log_sum, -HUGE_VAL);
}

TEST(kernel, softmax_of_a_row_sums_to_one_and_that_of_nothing_to_zero) {
    double x[19], masked[19];
    for (int j = 0; j < 19; ++j) x[j] = j % 7 - 3.5, masked[j] = -std::numeric_limits<double>::infinity();
    rows_kernel<normalisation::softmax>(one_row(x, 19));
    rows_kernel<normalisation::softmax>(one_row(masked, 19));
    double sum = 0;
    for (int j = 0; j < 19; ++j) sum += x[j];
    EXPECT_NEAR(sum, 1, 1e-15);
    EXPECT_NEAR(x[6] / x[0], std::exp(6), 1e-12 * std::exp(6));
    for (const double w : masked) EXPECT_EQ(w, 0);
}

constexpr double logsumexp_of_two() {
    double x[]{3, 3};
    reduce_kernel<heed::detail::reduction::logsumexp, false>(one_row(x, 2));
    return x[0];
}
static_assert(logsumexp_of_two() > 3.6931471805 && logsumexp_of_two() < 3.6931471806);

/// Wherever a NaN is, before or after numbers, infinities, or what is masked.
TEST(kernel, softmax_of_a_row_with_nan_is_nan) {
    for (const double others : {1.0, 800.0, HUGE_VAL, -HUGE_VAL})
        for (int place = 0; place < 19; ++place) {
            double x[19], sums[19], log_sum = 0;
            for (int j = 0; j < 19; ++j)
                x[j] = sums[j] = j == place ? std::numeric_limits<double>::quiet_NaN() : others;
            rows_kernel<normalisation::softmax>(one_row(x, 19, &log_sum));
            for (const double w : x) EXPECT_TRUE(std::isnan(w)) << others << ' ' << place;
            EXPECT_TRUE(std::isnan(log_sum)) << others << ' ' << place;
            reduce_kernel<heed::detail::reduction::logsumexp, false>(one_row(sums, 19));
            EXPECT_TRUE(std::isnan(sums[0])) << others << ' ' << place;
        }
}

/// A row of 19 numbers S, written to out.
struct named_row {
    kernel about{};
    bool is_dense = true;

    const kernel& k() const { return about; }
    static written_index size(std::size_t n) { return n; }
    written_index row_length() const { return about.row.length; }
    static std::string row() { return "row"; }
    static std::string row_name() { return "row"; }
    static std::string column_name() { return "col"; }
    static bool has_epilogue() { return false; }
    static const char* name_of_core() { return "core"; }
    bool has_dense_result() const { return is_dense; }
    static bool reads_in_registers() { return false; }
    template <class V>
    static V prologue(recording::routine& r, const written_index& row, const written_index& col) {
        return V({&r, r.add({.what = recording::operation::load,
                             .is = recording::kind::real,
                             .lanes = lanes<V>::count,
                             .from = {"S", (row * 19 + col).text()}})});
    }
    template <class V>
    static V epilogue(recording::routine&, const written_index&, const written_index&, const V& core) {
        return core;
    }
    static recording::element log_sum(const written_index& row) { return {"log_sums", row.text()}; }
    static recording::element result(const written_index& row, const written_index& col) {
        return {"out", (row * 19 + col).text()};
    }
};

template <std::size_t Widest, class Kernel>
std::string text_of(const named_row& operands, const Kernel& kernel) {
    recording::routine r;
    names taken;
    for (const char* name : {"S", "out", "row"}) taken.claim(name);
    kernel(writing<float, Widest, named_row>(r, taken, operands));
    const emitted::spelling s{{"float", "f", true}, emitted::c_dialect};
    emitted::c_writer out;
    emitted::routine_text(r, s, taken).write(out);
    return out.text();
}

TEST(kernel, is_written_in_registers_with_what_they_leave) {
    const named_row operands{{.loop = skeleton::rows, .cols = 19, .row = {.length = 19}}};
    EXPECT_EQ(text_of<8>(operands, [](const auto& m) { rows_kernel<normalisation::log_softmax>(m); }),
              R"(/* log softmax of a row: x - max - log(sum of exp(x - max)) */
for (int col = 0; col < 19; ++col)
    out[row * 19 + col] = S[row * 19 + col];
const float maximum = largest_of_row(&out[row * 19], 19);
const float shift = maximum == -INFINITY ? 0.0f : maximum;
const float total = sum_of_powers(&out[row * 19], 19, shift);
const float log_total = total == 0.0f ? 0.0f : logarithm(total);
for (int col = 0; col < 16; col += 8)
    store_8(&out[row * 19 + col], load_8(&out[row * 19 + col]) - shift - log_total);
store_2(&out[row * 19 + 16], load_2(&out[row * 19 + 16]) - shift - log_total);
out[row * 19 + 18] = out[row * 19 + 18] - shift - log_total;
)");
}

TEST(kernel, is_written_in_scratch_memory_where_the_result_is_not_contiguous) {
    const named_row operands{{.loop = skeleton::rows, .cols = 19, .row = {.length = 19}}, false};
    const std::string text = text_of<1>(operands, [](const auto& m) { rows_kernel<normalisation::softmax>(m); });
    EXPECT_NE(text.find("float weight[19];\n"), std::string::npos) << text;
    EXPECT_NE(text.find("weight[col] = exp_of_non_positive(weight[col] - shift);\n"), std::string::npos) << text;
    EXPECT_NE(text.find("for (int col = 0; col < 19; ++col)\n    out[row * 19 + col] = weight[col];\n"),
              std::string::npos)
        << text;
}

/// A change of a kernel changes what runs and what is written: here the kernel is one of the test.
TEST(kernel, is_one_text) {
    const auto kernel = [](const auto& m) {
        m.rows([&](auto i) {
            const auto row = m.row_to_compute(i);
            read_row(m, i, row);
            using T = typename std::remove_cvref_t<decltype(m)>::number;
            const T least = known_as("least", T(folded_row<smaller_of_two>(m, row, m.row_length())));
            m.along_row([&]<class V>(auto j) { m.store(row, j, V(m.template load<V>(row, j) - least)); });
        });
    };
    double x[]{4, 2, 7};
    kernel(one_row(x, 3));
    EXPECT_TRUE(x[0] == 2 && x[1] == 0 && x[2] == 5);
    const named_row operands{{.cols = 19, .row = {.length = 19}}};
    EXPECT_EQ(text_of<1>(operands, kernel), R"(for (int col = 0; col < 19; ++col)
    out[row * 19 + col] = S[row * 19 + col];
const float least = min_of_row(&out[row * 19], 19);
for (int col = 0; col < 19; ++col)
    out[row * 19 + col] = out[row * 19 + col] - least;
)");
}

}  // namespace
