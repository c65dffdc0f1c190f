// SPDX-License-Identifier: BSL-1.0
// What hands write out of habit.
// CASE 1: heed: an initialiser needs its rows in braces, {{1, 2, 3}, {4, 5, 6}}; numbers without rows come from a std::array or a std::vector: matrix<float, 2, 3> A(numbers) | [2 x 3] | 6
// CASE 2: heed: an initialiser needs its rows in braces, {{1, 2, 3}, {4, 5, 6}}; numbers without rows come from a std::array or a std::vector: matrix<float, 2, 3> A(numbers) | [2 x 2 x 2] | 3
// CASE 3: heed: a tensor of more than 3 axes takes its numbers from a std::array or a std::vector: tensor<float, 2, 2, 2, 2> A(numbers) | 2
// CASE 4: heed: tensor(numbers) needs numbers side by side in memory, row after row: a std::vector, std::array or std::span of numbers, not of vectors | [2 x 3]
// CASE 5: heed: tensor(numbers) needs numbers side by side in memory, row after row: a std::vector, std::array or std::span of numbers, not of vectors | [2 x 3]
// CASE 6: heed: tensor(numbers) needs numbers side by side in memory, row after row: a std::vector, std::array or std::span of numbers, not of vectors | [3]
// CASE 7: heed: attention(Q, K, V, mask) and where(mask, S) need a mask that is a formula: causal, index::k <= index::q, or a tensor of 0 and 1; not a function, and not true or false
// CASE 8: heed: attention(Q, K, V, mask) and where(mask, S) need a mask that is a formula: causal, index::k <= index::q, or a tensor of 0 and 1; not a function, and not true or false
// CASE 9: heed: attention(Q, K, V, mask) and where(mask, S) need a mask that is a formula: causal, index::k <= index::q, or a tensor of 0 and 1; not a function, and not true or false
// CASE 10: heed: f(A, axis) is written f<axis>(A): softmax<0>(S), sum<tokens>(A)
// CASE 11: heed: f(A, axis) is written f<axis>(A): softmax<0>(S), sum<tokens>(A)
// CASE 12: heed: f(A, axis) is written f<axis>(A): softmax<0>(S), sum<tokens>(A)
// CASE 13: heed: x = f needs a number, and f is a formula that was not evaluated: write float x = evaluate(f)
// CASE 14: heed: x = f needs a number, and f is a formula that was not evaluated: write float x = evaluate(f)
// CASE 15: heed: tensor y = f needs one formula; heads and split give several: concat(heads<n>(f)), or auto [a, b] = split<2>(A); and so do results and vjp: auto [a, b] = evaluate(results(f, g))
// CASE 16: heed: tensor y = f needs one formula; heads and split give several: concat(heads<n>(f)), or auto [a, b] = split<2>(A); and so do results and vjp: auto [a, b] = evaluate(results(f, g))
// CASE 17: heed: tensor y = f takes its shape from a formula; numbers of others do not say it: tensor<float, 2, 3> y(numbers)
// CASE 18: heed: rows(A, a, b) is written rows<a, b>(A), and cols too: a and b are constants; numbers of the program go into slice<axis>(A, a, b)
// CASE 19: heed: rows(A, a, b) is written rows<a, b>(A), and cols too: a and b are constants; numbers of the program go into slice<axis>(A, a, b)
#include <heed/heed.hpp>

#include <list>
#include <type_traits>
#include <vector>
using namespace heed;

inline constexpr axis tokens{"tokens"};

tensor<float, tokens[12], 64> Q, K, V;
tensor<float, tokens[3], 3> S;
std::vector<float> numbers(6);
std::vector<std::vector<float>> nested;
std::list<float> list;

int main() {
    matrix<float, 2, 3> good{{1, 2, 3}, {4, 5, 6}}, from_numbers(numbers);
#ifndef CASE
    matrix<float, 1, 3> row{{1, 2, 3}};
    tensor<float, 2, 2, 2, 2> deep(std::vector<float>(16));
    tensor sums = sum<0>(S) + max(S, 1) + concat(heads<3>([](auto h) { return cols<h, h + 1>(S); })) + rows<0, 1>(S);
    const float total = evaluate(sum(sum(S))), first = scalar<float>(sum(sum(S)));
    vector<float, 2> two{scalar<float>(1), 2};
    tensor seven = 7.0;
    tensor as = attention(Q, K, V, index::k <= index::q);
    static_assert(!std::is_convertible_v<int, matrix<float, 2, 3>>);
#endif
#if CASE == 1
    matrix<float, 2, 3> bad{1, 2, 3, 4, 5, 6};
#endif
#if CASE == 2
    tensor<double, 2, 2, 2> bad = {1, 2, 3};
#endif
#if CASE == 3
    tensor<float, 2, 2, 2, 2> bad{1, 2};
#endif
#if CASE == 4
    matrix<float, 2, 3> bad(nested);
#endif
#if CASE == 5
    good = nested;
#endif
#if CASE == 6
    vector<float, 3> bad(list);
#endif
#if CASE == 7
    tensor bad = attention(Q, K, V, [](auto q, auto k) { return k <= q; });
#endif
#if CASE == 8
    tensor bad = attention(2 * Q, K, V, true);
#endif
#if CASE == 9
    tensor bad = softmax(where([](auto q, auto k) { return k <= q; }, S));
#endif
#if CASE == 10
    tensor bad = softmax(S, 1);
#endif
#if CASE == 11
    tensor bad = 2 * sum(S * S, tokens);
#endif
#if CASE == 12
    tensor bad = max(S, tokens);
#endif
#if CASE == 13
    float y = sum<0>(sum(S));
#endif
#if CASE == 14
    if (max(max(S))) return 1;
#endif
#if CASE == 15
    tensor bad = heads<3>([](auto h) { return cols<h, h + 1>(S); });
#endif
#if CASE == 16
    tensor<float, tokens[3], 3> bad = split<3>(S);
#endif
#if CASE == 17
    tensor bad = numbers;
#endif
#if CASE == 18
    tensor bad = rows(S, 0, 2);
#endif
#if CASE == 19
    tensor bad = cols(S * S, 0, numbers.size()) + 1;
#endif
}
