// SPDX-License-Identifier: BSL-1.0
// expects: CASE 1: needs one error that begins with heed:
// CASE 1: heed: a needs b
#include "law.hpp"

#if CASE == 1
bool bad = unknown(12, 7);  // heed: a needs b
#endif

int main() {}
