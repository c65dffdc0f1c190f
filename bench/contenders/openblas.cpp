// SPDX-License-Identifier: BSL-1.0
// OpenBLAS on one thread, and loops for softmax that -ffast-math lets the compiler vectorise; long sequences some
// queries at a time, so that their scores stay in the cache.
#include <bench/contender.hpp>

#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace bench {

/// A matrix inside another: rows are `stride` apart.
struct block {
    float* data;
    int stride;

    block from_row(std::size_t row) const { return {data + row * static_cast<std::size_t>(stride), stride}; }
};

static void multiply(int rows, int columns, int inner, float scale, block a, CBLAS_TRANSPOSE b_form, block b, block c) {
    if (rows == 1) {  // a vector and a matrix
        const bool transposed = b_form == CblasTrans;
        cblas_sgemv(CblasRowMajor, transposed ? CblasNoTrans : CblasTrans, transposed ? columns : inner,
                    transposed ? inner : columns, scale, b.data, b.stride, a.data, 1, 0, c.data, 1);
    } else {
        cblas_sgemm(CblasRowMajor, CblasNoTrans, b_form, rows, columns, inner, scale, a.data, a.stride, b.data,
                    b.stride, 0, c.data, c.stride);
    }
}

/// softmax without its division: returns the sum. Scores that are not seen become 0.
static float exp_of_row(float* row, int length, int first, int last) {
    float largest = std::numeric_limits<float>::lowest(), total = 0;
    for (int j = first; j < last; ++j) largest = std::max(largest, row[j]);
    for (int j = first; j < last; ++j) {
        row[j] = std::exp(row[j] - largest);
        total += row[j];
    }
    std::fill(row, row + first, 0.0F);
    std::fill(row + last, row + length, 0.0F);
    return total;
}

/// Each row is divided by its sum after the second product, where rows are shorter.
static void blas_attention(const shape& s, const query_block& b, block q, block k, block v, block scores, block y) {
    const int queries = static_cast<int>(b.count), seen = static_cast<int>(b.seen.last - b.seen.first),
              width = static_cast<int>(s.head_width());
    scores.stride = seen;
    multiply(queries, seen, width, 1 / std::sqrt(static_cast<float>(width)), q.from_row(b.first), CblasTrans,
             k.from_row(b.seen.first), scores);
    floats totals;
    for (std::size_t i = 0; i < b.count; ++i) {
        const key_range visible = keys_of(s, b.first + i);
        totals.push_back(exp_of_row(scores.from_row(i).data, seen, static_cast<int>(visible.first - b.seen.first),
                                    static_cast<int>(visible.last - b.seen.first)));
    }
    multiply(queries, width, seen, 1, scores, CblasNoTrans, v.from_row(b.seen.first), y.from_row(b.first));
    float* row = y.from_row(b.first).data;
    for (const float total : totals) {
        for (int c = 0; c < width; ++c) row[c] /= total;
        row += y.stride;
    }
}

struct blas_formula {
    shape s;
    int tokens = static_cast<int>(s.tokens), width = static_cast<int>(s.width),
        head_width = static_cast<int>(s.head_width());
    std::vector<query_block> blocks;
    inputs in;
    floats Q, K, V, stacked, scores, Y;

    blas_formula(const shape& actual, const inputs& from) : s(actual), blocks(query_blocks(s)), in(from) {
        openblas_set_num_threads(1);
        Y.resize(s.queries * s.width);
        if (s.kind != work::product) scores.resize(blocks.front().count * s.tokens);
        if (s.kind == work::multi_head)
            for (auto* x : {&Q, &K, &V, &stacked}) x->resize(s.tokens * s.width);
    }

    block of(floats& x, int first = 0) const { return {x.data() + first, width}; }

    void project(floats& x, floats& weights, floats& y) const {
        multiply(tokens, width, static_cast<int>(x.size()) / tokens, 1, of(x), CblasNoTrans, of(weights), of(y));
    }

    void attend(block q, block k, block v, block y) {
        for (const query_block& b : blocks) blas_attention(s, b, q, k, v, {scores.data(), 0}, y);
    }

    void compute() {
        if (s.kind == work::attention) attend(of(in[0]), of(in[1]), of(in[2]), of(Y));
        if (s.kind == work::product) project(in[0], in[1], Y);
        if (s.kind == work::multi_head) {
            project(in[0], in[1], Q);
            project(in[0], in[2], K);
            project(in[0], in[3], V);
            for (int c = 0; c < width; c += head_width) attend(of(Q, c), of(K, c), of(V, c), of(stacked, c));
            project(stacked, in[4], Y);
        }
    }
};

static computation prepare_openblas(std::size_t task, const inputs& in) {
    if (shapes[task].packed) return {};  // this version cannot pack operands ahead
    const auto formula = std::make_shared<blas_formula>(shapes[task], in);
    return repeated(formula->Y.data(), [formula] { formula->compute(); });
}

/// The text of the version has spaces around it.
static const takes_part openblas({"OpenBLAS",
                                  std::string(&OPENBLAS_VERSION[1]) + "with its kernels for " + openblas_get_corename(),
                                  prepare_openblas});

}  // namespace bench
