// SPDX-License-Identifier: BSL-1.0
// A program of somebody else, who tolerates warnings.
#include <heed/heed.hpp>

#include <cmath>
using namespace heed;

inline constexpr axis m{"m"}, n{"n"}, d{"d"}, s{"s"}, l{"l"};  // g++: -Wshadow, were heed's headers not of the system

int main() {
    int ignored = -1;          // -Wunused-variable
    unsigned wraps = ignored;  // -Wsign-conversion
    tensor<float, 2, 2> q{{1, 0}, {0, 1}}, k{{1, 0}, {0, 1}}, v{{1, 2}, {3, 4}};
    tensor y = attention(q, k, v);
    int unused = 1.5;

    const float heavy = std::exp(1 / std::sqrt(2.0f)) / (std::exp(1 / std::sqrt(2.0f)) + 1);
    return std::abs(y(0, 0) - (heavy + 3 * (1 - heavy))) < 1e-6f ? 0 : 1;
}
