// SPDX-License-Identifier: BSL-1.0
// Decimal fixed point with an error radius: middle +- radius in units of 10^-Places, exact as long as places suffice.
#pragma once

#include <heed/reference/enclosure.hpp>
#include <heed/reference/ieee_arithmetic.hpp>
#include <heed/scalar/binary_exponent.hpp>

#include <boost/multiprecision/cpp_int.hpp>

#include <cstdint>
#include <limits>

namespace heed {

namespace detail {

/// A type for products of values up to 10^(Places/2): 3 Places decimal digits (10 Places bits) and 12 more bits.
template <int Places>
inline constexpr unsigned ball_bits = (10 * Places + 12 + 63) / 64 * 64;

template <int Places>
using ball_integer =
    boost::multiprecision::number<boost::multiprecision::cpp_int_backend<ball_bits<Places>, ball_bits<Places>,
                                                                         boost::multiprecision::signed_magnitude,
                                                                         boost::multiprecision::unchecked, void>,
                                  boost::multiprecision::et_off>;

template <class Integer>
constexpr Integer integer_power_of_ten(int n) {
    Integer result = 1;
    for (; n > 0; --n) result *= 10;
    return result;
}

/// n / 2^bits, rounded down, also in constant expressions. Boost 1.74 moves bytes if it shifts by a multiple of 8, and
/// memmove is not constant. Two shifts by other amounts avoid this.
template <class Integer>
constexpr Integer shifted_right(const Integer& n, unsigned bits) {
    if (bits == 0 || bits % 8 != 0) return Integer(n >> bits);
    return Integer(Integer(n >> 1) >> (bits - 1));
}

/// Integer constants of a type, computed once.
template <int Places>
struct ball_scale {
    using integer = ball_integer<Places>;
    static constexpr integer unit = integer_power_of_ten<integer>(Places);
    static constexpr integer limit = integer_power_of_ten<integer>(Places + Places / 2);
};

}  // namespace detail

/// The reals within radius of middle, both whole multiples of 10^-Places; or minus infinity, infinity, or the whole
/// line. What reaches beyond +-10^(Places/2) becomes the whole line: nothing wraps. Sums, and products and quotients
/// whose places fit, are exact: radius 0.
template <int Places>
class basic_ball {
public:
    using integer = detail::ball_integer<Places>;

    constexpr basic_ball() = default;
    constexpr basic_ball(int n) : basic_ball(static_cast<long long>(n)) {}
    constexpr explicit basic_ball(long n) : basic_ball(static_cast<long long>(n)) {}
    constexpr explicit basic_ball(long long n) : basic_ball(from_units(integer(n) * unit(), integer(0))) {}

    /// (middle +- radius) 10^-Places
    static constexpr basic_ball from_units(const integer& middle, const integer& radius) {
        if (size_of(middle) + radius > detail::ball_scale<Places>::limit) return whole_line();
        return {middle, radius, kind::bounded};
    }
    static constexpr basic_ball whole_line() { return {integer(0), integer(0), kind::line}; }
    static constexpr basic_ball infinity() { return {integer(0), integer(0), kind::plus_infinity}; }
    static constexpr basic_ball ratio(long long n, long long d) { return basic_ball(n) / basic_ball(d); }
    static constexpr basic_ball decimal(long long digits, int places, int half_units);
    static constexpr basic_ball number(double x);

    constexpr const integer& middle_units() const { return middle_; }
    constexpr const integer& radius_units() const { return radius_; }

    friend constexpr bool is_bounded(const basic_ball& a) { return a.kind_ == kind::bounded; }

    friend constexpr basic_ball operator-(const basic_ball& a) {
        if (is_bounded(a)) return {integer(-a.middle_), a.radius_, kind::bounded};
        if (a.kind_ == kind::line) return a;
        return a.kind_ == kind::minus_infinity ? infinity() : minus_infinity();
    }

    friend constexpr basic_ball operator+(const basic_ball& a, const basic_ball& b) {
        if (is_bounded(a) && is_bounded(b)) return from_units(a.middle_ + b.middle_, a.radius_ + b.radius_);
        if (is_bounded(b) || a.kind_ == b.kind_) return a;
        return is_bounded(a) ? b : whole_line();
    }
    friend constexpr basic_ball operator-(const basic_ball& a, const basic_ball& b) { return a + -b; }

    /// |xy - mn| <= |m| s + |n| r + r s for x in m +- r, y in n +- s, and one unit where a digit is cut off.
    friend constexpr basic_ball operator*(const basic_ball& a, const basic_ball& b) {
        if (!is_bounded(a) || !is_bounded(b)) return infinite_product(a, b);
        if ((is_wide(a) && b.radius_ != 0) || (is_wide(b) && a.radius_ != 0))
            return hull(hull(lower_of(a) * lower_of(b), lower_of(a) * upper_of(b)),
                        hull(upper_of(a) * lower_of(b), upper_of(a) * upper_of(b)));
        const integer product = a.middle_ * b.middle_, quotient = product / unit();
        const integer cut = quotient * unit() == product ? 0 : 1;
        if (a.radius_ == 0 && b.radius_ == 0) return from_units(quotient, cut);
        const integer radius = size_of(a.middle_) * b.radius_ + (size_of(b.middle_) + b.radius_) * a.radius_;
        return from_units(quotient, rounded_up(radius, unit()) + cut);
    }

    /// |x/y - m/n| <= (r + |m/n| s) / (|n| - s) for x in m +- r, y in n +- s, |n| > s.
    friend constexpr basic_ball operator/(const basic_ball& a, const basic_ball& b) {
        if (!is_bounded(a) || !is_bounded(b)) return infinite_quotient(a, b);
        const integer nearest_zero = size_of(b.middle_) - b.radius_;
        if (nearest_zero <= 0) return whole_line();
        if (is_wide(b))
            return hull(hull(lower_of(a) / lower_of(b), lower_of(a) / upper_of(b)),
                        hull(upper_of(a) / lower_of(b), upper_of(a) / upper_of(b)));
        const integer dividend = a.middle_ * unit(), quotient = dividend / b.middle_;
        const integer cut = quotient * b.middle_ == dividend ? 0 : 1;
        if ((a.radius_ == 0 && b.radius_ == 0) || size_of(quotient) >= detail::ball_scale<Places>::limit)
            return from_units(quotient, cut);
        const integer radius = a.radius_ * unit() + (size_of(quotient) + cut) * b.radius_;
        return from_units(quotient, rounded_up(radius, nearest_zero) + cut);
    }

    friend constexpr basic_ball lower_of(const basic_ball& a) {
        if (is_bounded(a)) return {integer(a.middle_ - a.radius_), integer(0), kind::bounded};
        return a.kind_ == kind::line ? minus_infinity() : a;
    }
    friend constexpr basic_ball upper_of(const basic_ball& a) {
        if (is_bounded(a)) return {integer(a.middle_ + a.radius_), integer(0), kind::bounded};
        return a.kind_ == kind::line ? infinity() : a;
    }
    /// The middle, as a point; 0 of the whole line.
    friend constexpr basic_ball middle_of(const basic_ball& a) {
        if (is_bounded(a)) return {a.middle_, integer(0), kind::bounded};
        return a.kind_ == kind::line ? basic_ball() : a;
    }
    friend constexpr basic_ball radius_of(const basic_ball& a) {
        return a.kind_ == kind::line ? infinity() : basic_ball(a.radius_, integer(0), kind::bounded);
    }
    friend constexpr basic_ball hull(const basic_ball& a, const basic_ball& b) {
        if (!is_bounded(a) || !is_bounded(b)) return a.kind_ == b.kind_ ? a : whole_line();
        integer low = smaller(a.middle_ - a.radius_, b.middle_ - b.radius_);
        integer high = -smaller(-a.middle_ - a.radius_, -b.middle_ - b.radius_);
        // Only an even width has an integer middle. An end that is moved stays on its side of 0 and does not cross a
        // power of ten.
        if (((high - low) & 1) != 0) {
            if (low > 0 || high == 0)
                low -= 1;
            else
                high += 1;
        }
        return {integer((low + high) / 2), integer((high - low) / 2), kind::bounded};
    }

    friend constexpr bool certainly_less(const basic_ball& a, const basic_ball& b) {
        if (!is_bounded(a) || !is_bounded(b)) return level_above(a) < level_below(b);
        return a.middle_ + a.radius_ < b.middle_ - b.radius_;
    }
    friend constexpr bool certainly_at_most(const basic_ball& a, const basic_ball& b) {
        if (!is_bounded(a) || !is_bounded(b)) return level_above(a) <= level_below(b);
        return a.middle_ + a.radius_ <= b.middle_ - b.radius_;
    }

    /// The middle with a relative error of a few units of double; 0 of the whole line.
    friend constexpr double to_double(const basic_ball& a) {
        constexpr double infinite = std::numeric_limits<double>::infinity();
        if (a.kind_ == kind::plus_infinity) return infinite;
        if (a.kind_ == kind::minus_infinity) return -infinite;
        if (a.middle_ == 0) return 0;
        const integer size = size_of(a.middle_);
        const int shift = static_cast<int>(msb(size)) > 62 ? static_cast<int>(msb(size)) - 62 : 0;
        double value =
            static_cast<double>(static_cast<std::uint64_t>(detail::shifted_right(size, static_cast<unsigned>(shift))));
        value *= detail::power_of_two<double>(shift);
        double scale = 1;
        for (int i = 0; i < Places; ++i) scale *= 10;
        return a.middle_ < 0 ? -value / scale : value / scale;
    }

private:
    enum class kind : unsigned char { bounded, minus_infinity, plus_infinity, line };

    constexpr basic_ball(const integer& middle, const integer& radius, kind k)
        : middle_(middle), radius_(radius), kind_(k) {}

    static constexpr const integer& unit() { return detail::ball_scale<Places>::unit; }
    static constexpr basic_ball minus_infinity() { return {integer(0), integer(0), kind::minus_infinity}; }
    static constexpr integer size_of(const integer& n) { return n < 0 ? integer(-n) : n; }
    /// Whether the radius is so large that computing second-order terms is worth four operations instead of one.
    static constexpr bool is_wide(const basic_ball& a) { return a.radius_ != 0 && a.radius_ * 16 > size_of(a.middle_); }
    static constexpr integer smaller(const integer& a, const integer& b) { return b < a ? b : a; }
    static constexpr integer rounded_up(const integer& n, const integer& d) { return (n + d - 1) / d; }

    // Bounded values have level 0, the infinities -1 and 1.
    static constexpr int level_below(const basic_ball& a) {
        return is_bounded(a) ? 0 : a.kind_ == kind::plus_infinity ? 1 : -1;
    }
    static constexpr int level_above(const basic_ball& a) {
        return is_bounded(a) ? 0 : a.kind_ == kind::minus_infinity ? -1 : 1;
    }

    /// The sign of every member, 0 if they differ or may be 0.
    static constexpr int certain_sign(const basic_ball& a) {
        if (!is_bounded(a)) return a.kind_ == kind::line ? 0 : level_below(a);
        return a.middle_ > a.radius_ ? 1 : -a.middle_ > a.radius_ ? -1 : 0;
    }
    static constexpr basic_ball infinite_product(const basic_ball& a, const basic_ball& b) {
        if (a.kind_ == kind::line || b.kind_ == kind::line) return whole_line();
        const int sign = certain_sign(a) * certain_sign(b);
        return sign == 0 ? whole_line() : sign > 0 ? infinity() : minus_infinity();
    }
    static constexpr basic_ball infinite_quotient(const basic_ball& a, const basic_ball& b) {
        if (a.kind_ == kind::line || b.kind_ == kind::line || (!is_bounded(a) && !is_bounded(b))) return whole_line();
        return is_bounded(a) ? basic_ball() : infinite_product(a, b);
    }

    integer middle_ = 0;
    integer radius_ = 0;
    kind kind_ = kind::bounded;
};

/// 50 places, up to 10^25, on 512 bits.
using ball = basic_ball<50>;

template <int Places>
inline constexpr bool is_enclosure<basic_ball<Places>> = true;

/// Exact if 10^-places (halved if requested) is a multiple of the unit.
template <int Places>
constexpr basic_ball<Places> basic_ball<Places>::decimal(long long digits, int places, int half_units) {
    if (digits == 0 && half_units == 0) return {};
    const int up = Places - places;
    if (up > Places + Places / 2) return whole_line();  // at least half of 10^(Places/2 + 1)
    if (up >= 0) {
        const integer scale = detail::integer_power_of_ten<integer>(up);
        return from_units(integer(digits) * scale, (half_units * scale + 1) / 2);
    }
    // Fewer than 19 digits: a power larger than 10^20 gives the same result.
    const integer scale = detail::integer_power_of_ten<integer>(-up < 20 ? -up : 20);
    return from_units(integer(digits) / scale, integer(half_units == 0 ? 1 : 2));
}

template <int Places>
constexpr basic_ball<Places> basic_ball<Places>::number(double x) {
    if (x != x) return whole_line();
    if (x == 0) return {};
    const double size = x < 0 ? -x : x;
    if (size > std::numeric_limits<double>::max()) return x < 0 ? minus_infinity() : infinity();
    const auto parts = detail::split_binary(size);
    const int exponent = parts.exponent - 52;
    if (parts.exponent >= 5 * Places / 3) return whole_line();  // 2^(5/3) > 10^(1/2)
    integer middle = integer(static_cast<long long>(parts.mantissa * 0x1p52)), cut = 0;
    middle *= unit();
    if (exponent >= 0) {
        middle <<= static_cast<unsigned>(exponent);
    } else {
        const unsigned down = -exponent < static_cast<int>(detail::ball_bits<Places>) ? static_cast<unsigned>(-exponent)
                                                                                      : detail::ball_bits<Places> - 1;
        const integer whole = detail::shifted_right(middle, down);
        if (integer(whole << down) != middle) cut = 1;
        middle = whole;
    }
    return from_units(x < 0 ? integer(-middle) : middle, cut);
}

}  // namespace heed
