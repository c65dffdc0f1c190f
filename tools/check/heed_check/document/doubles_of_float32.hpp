// SPDX-License-Identifier: BSL-1.0
// Numbers of float32 that Python printed as doubles: tolist() makes 0.20000000298023224 of the 0.2 of float32.
#pragma once

#include <heed/printed/nearest_double.hpp>
#include <heed/printed/table.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace heed::detail {

/// The number of digits without zeros at the end.
inline int significant_digits(long long digits) {
    if (digits < 0) digits = -digits;
    while (digits != 0 && digits % 10 == 0) digits /= 10;
    int n = 0;
    for (; digits != 0; digits /= 10) ++n;
    return n;
}

/// The decimal rounded to n significant digits.
inline decimal to_digits(decimal d, int n) {
    const bool negative = d.digits < 0;
    long long rest = negative ? -d.digits : d.digits;
    int all = 0;
    for (long long r = rest; r != 0; r /= 10) ++all;
    for (; all > n; --all) {
        rest = all == n + 1 ? (rest + 5) / 10 : rest / 10;
        --d.places;
    }
    for (; rest != 0 && rest % 10 == 0; rest /= 10) --d.places;
    d.digits = negative ? -rest : rest;
    return d;
}

/// The spacing of numbers of float32 of this size.
inline double spacing_in_float32(double x) {
    double step = 0x1p-23;
    if (x < 0) x = -x;
    for (; x >= 2; x /= 2) step *= 2;
    for (; x < 1; x *= 2) step /= 2;
    return step;
}

/// Whether the digits are those of a double and the number is one of float32, which happens to one double in 2^29.
inline bool is_double_of_float32(const decimal& d) {
    constexpr int least = 15;
    if (d.kind != entry_kind::number || significant_digits(d.digits) < least) return false;
    const double x = nearest_double(d), size = x < 0 ? -x : x;
    return size > 1e-30 && size < 1e30 && static_cast<double>(static_cast<float>(x)) == x;
}

/// The fewest digits that float32 has for such a number: 0.2.
inline decimal digits_in_float32(const decimal& d) {
    const double x = nearest_double(d);
    for (int n = 1; n < 9; ++n) {
        const decimal few = to_digits(d, n);
        if (static_cast<float>(nearest_double(few)) == static_cast<float>(x)) return few;
    }
    return to_digits(d, 9);
}

/// The decimal with zeros up to this many places, but no finer than float32 is.
inline decimal with_zeros_of_float32(decimal d, int places) {
    constexpr long long most = 100'000'000'000'000'000;
    const double step = spacing_in_float32(nearest_double(d));
    double unit = 1;
    for (int i = 0; i < d.places; ++i) unit /= 10;
    for (int i = 0; i > d.places; --i) unit *= 10;
    for (; d.places < places && unit / 10 >= step && d.digits < most && d.digits > -most; unit /= 10) {
        d.digits *= 10;
        ++d.places;
    }
    return d;
}

/// Gives such numbers of a table the digits of float32, each with as many places as the others need; whether there are
/// any.
inline bool read_doubles_of_float32(printed_table& t) {
    std::vector<std::size_t> converted;
    int places = 0;
    for (std::size_t i = 0; i < t.entries.size(); ++i) {
        if (!is_double_of_float32(t.entries[i])) continue;
        t.entries[i] = digits_in_float32(t.entries[i]);
        places = std::max(places, static_cast<int>(t.entries[i].places));
        converted.push_back(i);
    }
    for (const std::size_t i : converted) t.entries[i] = with_zeros_of_float32(t.entries[i], places);
    return !converted.empty();
}

}  // namespace heed::detail
