// SPDX-License-Identifier: BSL-1.0
// The functions that are composed of + - * / exp log sqrt tanh erf, for every number type with bounds. Functions of one
// operand use the descriptions in their headers in scalar/.
//
// Each result contains f(x) for every member x of the arguments by construction, because only operations of the type
// are used.
#pragma once

#include <heed/reference/enclosed_steps.hpp>
#include <heed/reference/enclosure.hpp>
#include <heed/scalar/function.hpp>

namespace heed {

namespace detail {

/// What a type knows of the circle: pi(), and whether that is constant.
template <class E>
struct enclosed_constants;

template <class E>
const E& kept_two_over_root_pi() {
    static const E value = E(2) / sqrt(enclosed_constants<E>::pi());
    return value;
}

template <class E>
const E& kept_enclosed_root_of_half() {
    static const E value = sqrt(E::ratio(1, 2));
    return value;
}

template <class E>
constexpr E two_over_root_pi() {
    if constexpr (enclosed_constants<E>::constant) {
        constexpr E value = E(2) / sqrt(enclosed_constants<E>::pi());
        return value;
    } else {
        return kept_two_over_root_pi<E>();
    }
}

template <class E>
constexpr E enclosed_root_of_half() {
    if constexpr (enclosed_constants<E>::constant) {
        constexpr E value = sqrt(E::ratio(1, 2));
        return value;
    } else {
        return kept_enclosed_root_of_half<E>();
    }
}

template <class E, class F>
constexpr E increasing(const E& x, const F& f) {
    return is_point(x) ? f(x) : hull(f(lower_of(x)), f(upper_of(x)));
}

/// 1 if x is not 0, 0 if it is, [0, 1] if that is not certain.
template <enclosure E>
constexpr E truth_of(const E& x) {
    if (!contains_zero(x)) return E(1);
    return is_point(x) ? E() : hull(E(), E(1));
}

/// The operations with which descriptions of functions enclose them.
struct enclosing {
    template <class E>
    static constexpr E two_over_root_pi() {
        return detail::two_over_root_pi<E>();
    }
    template <class E>
    static constexpr E root_of_half() {
        return enclosed_root_of_half<E>();
    }
    template <class E>
    static constexpr E truth(const E& x) {
        return truth_of(x);
    }
    /// The intersection of two enclosures of the same numbers.
    template <class E>
    static constexpr E common(const E& a, const E& b) {
        return intersection(a, b);
    }
    template <class E>
    static constexpr E smaller(const E& a, const E& b) {
        return min(a, b);
    }
    template <class E>
    static constexpr E larger(const E& a, const E& b) {
        return max(a, b);
    }
    template <class E>
    static constexpr E power(const E& a, const E& b) {
        return pow(a, b);
    }
    template <class E>
    static constexpr E minus_infinity(const E&) {
        return lower_of(whole_line<E>());
    }
    /// x where the condition certainly holds, `elsewhere` where it certainly does not, else both.
    template <class E>
    static constexpr E kept_where(const E& condition, const E& x, const E& elsewhere) {
        if (!contains_zero(condition)) return x;
        return is_point(condition) ? elsewhere : hull(elsewhere, x);
    }
    /// For indices: known whole numbers up to 2^52. For other arguments nothing is known of the result.
    template <class E, class F>
    static constexpr E of_whole_numbers(const E& a, const E& b, const F& f) {
        const auto x = whole_number_of(a), y = whole_number_of(b);
        if (!x || !y || *y == 0) return whole_line<E>();
        return enclose_ratio<E>(f(*x, *y), 1);
    }
    /// f over x for a monotone f, which is called with points.
    template <class E, class F>
    static constexpr E increasing(const E& x, const F& f) {
        return detail::increasing(x, f);
    }
    /// f over x, where slope(x) encloses its slope. If the slope has one sign, the ends of x are evaluated; otherwise
    /// the result is the intersection of the mean-value form and the direct evaluation.
    template <class E, class Slope, class F>
    static constexpr E by_slope(const E& x, const Slope& slope, const F& f) {
        if (is_point(x)) return f(x);
        const E rise = slope(x);
        if (certainly_positive(rise) || certainly_negative(rise)) return detail::increasing(x, f);
        if (!is_bounded(x)) return f(x);
        const E c = middle_of(x);
        return intersection(f(x), f(c) + rise * (x - c));
    }
};

}  // namespace detail

template <enclosure E>
constexpr E min(const E& a, const E& b) {
    return hull(detail::smaller_point(lower_of(a), lower_of(b)), detail::smaller_point(upper_of(a), upper_of(b)));
}

template <enclosure E>
constexpr E max(const E& a, const E& b) {
    return hull(detail::larger_point(lower_of(a), lower_of(b)), detail::larger_point(upper_of(a), upper_of(b)));
}

// abs, relu, sigmoid, gelu ... and the slopes step, abs_step, erf_slope, gelu_slope ...
#define HEED_ENCLOSED(name)                                                                  \
    template <enclosure E>                                                                   \
    constexpr E name(const E& x) {                                                           \
        return detail::described<detail::function::name>::enclosure(detail::enclosing(), x); \
    }
HEED_COMPOSED_FUNCTIONS(HEED_ENCLOSED)
HEED_SLOPES(HEED_ENCLOSED)
#undef HEED_ENCLOSED

/// a < b as 1, 0, or [0, 1] where it is not certain.
template <enclosure E>
constexpr E less(const E& a, const E& b) {
    return certainly_less(a, b) ? E(1) : certainly_at_most(b, a) ? E() : hull(E(), E(1));
}

template <enclosure E>
constexpr E less_equal(const E& a, const E& b) {
    return E(1) - less(b, a);
}

namespace detail {

/// 1 - erf(x) for a point x > 0.
/// method  exp(-x^2) / sqrt(pi) / (x + 1/2 / (x + 2/2 / (x + 3/2 / (x + ...)))) (Laplace). All parts are
///         positive, so the fraction left out after `levels`, x + (levels+1)/2 / (...), lies in x + [0, (levels+1)/2 /
///         x]: from there the type's own arithmetic keeps the bounds.
template <class E>
constexpr E upper_tail(const E& x, int levels) {
    E least = x, most = x + E::ratio(levels + 1, 2) / x;
    for (int k = levels; k > 0; --k) {
        const E part = E::ratio(k, 2), next = lower_of(x + part / most);
        most = upper_of(x + part / least);
        least = next;
    }
    return erf_slope(x) / hull(E(2) * least, E(2) * most);
}

/// x^n, n >= 0, of x that has one sign or an odd n
template <class E>
constexpr E whole_power(const E& x, int n) {
    E result = E(1), square = x;
    for (; n > 0; n /= 2) {
        if (n % 2 != 0) result = result * square;
        if (n > 1) square = square * square;
    }
    return result;
}

template <class E>
constexpr E power_at_whole_number(const E& x, int n) {
    if (n < 0) return E(1) / power_at_whole_number(x, -n);
    if (n % 2 == 0) return whole_power(abs(x), n);
    return increasing(x, [n](const E& point) { return whole_power(point, n); });
}

}  // namespace detail

/// x^y for x >= 0, and for negative x where y is a whole number (a point of size at most 64); 0^y = 0 for y > 0
template <enclosure E>
constexpr E pow(const E& x, const E& y) {
    if (is_point(y) && certainly_at_most(abs(y), E(64))) {
        if (const auto n = detail::whole_number_of(y)) return detail::power_at_whole_number(x, static_cast<int>(*n));
        if (encloses(E::number(0.5), y)) return sqrt(x);
    }
    if (certainly_positive(x)) return exp(y * log(x));
    if (certainly_negative(lower_of(x)) || !certainly_positive(y)) return whole_line<E>();
    return certainly_positive(upper_of(x)) ? hull(E(), pow(upper_of(x), y)) : E();
}

}  // namespace heed
