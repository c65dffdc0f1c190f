// SPDX-License-Identifier: BSL-1.0
// What is thrown in a constant expression is shown by the compiler in the chain of calls.
// CASE 1 throws: heed: division by an exact zero
// CASE 3 throws: heed: division by an exact zero
// CASE 4 throws: heed: 3_c needs a decimal integer
// CASE 5 throws: heed: 3_c needs a decimal integer
// CASE 6 throws: heed: an exact scalar needs integers beyond 64 bits
// CASE 2 throws: heed: an exact scalar needs integers beyond 64 bits
#include <heed/heed.hpp>
using namespace heed;

#ifndef CASE
static_assert(double(sqrt(2_c) * sqrt(8_c)) == 4);
static_assert(double(sqrt(2_c) * 3_c / (6_c / sqrt(2_c))) == 1);
static_assert(double(1_c / 4_c) == 0.25 && double(3_c - 5_c) == -2 && 6_c / 3_c == 2_c);
#endif

int main() {
#if CASE == 1
    auto bad = sqrt(3_c) / sqrt(0_c);
#endif
#if CASE == 4
    auto bad = 0x10_c;
#endif
#if CASE == 5
    auto bad = 1.5_c;
#endif
#if CASE == 3
    auto bad = 3_c / 0_c;
#endif
#if CASE == 6
    auto bad = 1_c / (-4'611'686'018'427'387'904_c * 2_c);
#endif
#if CASE == 2
    auto bad = sqrt(9'223'372'036'854'775'783_c) * sqrt(9'223'372'036'854'775'643_c);
#endif
}
