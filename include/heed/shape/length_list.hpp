// SPDX-License-Identifier: BSL-1.0
// Dynamic extents in graphs and plans. Each is represented by a prime that divides no other size. Sizes and strides are
// products, so their factors can be found from the number.
#pragma once

#include <heed/meta/static_vector.hpp>
#include <heed/shape/shape.hpp>

#include <cstddef>

namespace heed::detail {

/// How many lengths a formula may have.
inline constexpr std::size_t most_lengths = 48;

/// The primes that stand for the lengths of a formula.
using length_list = static_vector<std::size_t, most_lengths>;

/// For a formula whose extents are all static.
inline constexpr length_list no_lengths{};

constexpr std::size_t next_prime(std::size_t n) {
    for (n = n + 1 + n % 2;; n += 2) {
        bool is_prime = true;
        for (std::size_t d = 3; d * d <= n && is_prime; d += 2) is_prime = n % d != 0;
        if (is_prime) return n;
    }
}

/// factor * lengths[0]^power[0] * ...
struct length_product {
    std::size_t factor = 1;
    unsigned char power[most_lengths]{};
    bool is_static = true;  ///< contains no length

    constexpr length_product(std::size_t number, const length_list& lengths) : factor(number) {
        if (number == 0) return;
        for (std::size_t i = 0; i < lengths.size(); ++i)
            while (factor % lengths[i] == 0) {
                factor /= lengths[i];
                ++power[i];
                is_static = false;
            }
    }
    /// The position of its only length, or no_length: for 3 * tokens that of tokens.
    static constexpr std::size_t no_length = static_cast<std::size_t>(-1);
    constexpr std::size_t only_length() const {
        std::size_t found = no_length;
        for (std::size_t i = 0; i < most_lengths; ++i) {
            if (power[i] == 0) continue;
            if (power[i] > 1 || found != no_length) return no_length;
            found = i;
        }
        return found;
    }
};

/// The primes that stand for lengths in plans exceed this. What loops take at once is less, so that a length always
/// counts as more than one block.
inline constexpr std::size_t least_length = 1000;

constexpr bool is_static_size(std::size_t number, const length_list& lengths) {
    if (number == 0) return true;
    for (const std::size_t prime : lengths)
        if (number % prime == 0) return false;
    return true;
}

/// Whether two numbers have a length in common.
constexpr bool shares_length(std::size_t a, std::size_t b, const length_list& lengths) {
    for (const std::size_t prime : lengths)
        if (a % prime == 0 && b % prime == 0) return true;
    return false;
}

/// The number with the values of the lengths in place of their primes. Programs ask it for the sizes of each formula.
constexpr std::size_t size_at(std::size_t number, const length_list& lengths, const std::size_t* values) {
    std::size_t product = 1;
    for (std::size_t i = 0; i < lengths.size(); ++i)
        for (; number >= lengths[i] && number % lengths[i] == 0; number /= lengths[i]) product *= values[i];
    return number * product;
}
constexpr shape shape_at(shape s, const length_list& lengths, const std::size_t* values) {
    for (std::size_t a = 0; a < s.rank; ++a) s[a].size = size_at(s[a].size, lengths, values);
    return s;
}

}  // namespace heed::detail
