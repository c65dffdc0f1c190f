// SPDX-License-Identifier: BSL-1.0
// Answers to the exercises of the lab by heed's formulas, and what comes out with a slip that people make.
#pragma once

#include "slots.hpp"

#include <cmath>

namespace lab {

/// What is asked for; the matrices that are given are A, B, C and D.
enum class asked : int {
    product,              // A * B
    products,             // A * transpose(B): queries A, keys B
    scores,               // A * transpose(B) / sqrt(d_k)
    weights,              // softmax of the scores of A and B
    weights_of_scores,    // softmax of A
    output,               // attention of A, B and C
    causal_weights,       // weights in which a query sees no later key
    two_heads,            // A: queries, B: keys, C: values, of two heads side by side
    two_heads_projected,  // the same times D
    row_sums,             // sum<1>(A)
    column_sums,          // sum<0>(A)
    strongest             // argmax<1>(A), from 1
};

/// What somebody does otherwise than asked.
enum class slip : int { none, no_scale, other_axis, transposed, rounded, no_mask, one_head, by_d, no_exp, late_mask };

/// To two decimals, as intermediate results on paper.
inline table rounded(table A) {
    for (std::size_t i = 0; i < A.extent(0); ++i) {
        for (std::size_t j = 0; j < A.extent(1); ++j) A(i, j) = std::nearbyint(A(i, j) * 100) / 100;
    }
    return A;
}

inline table times(const table& A, const table& B) { return evaluate(A * B); }
inline table times_transposed(const table& A, const table& B) { return evaluate(A * transpose(B)); }

inline table scores_of(const table& Q, const table& K, bool scale, slip by) {
    table S = by == slip::transposed ? times_transposed(K, Q) : times_transposed(Q, K);
    if (scale && by == slip::by_d) {
        S = S / dim<1>(K);
    } else if (scale && by != slip::no_scale) {
        S = S / sqrt(dim<1>(K));
    }
    return by == slip::rounded ? rounded(S) : S;
}

inline table weights_of(const table& S, slip by) {
    if (by == slip::no_exp) return evaluate(S / sum<1>(S, keep));
    return by == slip::other_axis ? evaluate(softmax<0>(S)) : evaluate(softmax(S));
}

inline table output_of(const table& Q, const table& K, const table& V, slip by) {
    const table W = weights_of(scores_of(Q, K, true, by), by);
    return times(by == slip::rounded ? rounded(W) : W, V);
}

/// Zeros where a query sees no later key.
inline table without_later(table A) {
    for (std::size_t i = 0; i < A.extent(0); ++i) {
        for (std::size_t j = i + 1; j < A.extent(1); ++j) A(i, j) = 0;
    }
    return A;
}

inline table causal_weights_of(const table& Q, const table& K, slip by) {
    const table S = scores_of(Q, K, true, by), masked = where(index::k <= index::q, S);
    if (by == slip::late_mask) return without_later(weights_of(S, by));
    if (by == slip::no_exp) return weights_of(without_later(S), by);
    return weights_of(by == slip::no_mask ? S : masked, by);
}

/// The columns of one of two heads.
inline table half_of(const table& A, std::size_t h) {
    const std::size_t size = A.extent(1) / 2;
    return evaluate(slice<1>(A, h * size, (h + 1) * size));
}

inline table two_heads(const table& Q, const table& K, const table& V, slip by) {
    if (by == slip::one_head) return output_of(Q, K, V, by);
    const table first = output_of(half_of(Q, 0), half_of(K, 0), half_of(V, 0), by);
    const table second = output_of(half_of(Q, 1), half_of(K, 1), half_of(V, 1), by);
    return evaluate(concat(first, second));
}

inline table sums_of(const table& A, bool of_rows) {
    return of_rows ? table(evaluate(sum<1>(A, keep))) : table(evaluate(sum<0>(A, keep)));
}

inline table answer(asked what, slip by, const table* given) {
    const table &A = given[0], &B = given[1], &C = given[2], &D = given[3];
    switch (what) {
        case asked::product: return by == slip::transposed ? times_transposed(A, B) : times(A, B);
        case asked::products: return scores_of(A, B, false, by);
        case asked::scores: return scores_of(A, B, true, by);
        case asked::weights: return weights_of(scores_of(A, B, true, by), by);
        case asked::weights_of_scores: return weights_of(by == slip::rounded ? rounded(A) : A, by);
        case asked::output: return output_of(A, B, C, by);
        case asked::causal_weights: return causal_weights_of(A, B, by);
        case asked::two_heads: return two_heads(A, B, C, by);
        case asked::two_heads_projected: return times(two_heads(A, B, C, by), D);
        case asked::row_sums: return sums_of(A, by != slip::other_axis);
        case asked::column_sums: return sums_of(A, by == slip::other_axis);
        case asked::strongest: return table(evaluate(argmax<1>(A, keep) + 1));
    }
    return {};
}

}  // namespace lab

/// Computes what is asked of the given matrices, with a slip or none.
LAB_EXPORT(solve) void lab_solve(int what, int by) {
    using namespace lab;
    matrices[slot_result] = answer(static_cast<asked>(what), static_cast<slip>(by), matrices + slot_given);
}
