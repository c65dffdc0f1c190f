// SPDX-License-Identifier: BSL-1.0
// Values with names and several results, where they have no meaning.
// CASE 1: heed: the function of let(A, f) must return a formula, or results(...) of several
// CASE 2: heed: let(A, f) computes A once; a formula of indices (q, k, h, b) has no value before scores stand beside it: write it where it is used
// CASE 3: heed: the name that let(A, f), vjp or value_and_gradient gives to a value holds inside of their function only: evaluate what it returns, and write auto h = ... inside, or const auto& h for an argument, not tensor h
// CASE 4: heed: results(...) takes at most 64 formulas | 65
// CASE 5: heed: results(...) are computed together: their elements must have one type | float | double
// CASE 6: heed: evaluate_into(std::tie(...), f) needs as many tensors as f has results | 2 | 1
// CASE 7: heed: tensor y = f needs one formula; heads and split give several: concat(heads<n>(f)), or auto [a, b] = split<2>(A); and so do results and vjp: auto [a, b] = evaluate(results(f, g))
// CASE 8: heed: A * B needs columns(A) == rows(B); did you mean A * transpose(B)? | 64 | 12
// CASE 9: heed: the function of let, vjp and value_and_gradient gets names of values, which have no numbers yet: the element of W at 0, 1 is the formula W[0_c][1_c] there, row 0 is W[0_c] | 64
// CASE 10: heed: the function of let, vjp and value_and_gradient gets names of values, which have no numbers yet: the element of W at 0, 1 is the formula W[0_c][1_c] there, row 0 is W[0_c] | 64
// CASE 11: heed: what the function of let, vjp and value_and_gradient gets is the name of a value, which stays the same: name what is computed from it, auto b = 2 * a | 64
#include <heed/heed.hpp>

#include <tuple>
#include <utility>
using namespace heed;

inline constexpr axis tokens{"tokens"};

tensor<float, tokens[12], 64> A;
tensor<double, tokens[12], 64> D;
tensor<float, 64, 64> W;

template <std::size_t... I>
auto repeated(std::index_sequence<I...>) {
    return results(((void)I, A)...);
}

int main() {
#ifndef CASE
    tensor good = let(A * W, [](auto s) { return s + s; });
#endif
    auto [first, second] = evaluate(results(A * W, A));
#ifndef CASE
    evaluate_into(std::tie(first, second), results(second, first));
#endif
#if CASE == 1
    tensor bad = let(A * W, [](auto) { return "s"; });
#endif
#if CASE == 2
    tensor bad = let(index::k <= index::q, [](auto m) { return attention(A, A, A, m); });
#endif
#if CASE == 3
    using name = decltype(let(A, [](auto s) { return s; }).operands);
    tensor bad = 2 * std::decay_t<decltype(boost::hana::at_c<1>(std::declval<name>()))>();
#endif
#if CASE == 4
    auto bad = repeated(std::make_index_sequence<65>());
#endif
#if CASE == 5
    auto bad = results(A, D);
#endif
#if CASE == 6
    evaluate_into(std::tie(first), results(A, A * W));
#endif
#if CASE == 7
    tensor bad = results(A, A * W);
#endif
#if CASE == 8
    tensor bad = let(A * W, [](auto s) { return results(s * s, s); });
#endif
#if CASE == 9
    tensor bad = let(A * W, [](auto s) { return s * s(0, 1); });
#endif
#if CASE == 10
    tensor bad = let(A * W, [](auto s) { return s * s[0][1]; });
#endif
#if CASE == 11
    tensor bad = let(A * W, [](auto s) {
        s = 2 * s;
        return s;
    });
#endif
}
