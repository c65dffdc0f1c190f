// SPDX-License-Identifier: BSL-1.0
// Elementary functions of balls: integer arithmetic with counted errors.
//
// Internally numbers are binary fixed point with F fractional bits. F is half the width of the integers minus 8, so
// that products of numbers up to 16 fit. "ulp" means 2^-F here. Every shift or division truncates by less than 1 ulp.
#pragma once

#include <heed/reference/ball_arithmetic.hpp>
#include <heed/reference/enclosed_functions.hpp>

namespace heed {

namespace detail {

template <int Places>
struct ball_functions {
    using E = basic_ball<Places>;
    using integer = typename E::integer;

    static constexpr unsigned bits = ball_bits<Places> / 2 - 8;
    static constexpr unsigned guard = 16;
    static constexpr integer one = integer(1) << bits;
    static constexpr const integer& unit = ball_scale<Places>::unit;

    /// The sum of 1 / (q (2k+1)) q^-2k, k = 0, 1, ..., signs alternating or not: atan or atanh of 1 / q. It is computed
    /// with `guard` more bits. Each term is truncated twice, and there are fewer than `bits` terms, so the error is
    /// below 2 (bits + guard) <= 2^10 in units of 2^-(bits + guard).
    static constexpr integer inverse_tangent(int q, bool alternating) {
        integer power = (one << guard) / q, sum = 0;
        for (int k = 0; power != 0; ++k) {
            const integer term = power / (2 * k + 1);
            sum = alternating && k % 2 != 0 ? integer(sum - term) : integer(sum + term);
            power /= q * q;
        }
        return sum;
    }

    /// ln 2 = 2 atanh(1/3), within 1.1 ulp.
    static constexpr integer ln2 = shifted_right(integer(2 * inverse_tangent(3, false)), guard);
    /// pi = 16 atan(1/5) - 4 atan(1/239) (Machin), within 1.4 ulp.
    static constexpr integer pi =
        shifted_right(integer(16 * inverse_tangent(5, true) - 4 * inverse_tangent(239, true)), guard);

    /// How many terms r^n / n! or r^n are needed until a term is below 2^-(bits + 2).
    static constexpr int exp_terms() {
        int n = 0;
        for (double term = power_of_two<double>(static_cast<int>(bits) + 2); term > 1; term *= 0.694 / n) ++n;
        return n;
    }
    static constexpr int log_terms() {
        int n = 0;
        for (double term = power_of_two<double>(static_cast<int>(bits) + 2); term > 1; term *= 0.0312) ++n;
        return n;
    }

    /// The ball value +- error, from integers with `shift` fractional bits. Truncating both adds less than 2 units.
    static constexpr E from_binary(const integer& value, const integer& error, unsigned shift) {
        const integer size = shifted_right(integer((value < 0 ? integer(-value) : value) * unit), shift);
        return E::from_units(value < 0 ? integer(-size) : size, shifted_right(integer(error * unit), shift) + 2);
    }

    static constexpr integer units_of(int n) { return integer(n) * unit; }

    /// exp(m 10^-Places).
    /// method  x = k ln 2 + r, 0 <= r < ln 2 (k floored), Horner's scheme of the series, times 2^k
    /// r       x is cut once, ln 2 known within 1.1 ulp: 1.1 |k| + 1 ulp, less than 3 |k| + 3 after exp (r < 0.7, slope
    /// < 2.02) Horner  step n cuts below 1 + 1/n and hands r/n of its error on: below 4.2 ulp; the terms left out,
    /// below 1 ulp
    static constexpr E exp_at(const integer& m) {
        if (m == 0) return 1;
        if (m > units_of(Places * 1152 / 1000 + 1)) return E::whole_line();         // beyond 10^(Places/2)
        if (m < units_of(-(Places * 2303 / 1000 + 1))) return E::from_units(1, 1);  // below one unit
        const integer x = m < 0 ? integer(-((integer(-m) << bits) / unit)) : integer((m << bits) / unit);
        integer k = x / ln2;
        if (k * ln2 > x) k -= 1;
        const integer r = x - k * ln2;
        integer sum = one;
        for (int n = exp_terms(); n > 0; --n) sum = one + shifted_right(integer(r * sum), bits) / n;
        const int power = k < 0 ? -static_cast<int>(static_cast<std::uint64_t>(integer(-k)))
                                : static_cast<int>(static_cast<std::uint64_t>(k));
        return from_binary(sum, integer(3 * (power < 0 ? -power : power) + 9),
                           static_cast<unsigned>(static_cast<int>(bits) - power));
    }

    /// log(m 10^-Places), m > 0.
    /// method  m / 10^Places = 2^e n / d with 0.7 <= n / d <= 1.4, s = |n - d| / (n + d) <= 3/17; 2 atanh(s) + e ln 2
    /// Horner  in s^2 < 0.0312 (cut: 2 * 0.18 + 1 ulp): a step cuts below 2 and hands 0.0312 of its error on: below 2.1
    /// ulp,
    ///         0.5 from s^2, below 1 left out; times 2s <= 0.36, s off by 1 (times 2.03), and a cut: below 5 ulp
    static constexpr E log_at(const integer& m) {
        integer n = m, d = unit;
        int e = static_cast<int>(msb(n)) - static_cast<int>(msb(d));
        if (e >= 0)
            d <<= static_cast<unsigned>(e);
        else
            n <<= static_cast<unsigned>(-e);
        if (10 * n > 14 * d) {
            d <<= 1;
            ++e;
        } else if (10 * n < 7 * d) {
            n <<= 1;
            --e;
        }
        const bool negative = n < d;
        const integer distance = negative ? integer(d - n) : integer(n - d);
        if (distance == 0 && e == 0) return {};
        const integer s = (distance << bits) / (n + d), square = shifted_right(integer(s * s), bits);
        const int last = log_terms();
        integer sum = one / (2 * last + 1);
        for (int i = last - 1; i >= 0; --i) sum = shifted_right(integer(sum * square), bits) + one / (2 * i + 1);
        const integer value = shifted_right(integer(s * sum), bits - 1);
        return from_binary((negative ? integer(-value) : value) + e * ln2, integer(2 * (e < 0 ? -e : e) + 5), bits);
    }

    /// The largest integer whose square is at most n. Newton's iteration from above decreases until it reaches it.
    static constexpr integer floor_of_root(const integer& n) {
        integer root = integer(1) << (msb(n) / 2 + 1);
        for (;;) {
            const integer next = shifted_right(integer(root + n / root), 1);
            if (next >= root) return root;
            root = next;
        }
    }

    /// Exact for perfect squares, else within one unit.
    static constexpr E sqrt_at(const integer& m) {
        if (m == 0) return {};
        const integer n = m * unit, root = floor_of_root(n);
        return E::from_units(root, integer(root * root == n ? 0 : 1));
    }

    /// sum of (-1)^n x^(2n+1) / (n! (2n+1)) for 0 < x <= 4, with 24 bits fewer, for the terms grow to e^16 < 2^23.1.
    /// error   in units of 2^-(bits - 24): x^2 is off by 9, which moves the sum of the terms' sizes by at most 9 e^16;
    ///         each of n < 512 terms is cut by 2, which later terms multiply by at most e^16 in all; the quotients by
    ///         2n+1 cut 512. The first term left out was cut to 0. Below 2^34; times x <= 4, and the cuts of x: below
    ///         2^37
    static constexpr E erf_series(const integer& m) {
        constexpr unsigned fewer = bits - 24;
        const integer x = (m << fewer) / unit, square = shifted_right(integer(x * x), fewer);
        integer term = integer(1) << fewer, sum = term;
        for (int n = 1; term != 0; ++n) {
            term = shifted_right(integer(term * square), fewer) / n;
            const integer part = term / (2 * n + 1);
            sum = n % 2 != 0 ? integer(sum - part) : integer(sum + part);
        }
        return from_binary(shifted_right(integer(sum * x), fewer), integer(1) << 37, fewer);
    }
};

template <int Places>
struct enclosed_constants<basic_ball<Places>> {
    static constexpr bool constant = true;
    static constexpr basic_ball<Places> pi() {
        return ball_functions<Places>::from_binary(ball_functions<Places>::pi, 2, ball_functions<Places>::bits);
    }
};

/// f at a point that may be infinite.
template <int Places, class F>
constexpr basic_ball<Places> ball_at(const basic_ball<Places>& x, const basic_ball<Places>& at_minus_infinity,
                                     const basic_ball<Places>& at_infinity, const F& f) {
    if (is_bounded(x)) return f(x);
    return certainly_less(x, basic_ball<Places>()) ? at_minus_infinity : at_infinity;
}

}  // namespace detail

// Increasing functions, evaluated at both ends; a point needs one evaluation.

/// error   at most 3 units beyond the range over x for results up to 10^(Places/2 - 3)
template <int Places>
constexpr basic_ball<Places> exp(const basic_ball<Places>& x) {
    using E = basic_ball<Places>;
    return detail::increasing(x, [](const E& point) {
        return detail::ball_at(point, E(), E::infinity(),
                               [](const E& y) { return detail::ball_functions<Places>::exp_at(y.middle_units()); });
    });
}

/// The whole line where x may be negative or includes 0, but minus infinity for 0 alone.
/// error   at most 3 units beyond the range over x
template <int Places>
constexpr basic_ball<Places> log(const basic_ball<Places>& x) {
    using E = basic_ball<Places>;
    if (certainly_negative(lower_of(x))) return E::whole_line();
    return detail::increasing(x, [](const E& point) {
        return detail::ball_at(point, E::whole_line(), E::infinity(), [](const E& y) {
            return y.middle_units() == 0 ? -E::infinity() : detail::ball_functions<Places>::log_at(y.middle_units());
        });
    });
}

/// The whole line where x may be negative.
/// error   exact for squares, else at most 1 unit beyond the range over x
template <int Places>
constexpr basic_ball<Places> sqrt(const basic_ball<Places>& x) {
    using E = basic_ball<Places>;
    if (certainly_negative(lower_of(x))) return E::whole_line();
    return detail::increasing(x, [](const E& point) {
        return detail::ball_at(point, E::whole_line(), E::infinity(),
                               [](const E& y) { return detail::ball_functions<Places>::sqrt_at(y.middle_units()); });
    });
}

namespace detail {

template <int Places>
constexpr basic_ball<Places> tanh_at(const basic_ball<Places>& x) {
    using E = basic_ball<Places>;
    if (certainly_negative(x)) return -tanh_at(-x);
    const E e = exp(-(x + x));
    return min((E(1) - e) / (E(1) + e), E(1));
}

/// The series up to 4, then the continued fraction: 90 levels leave below 10^-50 of 1 - erf(4) < 10^-7 out; the bounds
/// do not depend on it.
template <int Places>
constexpr basic_ball<Places> erf_at(const basic_ball<Places>& x) {
    using E = basic_ball<Places>;
    if (certainly_negative(x)) return -erf_at(-x);
    if (contains_zero(x)) return {};
    if (certainly_at_most(x, E(4)))
        return min(two_over_root_pi<E>() * ball_functions<Places>::erf_series(x.middle_units()), E(1));
    if (certainly_less(E(Places * 2303 / 1000 + 1), x * x))
        return E::from_units(ball_scale<Places>::unit - 1, 1);  // 1 - erf(x) < exp(-x^2) < one unit
    return min(E(1) - upper_tail(x, 2 * Places - 10), E(1));
}

}  // namespace detail

/// error   at most 6 units beyond the range over x
template <int Places>
constexpr basic_ball<Places> tanh(const basic_ball<Places>& x) {
    using E = basic_ball<Places>;
    return detail::increasing(x, [](const E& point) {
        return detail::ball_at(point, E(-1), E(1), [](const E& y) { return detail::tanh_at(y); });
    });
}

/// error   at most 12 units beyond the range over x up to |x| = 4, some 30 beyond
template <int Places>
constexpr basic_ball<Places> erf(const basic_ball<Places>& x) {
    using E = basic_ball<Places>;
    return detail::increasing(x, [](const E& point) {
        return detail::ball_at(point, E(-1), E(1), [](const E& y) { return detail::erf_at(y); });
    });
}

}  // namespace heed
