// SPDX-License-Identifier: BSL-1.0
// expects: CASE 1: compiles, but must not
// CASE 1: heed: a needs b | 12 | 7
#include "law.hpp"

#if CASE == 1
bool fine = holds<7, 7>();
#endif

int main() {}
