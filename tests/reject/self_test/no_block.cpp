// SPDX-License-Identifier: BSL-1.0
// expects: CASE 2: has an expectation and no block
// CASE 1: heed: a needs b | 12 | 7
// CASE 2: heed: a needs b | 13 | 7
#include "law.hpp"

#if CASE == 1
bool bad = holds<12, 7>();
#endif

int main() {}
