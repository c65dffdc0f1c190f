// SPDX-License-Identifier: BSL-1.0
// expects: CASE 1: says nowhere "2"
// CASE 1: heed: a needs b | 12 | 2
#include "law.hpp"

#if CASE == 1
bool bad = holds<12, 7>();
#endif

int main() {}
