// SPDX-License-Identifier: BSL-1.0
// One entry of a printed matrix.
#pragma once

namespace heed {

enum class entry_kind : unsigned char {
    number,        ///< digits / 10^places
    elided,        ///< ..., \dots, \vdots: not printed
    infinite,      ///< inf with the sign of digits
    not_a_number,  ///< nan
};

/// A printed number: its exact decimal value and how many places after the point it was printed with.
///
///   0.40     {40, 2}       -1.5e-3  {-15, 4}       2e3  {2, -3}       -inf  {-1, 0, infinite}
///   -0.0     {0, 1, number, true}
struct decimal {
    long long digits = 0;
    short places = 0;
    entry_kind kind = entry_kind::number;
    bool minus_zero = false;  ///< -0.0: digits have no sign then

    friend constexpr bool operator==(const decimal&, const decimal&) = default;
    friend constexpr decimal operator-(decimal d) {
        d.digits = -d.digits;
        d.minus_zero = d.digits == 0 && d.kind == entry_kind::number && !d.minus_zero;
        return d;
    }
};

}  // namespace heed
