// SPDX-License-Identifier: BSL-1.0
// Gradients and losses, where they have no meaning.
// CASE 1: heed: the function of vjp(dY, f, X...) or value_and_gradient(f, X...) must return one formula of its arguments; of several results, take the gradient of their weighted sum; what vjp returns has no gradient
// CASE 2: heed: the function of vjp(dY, f, X...) or value_and_gradient(f, X...) must return one formula of its arguments; of several results, take the gradient of their weighted sum; what vjp returns has no gradient
// CASE 3: heed: gradients are taken with respect to tensors or formulas of floating-point numbers; let the function of vjp or value_and_gradient read whole numbers from outside, as [&](auto w) { ... rows(w, ids) ... } | int
// CASE 4: heed: vjp(dY, f, X...) needs a dY with the shape of f(X...) | 64 | 12
// CASE 5: heed: value_and_gradient(f, X...) needs a value without axes, as sum<0, 1>(A) or cross_entropy(A, ids); for one with axes there is vjp(dY, f, X...) | 12
// CASE 6: heed: vjp(dY, f, X...) and value_and_gradient(f, X...) take from 1 to as many operands as there can be results, of which the value is one | 0
// CASE 7: heed: cross_entropy(logits, ids) needs the number of a class for each row of logits: ids with the axes of logits without the last one | 12 | 64
// CASE 8: heed: pick(A, ids) needs an index for each row of A: ids with the axes of A without the last one | 12 | 64
// CASE 9: heed: pick(A, ids) and cross_entropy(A, ids) need integers, tensor<int, ...>, or argmax of numbers of the type of A | double
// CASE 10: heed: A * B needs columns(A) == rows(B); did you mean A * transpose(B)? | 64 | 12
// CASE 11: heed: vjp(dY, f, X...) begins with dY, a tensor or formula with the shape of f(X...), and then f; for a value without axes there is value_and_gradient(f, X...)
// CASE 12: heed: the f of vjp(dY, f, X...) and value_and_gradient(f, X...) is a function that takes each X: [&](const auto& x, const auto& w) { return ...; } for two
// CASE 13: heed: the f of vjp(dY, f, X...) and value_and_gradient(f, X...) is a function that takes each X: [&](const auto& x, const auto& w) { return ...; } for two
// CASE 14: heed: gradients are taken of tensors and formulas, each an argument of its own: value_and_gradient(f, p.w, p.b), not of what holds them | parameters
// CASE 15: heed: gradients are taken of tensors and formulas, each an argument of its own: value_and_gradient(f, p.w, p.b), not of what holds them | tuple
// CASE 16: heed: the function of vjp(dY, f, X...) or value_and_gradient(f, X...) must return one formula of its arguments; of several results, take the gradient of their weighted sum; what vjp returns has no gradient
// CASE 17: heed: mean_squared_error(A, B) needs A and B of one shape, or one that repeats to the shape of the other; these would be compared each with each: reshape<n>(A) of [n x 1] has the shape of [n] | 12
#include <heed/heed.hpp>

#include <tuple>
using namespace heed;

inline constexpr axis tokens{"tokens"};

tensor<float, tokens[12], 64> A;
tensor<float, 64, 64> W;
tensor<int, tokens[12]> ids;
tensor<int, 64> of_columns;
tensor<double, tokens[12]> numbers;
tensor<float, 64, 1> column;
tensor<float, tokens[12]> of_rows;
struct parameters {
    tensor<float, 64, 64> w;
} model;

int main() {
    auto [same, slopes] = evaluate(value_and_gradient([](auto& a) { return sum<0, 1>(a); }, A));
    auto [dA, dW] = evaluate(vjp(
        A, [](auto a, auto w) { return a * w; }, A, W));
    auto [loss, slope] = evaluate(value_and_gradient([](auto a) { return cross_entropy(a, ids); }, A));
#if CASE == 1
    auto bad = vjp(
        A, [](auto a) { return results(a, a); }, A);
#endif
#if CASE == 17
    auto bad = mean_squared_error(A * column, of_rows);
#endif
#if CASE == 2
    auto bad = value_and_gradient([](auto) { return 1; }, A);
#endif
#if CASE == 3
    auto bad = vjp(
        ids, [](auto i) { return i + i; }, ids);
#endif
#if CASE == 4
    auto bad = vjp(
        W, [](auto a) { return a * W; }, A);
#endif
#if CASE == 5
    auto bad = value_and_gradient([](auto a) { return sum(a); }, A);
#endif
#if CASE == 6
    auto bad = value_and_gradient([] { return sum<0, 1>(A); });
#endif
#if CASE == 7
    tensor bad = cross_entropy(A, of_columns);
#endif
#if CASE == 8
    tensor bad = pick(A, of_columns);
#endif
#if CASE == 9
    tensor bad = pick(A, numbers);
#endif
#if CASE == 10
    auto bad = vjp(
        A, [](auto a) { return a * A; }, A);
#endif
#if CASE == 11
    auto bad = vjp([](auto a) { return sum<0, 1>(a); }, A);
#endif
#if CASE == 12
    auto bad = vjp(
        A, [](auto a) { return a; }, A, W);
#endif
#if CASE == 13
    auto bad = vjp(A, A * W, A, W);
#endif
#if CASE == 14
    auto bad = value_and_gradient([](const auto& p) { return cross_entropy(A * p.w, ids); }, model);
#endif
#if CASE == 15
    auto bad = vjp(
        A, [](const auto& p) { return A * std::get<0>(p); }, std::tie(W));
#endif
#if CASE == 16
    auto bad = value_and_gradient(
        [](const auto& w) { return value_and_gradient([](const auto& v) { return cross_entropy(A * v, ids); }, w); },
        W);
#endif
}
