// SPDX-License-Identifier: BSL-1.0
// Says what verification has against the arithmetic of this program; nothing, and exits with 0, where it has nothing.
#include <heed/verify.hpp>

#include <cstdio>

constexpr auto A = heed::printed<"0.40 0.20\n0.10 0.30">;

int main() {
    try {
        return heed::verify(heed::softmax(A), heed::printed<"0.55 0.45\n0.45 0.55">).consistent() ? 0 : 1;
    } catch (const heed::arithmetic_error& e) {
        std::puts(e.what());
        return 2;
    }
}
