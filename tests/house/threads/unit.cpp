// SPDX-License-Identifier: BSL-1.0
// One of two sources: UNIT says whether several threads compute the bits of one.
#include <heed/heed.hpp>

using namespace heed;

bool UNIT() {
    tensor<float, 512, 128> x, y, z;
    tensor<float, 128, 128> w;
    unsigned next = 1;
    const auto fill = [&](auto& t) {
        for (float& number : t) number = static_cast<float>((next = next * 1664525U + 1013904223U) >> 8) * 0x1p-24F;
    };
    fill(x), fill(w);
    evaluate_into(seq, y, relu(x * w));
    evaluate_into(par, z, relu(x * w));
    return y == z;
}
