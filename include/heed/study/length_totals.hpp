// SPDX-License-Identifier: BSL-1.0
// Lengths that are computed from others because they are those of concatenated parts, and totals that must equal
// another size.
#pragma once

#include <heed/trace/measured.hpp>

#include <cstddef>

namespace heed::detail {

/// The length (first + second) / times, of numbers that may contain lengths: 0 if times is 0, as length_values has it.
struct divided_total {
    std::size_t first = 0, second = 0, times = 1;
};

/// (tokens + 16) / 2
template <class Text>
constexpr void add_total(Text& out, const divided_total& total) {
    if (total.times != 1) out.add('(');
    out.add(total.first).add(" + ").add(total.second);
    if (total.times != 1) out.add(") / ").add(total.times);
}

/// Which lengths of F are computed from totals, and which totals must be checked.
template <class F>
struct length_totals {
    using measure = measuring<F>;
    static constexpr std::size_t count = measure::classes.totals.size();

    /// Whether a length is computed, because no leaf has it.
    static constexpr bool is_total(std::size_t length) { return measure::found.places[length].leaf == measure::leaves; }
    static constexpr divided_total of(std::size_t length) {
        const length_place& place = measure::found.places[length];
        const total_of_lengths& total = measure::found.totals[place.total];
        return {total.first, total.second, place.times};
    }
    static constexpr const total_of_lengths& total(std::size_t k) { return measure::found.totals[k]; }

    /// Whether total k must equal a size that is found otherwise: that of a leaf, a static one, or a multiple. at(size)
    /// is a size if some lengths are known to be equal.
    template <class At>
    static constexpr bool is_required(std::size_t k, const At& at) {
        for (std::size_t length = 0; length < measure::found.lengths.size(); ++length)
            if (is_total(length) && at(measure::found.lengths[length]) == at(total(k).whole) &&
                is_same(k, measure::found.places[length].total, at))
                return false;
        for (std::size_t before = 0; before < k; ++before)
            if (is_same(k, before, at)) return false;
        return true;
    }

private:
    template <class At>
    static constexpr bool is_same(std::size_t k, std::size_t other, const At& at) {
        const total_of_lengths &a = total(k), &b = total(other);
        return at(a.first) == at(b.first) && at(a.second) == at(b.second) && at(a.whole) == at(b.whole);
    }
};

}  // namespace heed::detail
