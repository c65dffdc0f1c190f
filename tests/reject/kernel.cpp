// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: a kernel needs one argument for each of its parameters | 3 | 2
// CASE 2: heed: an argument of a kernel needs the shape and the names of its parameter | 2 | 65 | 64
// CASE 3: heed: an argument of a kernel needs the shape and the names of its parameter | 1 | &steps | &tokens
// CASE 4: heed: an argument of a kernel needs the element type of its parameter | 3 | double | float
// CASE 5: heed: a kernel takes tensors, views and numbers, and this argument is a formula: pass evaluate(f) | 1
// CASE 6: heed: an argument of a kernel with strides of its own needs a parameter that has them: strided_view<const T, extents...>; or pass a copy, tensor(argument) | 3
// CASE 7: heed: Y = formula needs the shape and the names of Y to be those of the formula | 64 | 60
// CASE 8: heed: Y = formula needs the element type of Y to be that of the formula; evaluate_as<T>(formula) computes in T | double | float
// CASE 9: heed: into(...) of a kernel needs a tensor or view for each of its results: into(std::tie(A, B), ...) | 1 | 2
// CASE 10: heed: an argument of a kernel needs to be what its parameter is: a tensor or view, a number, or exactly that type | 2
// CASE 11: heed: the formula of this kernel is not known here: define its struct before template struct heed::compiled<attend>; of a kernel that another file compiles say extern template struct heed::compiled<attend>; | unknown_formula
// CASE 12: heed: Y = formula needs the shape and the names of Y to be those of the formula | 64 | 32
// CASE 13: heed: into(...) of a kernel needs a tensor or view for each of its results: into(std::tie(A, B), ...) | 1 | 0
// CASE 14: heed: an argument of a kernel needs to be a whole number where its parameter is one | 2 | float | int
// CASE 15: heed: an argument of a kernel needs to be a whole number where its parameter is one | 2 | half_precision | int
// CASE 16: heed: Y = formula needs elements of Y that may be written: those of a const tensor and of a view of const elements are only read | 64
#include <heed/compile_kernel.hpp>
#include <heed/kernel.hpp>
using namespace heed;

inline constexpr axis tokens{"tokens"}, steps{"steps"}, d_k{"d_k"};
using sequence = tensor<float, tokens[dyn], d_k[64]>;

inline constexpr kernel<struct attend_formula, sequence(sequence, sequence, sequence)> attend;
inline constexpr kernel<struct scale_formula, sequence(sequence, float)> scale;
inline constexpr kernel<struct first_formula, sequence(sequence, int)> first;
inline constexpr kernel<struct unknown_formula, sequence(sequence)> unknown;
inline constexpr kernel<struct wrong_formula, tensor<float, tokens[dyn], d_k[32]>(sequence)> wrong;

struct wrong_formula {
    auto operator()(const auto& Q) const { return Q + 1; }
};

extern template struct heed::compiled<attend>;
extern template struct heed::compiled<scale>;
extern template struct heed::compiled<first>;

sequence Q, K, V, Y;
tensor<float, 9, 65> longer;
tensor<float, steps[9], 64> by_steps;
tensor<double, 9, 64> precise;
tensor<float, 9, 2, 64> both;
tensor<float, 9, 60> narrower;

#ifndef CASE
void good() {
    Y = attend(Q, K, V);
    attend.into(both(all, 1, all), Q, K, V);
    scale.into(Y, Q, 2);
    first.into(Y, Q, 2UL);
}
#endif
#if CASE == 1
void bad() { Y = attend(Q, K); }
#endif
#if CASE == 2
void bad() { Y = attend(Q, longer, V); }
#endif
#if CASE == 3
void bad() { Y = attend(by_steps, K, V); }
#endif
#if CASE == 4
void bad() { Y = attend(Q, K, precise); }
#endif
#if CASE == 5
void bad() { Y = attend(Q + Q, K, V); }
#endif
#if CASE == 6
void bad() { Y = attend(Q, K, both(all, 1, all)); }
#endif
#if CASE == 7
void bad() { attend.into(narrower, Q, K, V); }
#endif
#if CASE == 8
void bad() { attend.into(precise, Q, K, V); }
#endif
#if CASE == 9
void bad() { attend.into(std::tie(Y, Y), Q, K, V); }
#endif
#if CASE == 10
void bad() { Y = scale(Q, Q); }
#endif
#if CASE == 11
template struct heed::compiled<unknown>;
#endif
#if CASE == 12
template struct heed::compiled<wrong>;
#endif
#if CASE == 13
void bad() { attend.into(transpose(Y), Q, K, V); }
#endif
#if CASE == 14
void bad() { Y = first(Q, 2.9f); }
#endif
#if CASE == 15
void bad() { Y = first(Q, float16(2.9F)); }
#endif
#if CASE == 16
const sequence only_read(3);
void bad() { attend.into(only_read, Q, K, V); }
#endif
