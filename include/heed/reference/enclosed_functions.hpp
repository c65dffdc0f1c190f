// SPDX-License-Identifier: BSL-1.0
// The functions that follow from + - * / exp log sqrt tanh erf, for every number type with bounds.
//
// Each result holds f(x) for every member x of the arguments, by construction: only the operations of the type are
// used.
#pragma once

#include <heed/reference/enclosure.hpp>

namespace heed {

namespace detail {

/// What a type knows of the circle: pi(), and whether it is constant.
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

/// f over x, given its slope there: from the ends where the slope has one sign, else the mean-value form and f written
/// out, as far as they agree.
template <class E, class F>
constexpr E enclosed_by_slope(const E& x, const E& slope, const F& f) {
    if (is_point(x) || certainly_positive(slope) || certainly_negative(slope)) return increasing(x, f);
    if (!is_bounded(x)) return f(x);
    const E c = middle_of(x);
    return intersection(f(x), f(c) + slope * (x - c));
}

}  // namespace detail

template <enclosure E>
constexpr E min(const E& a, const E& b) {
    return hull(detail::smaller_point(lower_of(a), lower_of(b)), detail::smaller_point(upper_of(a), upper_of(b)));
}

template <enclosure E>
constexpr E max(const E& a, const E& b) {
    return hull(detail::larger_point(lower_of(a), lower_of(b)), detail::larger_point(upper_of(a), upper_of(b)));
}

template <enclosure E>
constexpr E abs(const E& x) {
    if (certainly_at_most(E(), x)) return x;
    if (certainly_at_most(x, E())) return -x;
    return hull(E(), magnitude_of(x));
}

template <enclosure E>
constexpr E relu(const E& x) {
    return max(x, E());
}

/// The slope of relu: 0, 1, or [0, 1] where x may be 0.
template <enclosure E>
constexpr E step(const E& x) {
    return certainly_positive(x) ? E(1) : certainly_negative(x) ? E() : hull(E(), E(1));
}

/// The slope of abs: -1, 1, or [-1, 1] where x may be 0.
template <enclosure E>
constexpr E sign(const E& x) {
    return certainly_positive(x) ? E(1) : certainly_negative(x) ? E(-1) : hull(E(-1), E(1));
}

/// a < b as 1, 0, or [0, 1] where it is not certain.
template <enclosure E>
constexpr E less(const E& a, const E& b) {
    return certainly_less(a, b) ? E(1) : certainly_at_most(b, a) ? E() : hull(E(), E(1));
}

template <enclosure E>
constexpr E less_equal(const E& a, const E& b) {
    return E(1) - less(b, a);
}

/// 1 / sqrt(x); infinite at 0, the whole line where x may be negative
template <enclosure E>
constexpr E rsqrt(const E& x) {
    const E root = sqrt(x);
    if (certainly_positive(root)) return E(1) / root;
    if (certainly_negative(lower_of(root)) || !certainly_positive(upper_of(root))) return whole_line<E>();
    return hull(E(1) / upper_of(root), upper_of(whole_line<E>()));
}

/// 1 / (1 + exp(-x)), between 0 and 1
template <enclosure E>
constexpr E sigmoid(const E& x) {
    return detail::increasing(x, [](const E& point) {
        if (!certainly_negative(point)) return min(E(1) / (E(1) + exp(-point)), E(1));
        const E power = exp(point);
        return power / (E(1) + power);
    });
}

/// 2/sqrt(pi) exp(-x^2), the slope of erf
template <enclosure E>
constexpr E erf_slope(const E& x) {
    const E size = abs(x);
    return detail::two_over_root_pi<E>() * exp(-(size * size));
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

template <class E>
constexpr E silu_written_out(const E& x) {
    return x * sigmoid(x);
}

template <class E>
constexpr E gelu_written_out(const E& x) {
    return x * (E(1) + erf(x * enclosed_root_of_half<E>())) / E(2);
}

/// sqrt(8/pi) (x + 0.044715 x^3): gelu_tanh(x) = x sigmoid of this
template <class E>
constexpr E gelu_tanh_inner(const E& x) {
    const E root = E(2) * two_over_root_pi<E>() * enclosed_root_of_half<E>();
    return increasing(x, [&](const E& p) { return root * p * (E(1) + E::ratio(8943, 200000) * p * p); });
}

template <class E>
constexpr E gelu_tanh_written_out(const E& x) {
    return x * sigmoid(gelu_tanh_inner(x));
}

}  // namespace detail

/// The slope of silu, s (1 + x (1 - s)) with s = sigmoid(x).
template <enclosure E>
constexpr E silu_slope(const E& x) {
    return sigmoid(x) * (E(1) + x * sigmoid(-x));
}

/// x sigmoid(x)
template <enclosure E>
constexpr E silu(const E& x) {
    if (is_point(x)) return detail::silu_written_out(x);
    return detail::enclosed_by_slope(x, silu_slope(x), [](const E& point) { return detail::silu_written_out(point); });
}

/// The slope of gelu: with v = x / sqrt(2), (1 + erf(v) + v erf_slope(v)) / 2.
template <enclosure E>
constexpr E gelu_slope(const E& x) {
    const E v = x * detail::enclosed_root_of_half<E>();
    return (E(1) + erf(v) + v * erf_slope(v)) / E(2);
}

/// x (1 + erf(x / sqrt(2))) / 2
template <enclosure E>
constexpr E gelu(const E& x) {
    if (is_point(x)) return detail::gelu_written_out(x);
    return detail::enclosed_by_slope(x, gelu_slope(x), [](const E& point) { return detail::gelu_written_out(point); });
}

/// The slope of gelu_tanh: with w = sqrt(8/pi) (x + 0.044715 x^3), sigmoid(w) (1 + x w' sigmoid(-w)).
template <enclosure E>
constexpr E gelu_tanh_slope(const E& x) {
    const E w = detail::gelu_tanh_inner(x), size = abs(x);
    const E root = E(2) * detail::two_over_root_pi<E>() * detail::enclosed_root_of_half<E>();
    const E rise = root * (E(1) + E::ratio(26829, 200000) * size * size);
    return sigmoid(w) * (E(1) + x * rise * sigmoid(-w));
}

/// x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))) / 2
template <enclosure E>
constexpr E gelu_tanh(const E& x) {
    if (is_point(x)) return detail::gelu_tanh_written_out(x);
    return detail::enclosed_by_slope(x, gelu_tanh_slope(x),
                                     [](const E& point) { return detail::gelu_tanh_written_out(point); });
}

namespace detail {

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
        const double near = to_double(y);
        const int n = static_cast<int>(near < 0 ? near - 0.5 : near + 0.5);
        if (is_point(y - E(n)) && contains_zero(y - E(n))) return detail::power_at_whole_number(x, n);
        if (encloses(E::number(0.5), y)) return sqrt(x);
    }
    if (certainly_positive(x)) return exp(y * log(x));
    if (certainly_negative(lower_of(x)) || !certainly_positive(y)) return whole_line<E>();
    return certainly_positive(upper_of(x)) ? hull(E(), pow(upper_of(x), y)) : E();
}

}  // namespace heed
