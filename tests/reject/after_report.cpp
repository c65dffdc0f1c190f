// SPDX-License-Identifier: BSL-1.0
// What is done with the value of a mistake is no second one.
// CASE 1: heed: A * B needs columns(A) == rows(B) | [2 x 3] | [4 x 5]
// CASE 2: heed: A * B needs columns(A) == rows(B) | [2 x 3] | [4 x 5]
// CASE 3: heed: A * B needs columns(A) == rows(B) | [2 x 3] | [4 x 5]
// CASE 4: heed: A * B needs columns(A) == rows(B) | [2 x 3] | [4 x 5]
// CASE 5: heed: A * B needs columns(A) == rows(B) | [2 x 3] | [4 x 5]
// CASE 6: heed: tensor y = f needs one formula; heads and split give several: concat(heads<n>(f)), or auto [a, b] = split<2>(A); and so do results and vjp: auto [a, b] = evaluate(results(f, g))
// CASE 7: heed: A * B needs columns(A) == rows(B) | [2 x 3] | [4 x 5]
// CASE 8: heed: A * B needs columns(A) == rows(B) | [2 x 3] | [4 x 5]
#include <heed/heed.hpp>

#include <iostream>
#include <vector>
using namespace heed;

tensor<float, 2, 3> a;
tensor<float, 4, 5> b;
tensor<float, 2, 2> d;

int main() {
#if CASE == 1
    tensor bad = a * b;
    std::cout << bad << bad(0, 0) << bad[0][1] << bad(all, 1) << bad.size();
    bad(0, 0) = 1;
    bad[0][1] = bad(1, 1) + 2;
    const std::vector<float> numbers(bad.begin(), bad.end());
    tensor next = softmax(transpose(a) * bad);
    const tensor<float, 2, 5> target = next + bad;
    bad = a;
#endif
#if CASE == 2
    const auto bad = evaluate(a * b);
    std::cout << bad(0, 0) << evaluate_as<double>(bad)[1][1];
#endif
#if CASE == 3
    std::cout << (a * b)(0, 0) << (a * b)[0][1];
#endif
#if CASE == 4
    auto [bad, good] = evaluate(results(a * b, a));
    std::cout << bad(0, 0) << good(1, 1);
#endif
#if CASE == 5
    auto [da, db] = evaluate(vjp(
        d, [](auto x, auto y) { return x * y; }, a, b));
    a = a - 0.1 * da;
    std::cout << db(1, 1);
#endif
#if CASE == 7
    const auto part = evaluate(results(a * b, d));
    tensor merged = merge_attention(part, part);
    std::cout << merged(0, 0);
#endif
#if CASE == 8
    tensor<float, 2, 5> x;
    evaluate_into(std::tie(x, d), results(a * b, d));
#endif
#if CASE == 6
    tensor bad = split<2>(d);
    std::cout << bad(0, 0);
#endif
}
