// SPDX-License-Identifier: BSL-1.0
// Types that both passes over a printed text use: the layout that the first finds, and the memory that the second
// fills.
#pragma once

#include <heed/printed/entry.hpp>
#include <heed/printed/flaw.hpp>
#include <heed/printed/text_cursor.hpp>
#include <heed/shape/shape.hpp>

#include <cstddef>

namespace heed::detail {

/// A label, as a part of the text.
struct label {
    std::size_t begin = 0;
    std::size_t length = 0;
};

/// The rank and the extents as printed (an elided row counts as a row), or an error.
struct layout {
    std::size_t rank = 0;
    std::size_t extents[max_rank]{};
    std::size_t entries = 0;
    std::size_t numbers = 0;  ///< entries that are not elided
    int padded_places =
        0;  ///< shorter numbers have trailing zeros replaced by blanks up to this many places; 0 if none have
    flaw error{};

    constexpr std::size_t columns() const { return extents[rank - 1]; }
    constexpr std::size_t rows() const { return rank < 2 ? 1 : extents[rank - 2]; }
    constexpr bool complete() const { return numbers == entries; }
};

/// An upper bound for entries, because marks for elided rows and blocks let a short text ask for much memory.
inline constexpr std::size_t most_entries = std::size_t{1} << 24;

constexpr void count_entries(layout& l) {
    l.entries = 1;
    for (std::size_t axis = 0; axis < l.rank; ++axis) {
        l.entries *= l.extents[axis];
        if (l.entries > most_entries) l.error.what = printed_mistake::too_many_entries;
        if (l.entries > most_entries) return;
    }
}

/// Where entries and labels are stored; null pointers are skipped. There is room for layout::entries, rows() and
/// columns().
struct output {
    decimal* entries = nullptr;
    std::size_t* places = nullptr;  ///< the byte of the text where each entry begins
    label* row_labels = nullptr;
    label* column_labels = nullptr;
};

/// The sign and the power of ten of all entries.
struct printed_scale {
    bool negative = false;
    int power = 0;
};

/// Appends entries to the output, or only counts them.
struct writer {
    output to{};
    printed_scale scale{};
    std::size_t written = 0;
    std::size_t numbers = 0;

    /// Whether the exponent of the entry stays within bounds after scaling.
    constexpr bool holds(const decimal& value) const {
        const int places = value.places - scale.power;
        return places <= largest_exponent && places >= -largest_exponent;
    }
    constexpr void put(decimal value, std::size_t place) {
        if (scale.negative) value = -value;
        if (value.kind == entry_kind::number) value.places = static_cast<short>(value.places - scale.power);
        if (to.entries != nullptr) to.entries[written] = value;
        if (to.places != nullptr) to.places[written] = place;
        ++written;
        if (value.kind != entry_kind::elided) ++numbers;
    }
    constexpr void put_elided(std::size_t count, std::size_t place) {
        for (std::size_t i = 0; i < count; ++i) put({0, 0, entry_kind::elided}, place);
    }
};

/// For each axis the position of the row, column or block that is elided as a whole.
struct elisions {
    std::size_t at[max_rank]{no_position, no_position, no_position, no_position, no_position, no_position};
    std::size_t second =
        no_position;       ///< an entry of a second elided row, column or block along one axis, which is an error
    std::size_t axis = 0;  ///< ... along this axis
};

constexpr bool slice_is_elided(const decimal* entries, std::size_t size, std::size_t stride, std::size_t extent,
                               std::size_t position) {
    for (std::size_t block = position * stride; block < size; block += stride * extent)
        for (std::size_t i = 0; i < stride; ++i)
            if (entries[block + i].kind != entry_kind::elided) return false;
    return true;
}

constexpr elisions find_elisions(const decimal* entries, const layout& l) {
    elisions result;
    if (l.complete()) return result;
    std::size_t stride = 1;
    for (std::size_t axis = l.rank; axis-- > 0; stride *= l.extents[axis])
        for (std::size_t i = 0; i < l.extents[axis]; ++i) {
            if (!slice_is_elided(entries, l.entries, stride, l.extents[axis], i)) continue;
            if (result.at[axis] == no_position) {
                result.at[axis] = i;
            } else if (result.second == no_position) {
                result.second = i * stride;
                result.axis = axis;
            }
        }
    return result;
}

/// The error for two elided rows, columns or blocks, if there are two.
constexpr flaw elision_flaw(const elisions& e, const layout& l) {
    if (e.second == no_position) return {};
    flaw f{printed_mistake::elided_twice};
    if (e.axis + 1 < l.rank) f.row = e.second / l.columns() + 1;
    if (e.axis + 1 == l.rank) f.column = e.second + 1;
    return f;
}

}  // namespace heed::detail
