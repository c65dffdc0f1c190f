// SPDX-License-Identifier: BSL-1.0
// expects: CASE 1: needs one error, has 2
// CASE 1: heed: a needs b | 12 | 7
#include "law.hpp"

#if CASE == 1
bool bad = holds<12, 7>() && holds<13, 7>();
#endif

int main() {}
