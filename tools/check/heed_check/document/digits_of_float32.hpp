// SPDX-License-Identifier: BSL-1.0
// Printed numbers with so many digits that those of float32 differ from those of real numbers.
#pragma once

#include <heed/printed/decimal.hpp>

namespace heed::detail {

/// Whether a number has 7 significant digits or more, without zeros at its end.
inline bool has_digits_of_float32(const decimal& d) {
    constexpr int least = 7;
    if (d.kind != entry_kind::number) return false;
    long long rest = d.digits < 0 ? -d.digits : d.digits;
    while (rest != 0 && rest % 10 == 0) rest /= 10;
    int digits = 0;
    for (; rest != 0; rest /= 10) ++digits;
    return digits >= least;
}

}  // namespace heed::detail
