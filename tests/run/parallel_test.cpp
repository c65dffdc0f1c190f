// SPDX-License-Identifier: BSL-1.0
// par, by OpenMP and without: the same bits for any number of threads, also where threads share tiles already.
#include <tests/filled.hpp>
#include "tests/run/counted_allocations.hpp"

#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <random>
#include <string>

namespace heed::test {

#if defined(_OPENMP)
void set_threads(int threads) { omp_set_num_threads(threads); }
bool is_in_region() { return omp_in_parallel() != 0; }
#else
void set_threads(int threads) { setenv("OMP_NUM_THREADS", std::to_string(threads).c_str(), 1); }
bool is_in_region() { return detail::is_sharing_tiles; }
#endif

/// Allocations by threads that share a region: an exception could not leave it. Counted while a test asks: the runtime
/// allocates as it starts, and cannot be asked then.
std::atomic<int> allocated_in_region = 0;
std::atomic<bool> is_counting = false;

std::size_t most_bytes = static_cast<std::size_t>(-1);  ///< of an allocation, else there is no memory

void see_allocation(std::size_t bytes) {
    if (bytes > most_bytes) throw std::bad_alloc();
    if (is_counting && is_in_region()) ++allocated_in_region;
}

template <class Tensor>
void fill(Tensor& t, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (auto& x : t) x = static_cast<typename Tensor::value_type>(uniform(random));
}

/// Whether threads share a nest, so that par is more than seq.
template <class F>
constexpr bool is_shared() {
    using plan = detail::plan_for<F, detail::computed_t<detail::value_of<F>>, parallel_policy>;
    for (const detail::nest& n : plan::value.nests)
        if (detail::is_worth_sharing(plan::value, n, parallel_policy::least_work)) return true;
    return false;
}

template <class F>
void expect_same_bits(const F& f) {
    static_assert(is_shared<F>());
    const auto one = evaluate(seq, f);
    for (const int threads : {1, 2, 3, 7}) {
        set_threads(threads);
        const auto many = evaluate(par, f);
        EXPECT_TRUE(one == many) << threads << " threads";
        auto into = one;
        for (auto& x : into) x = 0;
        evaluate_into(par, into, f);
        EXPECT_TRUE(one == into) << threads << " threads";
    }
}

tensor<float, 333, 24> Q, K, V;
tensor<double, 1100, 40> X;
tensor<double, 40, 60> W;
tensor<float, 2, 3, 110, 16> A, B, C;

struct parallel : testing::Test {
    parallel() {
        fill(Q, 1);
        fill(K, 2);
        fill(V, 3);
        fill(X, 4);
        fill(W, 5);
        fill(A, 6);
        fill(B, 7);
        fill(C, 8);
    }
};

TEST_F(parallel, gives_the_same_bits) {
    expect_same_bits(softmax(where(causal, Q * transpose(K) / sqrt(dim<1>(K)))) * V);
    expect_same_bits(X * W + 1.0);
    const auto P = packed(W);
    expect_same_bits(X * P + 1.0);
    EXPECT_EQ(evaluate(par, X * P), evaluate(seq, X * W));
    expect_same_bits(attention(A, B, C));
    static const auto large = filled<tensor<float, 1333, 240>>(0.1);
    expect_same_bits(exp(-hadamard(large, large)) + sum<0>(large));
    expect_same_bits(logsumexp(X * W));
    expect_same_bits(concat(Q * transpose(K), Q) * concat<0>(K, transpose(Q) * V));
}

/// Products of few rows have one tile of rows: threads share their columns, in whichever loop.
TEST_F(parallel, shares_columns) {
    static tensor<float, 3, 1152> few;
    static tensor<float, 70, 120> rows;
    static tensor<float, 1152, 768> weights;
    static tensor<float, 120, 768> of_rows;
    static tensor<float, 768, 1152> by_column;
    static tensor<float, 768> bias;
    fill(few, 1), fill(rows, 2), fill(weights, 3), fill(of_rows, 6), fill(by_column, 4), fill(bias, 5);
    expect_same_bits(relu(few * weights + bias));
    expect_same_bits(few * transpose(by_column));
    expect_same_bits(rows * of_rows);
    expect_same_bits(rows * packed(of_rows) + bias);
    using product = decltype(few * weights);
    EXPECT_EQ((detail::plan_for<product, float, parallel_policy>::value.nests[0].batch.size()), 6U);
}

TEST_F(parallel, reads_what_it_writes) {
    auto Y = Q;
    static tensor<float, 24, 24> square;
    fill(square, 9);
    const tensor expected = relu(Y * square) + Y;
    evaluate_into(par, Y, relu(Y * square) + Y);
    EXPECT_TRUE(Y == expected);
}

TEST_F(parallel, inside_a_parallel_region_takes_one_thread) {
    const tensor expected = X * W + 1.0;
    std::atomic<int> wrong = 0;
    set_threads(3);
    const auto evaluate_inside = [&](int, std::size_t) {
        const auto y = evaluate(par, X * W + 1.0);
        if (!(y == expected) || detail::tile_threads::most() != 1) ++wrong;
    };
    detail::tile_threads::share(
        3, 6, [](std::size_t) { return 0; }, evaluate_inside);
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(detail::tile_threads::most(), 3U);
}

TEST_F(parallel, allocates_before_threads_begin) {
    set_threads(3);
    const tensor<double, 40, 200> wide{};  // rows between the two products are more than stacks have room for
    const auto deep = gelu(X * wide) * transpose(wide) + X;
    using plan = detail::plan_for<std::remove_const_t<decltype(deep)>, double, parallel_policy>;
    ASSERT_GT(plan::value.workspace * sizeof(double), detail::stack_workspace_bytes);
    is_counting = true;
    const tensor y = evaluate(par, deep);
    is_counting = false;
    EXPECT_EQ(allocated_in_region, 0);
    EXPECT_EQ(y, evaluate(deep));
}

TEST(parallel_lengths, leave_the_bits) {
    tensor<float, dyn, 16> q(700), k(300), v(300);
    float i = 0;
    for (auto* t : {&q, &k, &v})
        for (float& x : *t) x = std::sin(++i);
    expect_same_bits(attention(q, k, v));
}

/// A product with static extents whose columns threads share, in a formula with lengths elsewhere.
TEST(parallel_lengths, share_columns) {
    static const auto x = filled<tensor<float, 1, 64>>(0.1);
    static const auto first = filled<tensor<float, 64, 96>>(0.2);
    static const auto second = filled<tensor<float, 96, 768>>(0.3);
    tensor<float, dyn, 768> k(70);
    tensor<float, dyn, 16> v(70);
    fill(k, 1), fill(v, 2);
    expect_same_bits(softmax((relu(x * first) * second) * transpose(k)) * v);
    tensor<float, dyn, 64> one(1);
    fill(one, 3);
    expect_same_bits(softmax((relu(one * first) * second) * transpose(k)) * v);
}

/// Rows that are a length may be few: 128 of them are work for two threads.
TEST(parallel_lengths, are_shared_in_small_tiles) {
    using layer = decltype(relu(tensor<float, dyn, 64>(1) * matrix<float, 64, 64>()));
    static_assert(detail::plan_for<layer, float, parallel_policy>::value.nests[0].tile_rows == 64);
    static_assert(detail::plan_for<layer, float, sequential_policy>::value.nests[0].tile_rows > 64);
    tensor<float, dyn, 64> x(130);
    matrix<float, 64, 64> w;
    fill(x, 1);
    fill(w, 2);
    expect_same_bits(relu(x * w));
}

constexpr bool runs_in_a_constant_expression() {
    const tensor<double, 3, 2> x{{1, 0}, {0, 1}, {1, 1}};
    return evaluate(par, attention(x, x, x)) == evaluate(seq, attention(x, x, x));
}
static_assert(runs_in_a_constant_expression());

/// Keys and values are stored whole, once for all threads; each thread has a tile.
TEST_F(parallel, without_memory_for_threads_the_target_stays_as_it_was) {
    tensor<float, dyn, 16> tokens(4000), y(3);
    matrix<float, 16, 16> weights;
    fill(tokens, 1), fill(weights, 2), fill(y, 3);
    const tensor before = y;
    const auto f = attention(tokens, tokens * weights, tokens * weights);
    set_threads(16);
    const auto bytes_of_stored = 2 * 4000 * 16 * sizeof(float);
    for (most_bytes = 1000; most_bytes < 4 * bytes_of_stored; most_bytes *= 2) {
        tensor out = y;
        try {
            evaluate_into(par, out, f);
            EXPECT_GE(most_bytes, bytes_of_stored);
            EXPECT_EQ(out.extent(0), 4000U);
        } catch (const std::bad_alloc&) {
            EXPECT_LT(most_bytes, 2 * bytes_of_stored) << "threads take as much as is stored";
            EXPECT_TRUE(out == before) << most_bytes;
        }
    }
    most_bytes = static_cast<std::size_t>(-1);
}

}  // namespace heed::test
