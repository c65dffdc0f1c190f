// SPDX-License-Identifier: BSL-1.0
// What stands in one place of a printed matrix.
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
struct decimal {
    long long digits = 0;
    short places = 0;
    entry_kind kind = entry_kind::number;

    friend constexpr bool operator==(const decimal&, const decimal&) = default;
};

}  // namespace heed
