// SPDX-License-Identifier: BSL-1.0
// Unsigned integers of up to 1280 bits, to round and add decimals exactly.
#pragma once

#include <heed/meta/raise.hpp>

#include <cstddef>
#include <cstdint>

namespace heed::detail {

/// Limbs of 32 bits, the lowest first; those from `used` on are zero.
struct big_unsigned {
    static constexpr std::size_t capacity = 40;

    std::uint32_t limbs[capacity]{};
    std::size_t used = 0;

    constexpr big_unsigned() = default;
    explicit constexpr big_unsigned(std::uint64_t value) {
        for (; value != 0; value >>= 32) push(static_cast<std::uint32_t>(value));
    }

    constexpr void push(std::uint32_t limb) {
        if (used == capacity) fail("heed: printed numbers this far apart need more than 1280 bits");
        limbs[used++] = limb;
    }

    constexpr void multiply(std::uint32_t factor) {
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i < used; ++i) {
            carry += std::uint64_t{limbs[i]} * factor;
            limbs[i] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        if (carry != 0) push(static_cast<std::uint32_t>(carry));
    }

    /// *= base^exponent, where base fits one limb
    constexpr void multiply_by_power(std::uint32_t base, int exponent) {
        std::uint32_t nine = 1;
        for (int i = 0; exponent >= 9 && i < 9; ++i) nine *= base;
        for (; exponent >= 9; exponent -= 9) multiply(nine);
        for (; exponent > 0; --exponent) multiply(base);
    }

    constexpr void add(const big_unsigned& other) {
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i < other.used || carry != 0; ++i) {
            if (i == used) push(0);
            carry += std::uint64_t{limbs[i]} + (i < other.used ? other.limbs[i] : 0U);
            limbs[i] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
    }

    /// Subtracts; needs other <= this.
    constexpr void subtract(const big_unsigned& other) {
        std::uint64_t borrow = 0;
        for (std::size_t i = 0; i < used; ++i) {
            const std::uint64_t right = (i < other.used ? other.limbs[i] : 0U) + borrow;
            borrow = limbs[i] < right ? 1 : 0;
            limbs[i] = static_cast<std::uint32_t>(limbs[i] - right);
        }
        while (used != 0 && limbs[used - 1] == 0) --used;
    }

    constexpr void shift_left(int bits) {
        for (; bits >= 31; bits -= 31) multiply(std::uint32_t{1} << 31);
        if (bits > 0) multiply(std::uint32_t{1} << bits);
    }

    constexpr int bit_length() const {
        if (used == 0) return 0;
        int bits = static_cast<int>(32 * (used - 1));
        for (std::uint32_t top = limbs[used - 1]; top != 0; top >>= 1) ++bits;
        return bits;
    }
};

/// Negative, 0 or positive if a is less than, equal to or greater than b.
constexpr int compare(const big_unsigned& a, const big_unsigned& b) {
    if (a.used != b.used) return a.used < b.used ? -1 : 1;
    for (std::size_t i = a.used; i-- > 0;)
        if (a.limbs[i] != b.limbs[i]) return a.limbs[i] < b.limbs[i] ? -1 : 1;
    return 0;
}

}  // namespace heed::detail
