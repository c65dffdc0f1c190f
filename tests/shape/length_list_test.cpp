// SPDX-License-Identifier: BSL-1.0
// Lengths as primes: a size says which lengths it is a product of, and what it is where they have their values.
#include <heed/shape/length_list.hpp>

#include <gtest/gtest.h>

#include <cstddef>

namespace heed::detail {
namespace {

constexpr length_list primes_of(std::size_t count) {
    length_list primes;
    for (std::size_t last = 1000; primes.size() < count; primes.push_back(last)) last = next_prime(last);
    return primes;
}
constexpr length_list lengths = primes_of(3);

constexpr bool next_primes_are_those_of_the_sieve() {
    constexpr std::size_t most = 2000;
    bool is_composite[most]{};
    for (std::size_t d = 2; d < most; ++d)
        for (std::size_t n = 2 * d; n < most; n += d) is_composite[n] = true;
    std::size_t wanted = most - 1;
    while (is_composite[wanted]) --wanted;
    for (std::size_t n = wanted - 1; n >= 1000; --n) {
        if (next_prime(n) != wanted) return false;
        if (!is_composite[n]) wanted = n;
    }
    return true;
}

constexpr bool a_size_says_what_it_is_made_of() {
    const length_product p(6 * lengths[0] * lengths[2] * lengths[2], lengths);
    return p.factor == 6 && p.power[0] == 1 && p.power[1] == 0 && p.power[2] == 2 && !p.is_static &&
           length_product(6, lengths).is_static && length_product(0, lengths).is_static &&
           is_static_size(1024, lengths) && !is_static_size(1024 * lengths[1], lengths);
}

constexpr bool one_length_is_told_from_several() {
    const auto only = [](std::size_t number) { return length_product(number, lengths).only_length(); };
    constexpr std::size_t none = length_product::no_length;
    return only(3 * lengths[1]) == 1 && only(lengths[2]) == 2 && only(3) == none && only(0) == none &&
           only(lengths[0] * lengths[1]) == none && only(lengths[1] * lengths[1]) == none;
}

constexpr bool sizes_follow_their_lengths() {
    const std::size_t values[] = {5, 0, 7};
    return size_at(3 * lengths[0] * lengths[2] * lengths[2], lengths, values) == 3 * 5 * 7 * 7 &&
           size_at(lengths[1], lengths, values) == 0 && size_at(12, lengths, values) == 12 &&
           size_at(lengths[0], no_lengths, nullptr) == lengths[0] &&
           shape_at(shape(lengths[2], 4), lengths, values) == shape(7, 4);
}

TEST(length_list, compilers_evaluate_all_of_it) {
#define BOTH_TIMES(law)   \
    static_assert(law()); \
    EXPECT_TRUE(law()) << #law
    BOTH_TIMES(next_primes_are_those_of_the_sieve);
    BOTH_TIMES(a_size_says_what_it_is_made_of);
    BOTH_TIMES(one_length_is_told_from_several);
    BOTH_TIMES(sizes_follow_their_lengths);
}

}  // namespace
}  // namespace heed::detail
