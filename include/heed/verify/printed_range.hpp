// SPDX-License-Identifier: BSL-1.0
// The numbers that a printed number stands for: those that round to it, those that truncate to it, or only itself.
#pragma once

#include <heed/reference/interval.hpp>
#include <heed/verify/question.hpp>

namespace heed::detail {

/// The numbers that a printed number stands for, as a range whose ends are points.
template <enclosure E>
struct printed_range {
    E lower{};
    E upper{};

    bool open_below = false;  ///< lower itself is excluded: 0.6 is not truncated to 0.5
    bool open_above = false;
    bool is_no_number = false;  ///< no number of the format is printed like this

    constexpr printed_range(const decimal& d, reading how, arithmetic in = arithmetic::exact) {
        read(d, how);
        if (in != arithmetic::exact && d.kind == entry_kind::number) read_in(format_of(in), d, how);
    }

    constexpr bool contains(const E& x) const { return is_below(x) && is_above(x) && !is_no_number; }
    constexpr bool is_apart_from(const E& x) const {
        return is_no_number || certainly_less(x, lower) || certainly_less(upper, x);
    }
    /// Whether x is certainly at most what the printed number stands for.
    constexpr bool is_below(const E& x) const {
        return open_above ? certainly_less(x, upper) : certainly_at_most(x, upper);
    }
    constexpr bool is_above(const E& x) const {
        return open_below ? certainly_less(lower, x) : certainly_at_most(lower, x);
    }

private:
    constexpr void read(const decimal& d, reading how) {
        const bool truncated = how == reading::truncated, exact = how == reading::exact;
        const E number = printed_value<E>(d, 0);
        lower = upper = number;
        if (d.kind != entry_kind::number || exact) return;
        const E half = truncated ? E() : enclose_decimal<E>(5, d.places + 1, 0);
        const E unit = truncated ? enclose_decimal<E>(1, d.places, 0) : E();
        open_below = truncated && d.digits <= 0;
        open_above = truncated && d.digits >= 0;
        lower = number - (open_below ? unit : half);
        upper = number + (open_above ? unit : half);
    }

    /// Restricts the range to the numbers of a format. Those that round to the digits are printed like this. So is the
    /// number nearest to the digits if a program prints as few digits as distinguish it from its neighbours and appends
    /// zeros: 0.1 as 0.10000000. Digits printed in that way are within half a unit of their last place, except for
    /// powers of 2, whose two neighbours are at different distances.
    constexpr void read_in(const float_format& f, const decimal& digits, reading how) {
        const double d = nearest_double(digits), distance = distance_to_nearest(f, d);
        const nearest_number nearest = nearest_in(f, d);
        const double size = size_of(nearest.value);
        const bool is_power = size > 0 && size < f.largest && split_binary(size).mantissa == 1;
        const double half =
            half_of_place(places_without_zeros(digits)) * (is_power || how == reading::truncated ? 2 : 1);
        if (how == reading::exact || f.digits == 53 || nearest.in_doubt ||
            distance <= half * (1 + 1e-5) + size * 0x1p-50 || d == 0)
            add(nearest.value, nearest.in_doubt ? 2 * distance : 0);
        else
            is_no_number = true;
    }
    static constexpr int places_without_zeros(const decimal& d) {
        int places = d.places;
        for (long long rest = d.digits; rest != 0 && rest % 10 == 0; rest /= 10) --places;
        return places;
    }

    constexpr void add(double x, double slack) {
        const E point = enclose_number<E>(x), around = enclose_number<E>(slack);
        if (certainly_less(point - around, lower)) {
            lower = lower_of(point - around);
            open_below = false;
        }
        if (certainly_less(upper, point + around)) {
            upper = upper_of(point + around);
            open_above = false;
        }
    }
};

/// Whether no number of the format is printed as these digits. That refutes them for every formula.
constexpr bool is_of_no_number(const decimal& digits, arithmetic in) {
    return in != arithmetic::exact && printed_range<interval<double>>(digits, reading::rounded, in).is_no_number;
}

}  // namespace heed::detail
