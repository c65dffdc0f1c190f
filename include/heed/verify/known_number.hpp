// SPDX-License-Identifier: BSL-1.0
// What is known of an element of a formula's leaf.
#pragma once

#include <heed/printed/decimal.hpp>
#include <heed/reference/enclosure.hpp>

namespace heed::detail {

/// An exact double, or a printed decimal: the number itself, or known to half a unit of its last place.
struct known_number {
    double value = 0;
    decimal printed{};
    bool is_printed = false;
    bool is_rounded = false;
};

/// A bound of what rounds to a printed number, or the number: offset -1, 0 or 1 half units.
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

/// The number in the middle of what it may be.
template <enclosure E>
constexpr E middle_value(const known_number& x) {
    return x.is_printed ? printed_value<E>(x.printed, 0) : enclose_number<E>(x.value);
}

/// Everything that it may be.
template <enclosure E>
constexpr E box_of(const known_number& x) {
    if (!x.is_rounded || x.printed.kind != entry_kind::number) return middle_value<E>(x);
    return enclose_decimal<E>(x.printed.digits, x.printed.places, 1);
}

/// How far it may be from its middle.
template <enclosure E>
constexpr E half_unit(const known_number& x) {
    if (!x.is_rounded || x.printed.kind != entry_kind::number) return E();
    return enclose_decimal<E>(5, x.printed.places + 1, 0);
}

}  // namespace heed::detail
