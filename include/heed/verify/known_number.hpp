// SPDX-License-Identifier: BSL-1.0
// What is known of one element of a leaf of a formula.
#pragma once

#include <heed/printed/decimal.hpp>
#include <heed/printed/nearest_double.hpp>
#include <heed/reference/enclosure.hpp>
#include <heed/reference/float_format.hpp>

namespace heed::detail {

/// An exact double, or a printed decimal: the number itself, or known to half a unit of its last place.
struct known_number {
    double value = 0;
    decimal printed{};
    bool is_printed = false;
    bool is_rounded = false;
    double slack = 0;  ///< a rounded number may be off by this much more

    friend constexpr bool operator==(const known_number&, const known_number&) = default;
};

/// A number, or a bound of the numbers that round to it: offset is -1, 0 or 1 half units.
template <enclosure E>
constexpr E printed_value(const decimal& d, int offset) {
    switch (d.kind) {
        case entry_kind::number: break;
        case entry_kind::infinite: return enclose_number<E>(d.digits < 0 ? -__builtin_inf() : __builtin_inf());
        default: return whole_line<E>();
    }
    const E number = enclose_decimal<E>(d.digits, d.places, 0);
    return offset == 0 ? number : number + enclose_decimal<E>(5 * offset, d.places + 1, 0);
}

/// The midpoint of the range of the number.
template <enclosure E>
constexpr E middle_value(const known_number& x) {
    return x.is_printed ? printed_value<E>(x.printed, 0) : enclose_number<E>(x.value);
}

constexpr bool is_exactly_known(const known_number& x) {
    return !x.is_rounded || (x.is_printed && x.printed.kind != entry_kind::number);
}

/// Half the width of that range.
template <enclosure E>
constexpr E half_unit(const known_number& x) {
    if (is_exactly_known(x)) return E();
    const E half = x.is_printed ? enclose_decimal<E>(5, x.printed.places + 1, 0) : E();
    return x.slack == 0 ? half : half + enclose_number<E>(x.slack);
}

/// The whole range.
template <enclosure E>
constexpr E box_of(const known_number& x) {
    if (is_exactly_known(x)) return middle_value<E>(x);
    const E printed = x.is_printed ? enclose_decimal<E>(x.printed.digits, x.printed.places, 1) : middle_value<E>(x);
    const E slack = enclose_number<E>(x.slack);
    return x.slack == 0 ? printed : printed + hull(-slack, slack);
}

constexpr double size_of(double x) { return x < 0 ? -x : x; }

/// Half a unit of a decimal place, with a relative error of at most 1e-9.
constexpr double half_of_place(int places) {
    double half = 0.5;
    for (; places > 0; --places) half /= 10;
    for (; places < 0; ++places) half *= 10;
    return half;
}

/// An upper bound of the distance from d, the double nearest to a printed number, to the numbers of a format that may
/// be nearest. It also covers the distance of d itself from the printed number.
constexpr double distance_to_nearest(const float_format& f, double d) {
    const double flushed = f.flushes() && size_of(d) < f.smallest_normal() ? size_of(d) : 0;
    return size_of(nearest_in(f, d).value - d) * (1 + 1e-6) + size_of(d) * 0x1.1p-53 + flushed;
}

/// A number as a format holds it: the nearest number of the format. For rounded digits the range also includes the
/// number of the format that is nearest to them. That may be farther away than half a unit, because programs print as
/// many digits as distinguish a number from its neighbours. Whole numbers may be lengths, which are not in the format:
/// they are themselves or the nearest number. The same holds for uncertain cases (ties, denormal numbers).
constexpr known_number in_format(const known_number& x, const float_format& f) {
    if (x.is_printed && x.printed.kind != entry_kind::number) return x;
    const double d = x.is_printed ? nearest_double(x.printed) : x.value;
    const nearest_number nearest = nearest_in(f, d);
    known_number result = x;
    if (size_of(d) > f.largest && size_of(d) < __builtin_inf()) {
        result = {.value = __builtin_nan("")};  // nothing is known of it
    } else if (x.is_rounded) {
        const double distance = distance_to_nearest(f, d);
        if (distance > half_of_place(x.printed.places) * (1 - 1e-6)) result.slack = distance;
    } else if (!nearest.in_doubt && (nearest.value == d || d >= 0x1p62 || d <= -0x1p62 ||
                                     static_cast<double>(static_cast<long long>(d)) != d)) {
        result = {.value = nearest.value};
    } else {
        result.is_rounded = true;
        result.is_printed = false;
        result.value = d;
        result.slack = distance_to_nearest(f, d);
    }
    return result;
}

}  // namespace heed::detail
