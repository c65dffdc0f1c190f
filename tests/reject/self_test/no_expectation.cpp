// SPDX-License-Identifier: BSL-1.0
// expects: CASE 2: has no expectation
// CASE 1: heed: a needs b | 12 | 7
#include "law.hpp"

#if CASE == 1
bool bad = holds<12, 7>();
#endif
#if CASE == 2
bool bad = holds<13, 7>();
#endif

int main() {}
