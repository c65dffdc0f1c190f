// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: exp, log, mean, softmax, inverse and their like need elements with a fraction, not integers; evaluate_as<float>(A) has them | int
// CASE 2: heed: exp, log, mean, softmax, inverse and their like need elements with a fraction, not integers; evaluate_as<float>(A) has them | int
// CASE 3: heed: exp, log, mean, softmax, inverse and their like need elements with a fraction, not integers; evaluate_as<float>(A) has them | int
// CASE 4: heed: exp, log, mean, softmax, inverse and their like need elements with a fraction, not integers; evaluate_as<float>(A) has them | long
#include <heed/heed.hpp>
using namespace heed;

tensor<int, 3, 2> whole;

int main() {
#ifndef CASE
    tensor good = max(abs(-whole)) + sum(relu(whole * transpose(whole)));
#endif
#if CASE == 1
    tensor bad = exp(whole);
#endif
#if CASE == 2
    tensor bad = softmax(whole * transpose(whole));
#endif
#if CASE == 3
    tensor bad = mean(whole);
#endif
#if CASE == 4
    tensor bad = tanh(tensor<long, 2, 2>{});
#endif
}
