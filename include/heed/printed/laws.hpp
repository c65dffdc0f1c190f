// SPDX-License-Identifier: BSL-1.0
// Laws of printed matrices, decided with integers: rows sum to one, distributions, symmetry.
#pragma once

#include <heed/printed/big_unsigned.hpp>
#include <heed/printed/printed.hpp>

#include <cstddef>
#include <cstdint>

namespace heed {

/// The answer of a law for each row.
template <std::size_t Rows>
struct row_verdicts {
    bool holds[Rows]{};    ///< returned by operator[]
    bool in_part[Rows]{};  ///< returned by judged_in_part

    /// How many rows.
    static constexpr std::size_t size() { return Rows; }
    /// Whether the law can hold for row i.
    constexpr bool operator[](std::size_t i) const {
        detail::check_index(i, Rows);
        return holds[i];
    }
    /// Whether row i has elided entries; then [i] == true only says that the printed ones leave room for the law.
    constexpr bool judged_in_part(std::size_t i) const {
        detail::check_index(i, Rows);
        return in_part[i];
    }
    /// Whether the law can hold for every row.
    constexpr bool all() const {
        for (const bool b : holds)
            if (!b) return false;
        return true;
    }
};

namespace detail {

/// A signed sum at one decimal scale.
struct signed_sum {
    big_unsigned plus{};
    big_unsigned minus{};

    /// + value * 10^power
    constexpr void add(long long value, int power) {
        big_unsigned term(static_cast<std::uint64_t>(value < 0 ? -value : value));
        term.multiply_by_power(10, power);
        (value < 0 ? minus : plus).add(term);
    }
};

constexpr int compare(const signed_sum& a, const signed_sum& b) {
    big_unsigned left = a.plus, right = a.minus;
    left.add(b.minus);
    right.add(b.plus);
    return compare(left, right);
}

/// Some entries of a row, scaled to the largest number of places.
struct printed_row {
    const decimal* entries = nullptr;
    std::size_t size = 0;
    int places = 0;
    bool all_printed = true;
    bool all_finite = true;
};

constexpr printed_row row_of(const decimal* entries, std::size_t size) {
    printed_row row{entries, size};
    for (std::size_t i = 0; i < size; ++i) {
        const decimal& d = entries[i];
        if (d.kind == entry_kind::elided)
            row.all_printed = false;
        else if (d.kind != entry_kind::number)
            row.all_finite = false;
        else if (d.places > row.places)
            row.places = d.places;
    }
    return row;
}

/// Twice the least and twice the greatest sum of numbers that round to the printed ones. An entry has a half unit of 1
/// / (2 * 10^places), so twice its number is in [2 digits - 1, 2 digits + 1] / 10^places.
struct sum_bounds {
    signed_sum least{};
    signed_sum greatest{};
    bool possible = true;  ///< every entry can have a value that the law allows
};

constexpr sum_bounds bounds_of(const printed_row& row, bool exact, bool nonnegative) {
    sum_bounds b;
    for (std::size_t i = 0; i < row.size; ++i) {
        const decimal& d = row.entries[i];
        if (d.kind != entry_kind::number) continue;
        long long low = 2 * d.digits - (exact ? 0 : 1);
        const long long high = 2 * d.digits + (exact ? 0 : 1);
        if (nonnegative && high < 0) b.possible = false;
        if (nonnegative && low < 0) low = 0;
        b.least.add(low, row.places - d.places);
        b.greatest.add(high, row.places - d.places);
    }
    return b;
}

/// Whether numbers that round to the printed ones can sum to one (all nonnegative if `nonnegative`). Elided entries
/// stand for a nonnegative remainder.
constexpr bool can_sum_to_one(const printed_row& row, bool exact, bool nonnegative) {
    if (!row.all_finite) return false;
    const sum_bounds b = bounds_of(row, exact, nonnegative);
    signed_sum one;
    one.add(2, row.places);
    const bool not_above = compare(b.least, one) <= 0, not_below = compare(b.greatest, one) >= 0;
    return b.possible && not_above && (not_below || !row.all_printed);
}

template <bool C, extent... E>
constexpr auto judge_rows(const printed_tensor<C, E...>& p, bool nonnegative) {
    constexpr std::size_t columns = printed_tensor<C, E...>::cols;
    row_verdicts<printed_tensor<C, E...>::size() / columns> result;
    for (std::size_t i = 0; i < result.size(); ++i) {
        const printed_row row = row_of(p.entries() + i * columns, columns);
        result.holds[i] = can_sum_to_one(row, p.is_exact(), nonnegative);
        result.in_part[i] = !row.all_printed;
    }
    return result;
}

/// Whether two entries may be the same number.
constexpr bool can_be_equal(const decimal& a, const decimal& b, bool exact) {
    if (a.kind == entry_kind::elided || b.kind == entry_kind::elided) return true;
    if (a.kind != b.kind) return false;
    if (a.kind != entry_kind::number) return a.digits == b.digits;
    const int places = a.places > b.places ? a.places : b.places;
    const long long unit = exact ? 0 : 1;
    signed_sum low_a, high_a, low_b, high_b;
    low_a.add(2 * a.digits - unit, places - a.places);
    high_a.add(2 * a.digits + unit, places - a.places);
    low_b.add(2 * b.digits - unit, places - b.places);
    high_b.add(2 * b.digits + unit, places - b.places);
    return compare(low_a, high_b) <= 0 && compare(low_b, high_a) <= 0;
}

/// Whether a position counts from the end of its axis: positions after an elided row do.
constexpr bool counts_from_end(std::size_t position, std::size_t elided) {
    return elided != no_position && position > elided;
}

}  // namespace detail

/// Whether each row sums to one: for exact(p) the digits themselves; for p some numbers that round to the printed ones,
/// that is, |sum - 1| <= the sum of half units of the last places. A row with elided entries holds if the rest is not
/// negative; judged_in_part(i) tells. A row with inf or nan does not sum to one.
/// needs   numbers of places within 340 of each other in one row
/// example constexpr auto rows = rows_sum_to_one(printed<"[[0.269, 0.731], [0.5, 0.5]]">);
///         static_assert(rows.all());
template <bool Complete, extent... E>
constexpr auto rows_sum_to_one(const printed_tensor<Complete, E...>& p) {
    return detail::judge_rows(p, false);
}

/// Whether each row can be a probability distribution: some numbers in [0, 1] that round to those printed sum to one.
/// Elided entries count as in rows_sum_to_one.
/// example static_assert(is_distribution(printed<"[[0.269, 0.731], [0.5, 0.5]]">));
template <bool Complete, extent... E>
constexpr bool is_distribution(const printed_tensor<Complete, E...>& p) {
    return detail::judge_rows(p, true).all();
}

/// Whether A(i, j) and A(j, i) can be the same number for all printed entries; NaN equals NaN here. After an elided row
/// or column, indices count from the end. If rows and columns are elided at different places, only pairs that count
/// from the same ends are compared.
/// example static_assert(is_symmetric(printed<"[[1.0, 0.5], [0.5, 1.0]]">));
template <bool Complete, extent... E>
constexpr bool is_symmetric(const printed_tensor<Complete, E...>& p) {
    using tensor = printed_tensor<Complete, E...>;
    if (tensor::rank() != 2 || tensor::rows != tensor::cols) return false;
    const auto same_end = [&](std::size_t i) {
        return detail::counts_from_end(i, p.elided_at(0)) == detail::counts_from_end(i, p.elided_at(1));
    };
    for (std::size_t i = 0; i < tensor::rows; ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (same_end(i) && same_end(j) &&
                !detail::can_be_equal(p.entries()[i * tensor::cols + j], p.entries()[j * tensor::cols + i],
                                      p.is_exact()))
                return false;
    return true;
}

}  // namespace heed
