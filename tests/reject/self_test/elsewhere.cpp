// SPDX-License-Identifier: BSL-1.0
// expects: CASE 1: names no line from 11 to 12 of the file
// CASE 1: heed: a needs b | 8 | 7
#include "law.hpp"

#if !defined(CASE)
#define CASE 0
#endif
constexpr int size = CASE + 7;
bool bad = holds<size, 7>();
#if CASE == 1
#endif

int main() {}
