// SPDX-License-Identifier: BSL-1.0
// expects: control: does not compile
// CASE 1: heed: a needs b | 12 | 7
#include "law.hpp"

bool bad = holds<12, 7>();
#if CASE == 1
#endif

int main() {}
