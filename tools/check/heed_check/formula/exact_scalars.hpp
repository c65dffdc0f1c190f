// SPDX-License-Identifier: BSL-1.0
// Arithmetic of exact scalars at run time: it gives the results of scalar/surd.hpp, and throws formula_error where
// those would stop.
#pragma once

#include <heed/scalar/surd.hpp>
#include <heed_check/formula/formula_error.hpp>

#include <cstddef>
#include <limits>
#include <string_view>

namespace heed::detail {

/// Integers whose negative is representable too, because surd changes signs.
class exact_integers {
public:
    explicit exact_integers(std::size_t at, const char* words = "an exact scalar needs integers beyond 64 bits")
        : at_(at), words_(words) {}

    long long product(long long a, long long b) const {
        long long result = 0;
        const bool overflow = __builtin_mul_overflow(a, b, &result);
        return checked(overflow, result);
    }
    long long sum(long long a, long long b) const {
        long long result = 0;
        const bool overflow = __builtin_add_overflow(a, b, &result);
        return checked(overflow, result);
    }

private:
    long long checked(bool overflow, long long result) const {
        if (overflow || result == std::numeric_limits<long long>::min()) throw formula_error(at_, words_);
        return result;
    }

    std::size_t at_;
    const char* words_;
};

inline surd exact_product(const surd& a, const surd& b, std::size_t at) {
    const exact_integers integers(at);
    const long long numerator = integers.product(a.numerator, b.numerator);
    integers.product(a.denominator, b.denominator);
    integers.product(a.radicand == b.radicand ? numerator : a.radicand, b.radicand);
    return a * b;
}

inline surd exact_quotient(const surd& a, const surd& b, std::size_t at) {
    if (b.numerator == 0) throw formula_error(at, "division by an exact zero");
    exact_integers(at).product(b.numerator, b.radicand);
    return exact_product(a, inverse(b), at);
}

/// The sum of two rationals.
inline surd exact_sum(const surd& a, const surd& b, std::size_t at) {
    const exact_integers integers(at);
    const long long left = integers.product(a.numerator, b.denominator);
    const long long right = integers.product(b.numerator, a.denominator);
    return in_lowest_terms({integers.sum(left, right), integers.product(a.denominator, b.denominator), 1});
}

inline surd exact_negative(const surd& a) { return {-a.numerator, a.denominator, a.radicand}; }

/// The root of a rational.
inline surd exact_root(const surd& a, std::size_t at) {
    if (a.numerator < 0) throw formula_error(at, "an exact root needs a rational that is not negative");
    exact_integers(at).product(a.numerator, a.denominator);
    return square_root(a);
}

inline surd exact_power(const surd& a, long long exponent, std::size_t at) {
    if (exponent > 63) throw formula_error(at, "a power of an exact scalar needs an exponent of at most 63");
    surd power{};
    for (long long i = 0; i < exponent; ++i) power = exact_product(power, a, at);
    return power;
}

/// Digits with at most one point, times 10^exponent.
inline surd decimal_as_surd(std::string_view digits, long long exponent, std::size_t at) {
    const exact_integers integers(at, "number too long: numerator and denominator need to fit 64 bits");
    surd result{0, 1, 1};
    bool fraction = false;
    long long zeros = 0;  // zeros after the last nonzero digit: those in 0.5000 need no room
    for (const char c : digits) {
        if (c == '.') {
            fraction = true;
            continue;
        }
        if (fraction) --exponent;
        if (c == '0') {
            zeros += result.numerator != 0 ? 1 : 0;
            continue;
        }
        for (++zeros; zeros > 0; --zeros) result.numerator = integers.product(result.numerator, 10);
        result.numerator = integers.sum(result.numerator, c - '0');
    }
    if (result.numerator == 0) return result;
    for (exponent += zeros; exponent > 0; --exponent) result.numerator = integers.product(result.numerator, 10);
    for (; exponent < 0; ++exponent)
        result = in_lowest_terms({result.numerator, integers.product(result.denominator, 10), 1});
    return result;
}

}  // namespace heed::detail
