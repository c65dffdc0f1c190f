// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: a condition computes in the element type of its formula, which needs all digits of the tensors in it; evaluate_as<double>(formula) has them, or compare tensors as they are: at(t, k) <= at(t, q) | float
// CASE 2: heed: a condition computes in the element type of its formula, which needs all digits of the tensors in it; evaluate_as<double>(formula) has them, or compare tensors as they are: at(t, k) <= at(t, q) | float
// CASE 3: heed: a condition computes in the element type of its formula, which needs all digits of the tensors in it; evaluate_as<double>(formula) has them, or compare tensors as they are: at(t, k) <= at(t, q) | float
// CASE 5: heed: a condition computes in the element type of its formula, which needs all digits of the tensors in it; evaluate_as<double>(formula) has them, or compare tensors as they are: at(t, k) <= at(t, q) | float
// CASE 4: heed: a condition computes in the element type of its formula, which needs all digits of the tensors in it; evaluate_as<double>(formula) has them, or compare tensors as they are: at(t, k) <= at(t, q) | float
#include <heed/heed.hpp>
using namespace heed;
using namespace heed::index;

int main() {
    tensor<double, 4> t;
    tensor<float, 4, 4> S;
#ifndef CASE
    tensor direct = where(at(t, k) <= at(t, q), S);
    tensor wider = evaluate_as<double>(where(at(t, q) - at(t, k) < 15, S));
#endif
#if CASE == 1
    tensor bad = where(at(t, q) - at(t, k) < 15, S);
#endif
#if CASE == 2
    tensor bad = attention(S, S, S, at(t, k) * 2 <= at(t, q));
#endif
#if CASE == 3
    auto bad = evaluate(where(at(t, k) - at(t, q), S, 0.0F));
#endif
#if CASE == 4
    auto bad = evaluate(where(causal && at(t, k), S));
#endif
#if CASE == 5
    auto bad = evaluate(let(S + 1, [&](auto s) { return results(where(at(t, q) - at(t, k) < 15, s), softmax(s)); }));
#endif
}
