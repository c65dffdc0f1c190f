// SPDX-License-Identifier: BSL-1.0
// The numbers that are read as a printed one: what rounds to it, what is cut off to it, or it alone.
#pragma once

#include <heed/verify/question.hpp>

namespace heed::detail {

/// The numbers that are read as what is printed, as points.
template <enclosure E>
struct printed_range {
    E lower{};
    E upper{};

    bool open_below = false;  ///< lower itself is not among them: 0.6 is not truncated to 0.5
    bool open_above = false;

    constexpr printed_range(const decimal& d, reading how) {
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

    constexpr bool contains(const E& x) const { return is_below(x) && is_above(x); }
    constexpr bool is_apart_from(const E& x) const { return certainly_less(x, lower) || certainly_less(upper, x); }
    /// Certainly not above what is read as the printed number.
    constexpr bool is_below(const E& x) const {
        return open_above ? certainly_less(x, upper) : certainly_at_most(x, upper);
    }
    constexpr bool is_above(const E& x) const {
        return open_below ? certainly_less(lower, x) : certainly_at_most(lower, x);
    }
};

}  // namespace heed::detail
