// SPDX-License-Identifier: BSL-1.0
// expects: CASE 1: needs one warning, has 0
// CASE 1 warns: comparison
#include "law.hpp"

#if CASE == 1
bool fine = holds<7, 7>();
#endif

int main() {}
