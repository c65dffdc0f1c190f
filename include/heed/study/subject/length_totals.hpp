// SPDX-License-Identifier: BSL-1.0
// Lengths that are computed from others because they are those of concatenated parts, and totals that must equal
// another size.
#pragma once

#include <heed/meta/list_view.hpp>
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

/// Which lengths of a formula are computed from totals, and which totals must be checked.
class length_totals {
public:
    constexpr length_totals() = default;
    constexpr length_totals(const length_list& lengths, list_view<length_place> places,
                            list_view<total_of_lengths> totals, std::size_t leaves)
        : lengths_(lengths), places_(places), totals_(totals), leaves_(leaves) {}

    constexpr std::size_t size() const { return totals_.size(); }
    constexpr const total_of_lengths& operator[](std::size_t k) const { return totals_[k]; }

    /// Whether a length is computed, because no leaf has it.
    constexpr bool is_total(std::size_t length) const { return places_[length].leaf == leaves_; }
    constexpr divided_total of(std::size_t length) const {
        const length_place& place = places_[length];
        const total_of_lengths& total = totals_[place.total];
        return {total.first, total.second, place.times};
    }

    /// Whether total k must equal a size that is found otherwise: that of a leaf, a static one, or a multiple. at(size)
    /// is a size if some lengths are known to be equal.
    template <class At>
    constexpr bool is_required(std::size_t k, const At& at) const {
        for (std::size_t length = 0; length < lengths_.size(); ++length)
            if (is_total(length) && at(lengths_[length]) == at(totals_[k].whole) &&
                is_same(k, places_[length].total, at))
                return false;
        for (std::size_t before = 0; before < k; ++before)
            if (is_same(k, before, at)) return false;
        return true;
    }

private:
    template <class At>
    constexpr bool is_same(std::size_t k, std::size_t other, const At& at) const {
        const total_of_lengths &a = totals_[k], &b = totals_[other];
        return at(a.first) == at(b.first) && at(a.second) == at(b.second) && at(a.whole) == at(b.whole);
    }

    length_list lengths_{};
    list_view<length_place> places_{};
    list_view<total_of_lengths> totals_{};
    std::size_t leaves_ = 0;
};

template <class F>
constexpr length_totals length_totals_of() {
    using measure = measuring<F>;
    return {measure::found.lengths,
            measure::found.places,
            {measure::found.totals, measure::classes.totals.size()},
            measure::leaves};
}

}  // namespace heed::detail
