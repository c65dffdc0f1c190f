// SPDX-License-Identifier: BSL-1.0
// Products with one row, by the speed at which their matrix is read; rows batched by leading axes, by the same rows in
// one matrix.
#include <bench/layers/comparison.hpp>
#include <bench/layers/sizes.hpp>
#include <bench/read_loop.hpp>

namespace bench {

using namespace heed;

template <std::size_t Rows, std::size_t Columns>
struct one_row {
    tensor<float, Rows, Columns> W;
    tensor<float, 1, Rows> row;
    tensor<float, Columns> column;
    void fill_all() { fill(W, 1, 1), fill(row, 1, 2), fill(column, 1, 3); }
};

template <std::size_t Rows, std::size_t Columns, class F>
static std::pair<computation, computation> of_one_row(const F& f) {
    return {evaluating(prepared<one_row<Rows, Columns>>(), f), read_loop(sizeof(float) * Rows * Columns)};
}

static const compares rows_once({row_by_matrix, 0, "reading W", 0.9,
                                 [] { return of_one_row<768, 3072>([](const auto& o) { return o.row * o.W; }); }});
static const compares row_by_transposed({"x * transpose(W), W 3072 x 768", 0, "reading W", 0.9, [] {
                                             return of_one_row<3072, 768>(
                                                 [](const auto& o) { return o.column * transpose(o.W); });
                                         }});
static const compares columns_once({matrix_by_column, 0, "reading W", 0.9, [] {
                                        return of_one_row<3072, 768>([](const auto& o) { return o.W * o.column; });
                                    }});
static const compares transposed_by_column({"transpose(W) * x, W 768 x 3072", 0, "reading W", 0.9, [] {
                                                return of_one_row<768, 3072>(
                                                    [](const auto& o) { return transpose(o.W) * transpose(o.row); });
                                            }});

/// The same memory by other axes.
struct batched_rows {
    tensor<float, ff_rows, ff_width> together;
    tensor<float, ff_rows, 1, ff_width> single;
    tensor<float, ff_rows / 4, 4, ff_width> by_four;
    tensor<float, ff_width, ff_width> W;
    void fill_all() { fill(together, 1, 1), fill(single, 1, 1), fill(by_four, 1, 1), fill(W, 1, 2); }
};
static constexpr double batched_flops = 2.0 * ff_rows * ff_width * ff_width;

template <class F>
static std::pair<computation, computation> of_batch(const F& f) {
    const auto all = prepared<batched_rows>();
    return {evaluating(all, f), evaluating(all, [](const auto& o) { return o.together * o.W; })};
}

static const compares of_single({"[128, 1, 768] * W", batched_flops, "[128, 768] * W", 0.95,
                                 [] { return of_batch([](const auto& o) { return o.single * o.W; }); }});
static const compares of_fours({"[32, 4, 768] * W", batched_flops, "[128, 768] * W", 0.95,
                                [] { return of_batch([](const auto& o) { return o.by_four * o.W; }); }});

}  // namespace bench
