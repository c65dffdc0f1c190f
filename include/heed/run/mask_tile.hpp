// SPDX-License-Identifier: BSL-1.0
// A formula of indices over a whole tile of scores: does it hold nowhere, everywhere, or for some? The terms that
// compute an element are evaluated once more, on intervals of integers, so that no mask is written twice.
#pragma once

#include <heed/run/element.hpp>

#include <cstddef>
#include <limits>
#include <type_traits>

namespace heed::detail {

/// What a mask leaves of a tile.
enum class tile_kind : unsigned char { none, mixed, all };

/// Queries and keys of a tile, as rows and columns of the loop.
struct score_tile {
    std::size_t first_query, queries, first_key, keys;
};

/// Whole numbers from low to high; everything where it is not known that they are whole, or that T holds them exactly.
template <class T>
struct index_range {
    static constexpr long long limit = 1LL
                                       << (std::numeric_limits<T>::digits < 53 ? std::numeric_limits<T>::digits : 53);

    long long low = -limit - 1;
    long long high = limit + 1;

    constexpr bool known() const { return low >= -limit && high <= limit; }
    constexpr bool is_zero() const { return low == 0 && high == 0; }
    constexpr bool has_zero() const { return low <= 0 && high >= 0; }

    static constexpr index_range from(long long a, long long b) {
        const index_range r{a < b ? a : b, a < b ? b : a};
        return r.known() ? r : index_range();
    }
    /// 1 where certainly true, 0 where certainly false, else both.
    static constexpr index_range truth(bool certainly, bool certainly_not) {
        return {certainly ? 1 : 0, certainly_not ? 0 : 1};
    }
};

/// The hull of four numbers.
template <class T>
constexpr index_range<T> hull_of(const long long (&corners)[4]) {
    long long low = corners[0], high = corners[0];
    for (const long long c : corners) {
        low = c < low ? c : low;
        high = c > high ? c : high;
    }
    return index_range<T>::from(low, high);
}

template <class T>
constexpr index_range<T> product_of(const index_range<T>& a, const index_range<T>& b) {
    constexpr long long half = 1LL << 30;  // products of what is below fit
    if (a.low < -half || a.high > half || b.low < -half || b.high > half) return {};
    return hull_of<T>({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
}

/// a / n, cut off towards 0, is monotone in a and, where n does not change its sign, in n.
template <class T>
constexpr index_range<T> quotient_of(const index_range<T>& a, const index_range<T>& n) {
    if (n.has_zero()) return {};
    return hull_of<T>({a.low / n.low, a.low / n.high, a.high / n.low, a.high / n.high});
}

/// a % n has the sign of a, is no larger than a and smaller than n; where a / n is the same for all a it moves with a.
template <class T>
constexpr index_range<T> remainder_of(const index_range<T>& a, const index_range<T>& n) {
    if (n.low == n.high && n.low != 0 && a.low / n.low == a.high / n.low)
        return index_range<T>::from(a.low % n.low, a.high % n.low);
    const long long size = n.high > -n.low ? n.high : -n.low;
    const long long largest = size > 0 ? size - 1 : 0;
    const long long below = -a.low < largest ? -a.low : largest, above = a.high < largest ? a.high : largest;
    return index_range<T>::from(a.low < 0 ? -below : 0, a.high > 0 ? above : 0);
}

template <class T>
constexpr index_range<T> size_of(const index_range<T>& a) {
    const long long largest = a.high > -a.low ? a.high : -a.low;
    return index_range<T>::from(a.has_zero() ? 0 : a.low > 0 ? a.low : -a.high, largest);
}

template <function F, class T>
constexpr index_range<T> range_of(const index_range<T>& a) {
    using range = index_range<T>;
    if constexpr (F == function::is_zero) return range::truth(a.is_zero(), !a.has_zero());
    if (!a.known()) return {};
    if constexpr (F == function::negate) return range::from(-a.low, -a.high);
    if constexpr (F == function::abs) return size_of(a);
    return {};
}

/// Frequent functions first: clang counts a step for each that is passed over. Comparisons need not ask what is known:
/// what is not reaches beyond everything that is.
template <function F, class T>
constexpr index_range<T> range_of(const index_range<T>& a, const index_range<T>& b) {
    using range = index_range<T>;
    if constexpr (F == function::less_equal) return range::truth(a.high <= b.low, a.low > b.high);
    if constexpr (F == function::less) return range::truth(a.high < b.low, a.low >= b.high);
    if constexpr (F == function::both) return range::truth(!a.has_zero() && !b.has_zero(), a.is_zero() || b.is_zero());
    if constexpr (F == function::either)
        return range::truth(!a.has_zero() || !b.has_zero(), a.is_zero() && b.is_zero());
    if constexpr (F == function::equal)
        return range::truth(a.low == a.high && b.low == b.high && a.low == b.low, a.high < b.low || b.high < a.low);
    if (!a.known() || !b.known()) return {};
    if constexpr (F == function::subtract) return range::from(a.low - b.high, a.high - b.low);
    if constexpr (F == function::add) return range::from(a.low + b.low, a.high + b.high);
    if constexpr (F == function::multiply) return product_of(a, b);
    if constexpr (F == function::quotient) return quotient_of(a, b);
    if constexpr (F == function::remainder) return remainder_of(a, b);
    if constexpr (F == function::min) return {smaller(a.low, b.low), smaller(a.high, b.high)};
    if constexpr (F == function::max) return {larger(a.low, b.low), larger(a.high, b.high)};
    return {};
}

/// The values of an operand of a mask over a tile: indices and whole numbers are known, what is in memory is not.
template <class T, class Cursor>
constexpr index_range<T> range_over(const Cursor& cursor, const score_tile& tile) {
    using range = index_range<T>;
    if constexpr (is_index_cursor<Cursor>) {
        const std::size_t first =
            cursor.first + tile.first_query * Cursor::row_stride + tile.first_key * Cursor::col_stride;
        const std::size_t last = first + (tile.queries - 1) * Cursor::row_stride + (tile.keys - 1) * Cursor::col_stride;
        return range::from(static_cast<long long>(first), static_cast<long long>(last));
    } else if constexpr (std::same_as<Cursor, number_cursor<T>> && std::floating_point<T>) {
        constexpr T largest = static_cast<T>(range::limit);
        if (!(cursor.value >= -largest && cursor.value <= largest)) return {};
        const auto whole = static_cast<long long>(cursor.value);
        return static_cast<T>(whole) == cursor.value ? range::from(whole, whole) : range();
    } else {
        return {};
    }
}

/// Term `Term` of kernel K over a tile.
template <class Plan, std::size_t K, std::size_t Term, class T, class Cursors>
constexpr index_range<T> range_of_term(const Cursors& cursors, const score_tile& tile) {
    constexpr term t = Plan::value.terms[Plan::value.kernels[K].first_term + Term];
    if constexpr (t.kind == term::load)
        return range_over<T>(boost::hana::at_c<t.slot>(cursors), tile);
    else if constexpr (t.kind == term::core)
        return {};
    else if constexpr (traits_of(t.f).operands == 1)
        return range_of<t.f>(range_of_term<Plan, K, t.operands[0], T>(cursors, tile));
    else
        return range_of<t.f>(range_of_term<Plan, K, t.operands[0], T>(cursors, tile),
                             range_of_term<Plan, K, t.operands[1], T>(cursors, tile));
}

/// Whether the scores of a kernel are where(mask, rest).
template <class Plan, std::size_t K>
constexpr bool has_mask() {
    constexpr kernel k = Plan::value.kernels[K];
    if constexpr (k.loop != skeleton::stream || k.prologue == no_term) {
        return false;
    } else {
        constexpr term t = Plan::value.terms[k.first_term + k.prologue];
        return t.kind == term::apply && t.f == function::where;
    }
}

/// The scores of a kernel without their mask: the term that a tile of kind `all` computes.
template <class Plan, std::size_t K>
constexpr std::size_t scores_without_mask() {
    constexpr kernel k = Plan::value.kernels[K];
    if constexpr (has_mask<Plan, K>())
        return Plan::value.terms[k.first_term + k.prologue].operands[1];
    else
        return k.prologue;
}

template <class Plan, std::size_t K, class T, class Cursors>
constexpr tile_kind kind_of_tile(const Cursors& cursors, const score_tile& tile) {
    if constexpr (!has_mask<Plan, K>()) {
        return tile_kind::all;
    } else {
        constexpr term t = Plan::value.terms[Plan::value.kernels[K].first_term + Plan::value.kernels[K].prologue];
        const index_range<T> mask = range_of_term<Plan, K, t.operands[0], T>(cursors, tile);
        if (mask.is_zero()) return tile_kind::none;
        return mask.has_zero() ? tile_kind::mixed : tile_kind::all;
    }
}

}  // namespace heed::detail
