// SPDX-License-Identifier: BSL-1.0
// Decimals, bounds and distances as text, for verdicts and reports.
#pragma once

#include <heed/printed/decimal.hpp>
#include <heed/reference/interval.hpp>
#include <heed/verify/print_digits.hpp>

#include <cstddef>
#include <limits>
#include <type_traits>

namespace heed::detail {

/// digits / 10^places, written like text_of(decimal): beyond 40 places or digits with an exponent, 1.5e-300
template <class Stream>
void print_decimal(Stream& out, long long digits, int places) {
    const bool negative = digits < 0;
    auto rest = negative ? 0ULL - static_cast<unsigned long long>(digits) : static_cast<unsigned long long>(digits);
    char text[24];
    char* first = text + sizeof(text);
    do *--first = static_cast<char>('0' + rest % 10);
    while ((rest /= 10) != 0);
    print_digits(out, negative, {first, static_cast<std::size_t>(text + sizeof(text) - first)}, places);
}

template <class Stream>
void print_printed(Stream& out, const decimal& d) {
    switch (d.kind) {
        case entry_kind::number:
            if (d.minus_zero) out << '-';
            return print_decimal(out, d.digits, d.places);
        case entry_kind::elided: out << "..."; return;
        case entry_kind::infinite: out << (d.digits < 0 ? "-inf" : "inf"); return;
        case entry_kind::not_a_number: out << "nan"; return;
    }
}

template <enclosure E>
E power_of_ten_up_to_300(int n) {
    if constexpr (std::is_same_v<E, interval<double>>)
        return power_of_ten<double>(n);  // exact if the power is a double
    else
        return enclose_decimal<E>(1, -n, 0);
}

/// x * 10^places, in steps, because powers beyond 10^308 do not fit a double.
template <enclosure E>
E scaled_by_places(E x, int places) {
    int rest = places < 0 ? -places : places;
    while (rest > 0) {
        const int step = rest < 300 ? rest : 300;
        const E power = power_of_ten_up_to_300<E>(step);
        x = places < 0 ? x / power : x * power;
        rest -= step;
    }
    return x;
}

/// A bound, rounded outwards to this many places, or to fewer if it has too many digits.
template <class Stream>
void print_bound(Stream& out, double x, int places, bool up) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (!(x > -infinity && x < infinity)) {
        out << (x < 0 ? "-inf" : "inf");
        return;
    }
    if (x == 0) {
        out << '0';
        return;
    }
    for (;; --places) {
        const interval<double> scaled = scaled_by_places(interval<double>(x, x), places);
        if (scaled.lower < -1e15 || scaled.upper > 1e15) continue;
        const double bound = up ? scaled.upper : scaled.lower;
        auto whole = static_cast<long long>(bound);
        if (up && static_cast<double>(whole) < bound) ++whole;
        if (!up && static_cast<double>(whole) > bound) --whole;
        return print_decimal(out, whole, whole == 0 && places > 40 ? 0 : places);
    }
}

/// A lower bound of the distance of the printed digits from everything between two bounds, in units of their last place
/// (which may be too small for a double). Negative if the digits are too large, 0 if they may be within the bounds.
template <enclosure E>
double units_apart(const decimal& printed, const E& lower, const E& upper) {
    const E digits = enclose_decimal<E>(printed.digits, 0, 0);
    const E above = digits - scaled_by_places(upper, printed.places),
            below = scaled_by_places(lower, printed.places) - digits;
    const auto at_least = [](const E& x) {  // to_double rounds to nearest
        const double nearest = to_double(lower_of(x));
        return certainly_at_most(enclose_number<E>(nearest), lower_of(x)) ? nearest : nearest * (1 - 0x1p-52);
    };
    return certainly_positive(above) ? -at_least(above) : certainly_positive(below) ? at_least(below) : 0;
}

/// units_apart in words, rounded down: "at least 45.1 units of the last place too large", in a table "45.1 too large"
template <class Stream>
void print_distance(Stream& out, double units, bool in_a_sentence = true) {
    const double size = units < 0 ? -units : units;
    int places = 1;
    for (double x = size; x > 0 && x < 1 && places < 20; x *= 10) ++places;
    if (in_a_sentence) out << "at least ";
    print_bound(out, size, places, false);
    if (in_a_sentence) out << " units of the last place";
    out << (units < 0 ? " too large" : " too small");
}

}  // namespace heed::detail
