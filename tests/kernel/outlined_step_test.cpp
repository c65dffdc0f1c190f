// SPDX-License-Identifier: BSL-1.0
// The loops of each kind, run by the machine that outlines, take what `cost` says, count by count, in numbers and in
// registers; and each element is read and written as often as the loop says. What runs beyond cost is stated here
// exactly: sums, maxima and minima of rows run in 8 lanes, which take 7 operations to combine.
#include <heed/heed.hpp>
#include <heed/kernel/outlined_step.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cstddef>

namespace heed::test {

using detail::outline, detail::outline_node, detail::outline_tally;

/// How often nodes of a kind run.
constexpr std::size_t runs_of(outline_node::kind kind, const outline& o, std::size_t node = 0) {
    std::size_t n = o[node].what == kind ? 1 : 0;
    for (std::size_t inside = node + 1; inside < o[node].end; inside = o[inside].end) n += runs_of(kind, o, inside);
    return o[node].times * n;
}

/// A whole plan: each of its steps for all tiles, and with how many folds.
struct whole {
    outline_tally all{};
    std::size_t folds = 0;
};

template <std::size_t Widest, class T, std::size_t Capacity>
constexpr whole whole_of(const detail::plan<Capacity>& p) {
    whole w;
    for (const detail::nest& n : p.nests)
        for (std::size_t s = 0; s < n.step_count; ++s) {
            const auto add = [&](std::size_t times, std::size_t rows) {
                const outline o = detail::outline_of<Widest>(
                    detail::step_to_outline(p, p.steps[n.first_step + s], rows, sizeof(T), true, true));
                w.all = w.all + n.batch.size() * times * o.total();
                w.folds += n.batch.size() * times * runs_of(outline_node::fold, o);
            };
            add(n.rows.size / n.tile_rows, n.tile_rows);
            if (n.rows.size % n.tile_rows != 0) add(1, n.rows.size % n.tile_rows);
        }
    return w;
}

/// `loads` and `stores` are of elements, in all.
template <class F>
void expect_costs(const F&, std::size_t loads, std::size_t stores) {
    using T = detail::value_of<F>;
    constexpr const auto& p = detail::plan_for<F, T>::value;
    constexpr whole in_numbers = whole_of<1, T>(p);
    detail::cost asked = detail::cost_of(p);
    asked.visits = 0;
    asked.other_flops += (detail::row_lanes - 1) * in_numbers.folds;
    EXPECT_EQ(in_numbers.all.work, asked);
    EXPECT_EQ(in_numbers.all.loads, loads);
    EXPECT_EQ(in_numbers.all.stores, stores);
    EXPECT_EQ((whole_of<4, T>(p).all), in_numbers.all);
    EXPECT_EQ((whole_of<8, T>(p).all), in_numbers.all);
    EXPECT_EQ((whole_of<16, T>(p).all), in_numbers.all);
}

template <std::size_t R, std::size_t C>
const matrix<float, R, C>& some() {
    static const matrix<float, R, C> m;
    return m;
}

template <std::size_t N>
const vector<float, N>& some_row() {
    static const vector<float, N> row;
    return row;
}

template <std::size_t R, std::size_t C>
void expect_costs_of_rows() {
    const auto& A = some<R, C>();
    const std::size_t n = R * C;
    expect_costs(A + A, 2 * n, n);
    expect_costs(tanh(A + exp(A)) * 2 - hadamard(A, A), 4 * n, n);
    expect_costs(where(index::k < index::q + 2, A), n, n);
    // Read, looked through, made a power, summed, divided.
    expect_costs(softmax(A), 5 * n + R, 3 * n);
    expect_costs(softmax(exp(A)) * 3 + A, 7 * n + R, 4 * n);
    expect_costs(let(A + A, [](auto s) { return results(softmax(s), logsumexp(s)); }), 6 * n + R, 3 * n + R);
    expect_costs(log_softmax(A), 4 * n + R, 2 * n);
    expect_costs(log_softmax(A) / 3, 5 * n + R, 3 * n);
    // Read, squared, scaled; before that summed and centred, twice.
    expect_costs(rms_norm(A), 3 * n, 2 * n);
    expect_costs(layer_norm(A), 7 * n, 4 * n);
    expect_costs(layer_norm(A + A, some_row<C>(), some_row<C>(), {.epsilon = 0.5}), 11 * n, 5 * n);
    expect_costs(sum(A), 2 * n, n + R);
    expect_costs(mean(hadamard(A, A)) + 1, 3 * n, n + R);
    expect_costs(max(A), 2 * n + R, n + R);
    expect_costs(min(A + A), 3 * n + R, n + R);
    expect_costs(logsumexp(A), 4 * n + R, 2 * n + R);
    expect_costs(exp(logsumexp(A * 2)), 4 * n + R, 2 * n + R);
}

TEST(outlined_step, of_elements_and_rows_takes_what_cost_says) {
    expect_costs_of_rows<7, 19>();
    expect_costs_of_rows<1, 1>();
    expect_costs_of_rows<3, 8>();
    expect_costs_of_rows<70, 33>();
}

template <std::size_t N>
void expect_costs_of_inverse() {
    // Copied, and the inverse read where it was made.
    expect_costs(inverse(some<N, N>()), 2 * N * N, 2 * N * N);
    expect_costs(inverse(some<N, N>() + some<N, N>() * 2), 3 * N * N, 2 * N * N);
}

TEST(outlined_step, of_an_inverse_takes_what_cost_says) {
    expect_costs_of_inverse<1>();
    expect_costs_of_inverse<2>();
    expect_costs_of_inverse<7>();
}

constexpr std::size_t rounds_of(std::size_t n, std::size_t step) { return (n + step - 1) / step; }

/// Each block of sums reads its lines of both operands once.
struct product_size {
    std::size_t rows, inner, cols, panel, depth;

    constexpr std::size_t sums() const { return rows * cols; }
    constexpr std::size_t reads() const {
        return inner * (rows * rounds_of(cols, panel) + cols * rounds_of(rows, detail::accumulator_rows));
    }
    /// What is left in the target between parts of the sums.
    constexpr std::size_t left() const { return (rounds_of(inner, depth) - 1) * sums(); }
    constexpr std::size_t right() const { return inner * cols; }
};

/// Few rows: each row of the right operand is read from end to end, a few of them at a time, or each column.
template <std::size_t R, std::size_t K, std::size_t C>
void expect_costs_of_few_rows() {
    const auto& A = some<R, K>();
    const auto& B = some<K, C>();
    const auto& Bt = some<C, K>();
    const product_size swept{R, K, C, detail::product_columns(R, 4), detail::swept_rows};
    expect_costs(A * B, swept.reads() + swept.left(), swept.sums() + swept.left());
    expect_costs(gelu(A * B + 1), swept.reads() + swept.left(), swept.sums() + swept.left());
    constexpr std::size_t width = detail::vector_bytes / 4, registers = detail::partial_sums(4) / width;
    const product_size in_lanes{R, K, C, detail::columns_of_parts(width, R * registers), K};
    expect_costs(A * transpose(Bt), in_lanes.reads(), in_lanes.sums());
    expect_costs(exp(A * transpose(Bt)), in_lanes.reads(), in_lanes.sums());
    // Rows that are no rows of memory are copied.
    const auto& At = some<K, R>();
    if (R > 1) expect_costs(transpose(At) * transpose(Bt), in_lanes.reads() + R * K, in_lanes.sums() + R * K);
}

template <std::size_t R, std::size_t K, std::size_t C>
void expect_costs_of_product() {
    const auto& A = some<R, K>();
    const auto& B = some<K, C>();
    const auto& Bt = some<C, K>();
    const std::size_t panel = detail::lanes_for(4);
    const product_size lies{R, K, C, detail::product_columns(R, 4), K};
    const product_size copied{R, K, C, panel, detail::product_depth};
    const product_size packed_ahead{R, K, C, panel, detail::packed_depth(4)};
    expect_costs(A * B, lies.reads(), lies.sums());
    expect_costs(gelu(A * B + 1), lies.reads(), lies.sums());
    const std::size_t loads = copied.reads() + copied.left() + copied.right();
    const std::size_t stores = copied.sums() + copied.left() + copied.right();
    expect_costs(A * transpose(Bt), loads, stores);
    expect_costs(exp(A * transpose(Bt)), loads, stores);
    static const auto P = packed(B);
    expect_costs(A * P, packed_ahead.reads() + packed_ahead.left(), packed_ahead.sums() + packed_ahead.left());
}

TEST(outlined_step, of_a_product_takes_what_cost_says) {
    expect_costs_of_product<7, 19, 5>();
    expect_costs_of_product<1, 2, 3>();
    expect_costs_of_product<8, 16, 32>();
    expect_costs_of_product<45, 600, 77>();
}
TEST(outlined_step, of_a_product_of_few_rows_takes_what_cost_says) {
    expect_costs_of_few_rows<1, 40, 300>();
    expect_costs_of_few_rows<4, 18, 129>();
}

/// Rows that are far apart: the first block of rows copies each panel while it computes.
TEST(outlined_step, of_a_product_of_far_rows_takes_what_cost_says) {
    constexpr std::size_t R = 64, K = 600, C = 1000;
    const auto f = some<R, K>() * some<K, C>();
    const product_size far{R, K, C, detail::lanes_for(4), detail::product_depth};
    expect_costs(f, far.reads() + far.left(), far.sums() + far.left() + far.right());
    expect_costs(log(f), far.reads() + far.left(), far.sums() + far.left() + far.right());
}

/// A part of a sum that others began adds to what is there.
TEST(outlined_step, of_products_that_add_up_takes_what_cost_says) {
    static const matrix<float, 9, 3> A, B;
    static const matrix<float, 6, 5> W;
    const product_size one{9, 3, 5, detail::product_columns(9, 4), 3};
    expect_costs(concat(A, B) * W, 2 * one.reads() + one.sums(), 2 * one.sums());
    const auto rows = concat(some<2, 20>(), some<2, 17>());
    constexpr std::size_t width = detail::vector_bytes / 4, registers = detail::partial_sums(4) / width,
                          columns = detail::columns_of_parts(width, 2 * registers);
    const product_size first{2, 20, 7, columns, 20}, second{2, 17, 7, columns, 17};
    expect_costs(rows * transpose(some<7, 37>()), first.reads() + second.reads() + first.sums(), 2 * first.sums());
}

/// Attention of queries that fill all lanes. Beyond what is asked for each block of keys after the first rescales: an
/// exp, a subtraction, and a multiplication and an addition for the sums of weights and for each column. The first
/// score of a query is compared with none. Every query is multiplied by a scale, if only by 1.
template <class F>
void expect_costs_of_attention(const F&, std::size_t unscaled_queries, std::size_t parts = 1) {
    constexpr const auto& p = detail::plan_for<F, float>::value;
    constexpr std::size_t queries = p.nests[0].rows.size;
    constexpr const detail::kernel& k = p.kernels[0];
    detail::cost asked = detail::cost_of(p);
    asked.other_flops += asked.rescales * (1 + 2 * parts + 2 * k.cols) + unscaled_queries * k.stream.depth;
    asked.other_flops -= queries;
    asked.exps += asked.rescales;
    asked.rescales = asked.visits = 0;
    constexpr whole all = whole_of<1, float>(p);
    EXPECT_EQ(all.all.work, asked);
}

template <std::size_t Queries, std::size_t Keys, std::size_t Columns>
void expect_costs_of_queries(std::size_t parts = 1) {
    const auto& Q = some<Queries, 16>();
    const auto& K = some<Keys, 16>();
    const auto& V = some<Keys, Columns>();
    expect_costs_of_attention(softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V, 0, parts);
    expect_costs_of_attention(
        let(Q * transpose(K) / sqrt(dim<1>(K)), [&](auto s) { return results(softmax(s) * V, logsumexp(s)); }), 0,
        parts);
    expect_costs_of_attention(softmax(Q * transpose(K)) * V, Queries, parts);
    expect_costs_of_attention(softmax(tanh(Q * transpose(K))) * V + 1, Queries, parts);
    expect_costs_of_attention(attention(Q, K, V, index::k <= index::q + 3), 0, parts);
}

TEST(outlined_step, of_attention_takes_what_cost_says) {
    constexpr std::size_t lanes = detail::lanes_for(4);
    expect_costs_of_queries<3 * lanes, 20, 2 * lanes>();
    expect_costs_of_queries<lanes, 64, 3>();
    expect_costs_of_queries<2 * lanes, 300, 3>();
    expect_costs_of_queries<lanes, 300, 2 * lanes + 5>();
    expect_costs_of_queries<lanes, 64 * 3 + 29, 3 * lanes + 1>();
    expect_costs_of_queries<1, 300, 40>(detail::partial_sums(4));
    expect_costs_of_queries<3, 50, 5>(detail::partial_sums(4));
}

/// What parts take adds up to the whole.
TEST(outlined_step, knows_what_its_parts_take) {
    using detail::loop_part;
    const auto f = softmax(exp(some<7, 19>()));
    constexpr const auto& p = detail::plan_for<decltype(f), float>::value;
    constexpr outline o = detail::outline_of(detail::step_to_outline(p, p.steps[0], 7, 4, true, true));
    static_assert(o.total_of(loop_part::read).work.exps == 7 * 19);
    static_assert(o.total_of(loop_part::fold).work.exps == 7 * 19);
    static_assert(o.total_of(loop_part::read) + o.total_of(loop_part::fold) == o.total());
}

/// A loop that is changed on purpose is counted as it runs: here the kernel is one of the test.
TEST(outlined_step, counts_what_a_kernel_does) {
    const auto kernel = [](const auto& m) {
        m.rows([&](auto i) {
            const auto row = m.row_to_compute(i);
            detail::read_row(m, i, row);
            m.along_row([&]<class V>(auto j) { m.store(row, j, V(exp(V(m.template load<V>(row, j) * V(2.0))))); });
            m.finish_row(i, row);
        });
    };
    detail::outlined_step s{.rows = 5, .has_dense_result = true};
    s.k.row.length = 11;
    outline o;
    kernel(detail::outlined_kernel<4>(o, s));
    EXPECT_EQ(o.total().work.exps, 55U);
    EXPECT_EQ(o.total().work.other_flops, 55U);
    EXPECT_EQ(o.total().loads, 55U);
    EXPECT_EQ(o.total().stores, 2 * 55U);
    EXPECT_EQ(runs_of(outline_node::result, o), 5U * (11 / 4 + std::popcount(11U % 4)))
        << "what is stored last is the result";
}

}  // namespace heed::test
