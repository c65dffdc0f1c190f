// SPDX-License-Identifier: BSL-1.0
// expects: CASE 1: says nowhere "seven"
// CASE 1: heed: a needs b | 12 | seven
#include "law.hpp"

#if CASE == 1
bool bad = holds<12, /* seven */ 7>();
#endif

int main() {}
