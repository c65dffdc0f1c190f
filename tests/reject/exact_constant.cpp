// SPDX-License-Identifier: BSL-1.0
// Constants of 2^63 and above: literals, and results of constants.
// CASE 1: heed: exact constants are whole numbers below 2^63 (with 32 bits, 2^31); a larger one is a number of the program, such as 1e19 | constant<9223372036854775808>
// CASE 2: heed: exact constants are whole numbers below 2^63 (with 32 bits, 2^31); a larger one is a number of the program, such as 1e19 | constant<10000000000000000000>
// CASE 3: heed: exact constants are whole numbers below 2^63 (with 32 bits, 2^31); a larger one is a number of the program, such as 1e19 | constant<10000000000000000000>
// CASE 4: heed: exact constants are whole numbers below 2^63 (with 32 bits, 2^31); a larger one is a number of the program, such as 1e19
// CASE 5: heed: exact constants are whole numbers below 2^63 (with 32 bits, 2^31); a larger one is a number of the program, such as 1e19 | constant<9223372037000250000>
// CASE 6: heed: exact constants are whole numbers below 2^63 (with 32 bits, 2^31); a larger one is a number of the program, such as 1e19
// CASE 7: heed: exact constants are whole numbers below 2^63 (with 32 bits, 2^31); a larger one is a number of the program, such as 1e19 | constant<9223372036854775808>
// CASE 8: heed: exact constants are whole numbers below 2^63 (with 32 bits, 2^31); a larger one is a number of the program, such as 1e19
// CASE 9: heed: exact constants are whole numbers below 2^63 (with 32 bits, 2^31); a larger one is a number of the program, such as 1e19
// CASE 10: heed: exact constants are whole numbers below 2^63 (with 32 bits, 2^31); a larger one is a number of the program, such as 1e19
// CASE 11: heed: exact constants are whole numbers below 2^63 (with 32 bits, 2^31); a larger one is a number of the program, such as 1e19
// CASE 12: heed: exact constants are whole numbers below 2^63 (with 32 bits, 2^31); a larger one is a number of the program, such as 1e19
// CASE 13: heed: exact constants are whole numbers below 2^63 (with 32 bits, 2^31); a larger one is a number of the program, such as 1e19
#include <heed/heed.hpp>
using namespace heed;

#ifndef CASE
static_assert(9'223'372'036'854'775'807_c == 9'223'372'036'854'775'806_c + 1_c);
static_assert(double(-9'223'372'036'854'775'807_c) == -9223372036854775807.0);
static_assert(3'037'000'499_c * 3'037'000'499_c == 9'223'372'030'926'249'001_c);
static_assert(float(sqrt(9'223'372'036'854'775'807_c)) == 3037000499.97605F);
#endif

int main() {
    vector<double, 2> A{1, 3};
#ifndef CASE
    tensor highest = A * 9'223'372'036'854'775'807_c + (0_c - 9'223'372'036'854'775'807_c);
#endif
#if CASE == 1
    tensor bad = A * 9'223'372'036'854'775'808_c;
#endif
#if CASE == 2
    tensor bad = A * -10'000'000'000'000'000'000_c;
#endif
#if CASE == 3
    tensor bad = A + (0_c - 10'000'000'000'000'000'000_c);
#endif
#if CASE == 4
    auto bad = 99'999'999'999'999'999'990_c;
#endif
#if CASE == 5
    tensor bad = A * (3'037'000'500_c * 3'037'000'500_c);
#endif
#if CASE == 6
    tensor bad = A * (10'000'000'000_c * 10'000'000'000_c);
#endif
#if CASE == 7
    tensor bad = A * (9'223'372'036'854'775'807_c + dim<0>(vector<float, 1>()));
#endif
#if CASE == 8
    tensor bad = max(A, 18'446'744'073'709'551'615_c + 1_c);
#endif
#if CASE == 9
    tensor bad = where(index::k < 9'223'372'036'854'775'808_c, A);
#endif
#if CASE == 10
    tensor bad = A / sqrt(9'223'372'036'854'775'808_c);
#endif
#if CASE == 11
    tensor bad = tensor<unsigned long long, 2>() + 9'223'372'036'854'775'808_c;
#endif
#if CASE == 12
    tensor bad = A * constant<18'446'744'073'709'551'615u>();
#endif
#if CASE == 13
    tensor bad = A / (1_c / 9'223'372'036'854'775'808_c);
#endif
}
