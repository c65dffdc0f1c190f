// SPDX-License-Identifier: BSL-1.0
// Exact scalars: numerator / denominator * sqrt(radicand), such as the 1 / sqrt(d_k) of attention.
#pragma once

#include <heed/meta/raise.hpp>
#include <heed/scalar/sqrt.hpp>

#include <concepts>
#include <limits>

namespace heed::detail {

/// The lowest number is none of them: it has no negative.
constexpr long long multiply_exactly(long long a, long long b) {
    long long product = 0;
    if (__builtin_mul_overflow(a, b, &product) || product < -std::numeric_limits<long long>::max())
        fail("heed: an exact scalar needs integers beyond 64 bits");
    return product;
}

constexpr long long greatest_common_divisor(long long a, long long b) {
    while (b != 0) {
        const long long rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

/// numerator / denominator * sqrt(radicand), in lowest terms, denominator and radicand positive.
/// The radicand stays as written: sqrt(64) is shown as sqrt(64).
struct surd {
    long long numerator = 1;
    long long denominator = 1;
    long long radicand = 1;

    friend constexpr bool operator==(const surd&, const surd&) = default;
};

constexpr surd in_lowest_terms(surd s) {
    const long long divisor = greatest_common_divisor(s.numerator, s.denominator);
    const long long sign = s.denominator < 0 ? -1 : 1;
    return {sign * s.numerator / divisor, sign * s.denominator / divisor, s.radicand};
}

constexpr bool is_rational(const surd& s) { return s.radicand == 1; }

constexpr surd operator*(const surd& a, const surd& b) {
    surd product{multiply_exactly(a.numerator, b.numerator), multiply_exactly(a.denominator, b.denominator), 1};
    if (a.radicand == b.radicand)
        product.numerator = multiply_exactly(product.numerator, a.radicand);
    else
        product.radicand = multiply_exactly(a.radicand, b.radicand);
    return in_lowest_terms(product);
}

/// 1 / s, with the root in the numerator: 1 / sqrt(r) = sqrt(r) / r.
constexpr surd inverse(const surd& s) {
    if (s.numerator == 0) fail("heed: division by an exact zero");
    return in_lowest_terms({s.denominator, multiply_exactly(s.numerator, s.radicand), s.radicand});
}

constexpr surd operator/(const surd& a, const surd& b) { return a * inverse(b); }

/// The root of a rational p / q >= 0, as sqrt(p q) / q.
constexpr surd square_root(const surd& s) {
    if (!is_rational(s) || s.numerator < 0) fail("heed: an exact root needs a rational that is not negative");
    if (s.numerator == 0) return {0, 1, 1};
    return in_lowest_terms({1, s.denominator, multiply_exactly(s.numerator, s.denominator)});
}

template <class T>
concept has_root = !std::integral<T> && requires(const T x) {
    sqrt(x);
};

template <class T>
constexpr T times_root(const T& ratio, const surd& s) {
    if constexpr (has_root<T>) {
        // sqrt(r) / r is 1 / sqrt(r), which needs one rounding less.
        const bool reciprocal = s.numerator == 1 && s.denominator == s.radicand;
        const T root = sqrt(T(s.radicand));
        return reciprocal ? T(T(1) / root) : s.numerator == 1 && s.denominator == 1 ? root : T(ratio * root);
    } else {
        fail("heed: the root of an exact scalar needs a number type with sqrt");
        return ratio;
    }
}

/// The value in T; what T is decides the digits, the symbol itself was never rounded.
/// error   float: 0.5 ulp; other T: 0.5 ulp if it is an integer or the root of one, else 2 ulp
/// needs   sqrt(T) for roots
template <class T>
constexpr T to_number(const surd& s) {
    if constexpr (std::same_as<T, float>) {
        return static_cast<float>(to_number<double>(s));
    } else {
        const T ratio = s.denominator == 1 ? T(s.numerator) : T(T(s.numerator) / T(s.denominator));
        if (s.radicand == 1) return ratio;
        return times_root(ratio, s);
    }
}

}  // namespace heed::detail
