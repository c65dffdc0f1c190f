// SPDX-License-Identifier: BSL-1.0
// Attention as docs/beside.md has it, with Halide, compiled when it runs. Axes are written from the innermost one.
#include <Halide.h>

#include <cmath>

#include "same_attention.hpp"

using namespace Halide;
using matrix = Buffer<float, 2>;

matrix attend(matrix Q, matrix K, matrix V) {
    Var c("c"), j("j"), i("i");
    RDom depth(0, K.width()), key(0, K.height());
    Func score("score"), largest("largest"), weight("weight"), total("total"), sum("sum"), Y("Y");
    score(j, i) += Q(depth, i) * K(depth, j) / std::sqrt(static_cast<float>(K.width()));
    largest(i) = maximum(score(key, i));
    weight(j, i) = exp(score(j, i) - largest(i));
    total(i) += weight(key, i);
    sum(c, i) += weight(key, i) * V(c, key);
    Y(c, i) = sum(c, i) / total(i);
    for (Func f : {score, largest, weight, total, sum}) f.compute_at(Y, i);  // the schedule: one query at a time
    score.update().reorder(j, depth).vectorize(j, 8, TailStrategy::GuardWithIf);
    sum.update().reorder(c, key).vectorize(c, 8);
    return Y.realize({V.width(), Q.height()});
}

int main() {
    constexpr int width = same_attention::width, tokens = same_attention::tokens;
    matrix Q(width, tokens), K(width, tokens), V(width, tokens);
    same_attention::fill(Q.data(), K.data(), V.data());
    return same_attention::check(attend(Q, K, V).data());
}
