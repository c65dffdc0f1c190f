// SPDX-License-Identifier: BSL-1.0
// What can be said of a printed number, and of a matrix of them.
#pragma once

#include <heed/printed/decimal.hpp>
#include <heed/reference/float_format.hpp>
#include <heed/shape/shape.hpp>
#include <heed/tensor/indexing.hpp>

#include <concepts>
#include <cstddef>

namespace heed {

/// The verdict on one printed number.
enum class verdict : unsigned char {
    consistent,  ///< some inputs that round to the printed inputs give a value that rounds to the printed one
    refuted,     ///< it is proved that no such inputs exist
    undecided,   ///< neither was shown
    elided,      ///< nothing is printed there
};

/// A verdict as a word.
/// example std::cout << name_of(verdict::refuted);
constexpr const char* name_of(verdict v) {
    switch (v) {
        case verdict::consistent: return "consistent";
        case verdict::refuted: return "refuted";
        case verdict::undecided: return "undecided";
        case verdict::elided: return "elided";
    }
    return "";
}

/// A printed number, and the range of values for all possible inputs.
struct judged_number {
    decimal printed{0, 0, entry_kind::elided};  ///< elided where nothing is printed
    double lower = -__builtin_inf();            ///< not above the value, whatever inputs round to the printed ones
    double upper = __builtin_inf();             ///< not below it
};

/// One verdict for each element of a formula. Each entry is judged separately: if all are consistent, one set of inputs
/// need not explain all of them together.
template <extent... E>
struct verdicts {
    static constexpr detail::shape shape_value = [] {
        if constexpr (sizeof...(E) == 0)
            return detail::shape();
        else
            return detail::shape(E...);
    }();
    verdict items[shape_value.size()]{};          ///< row-major
    judged_number numbers[shape_value.size()]{};  ///< of verify; others leave them empty
    arithmetic in = arithmetic::exact;            ///< what the formula is taken to be computed in

    /// Nothing is judged yet. Each number is assigned: see static_vector.
    constexpr verdicts() {
        for (judged_number& n : numbers) n = judged_number();
    }

    /// The verdict on the element at these indices, one for each axis, from 0.
    template <std::convertible_to<std::size_t>... I>
    requires(sizeof...(I) == sizeof...(E)) constexpr verdict operator()(I... i) const {
        return items[detail::offset_of(shape_value, detail::contiguous_strides(shape_value), i...)];
    }

    /// How many elements have this verdict.
    constexpr std::size_t count(verdict v) const {
        std::size_t n = 0;
        for (const verdict item : items) n += item == v ? 1 : 0;
        return n;
    }
    /// Whether every printed entry is consistent.
    constexpr bool consistent() const { return count(verdict::refuted) == 0 && count(verdict::undecided) == 0; }
    /// Whether some printed entry is refuted.
    constexpr bool refuted() const { return count(verdict::refuted) > 0; }
    /// How many elements, elided ones included.
    static constexpr std::size_t size() { return shape_value.size(); }
    /// Verdicts in row-major order.
    constexpr const verdict* begin() const { return items; }
    /// Past the last one.
    constexpr const verdict* end() const { return items + size(); }

    /// Whether the verdicts are the same; bounds are not compared, because they may differ in their last bits.
    friend constexpr bool operator==(const verdicts& a, const verdicts& b) {
        for (std::size_t i = 0; i < size(); ++i)
            if (a.items[i] != b.items[i]) return false;
        return true;
    }
};

}  // namespace heed
