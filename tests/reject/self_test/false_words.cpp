// SPDX-License-Identifier: BSL-1.0
// expects: CASE 1: says nowhere "heed: a needs c"
// CASE 1: heed: a needs c | 12 | 7
#include "law.hpp"

#if CASE == 1
bool bad = holds<12, 7>();
#endif

int main() {}
