// SPDX-License-Identifier: BSL-1.0
// A law as those of heed, for the tests of check.sh.
#pragma once

template <int A, int B>
struct law {
    static_assert(A == B, "heed: a needs b");
};

template <int A, int B>
constexpr bool holds() {
    (void)sizeof(law<A, B>);
    return true;
}
