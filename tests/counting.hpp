// SPDX-License-Identifier: BSL-1.0
// A number that counts what is done to it: what tests of costs compare with.
#pragma once

#include <cmath>
#include <cstddef>

namespace heed::test {

struct tally {
    std::size_t flops = 0;
    std::size_t exps = 0;
    std::size_t transcendentals = 0;  ///< other ones

    friend tally operator-(const tally& a, const tally& b) {
        return {a.flops - b.flops, a.exps - b.exps, a.transcendentals - b.transcendentals};
    }
};
inline tally seen;

/// A double that counts. Comparisons by < are operations; equality is not: it only guards rows without a key.
struct counting {
    double value = 0;
    counting() = default;
    counting(double x) : value(x) {}
    counting(int x) : value(x) {}
    counting(long long x) : value(static_cast<double>(x)) {}

    friend counting operator+(counting a, counting b) { return ++seen.flops, a.value + b.value; }
    friend counting operator-(counting a, counting b) { return ++seen.flops, a.value - b.value; }
    friend counting operator*(counting a, counting b) { return ++seen.flops, a.value * b.value; }
    friend counting operator/(counting a, counting b) { return ++seen.flops, a.value / b.value; }
    friend counting operator-(counting a) { return ++seen.flops, -a.value; }
    friend counting& operator+=(counting& a, counting b) { return a = a + b; }
    friend bool operator<(counting a, counting b) { return ++seen.flops, a.value < b.value; }
    friend bool operator==(counting a, counting b) { return a.value == b.value; }
    friend counting exp(counting a) { return ++seen.exps, std::exp(a.value); }
    friend counting log(counting a) { return ++seen.transcendentals, std::log(a.value); }
    friend counting sqrt(counting a) { return ++seen.transcendentals, std::sqrt(a.value); }
    friend counting tanh(counting a) { return ++seen.transcendentals, std::tanh(a.value); }
};

}  // namespace heed::test
