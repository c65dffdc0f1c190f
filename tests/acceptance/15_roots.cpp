// SPDX-License-Identifier: BSL-1.0
// Roots and what is divided by them, to the last bit, whatever options the compiler has. Numbers are compared as whole
// numbers, since options may promise the program that there is neither NaN nor infinity.
#include <heed/heed.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>

using namespace heed;

constexpr std::uint32_t infinite = 0x7f800000, any_nan = 0x7fc00000;

static bool same(const char* what, const tensor<float, dyn>& y, const std::uint32_t (&right)[8]) {
    for (std::size_t i = 0; i < y.size(); ++i) {
        const auto bits = std::bit_cast<std::uint32_t>(y.data()[i]);
        const bool both_nan = right[i % 8] == any_nan && (bits & 0x7fffffff) > infinite;
        if (bits != right[i % 8] && !both_nan) {
            std::printf("%s of number %zu: %08x, not %08x\n", what, i, bits, right[i % 8]);
            return false;
        }
    }
    return true;
}

int main() {
    const std::uint32_t numbers[8] = {infinite,   any_nan,    0x42b50000, 0x40000000,
                                      0x40400000, 0x7f7fffff, 0x00800000, 0x3f800001};
    const std::uint32_t roots[8] = {infinite,   any_nan,    0x411835dc, 0x3fb504f3,
                                    0x3fddb3d7, 0x5f7fffff, 0x20000000, 0x3f800000};
    const std::uint32_t reciprocals[8] = {0,          any_nan,    0x3dd747ee, 0x3f3504f3,
                                          0x3f13cd3a, 0x1f800001, 0x5f000000, 0x3f800000};
    bool is_right = true;
    for (const std::size_t n : {3U, 8U, 67U}) {  // numbers, and registers of them
        tensor<float, dyn> x(n);
        for (std::size_t i = 0; i < n; ++i) x.data()[i] = std::bit_cast<float>(numbers[i % 8]);
        const tensor<float, dyn> root = sqrt(x), reciprocal = rsqrt(x), quotient = 1 / sqrt(x);
        is_right = same("sqrt", root, roots) && same("rsqrt", reciprocal, reciprocals) &&
                   same("1 / sqrt", quotient, reciprocals) && is_right;
    }
    // The mean square is beyond the largest number.
    const tensor<float, 1, 4> large{{1e19F, 2e19F, 3e19F, 5e19F}};
    const tensor<float, 1, 4> normed = rms_norm(large), layered = layer_norm(large);
    for (std::size_t j = 0; j < 4; ++j)
        if (normed(0, j) != 0 || layered(0, j) != 0) {
            std::printf("a norm of large numbers: %g and %g, not 0\n", normed(0, j), layered(0, j));
            is_right = false;
        }
    return is_right ? 0 : 1;
}
