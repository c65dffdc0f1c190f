// SPDX-License-Identifier: BSL-1.0
// What study does not show of formulas whose lengths are known at run time only.
// CASE 1: heed: study::page_data needs sizes that are known while compiling: give it the same formula over tensors that have such, tokens[128] for tokens[dyn]
#include <heed/heed.hpp>
#include <heed/page.hpp>
using namespace heed;

inline constexpr axis tokens{"tokens"};
tensor<float, tokens[dyn], 4> A(3);
tensor<float, tokens[3], 4> B;

int main() {
    study::page_data page("");
    page.add("twice", [] { return B + B; });
#if CASE == 1
    page.add("twice", [] { return A + A; });
#endif
}
