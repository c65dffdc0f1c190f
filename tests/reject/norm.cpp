// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: layer_norm(A, gain, bias) and rms_norm(A, gain) need a gain and a bias as long as the axis that is normalised | 12 | 7
// CASE 2: heed: layer_norm(A, gain, bias) and rms_norm(A, gain) need a gain and a bias as long as the axis that is normalised | 12 | 7
// CASE 3: heed: layer_norm(A, gain, bias) and rms_norm(A, gain) need vectors: gain and bias have one axis | 12 | 7
// CASE 4: heed: layer_norm(A, gain, bias) and rms_norm(A, gain) need the name of the axis of gain and bias to agree with that of the axis that is normalised | 12 | 7
// CASE 5: heed: exp, log, mean, softmax, inverse and their like need elements with a fraction, not integers; evaluate_as<float>(A) has them | int
// CASE 6: heed: f<axis>(A) needs an axis that A has | 12 | 7 | 2
// CASE 7: heed: f<name>(A) needs an axis of that name | 12 | 7 | depth
// CASE 8: heed: f(A, axis) is written f<axis>(A): softmax<0>(S), sum<tokens>(A)
// CASE 9: heed: layer_norm(A, gain, bias) and rms_norm(A, gain) need a gain and a bias as long as the axis that is normalised | 12 | 7
// CASE 10: heed: layer_norm<axes...>(A, gain, bias) and rms_norm<axes...>(A, gain) need a gain and a bias of the axes that are normalised, in the order of A | 12 | 7
// CASE 11: heed: layer_norm<axes...>(A, gain, bias) and rms_norm<axes...>(A, gain) need the names of the axes of gain and bias to agree with those that are normalised | 12 | 7
// CASE 12: heed: f<axes...>(A) needs each axis once | 12 | 7
// CASE 13: heed: f<axis>(A) needs an axis that A has | 12 | 7 | 2
// CASE 14: heed: layer_norm<axes...>(A, gain, bias) and rms_norm<axes...>(A, gain) need a gain and a bias of the axes that are normalised, in the order of A | [batch[dyn] x tokens[dyn] x 4] | [tokens[dyn] x 5]
// CASE 15: heed: layer_norm(A, gain, bias) and rms_norm(A, gain) need the name of the axis of gain and bias to agree with that of the axis that is normalised | [depth[7]]
#include <heed/heed.hpp>
using namespace heed;

inline constexpr axis tokens{"tokens"}, model{"d_model"}, depth{"depth"}, batch{"batch"};
tensor<float, tokens[12], model[7]> a;
tensor<float, model[7]> gain, bias;
tensor<float, tokens[12]> of_tokens;
tensor<float, 12> column;
tensor<float, depth[7]> of_depth;
tensor<int, 3, 2> whole;
tensor<float, tokens[12], depth[7]> of_tokens_and_depth;
tensor<float, batch[dyn], tokens[dyn], 4> late(2, 3);
tensor<float, tokens[12], model[dyn]> late_model(7);
tensor<float, tokens[dyn], 5> late_gain(3);

int main() {
#ifndef CASE
    tensor good = layer_norm(a + a, gain, bias, {.epsilon = 1e-6}) + layer_norm<tokens>(a, column, of_tokens) +
                  layer_norm<model, tokens>(a, a, a) + rms_norm<0, 1>(a, a + a) + rms_norm<0>(a) +
                  rms_norm(a, gain, {.epsilon = 1e-6});
#endif
#if CASE == 1
    tensor bad = layer_norm(a, of_tokens);
#endif
#if CASE == 2
    tensor bad = layer_norm(a, gain, column, {.epsilon = 1e-6});
#endif
#if CASE == 3
    tensor bad = rms_norm(a, a + a);
#endif
#if CASE == 4
    tensor bad = layer_norm(a, gain, of_depth);
#endif
#if CASE == 5
    tensor bad = layer_norm(whole);
#endif
#if CASE == 6
    tensor bad = rms_norm<2>(a, gain);
#endif
#if CASE == 7
    tensor bad = layer_norm<depth>(a);
#endif
#if CASE == 8
    tensor bad = layer_norm(a, 1);
#endif
#if CASE == 9
    tensor bad = rms_norm<tokens>(a, gain);
#endif
#if CASE == 10
    tensor bad = layer_norm<tokens, model>(a, a, gain);
#endif
#if CASE == 11
    tensor bad = rms_norm<0, 1>(a, of_tokens_and_depth);
#endif
#if CASE == 12
    tensor bad = layer_norm<tokens, 0>(a);
#endif
#if CASE == 13
    tensor bad = rms_norm<0, 2>(a);
#endif
#if CASE == 14
    tensor bad = layer_norm<1, 2>(late, late_gain);
#endif
#if CASE == 15
    tensor bad = layer_norm(late_model, of_depth);
#endif
}
