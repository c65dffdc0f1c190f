// SPDX-License-Identifier: BSL-1.0
// What is thrown in a constant expression is shown by the compiler in the chain of calls.
// CASE 1 throws: heed: an index is not smaller than the extent of its axis
// CASE 2 throws: heed: an index is not smaller than the extent of its axis
// CASE 3 throws: heed: an index is not smaller than the extent of its axis
// CASE 4 throws: heed: a constexpr tensor needs at most 16 KiB; a larger one lives on the heap, at run time
// CASE 5 throws: heed: tensor(numbers) needs as many numbers as it has elements
// CASE 6 throws: heed: a constexpr tensor needs at most 16 KiB; a larger one lives on the heap, at run time
// CASE 7 throws: heed: this formula takes more steps than compilers allow in a constant expression; evaluate it at run time, or raise HEED_CONSTEXPR_STEPS together with the limit of the compiler
#include <heed/heed.hpp>

#include <array>
#include <span>
using namespace heed;

constexpr tensor<double, 3, 2> a{{1, 2}, {3, 4}, {5, 6}};
constexpr std::array<double, 5> five{1, 2, 3, 4, 5};

#ifndef CASE
constexpr double good = a(2, 1) + a[2][1] + view(a)(2, 1);
#endif
constexpr tensor<double, 32, 64> sixteen_kib;
constexpr tensor<double, 5> from_array(five);
constexpr tensor<double, 76, 3> tokens76;
#ifndef CASE
constexpr tensor largest = attention(tokens76, tokens76, tokens76);  // nine tenths of the limit
#endif
constexpr tensor<double, 80, 3> tokens80;

#if CASE == 1
constexpr double bad = a(3, 0);
#endif
#if CASE == 2
constexpr double bad = a[0](2);
#endif
#if CASE == 3
constexpr auto bad = a[3];
#endif
#if CASE == 4
constexpr tensor<double, 33, 64> bad;
#endif
#if CASE == 5
constexpr tensor<double, 4> bad(std::span<const double>{five});
#endif
#if CASE == 6
constexpr tensor bad = sum(tensor<double, 2, 1100>{});
#endif
#if CASE == 7
constexpr tensor bad = attention(tokens80, tokens80, tokens80);
#endif

int main() {}
