// SPDX-License-Identifier: BSL-1.0
// interval<double>: bounds that hold in spite of rounding, in constant expressions too.
//
// Assumptions on the machine: IEEE doubles, rounding to nearest, denormal numbers not flushed
// (reference/ieee_arithmetic.hpp refuses deviations that it can detect). The rounding mode is never changed. A product
// may be rounded before it is added or not: fused operations only make the errors below smaller. u = 2^-53 throughout.
#pragma once

#include <heed/reference/enclosed_functions.hpp>
#include <heed/reference/ieee_arithmetic.hpp>
#include <heed/reference/interval_arithmetic.hpp>
#include <heed/scalar/binary_exponent.hpp>

#include <limits>

namespace heed {

namespace detail {

/// Bounds are at most 2^1022 in size or infinite, so the sum of two never overflows. Larger values are enclosed by
/// [2^1021, infinity].
template <>
struct outward<double> {
    static constexpr double infinity = std::numeric_limits<double>::infinity();
    static constexpr double largest = 0x1p1022, large = 0x1p1021;

    /// A lower bound of the exact value, from which x is at most half a gap away. The computed u (1 + 2u) |x| + 2^-1074
    /// is more than half the gap between x and either neighbour, so the difference rounds to that neighbour or beyond.
    /// The gap of a power of 2 is smaller on the side of 0. Denormal numbers are 2^-1074 apart, and the second term
    /// suffices for them.
    static constexpr double down(double x) {
        return x >= -largest ? x <= largest   ? x - ((x < 0 ? -x : x) * 0x1.0000000000001p-53 + 0x1p-1074)
                               : x < infinity ? large
                                              : x
                             : -infinity;
    }
    static constexpr double up(double x) {
        return x <= largest ? x >= -largest   ? x + ((x < 0 ? -x : x) * 0x1.0000000000001p-53 + 0x1p-1074)
                              : x > -infinity ? -large
                                              : x
                            : infinity;
    }

    /// down(x + y), but exact if the sum is 0, because neighbouring doubles differ by a multiple of the smallest one.
    /// It is written out, because a call in a constant expression costs as much as everything else.
    static constexpr double lower_sum(double x, double y) {
        return x == -infinity || y == -infinity ? -infinity
               : x + y == 0                     ? 0
               : x + y > largest || x + y < -largest
                   ? down(x + y)
                   : (x + y) - ((x + y < 0 ? -(x + y) : x + y) * 0x1.0000000000001p-53 + 0x1p-1074);
    }
    static constexpr double upper_sum(double x, double y) {
        return x == infinity || y == infinity ? infinity
               : x + y == 0                   ? 0
               : x + y > largest || x + y < -largest
                   ? up(x + y)
                   : (x + y) + ((x + y < 0 ? -(x + y) : x + y) * 0x1.0000000000001p-53 + 0x1p-1074);
    }

    static constexpr interval<double> from(long long n) {
        const double x = static_cast<double>(n);
        if (n >= -(1LL << 53) && n <= (1LL << 53)) return {x, x};
        return {down(x), up(x)};
    }
    static constexpr interval<double> from_double(double x) {
        if (x != x) return interval<double>::whole_line();
        if (x > largest && x < infinity) return {large, infinity};
        if (x < -largest && x > -infinity) return {-infinity, -large};
        return {x, x};
    }

    static constexpr bool safe_factor(double l, double u) { return l >= -0x1p500 && u <= 0x1p500; }
    static constexpr bool safe_divisor(double l, double u) {
        return (l >= 0x1p-500 && u <= 0x1p500) || (u <= -0x1p-500 && l >= -0x1p500);
    }

    /// Overflow becomes 2^1023 with the sign of the product; down and up handle that value.
    static constexpr double product(double x, double y) {
        const double a = x < 0 ? -x : x, b = y < 0 ? -y : y;
        const bool overflows = a > 1 && b > 1 && a < infinity && b < infinity && a > largest / b;
        return !overflows ? x * y : (x < 0) == (y < 0) ? 0x1p1023 : -0x1p1023;
    }
    static constexpr double quotient(double x, double y) {
        const double a = x < 0 ? -x : x, b = y < 0 ? -y : y;
        const bool overflows = b < 1 && a < infinity && a > largest * b;
        return !overflows ? x / y : (x < 0) == (y < 0) ? 0x1p1023 : -0x1p1023;
    }
};

template <>
struct enclosed_constants<interval<double>> {
    static constexpr interval<double> pi() { return {0x1.921fb54442d18p1, 0x1.921fb54442d19p1}; }
    static constexpr bool constant = true;
};

/// [value - margin |value|, value + margin |value|], and 2^-1074 more. The margin must exceed the proved error by 3u.
constexpr interval<double> widened(double value, double margin) {
    const double width = (value < 0 ? -value : value) * margin + 0x1p-1074;
    return {value - width, value + width};
}

/// ln 2 in two parts, the first of 40 bits: its product with a whole number below 2^12 is exact.
/// ln2_high + ln2_low differs from ln 2 by less than 2^-97 (tests/reference/ball_test.cpp).
inline constexpr double ln2_high = 0x1.62e42fefa2p-1, ln2_low = 0x1.9ef35793c7673p-41;

/// exp(x) for |x| <= 708, rounded; relative error below 12u.
/// method  n = x / ln 2 to the nearest, r = x - n ln 2, 13 terms of the series of exp(r), times 2^n (exact)
/// r       n is a nearest integer but for 2^-40, so |r| <= 0.347. n ln2_high is exact, x - n ln2_high has an error of
///         at most 0.36u, n ln2_low of at most 2^-31 u, their difference of 0.36u: with 1021 * 2^-97 at most u in all
/// cut     the terms left out are below 0.35^14 / 14! * 1.03 < 0.06u
/// Horner  q = c_k + r q' with |q| <= 1.43 c_k: an error of at most u |r q'| + u |q| + u c_k <= 4u c_k is made, and
///         reaches the result times |r|^k: at most u (1.43 + 0.36 * 1.43) + 4u (e^0.35 - 1) < 3.7u in all, where the
///         result is at least 0.706: 5.3u
/// sum     (u * 1.43 / 0.706 from r) 2.1u + 0.1u + 5.3u < 8u
constexpr double rounded_exp(double x) {
    const int n = static_cast<int>(x * 1.4426950408889634 + (x < 0 ? -0.5 : 0.5));
    const double r = (x - n * ln2_high) - n * ln2_low;
    const double tail =
        1.0 / 5040 +
        r * (1.0 / 40320 +
             r * (1.0 / 362880 +
                  r * (1.0 / 3628800 + r * (1.0 / 39916800 + r * (1.0 / 479001600 + r * (1.0 / 6227020800))))));
    const double sum =
        1 + r * (1 + r * (0.5 + r * (1.0 / 6 + r * (1.0 / 24 + r * (1.0 / 120 + r * (1.0 / 720 + r * tail))))));
    return sum * power_of_two<double>(n);
}

/// exp beyond 708, where it is at least 2^1021.4, and below -708, where it is at most 2^-1021.4.
constexpr interval<double> exp_far_away(double x) {
    if (x > 0) return {outward<double>::large, outward<double>::infinity};
    return {0, x > -outward<double>::infinity ? 0x1p-1021 : 0};
}

constexpr interval<double> exp_at(double x) {
    return x == 0 ? interval<double>(1) : x >= -708 && x <= 708 ? widened(rounded_exp(x), 0x1p-49) : exp_far_away(x);
}

/// log(x) for finite x > 0; relative error below 12u, and log(1) = 0 exactly.
/// method  x = m 2^e, 0.7 < m < 1.415; s = (m - 1) / (m + 1), |s| < 0.172; log(m) = 2 s sum over k <= 10 of s^2k/(2k+1)
/// cut     s^22 / 23 / (1 - s^2) < 2^-59, relative
/// s       m - 1 is exact (Sterbenz), m + 1 and the quotient are rounded: 2u
/// Horner  in s^2 < 0.0296: rounding it (and s, twice) 5u, two operations and a coefficient a step, each step's errors
///         shrunk by 0.0296 a step: at most 2u + 0.2u relative to the sum, which is in [1, 1.01]; times 2s: u
///         in all 5.5u of log(m)
/// sum     e = 0: that. Else |log(m)| < 0.3575 and |log(x)| > 0.335: 5.5u * 0.36 / 0.335 + u * 0.36 / 0.335 (e ln2_low
/// +
///         log(m)) + u (the last sum) + 2^-50 u (e ln2_low, ln 2) < 8.1u
constexpr interval<double> log_near(double x) {
    const auto parts = split_binary(x);
    const bool halve = parts.mantissa > 0x1.6a09e667f3bcdp0;
    const double m = halve ? parts.mantissa / 2 : parts.mantissa, e = parts.exponent + (halve ? 1 : 0);
    const double s = (m - 1) / (m + 1), z = s * s;
    const double tail = 1.0 / 13 + z * (1.0 / 15 + z * (1.0 / 17 + z * (1.0 / 19 + z * (1.0 / 21))));
    const double sum = 1 + z * (1.0 / 3 + z * (1.0 / 5 + z * (1.0 / 7 + z * (1.0 / 9 + z * (1.0 / 11 + z * tail)))));
    return s == 0 && e == 0 ? interval<double>() : widened(e * ln2_high + (e * ln2_low + 2 * s * sum), 0x1p-49);
}

constexpr interval<double> log_at(double x) {
    if (x == 0) return {-outward<double>::infinity, -outward<double>::infinity};
    return x < outward<double>::infinity ? log_near(x) : interval<double>(x, x);
}

/// sqrt(x) for finite x >= 0; relative error below 3u, and exact where the root has at most 24 bits.
/// method  x = m 4^k, 1 <= m < 4, and Newton's y <- (y + m/y) / 2 from a line within 0.035 of the root: relative errors
///         e^2 / 2 / (1 + e), the first three times below 2^-10.6, 2^-22, 2^-45 (rounding then is 2u); the fourth step
///         rounds the quotient and the sum: 1.5u + 2^-90
constexpr interval<double> sqrt_near(double x) {
    const auto parts = split_binary(x);
    const int odd = parts.exponent & 1;
    const double m = odd != 0 ? 2 * parts.mantissa : parts.mantissa,
                 scale = power_of_two<double>((parts.exponent - odd) / 2);
    const double first = 0.343 * m + 0.69, second = 0.5 * (first + m / first);
    const double third = 0.5 * (second + m / second), fourth = 0.5 * (third + m / third);
    const double root = 0.5 * (fourth + m / fourth);
    const bool exact = static_cast<double>(static_cast<float>(root)) == root && root * root == m;
    return exact ? interval<double>(root * scale, root * scale) : widened(root * scale, 0x1p-50);
}

constexpr interval<double> sqrt_at(double x) {
    return x == 0 || x == outward<double>::infinity ? interval<double>(x, x) : sqrt_near(x);
}

/// tanh(x) for x >= 0; relative error below 20u.
/// x <= 0.35   E = exp(y) - 1 with y = 2x by its series, y (1 + y/2 (1 + y/3 (...))) to y^18, all positive: what is
/// left
///             out is below 0.7^18 / 19! < 2^-65; a step rounds three times, and the steps weigh 1 + y in all: 3u
///             * 1.7, times y: u. E / (E + 2) adds at most the same again and 2u: below 15u
/// x > 0.35    E = exp(-2x) < 0.4966 within 8u: 1 - E is off by at most 8u * 0.987 + u, 1 + E by 2.7u + u, the quotient
/// u
constexpr interval<double> tanh_near(double x) {
    const double y = 2 * x;
    double series = 1;
    for (int n = 18; n > 1; --n) series = 1 + series * y / n;
    const double rise = y * series;
    return widened(rise / (rise + 2), 0x1p-48);
}

constexpr interval<double> tanh_of_size(double x) {
    if (x <= 0.35) return tanh_near(x);
    if (x > 20) return {x < outward<double>::infinity ? 0x1.fffffffffffffp-1 : 1, 1};  // tanh(20) = 1 - 2^-56.7
    const double e = rounded_exp(-2 * x);
    const auto value = widened((1 - e) / (1 + e), 0x1p-48);
    return {value.lower, value.upper < 1 ? value.upper : 1};
}

constexpr interval<double> tanh_at(double x) {
    return x == 0 ? interval<double>() : x < 0 ? -tanh_of_size(-x) : tanh_of_size(x);
}

}  // namespace detail

// Increasing functions, evaluated at both ends. A point needs one evaluation.

/// error   each bound within 33u of the exact one, relative
/// cost    about 25 clang steps a bound
constexpr interval<double> exp(const interval<double>& x) {
    const auto low = detail::exp_at(x.lower);
    return x.lower == x.upper ? low : interval<double>(low.lower, detail::exp_at(x.upper).upper);
}

/// The whole line where x may be negative; log(0) is minus infinity.
/// error   each bound within 33u of the exact one, relative
constexpr interval<double> log(const interval<double>& x) {
    if (x.lower < 0) return interval<double>::whole_line();
    const auto low = detail::log_at(x.lower);
    return x.lower == x.upper ? low : interval<double>(low.lower, detail::log_at(x.upper).upper);
}

/// The whole line where x may be negative.
/// error   each bound within 12u of the exact one, relative; exact where the root has at most 24 bits
constexpr interval<double> sqrt(const interval<double>& x) {
    if (x.lower < 0) return interval<double>::whole_line();
    const auto low = detail::sqrt_at(x.lower);
    return x.lower == x.upper ? low : interval<double>(low.lower, detail::sqrt_at(x.upper).upper);
}

/// error   each bound within 60u of the exact one, relative
constexpr interval<double> tanh(const interval<double>& x) {
    const auto low = detail::tanh_at(x.lower);
    return x.lower == x.upper ? low : interval<double>(low.lower, detail::tanh_at(x.upper).upper);
}

namespace detail {

/// erf(x) for 0 < x <= 3; relative error below (3z + 24) u, z = x^2.
/// method  2/sqrt(pi) x exp(-z) S, S = 1 + t/3 (1 + t/5 (1 + t/7 (...))), t = 2z <= 18, to t^N, 15 + 2t <= N
/// cut     (2N+3)!! >= (2 (N+2) / e)^(N+2), so that the first term left out is at most (te / (34 + 4t))^(16 + 2t) * e /
///         (34 + 4t), which is below 2e-17 on [0, 18], and each further one less than half the one before: 0.4u of S >=
///         1
/// Horner  a step rounds three times, all terms are positive; the error of step k reaches S in the share that the terms
///         from the k-th on have in it. These shares add up to 1 + the mean index of the terms, and as term j is t /
///         (2j+1) times the one before, that mean is at most t/2 = z: 3u (1 + z)
/// z       its rounding moves erf(sqrt(z)) / sqrt(z) by at most u (logarithmic slope in [-1/2, 0])
/// sum     8u (exp) + 3u + 3uz + u + 0.4u + 4u (constant and products) < (3z + 17) u
constexpr interval<double> erf_by_series(double x) {
    const double z = x * x, t = 2 * z;
    double sum = 1;
    for (int n = 16 + static_cast<int>(2 * t); n > 0; --n) sum = 1 + sum * t / (2 * n + 1);
    return widened(0x1.20dd750429b6dp0 * x * rounded_exp(-z) * sum, (4 * z + 32) * 0x1p-53);
}

/// Beyond 3, from the continued fraction of 1 - erf, which is evaluated in intervals.
constexpr interval<double> erf_of_size(double x) {
    if (x <= 3) return erf_by_series(x);
    if (x > 6.5) return {x < outward<double>::infinity ? 0x1.fffffffffffffp-1 : 1, 1};  // 1 - erf(6.5) < 2^-64
    const auto value = interval<double>(1) - upper_tail(interval<double>(x, x), 12);
    return {value.lower, value.upper < 1 ? value.upper : 1};
}

constexpr interval<double> erf_at(double x) {
    return x == 0 ? interval<double>() : x < 0 ? -erf_of_size(-x) : erf_of_size(x);
}

}  // namespace detail

/// error   each bound within (8x^2 + 50) u of the exact one up to |x| = 3, within 4u beyond, relative
constexpr interval<double> erf(const interval<double>& x) {
    const auto low = detail::erf_at(x.lower);
    return x.lower == x.upper ? low : interval<double>(low.lower, detail::erf_at(x.upper).upper);
}

}  // namespace heed
