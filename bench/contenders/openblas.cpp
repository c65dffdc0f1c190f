// SPDX-License-Identifier: BSL-1.0
// OpenBLAS on one thread, and loops for softmax that -ffast-math lets the compiler vectorise.
#include <bench/tasks.hpp>

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
};

static void multiply(int rows, int columns, int inner, float scale, block a, CBLAS_TRANSPOSE b_form, block b, block c) {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, b_form, rows, columns, inner, scale, a.data, a.stride, b.data, b.stride, 0,
                c.data, c.stride);
}

/// Each row is divided by its sum after the second product, where rows are shorter.
static void blas_attention(int tokens, int width, block q, block k, block v, block scores, block y) {
    multiply(tokens, tokens, width, 1 / std::sqrt(static_cast<float>(width)), q, CblasTrans, k, scores);
    std::vector<float> totals;
    for (float* row = scores.data; row != scores.data + tokens * scores.stride; row += scores.stride) {
        float largest = std::numeric_limits<float>::lowest(), total = 0;
        for (int j = 0; j < tokens; ++j) largest = std::max(largest, row[j]);
        for (int j = 0; j < tokens; ++j) {
            row[j] = std::exp(row[j] - largest);
            total += row[j];
        }
        totals.push_back(total);
    }
    multiply(tokens, width, tokens, 1, scores, CblasNoTrans, v, y);
    float* row = y.data;
    for (const float total : totals) {
        for (int c = 0; c < width; ++c) row[c] /= total;
        row += y.stride;
    }
}

template <shape S>
struct blas_formula {
    static constexpr int tokens = static_cast<int>(S.tokens), width = static_cast<int>(S.width),
                         head_width = static_cast<int>(S.head_width());
    inputs in;
    std::vector<float> Q, K, V, stacked, scores, Y;

    explicit blas_formula(const inputs& from) : in(from), scores(S.tokens * S.tokens) {
        openblas_set_num_threads(1);
        for (auto* x : {&Q, &K, &V, &stacked, &Y}) x->resize(S.tokens * S.width);
    }

    static block of(std::vector<float>& x, int first = 0) { return {x.data() + first, width}; }

    void project(std::vector<float>& x, std::vector<float>& weights, std::vector<float>& y) {
        multiply(tokens, width, static_cast<int>(x.size()) / tokens, 1, of(x), CblasNoTrans, of(weights), of(y));
    }

    void compute() {
        if constexpr (S.kind == work::attention)
            blas_attention(tokens, width, of(in[0]), of(in[1]), of(in[2]), {scores.data(), tokens}, of(Y));
        if constexpr (S.kind == work::product) project(in[0], in[1], Y);
        if constexpr (S.kind == work::multi_head) {
            project(in[0], in[1], Q);
            project(in[0], in[2], K);
            project(in[0], in[3], V);
            for (int c = 0; c < width; c += head_width)
                blas_attention(tokens, head_width, of(Q, c), of(K, c), of(V, c), {scores.data(), tokens},
                               of(stacked, c));
            project(stacked, in[4], Y);
        }
    }
};

static computation prepare_openblas(std::size_t task, const inputs& in) {
    return with_shape(task, [&]<shape S>() {
        const auto formula = std::make_shared<blas_formula<S>>(in);
        return repeated(formula->Y.data(), [formula] { formula->compute(); });
    });
}

/// The text of the version has spaces around it.
static const takes_part openblas({"OpenBLAS",
                                  std::string(&OPENBLAS_VERSION[1]) + "with its kernels for " + openblas_get_corename(),
                                  prepare_openblas});

}  // namespace bench
